/* The values that symbols (sizes, bounds) have had. */
#ifndef PMECACHE_RUNTIME_VALUES_H
#define PMECACHE_RUNTIME_VALUES_H

#include "pmecache/instrumented.h"

void pmert_forget_values(pme_instrumented_module *module);

#endif
