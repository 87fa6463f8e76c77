/* What levels of a machine have to do with each other and with others' programs: options sees=, inclusion=, clean=,
 * write=, prefetch=, ahead= and told= of its text. Private to analysis/machine. */
#ifndef PMECACHE_ANALYSIS_MACHINE_MACHINE_HIERARCHY_H
#define PMECACHE_ANALYSIS_MACHINE_MACHINE_HIERARCHY_H

#include "machine_scan.h"
#include "pmecache/machine.h"

/* Where each option of a level stands; line 0: it is not given. */
typedef struct pme__hierarchy_seen {
  pme__mark sees, inclusion, clean, write, prefetch, ahead, told;
} pme__hierarchy_seen;

bool pme__is_hierarchy_key(const char *key);
/* `=VALUE` of the option `key`, which stands at `start`. */
pme_status pme__read_hierarchy(pme__scanner *scan, pme__mark start, const char *key, pme_cache_level *level,
                               pme__hierarchy_seen *seen);
/* What a level may not say, beside those above it (all that the machine has so far). */
pme_status pme__check_hierarchy(pme__scanner *scan, const pme_machine *above, pme_cache_level *level,
                                const pme__hierarchy_seen *seen);

/* What the outermost level may not say, and others may not, when all are there; at least one is. */
pme_status pme__check_outermost(pme__scanner *scan, const pme_machine *machine);

/* "next+pair+streamer", "" without any. */
enum { PME__PREFETCHERS_BYTES = 32 };
void pme__prefetchers_name(const pme_prefetchers *prefetchers, char name[PME__PREFETCHERS_BYTES]);
const char *pme__inclusion_name(pme_inclusion inclusion);
const char *pme__write_name(pme_write write);

#endif
