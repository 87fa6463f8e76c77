/* Loops that count on each other's iterations. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_MATCHED_H
#define PMECACHE_ANALYSIS_ADVISE_MATCHED_H

#include "pmecache/advice.h"

/* Two static loops of a region that have the same schedule and the same number of iterations give the same ones to the
 * same threads (OpenMP 5.2, 11.5.3), so that with `nowait` between them one may read what the other wrote. A change of
 * one alone is a race: it is advised where it is static, and where the other has the same candidate and loses nothing
 * by it; `is_matched` and `matched` of both say so. */
void pme__keep_matched(pme_advice *advice);

#endif
