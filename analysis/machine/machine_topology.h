/* What hwloc knows of a machine, this one or one that was written down as XML. Private to analysis/machine. */
#ifndef PMECACHE_ANALYSIS_MACHINE_MACHINE_TOPOLOGY_H
#define PMECACHE_ANALYSIS_MACHINE_MACHINE_TOPOLOGY_H

#include <hwloc.h>

#include "machine_source.h"

/* A topology that is not loaded yet. Only cores and data caches are asked for, which keeps hwloc quick (a few milliseconds)
 * and away from devices; it never changes the binding of the calling thread. NULL: hwloc fails. */
hwloc_topology_t pme__topology_create(void);
/* Accepts NULL. */
void pme__topology_destroy(hwloc_topology_t topology);
/* Name, cores, and the caches above the first core, nearest first: where cores differ, the machine is taken to be made of
 * first cores. None is no fault here. PME_UNSUPPORTED: a cache without its geometry. */
pme_status pme__topology_read(hwloc_topology_t topology, const pme__machine_source *source, pme_machine *machine,
                              pme_error *error);

#endif
