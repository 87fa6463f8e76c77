/* How many different lines the program touches. Private to analysis/model/closed_form.
 *
 * The first touches of all references to a block of arrays are together as many as it has different lines. The levels
 * of the closed form leave about as many unexplained; where references overlap in irregular ways, this puts them right.
 * Exact for rectangular nests, for a mean placement in a line, unless there are too many rows of different shapes.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_FIRST_TOUCHES_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_FIRST_TOUCHES_H

#include "context.h"

/* Expected number of lines of a block, by all threads of the instance; < 0: not known well enough. */
double pme__first_touches(pme__context *context, int block);

#endif
