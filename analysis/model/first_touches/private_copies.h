/* How many threads surely touch the same part of their copies of a private array.
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_PRIVATE_COPIES_H
#define PMECACHE_ANALYSIS_MODEL_PRIVATE_COPIES_H

#include "pmecache/prediction.h"

/* Threads that touch all that the access does, each in a copy of its own; 1 where the array is no private one, where each
 * thread touches another part, or where it is not known how many come there. */
int64_t pme__private_copies(const pme_concrete *concrete, int access);

#endif
