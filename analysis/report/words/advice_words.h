/* Sentences of advice, which remarks, tables and documents share. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_ADVICE_WORDS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_ADVICE_WORDS_H

#include "pmecache/advice.h"

enum { PME__ADVICE_TEXT_BYTES = 900 };

/* What to do, what it saves, why: one line without a full stop. Or, where no change pays, how near the best is. */
void pme__write_advice(const pme_advice *advice, const pme_loop_advice *loop, char *buffer, size_t buffer_bytes);
/* The reason of a candidate, with the level and the array: "no false sharing: ... ('sum', L1)". */
void pme__write_reason(const pme_advice *advice, const pme_loop_advice *loop, const pme_candidate *candidate,
                       char *buffer, size_t buffer_bytes);
/* Misses differ by more than 2%, and by more than the two numbers are open. */
bool pme__changes(const pme_misses *from, const pme_misses *to);

#endif
