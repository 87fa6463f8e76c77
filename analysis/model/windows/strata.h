/* Where windows begin: in each body, as often as its accesses are of all. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_STRATA_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_STRATA_H

#include "analysis/model/walk/estimate/sample.h"

/* Windows that begin in one body. */
typedef struct pme__stratum {
  pme__sample_source source;
  pme__sample_sequence sequence;
  double executions; /* of all its accesses */
  int windows;
} pme__stratum;

typedef struct pme__strata {
  pme__stratum *all;
  int count;
} pme__strata;

/* Bodies that are executed; executions[node]. Bases matter modulo `way_bytes`. False: out of memory. */
bool pme__strata_find(const pme__loop_tree *program, const double *executions, int64_t way_bytes, uint64_t *random,
                      pme_arena *arena, pme__strata *out);
/* The next window goes to the body that has got the least of its share. */
pme__stratum *pme__strata_next(const pme__strata *strata);

#endif
