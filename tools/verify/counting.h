/* Counting events. One small interface, so that a test can stand for the kernel. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_COUNTING_H
#define PMECACHE_TOOLS_VERIFY_COUNTING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event.h"

typedef struct counted {
  uint64_t count;      /* as read */
  uint64_t enabled_ns; /* how long it was to count */
  uint64_t running_ns; /* how long it did: less where counters are shared by turns */
} counted;

typedef struct counting {
  /* A counter of this process (0: the calling thread) and, where `is_whole`, of all that it starts, from its next exec
   * on. A descriptor, or -errno. */
  int (*open)(const event_code *code, pid_t process, bool is_whole);
  bool (*read)(int counter, counted *out);
  void (*close)(int counter);
} counting;

/* The kernel's perf_event_open, user mode alone. */
extern const counting host_counting;

/* The count for all of the time. */
double counted_value(const counted *c);

#endif
