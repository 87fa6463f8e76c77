/* From what the threads counted to a profile. */
#ifndef PMECACHE_MEASURE_PROFILE_BUILD_H
#define PMECACHE_MEASURE_PROFILE_BUILD_H

#include <stddef.h>

#include "measurement.h"

/* `modules` follow each other by `next`; threads that were not measured are NULL. `*out` is set, and to be destroyed,
 * whenever it could be created. */
pme_status pmert_build_profile(const pme_instrumented_module *modules, const pmert_online *const *threads,
                               size_t thread_count, const char *command, pme_profile **out);

#endif
