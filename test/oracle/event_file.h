/* A recorded trace in memory: per thread the accesses in time order, each with its site and the worksharing loop that
 * was running. */
#ifndef PMECACHE_TEST_ORACLE_EVENT_FILE_H
#define PMECACHE_TEST_ORACLE_EVENT_FILE_H

#include "trace_events.h"

#include <stdbool.h>
#include <stddef.h>

struct recorded_site {
  enum trace_kind kind;
  unsigned flags, size_bytes, line, column;
  char *name, *function, *file;
};

struct recorded_access {
  uint64_t address;
  uint64_t bytes;
  uint32_t site; /* index in sites */
  uint32_t loop; /* index in sites of the innermost worksharing loop's begin, or NO_LOOP */
  bool is_block;
};
enum { NO_LOOP = UINT32_MAX };

struct recorded_thread {
  struct recorded_access *accesses;
  size_t count, capacity;
};

/* An integer variable of a function (an outlined body counts as its host) at a fork or worksharing loop. `varies`: it
 * had other values later. */
struct recorded_value {
  const char *name, *function;
  int64_t value;
  bool varies;
};

struct recorded_trace {
  struct recorded_site *sites;
  size_t site_count;
  struct recorded_thread *threads;
  size_t thread_count;
  struct recorded_value *values;
  size_t value_count;
  size_t call_count; /* of functions */
  size_t loop_count; /* executions of worksharing loops, over all threads */
  bool truncated;
};

/* Ends the program with a message when the file is not a trace. Nothing is freed: the tool ends soon. */
void trace_read(const char *path, struct recorded_trace *trace);

static inline bool site_is_write(const struct recorded_site *site) {
  return site->kind == TRACE_WRITE || site->kind == TRACE_BLOCK_WRITE;
}

/* Grows or ends the program. */
void *oracle_grow(void *items, size_t count, size_t *capacity, size_t item_bytes);
_Noreturn void oracle_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
