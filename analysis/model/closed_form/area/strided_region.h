/* Strided regions: the memory that references touch, as equal runs of bytes at regular distances. Private to
 * analysis/model/closed_form.
 *
 * A strided region is { start + sum_j m_j * step[j] + x : 0 <= m_j < count[j], 0 <= x < width }: runs of `width`,
 * repeated along a few dimensions. It lives in the space of *line positions*: position y stands for the line that would
 * start at y. A run of L consecutive units touches the lines whose start lies in an interval of L + line - 1 positions;
 * so joining touching intervals is exactly the rule that no untouched line lies between two runs
 * (docs/model/equations.md 4.2: step <= L + line - 1), and the expected number of lines, over the possible alignments,
 * is the number of positions divided by `line` (docs/model/equations.md 5.2).
 *
 * Lengths are in units (a common divisor of all strides, chosen by the caller) and saturate at PME__STRIDED_REGION_FAR.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_STRIDED_REGION_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_STRIDED_REGION_H

#include <stdbool.h>
#include <stdint.h>

enum { PME__STRIDED_REGION_MOST_DIMENSIONS = 12 };
#define PME__STRIDED_REGION_FAR (INT64_C(1) << 58)

typedef struct pme__strided_region {
  int64_t start, width;
  int dimension_count;
  int64_t count[PME__STRIDED_REGION_MOST_DIMENSIONS]; /* ascending by step after pme__strided_region_simplify */
  int64_t step[PME__STRIDED_REGION_MOST_DIMENSIONS];
} pme__strided_region;

/* The region of one run of `length` units at `first`. */
pme__strided_region pme__strided_region_of_run(int64_t first, int64_t length, int64_t line);
/* Repeats the region `count` times at distance `step` (any sign). False when it has no room for the dimension. */
bool pme__strided_region_repeat(pme__strided_region *region, int64_t count, int64_t step);
/* Normal form: ascending positive steps, equal or nested progressions joined, touching runs joined. */
void pme__strided_region_simplify(pme__strided_region *region);
/* Number of positions; an upper bound where progressions of very many runs overlap in an irregular way. */
double pme__strided_region_measure(const pme__strided_region *region);
/* The same when only multiples of `alignment` (a power of two) can be line starts: each stands for that many positions.
 */
double pme__strided_region_measure_aligned(const pme__strided_region *region, int64_t alignment);
/* Whether the number is exact. */
bool pme__strided_region_is_countable(const pme__strided_region *region);
/* The upper bound itself, quickly. */
double pme__strided_region_bound(const pme__strided_region *region);
/* Number of runs. */
double pme__strided_region_runs(const pme__strided_region *region);
/* Whether runs may overlap: some progression steps back into the one before. */
bool pme__strided_region_is_irregular(const pme__strided_region *region);
/* From the lowest to behind the highest position. */
int64_t pme__strided_region_extent(const pme__strided_region *region);

/* Joins b into a if that does not make the two larger than they are apart: the smallest region of the same shape
 * around two shifted copies. Both are simplified. */
bool pme__strided_region_join(pme__strided_region *a, const pme__strided_region *b);
/* Narrows a to what it has in common with b when the two are copies of one region, shifted by less than a run. */
void pme__strided_region_cut(pme__strided_region *a, const pme__strided_region *b);
/* Joins what can be joined, in place; returns the new number. Duplicates vanish. */
int pme__strided_region_join_all(pme__strided_region *regions, int count);

/* Fraction of the positions of `target` that lie in the union of `sources`: exact within a run, averaged over a few
 * runs (docs/model/equations.md 6.1, "shift both regions into one line grid"). 0 <= result <= 1. */
double pme__strided_region_covered(const pme__strided_region *target, const pme__strided_region *sources,
                                   int source_count, int64_t line);

/* ---- plain intervals ---- */

typedef struct pme__interval {
  int64_t low, high; /* [low, high) */
} pme__interval;

/* Writes all runs of the region behind out[0..count-1]; returns the new count. The caller has room for them. */
int pme__strided_region_expand(const pme__strided_region *region, pme__interval *out, int count);
/* Sorts and joins overlapping intervals in place; returns the new count. */
int pme__intervals_join(pme__interval *intervals, int count);

#endif
