/* What most misses of a loop are due to, in one line. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_CAUSE_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_CAUSE_H

#include "pmecache/explanation.h"

enum { PME__CAUSE_TEXT_BYTES = 900 };

/* For each level: the engine, its samples, the interval, and the largest class of misses of one access. Cut to fit. */
void pme__write_cause(const pme_explanation *explanation, int loop_node, char *buffer, size_t buffer_bytes);

#endif
