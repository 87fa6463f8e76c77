/* From what the threads of a run counted to its profile. */
#ifndef PMECACHE_MEASURE_PROFILE_BUILD_H
#define PMECACHE_MEASURE_PROFILE_BUILD_H

#include "measurement.h"

typedef struct pme__measured_run {
  const pme__measure_host *host;
  const pme_instrumented_module *modules; /* follow each other by `next` */
  const pme__measurement *const *threads; /* those that were not measured are NULL */
  size_t thread_count;
  const char *command;
} pme__measured_run;

/* `*out` is set, and to be destroyed, whenever it could be created. */
pme_status pme__build_profile(const pme__measured_run *run, pme_profile **out);

#endif
