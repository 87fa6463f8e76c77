/* The points of a sweep: every combination of the values that are asked for. */
#ifndef PMECACHE_TOOLS_SWEEP_POINTS_H
#define PMECACHE_TOOLS_SWEEP_POINTS_H

#include <stddef.h>
#include <stdint.h>

#include "pmecache/arena.h"
#include "pmecache/status.h"

enum { SWEEP_MOST_AXES = 16, SWEEP_MOST_POINTS = 1000000 };

/* "machine", "threads", "schedule", else a symbol of the program. */
typedef struct sweep_axis {
  const char *name;
  const char **values;
  int count;
} sweep_axis;

typedef struct sweep {
  const char *program, *text; /* its path, and what stands there */
  size_t text_bytes;
  sweep_axis axes[SWEEP_MOST_AXES];
  int axis_count;
  pme_arena *arena;
} sweep;

/* "n=100,200,400", "n=100..1000+100", "n=64..4096*2", "machine=corei7 host" (blanks, where values have commas). An axis
 * that is there already gets more values. PME_BAD_INPUT, PME_NO_MEMORY. */
pme_status sweep_add_axis(sweep *s, const char *text, pme_error *error);
/* 1 without axes; SWEEP_MOST_POINTS + 1: too many. */
int sweep_point_count(const sweep *s);
/* Index of the value of each axis; the last axis runs fastest. */
void sweep_point(const sweep *s, int number, int values[SWEEP_MOST_AXES]);
/* Of the program's text, the values and this version: the name of its result. */
enum { DIGEST_BYTES = 17 };
void sweep_digest(const sweep *s, const int values[SWEEP_MOST_AXES], char digest[DIGEST_BYTES]);

#endif
