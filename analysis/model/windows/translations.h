/* Which translations of pages a core still has: a cache whose lines are pages. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_TRANSLATIONS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_TRANSLATIONS_H

#include "pmecache/prediction.h"

/* The larger buffer of translations as the only cache of each core: it sees all accesses, as levels of a machine do. */
pme_machine pme__translations_as_cache(const pme_machine *machine);

typedef struct pme__translations_question {
  const pme_concrete *concrete;
  const pme_machine *machine;
  double tolerance;   /* half-width that will do */
  double effort;      /* about nanoseconds */
  double most_effort; /* ... where that was spent before all accesses were looked at */
} pme__translations_question;

/* walks[node] of accesses: translations that were not there, all threads together, NAN where nobody looked; *half_width
 * of their sum. Adds to *effort what was spent. PME_NO_MEMORY. */
pme_status pme__count_walks(const pme__translations_question *question, double *walks, double *half_width,
                            double *effort);

#endif
