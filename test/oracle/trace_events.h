/* The trace of the oracle: what the pass plants, the runtime writes and the comparing tool reads.
 *
 * The pass gives every planted call a *site*, a constant record in the program that says what and where. The first
 * event of a site at run time gives it a number. A trace file is
 *
 *     trace_header
 *     blocks: trace_block, then `count` items: trace_event (kind TRACE_BLOCK_EVENTS) or text lines (TRACE_BLOCK_SITES,
 *             `count` bytes; one line a site in order of its number: kind, flags, size, line, column, then
 * tab-separated name, function and file)
 *
 * in the byte order of the machine. Blocks of one thread follow each other in time; sites come last.
 */
#ifndef PMECACHE_TEST_ORACLE_TRACE_EVENTS_H
#define PMECACHE_TEST_ORACLE_TRACE_EVENTS_H

#include <stdint.h>

enum trace_kind {
  TRACE_READ,        /* value = address */
  TRACE_WRITE,       /* value = address */
  TRACE_BLOCK_READ,  /* value = first address; the next event is TRACE_LENGTH with value = bytes */
  TRACE_BLOCK_WRITE, /* ... */
  TRACE_LENGTH,
  TRACE_VALUE,          /* an integer variable of the source, by name: value */
  TRACE_FUNCTION_BEGIN, /* a call of a function of the program */
  TRACE_FUNCTION_END,
  TRACE_REGION_BEGIN, /* a fork: the team starts */
  TRACE_REGION_END,
  TRACE_LOOP_BEGIN, /* a worksharing loop starts on this thread */
  TRACE_LOOP_END
};

/* The access is to a scalar variable of the function that hosts a parallel region, which stays in memory only because
 * the outlined body gets its address, or to a descriptor of a Fortran array. By the convention of access counting these
 * are in registers. */
enum { TRACE_LOCAL_SCALAR = 1, TRACE_ATOMIC = 2 };

/* What the pass plants. `number` is 0 until the first event. */
struct trace_site {
  const char *name; /* of a function or variable, else "" */
  const char *function;
  const char *file;
  uint32_t kind;
  uint32_t flags;
  uint32_t size_bytes;
  uint32_t line;
  uint32_t column;
  uint32_t number;
};

struct trace_event {
  uint32_t site; /* number of the site, >= 1; the first line of the site block is number 1 */
  uint32_t kind;
  uint64_t value;
};

#define TRACE_MAGIC "pmetrc1"
enum { TRACE_BLOCK_EVENTS = 1, TRACE_BLOCK_SITES = 2 };

struct trace_header {
  char magic[8];
  uint32_t truncated; /* 1: the limit of events was met, the trace is a beginning */
  uint32_t unused;
};

struct trace_block {
  uint32_t kind;
  uint32_t thread; /* number in its team */
  uint64_t count;  /* items that follow */
};

#endif
