/* Rows of arrays that declare none: vectors, allocations, arrays of variable length. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_ROW_PITCH_H
#define PMECACHE_ANALYSIS_ADVISE_ROW_PITCH_H

#include "pmecache/prediction.h"

/* Bytes from a row to the next of the array of `access`, which goes from row to row: as it moves, if all accesses of the
 * array keep to such rows; 0: they do not, or a column falls into most sets of every cache. */
int64_t pme__crowded_row_pitch(const pme_prediction *prediction, int access);

/* Whether some access takes the rows of an array that declares them as one run, over their ends (a flat pointer, a copy
 * of the whole): longer rows would make another program of it. */
bool pme__runs_over_rows(const pme_prediction *prediction, int array);

#endif
