/* What prefetchers of a level ask for. Private to simulator/hierarchy (docs/model/simulator.md, prefetchers). */
#ifndef PMECACHE_SIMULATOR_HIERARCHY_PREFETCH_H
#define PMECACHE_SIMULATOR_HIERARCHY_PREFETCH_H

#include <stdint.h>

#include "pmecache/machine.h"

enum { SIM_STREAMS = 32, SIM_LINES_AT_ONCE = 2, SIM_MOST_FETCHED = 4 };

/* Requests of one page. */
typedef struct sim_page_stream {
  uint64_t page, last; /* the line that was asked for last; */
  uint64_t front;      /* ... the farthest one that the streamer asked for, or the last */
  uint64_t time;       /* of the last request; 0: none */
  int direction;       /* 1, -1; 0: not known */
} sim_page_stream;

/* Of one instance; all zero: nothing seen. */
typedef struct sim_prefetch {
  sim_page_stream streams[SIM_STREAMS];
  uint64_t clock;
} sim_prefetch;

/* `line` is asked for. Writes the lines to fetch, in order, and returns how many. */
int sim_prefetch_lines(sim_prefetch *prefetch, const pme_prefetchers *shape, int line_shift, uint64_t line,
                       uint64_t fetched[SIM_MOST_FETCHED]);

#endif
