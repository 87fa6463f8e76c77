/* The instrumented modules of the program, and what happens when it forks and ends. */
#ifndef PMECACHE_RUNTIME_REGISTRY_H
#define PMECACHE_RUNTIME_REGISTRY_H

#include <stdbool.h>

#include "pmecache/instrumented.h"

/* The module registered last; the others follow by `next`. NULL: none. */
const pme_instrumented_module *pmert_modules(void);
/* True in a process that a fork made of an instrumented one. */
bool pmert_is_forked(void);

#endif
