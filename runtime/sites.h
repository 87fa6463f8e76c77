/* Numbers of sites through all modules of the program. */
#ifndef PMECACHE_RUNTIME_SITES_H
#define PMECACHE_RUNTIME_SITES_H

#include <stdint.h>

/* Sites of all modules that are registered. */
uint32_t pmert_site_count(void);

#endif
