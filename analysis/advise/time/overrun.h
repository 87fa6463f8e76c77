/* Lines that prefetchers fetch past the end of a chunk. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_OVERRUN_H
#define PMECACHE_ANALYSIS_ADVISE_OVERRUN_H

#include "pmecache/prediction.h"

/* Lines that prefetchers are ahead in vain: none (a stream that skips the chunks of others is recognised, and a line
 * that nobody is about to write is taken from nobody), the most that was seen, and between. */
#define PME__AHEAD_LEAST 0.0
#define PME__AHEAD_USUAL 6.0
#define PME__AHEAD_MOST 20.0

/* Lines of written arrays that the prefetchers of a thread, which are `ahead` lines ahead, ask for behind the chunks of
 * the worksharing loop, where the next chunk begins, which is another thread's: of an access, summed over the threads.
 * Weighed: one whose line its owner still has in a private cache counts several times, for both lose it to the other. */
double pme__overrun_lines(const pme_prediction *prediction, const pme_reference_prediction *access, int loop,
                          double ahead);

#endif
