/* How many lines each instance of a cache touches, where each miss is the first touch of a line.
 *
 * Bodies of many accesses to data that a cache holds miss seldom, and only where a line comes in: samples meet few of
 * these (of a solver for blocks of 5 by 5 three in a thousand accesses), and their number is 10 to 20% off. The rows of
 * each thread are known: what an instance misses are the lines of its threads' rows. Where only the rows of all threads
 * are known they tell the misses of a level that all of them share.
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_INSTANCE_LINES_H
#define PMECACHE_ANALYSIS_MODEL_INSTANCE_LINES_H

#include "pmecache/prediction.h"

/* Where samples met hardly anything but first touches of an array, and their number is open, they are its lines in all
 * instances, as far as the interval reaches so far; intervals move along. All references to the array are in dealt loops
 * whose rows are known (touched_rows.h). PME_NO_MEMORY. */
pme_status pme__settle_instance_lines(pme_prediction *p);

#endif
