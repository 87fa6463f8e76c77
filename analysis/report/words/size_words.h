/* Advice for sizes that are not known, as sentences. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_SIZE_WORDS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_SIZE_WORDS_H

#include "pmecache/advice.h"
#include "words.h"

/* "up to n = 700: nothing to gain by another schedule" */
void pme__say_size_range(pme__words *words, const pme_prediction *prediction, const pme_sizes *sizes,
                         const pme_loop_sizes *loop, int number);
/* "what is used again stays in L1 up to n = 406, L2 always" */
void pme__say_fits(pme__words *words, const pme_prediction *prediction, const pme_sizes *sizes,
                   const pme_loop_sizes *loop);
/* 2,900 */
void pme__say_size(pme__words *words, int64_t size);

#endif
