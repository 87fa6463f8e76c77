/* The answer about a build as one page: nothing is loaded from elsewhere, nothing needs a script. */
#ifndef PMECACHE_ANALYSIS_REPORT_PAGE_PAGE_H
#define PMECACHE_ANALYSIS_REPORT_PAGE_PAGE_H

#include <stdio.h>

#include "analysis/report/units/units.h"

/* Ranking, loops with levels and curves, sources with their misses, what was refused. Look at ferror(stream).
 * PME_NO_MEMORY. */
pme_status pme__page_write(const pme__units *units, FILE *stream);

#endif
