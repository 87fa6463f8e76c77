/* The loops that were counted inside of a program, with their places in the source. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_COUNTED_LOOPS_H
#define PMECACHE_TOOLS_VERIFY_COUNTED_LOOPS_H

#include <stdbool.h>

#include "event.h"
#include "pmecache/arena.h"

typedef struct counted_loop {
  const char *module; /* the program, or a library */
  uint64_t offset;    /* of the call that begins it */
  double executions;
  int threads;
  double counts[EVENT_MOST];
  const char *file; /* "" where the program has no lines */
  int line;
} counted_loop;

typedef struct counted_loops {
  counted_loop *rows;
  int count;
} counted_loops;

/* Reads the lines that libpmecache_counters.so has left: an empty list where there are none. */
pme_status counted_loops_read(const char *path, int event_count, pme_arena *arena, counted_loops *out);
/* Fills file and line by `symbolizer` (llvm-symbolizer, or addr2line of the binutils), which reads the debug information
 * of the modules and prints into the file `scratch`. */
void counted_loops_place(counted_loops *loops, const char *symbolizer, const char *scratch, pme_arena *arena);

#endif
