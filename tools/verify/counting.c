#define _GNU_SOURCE /* syscall */
#include "counting.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_counter(const event_code *code, pid_t process, bool is_whole) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = code->type;
  attributes.config = code->config;
  attributes.config1 = code->config1;
  attributes.config2 = code->config2;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.exclude_kernel = attributes.exclude_hv = 1; /* what anybody may count */
  attributes.inherit = attributes.disabled = attributes.enable_on_exec = is_whole;
  long counter = syscall(SYS_perf_event_open, &attributes, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter >= 0 ? (int)counter : -errno;
}

static bool read_counter(int counter, counted *out) {
  uint64_t values[3];
  if (read(counter, values, sizeof values) != (ssize_t)sizeof values)
    return false;
  *out = (counted){values[0], values[1], values[2]};
  return true;
}

static void close_counter(int counter) { close(counter); }

const counting host_counting = {open_counter, read_counter, close_counter};

double counted_value(const counted *c) {
  double count = (double)c->count;
  if (c->running_ns && c->running_ns < c->enabled_ns)
    count *= (double)c->enabled_ns / (double)c->running_ns;
  return count;
}
