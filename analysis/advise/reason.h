/* Why one candidate costs less than another. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_REASON_H
#define PMECACHE_ANALYSIS_ADVISE_REASON_H

#include "evaluate.h"

/* Fills reason, reason_level and reason_access of `better->candidate`. */
void pme__find_reason(const pme__question *question, const pme__answer *present, pme__answer *better);

#endif
