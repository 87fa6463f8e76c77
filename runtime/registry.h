/* The instrumented modules of the program, and what happens when it forks and ends. */
#ifndef PMECACHE_RUNTIME_REGISTRY_H
#define PMECACHE_RUNTIME_REGISTRY_H

#include <stdbool.h>

#include "analysis/measure/host.h"
#include "pmecache/instrumented.h"

/* The module registered last; the others follow by `next`. NULL: none. */
const pme_instrumented_module *pmert_modules(void);
/* Sites of all modules that are registered, which are numbered through. */
uint32_t pmert_site_count(void);
/* The program, as measuring sees it. */
const pme__measure_host *pmert_host(void);
/* The list of modules does not change until it is released. False: it is being changed, and that does not come to an
 * end: the handler of a signal may have come in between. */
bool pmert_hold_modules(void);
void pmert_release_modules(void);
/* True in a process that a fork made of an instrumented one. */
bool pmert_is_forked(void);

#endif
