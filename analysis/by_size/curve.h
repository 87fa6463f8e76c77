/* Curves over a size: what lies between points, and where a point more would tell most (docs/model/by-size.md 2, 3). Private
 * to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_CURVE_H
#define PMECACHE_ANALYSIS_BY_SIZE_CURVE_H

#include "pmecache/arena.h"
#include "pmecache/by_size.h"

/* How far, as a share, a value between points `gap` and `gap` + 1 may be off the straight line of logarithms: what the
 * lines through the points on its left and on its right say otherwise, the smaller of both. `level` < 0: accesses. */
double pme__curve_doubt(const pme_by_size_loop *loop, int gap, int level);

/* Of a point that is left open only the interval is known, whose middle alone tells no law. */
bool pme__is_told(const pme_size_point *point, int level);

/* Its interval is no wider than a factor: the law that it lies on is one of numbers. */
bool pme__is_near(const pme_size_point *point, int level);

/* The laws of a level that the points follow, by size; in `arena`. NULL: out of memory. */
const pme_size_law *pme__find_laws(const pme_size_point *points, int count, int level, pme_arena *arena,
                                   int *law_count);

/* The size up to which the level keeps what is used again, as of pme_by_size_loop. */
int64_t pme__fits_up_to(const pme_by_size_loop *loop, int level);

#endif
