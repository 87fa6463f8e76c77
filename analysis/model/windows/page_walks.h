/* What walks of the page table miss in the first cache. Private to analysis/model.
 *
 * How many walks there are is a question to the sampled walk: a buffer of translations is an LRU cache whose lines are
 * pages (translations.h). What a walk costs is told by WINDOWS of the program: from points drawn uniformly over all
 * accesses they are run forward through the cache and the translations of a core (core_caches.h), with walks and
 * without. The first part of each fills the caches; what the rest misses more with walks, for each walk, times the walks
 * of the program, is the answer. Small programs are one window, from their start to their end.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_PAGE_WALKS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_PAGE_WALKS_H

#include "pmecache/prediction.h"

typedef struct pme__page_walks {
  double entries;    /* misses of page-table entries, on behalf of this access */
  double others;     /* lines of the program that miss because entries took their place, or less than none */
  double half_width; /* of the interval of both */
  double share;      /* of the times that this access comes to another page than before: it walks */
} pme__page_walks;

typedef struct pme__page_walks_question {
  const pme_concrete *concrete;
  const pme_machine *machine;
  const double *executions; /* [node] of accesses */
  double tolerance;         /* half-width of all that will do */
  double likely;            /* how much that may be, about; 0: not known */
  double effort;            /* about nanoseconds */
} pme__page_walks_question;

/* Whether walks read a cache that each core has for itself. */
bool pme__page_walks_are_told(const pme_machine *machine);
/* out[node] of accesses that can be walked; others stay as they are. Adds to *effort what was spent. PME_NO_MEMORY. */
pme_status pme__find_page_walks(const pme__page_walks_question *question, pme__page_walks *out, double *effort);

#endif
