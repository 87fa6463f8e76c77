/* How many lines of an array the program touches at least.
 *
 * Every line that is touched misses once, cold. Both engines are weak where such misses are few among the accesses
 * (data that fits the cache, swept again and again by triangular loops): the walk meets them rarely, the closed form
 * approximates the shape. The lines themselves are easy to count: references of one body that are alike touch rows
 * together (their innermost loops, as far as those leave out no line); the rows of some iterations are laid out,
 * joined, and counted. Loops that do not move the reference are run in their first, middle and last iteration, long
 * loops in evenly spaced ones, and references under conditions not at all: what comes out is a lower bound, and for
 * most programs the number itself (touched_rows.h). Where trip counts do not vary and rows are apart, all rows are
 * counted at once, each with the lines that it meets in the mean over where it begins (members of structs); if nothing
 * else touches the array, that is the number of first touches in a cache that all threads share.
 *
 * For the models and what compares their candidates.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_FIRST_TOUCH_BOUND_H
#define PMECACHE_ANALYSIS_MODEL_FIRST_TOUCH_BOUND_H

#include "analysis/model/walk/estimate/placement_variance.h"
#include "pmecache/prediction.h"

/* Raises the misses of each array to the number of its lines, at every level, where they are below: what lacks is cold
 * and goes to the references that first touches were met of, or by the bytes that they touch where few were met. Where
 * all are first touches in one instance and their number is known, it is put in. Intervals begin no lower. Before, what
 * is above the lines of an array is lowered to them (first_touch_most.h), and first touches alone are counted by instances
 * (instance_lines.h). PME_NO_MEMORY. */
pme_status pme__raise_to_first_touches(pme_prediction *p);

/* Where all misses of a private level are first touches, they are those of the next private level too, however rarely
 * its own samples met them: the less open number counts for both. `placements`: per reference and level; or NULL. */
void pme__take_inner_first_touches(pme_prediction *p, pme__placement_deviations *placements);

#endif
