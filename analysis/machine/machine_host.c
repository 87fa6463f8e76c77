/* The machine we run on, as hwloc sees it. */
#include "pmecache/machine.h"

#ifdef PME_HAVE_HWLOC
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine_topology.h"
#include "processor_limit.h"

/* To the processors that this process may run on (taskset, job systems): others are not there for it, nor for what it
 * starts. */
static void restrict_to_binding(hwloc_topology_t topology) {
  hwloc_bitmap_t allowed = hwloc_bitmap_alloc();
  if (allowed && hwloc_topology_is_thissystem(topology) &&
      !hwloc_get_cpubind(topology, allowed, HWLOC_CPUBIND_PROCESS) && !hwloc_bitmap_iszero(allowed))
    hwloc_topology_restrict(topology, allowed, 0);
  hwloc_bitmap_free(allowed);
}

/* Base frequency where the kernel tells it, else the highest one; 0 = unknown. */
static double host_frequency_hz(void) {
  static const char *const paths[] = {"/sys/devices/system/cpu/cpu0/cpufreq/base_frequency",
                                      "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"};
  double khz = 0;
  for (int i = 0; i < 2 && khz <= 0; i++) {
    FILE *stream = fopen(paths[i], "r");
    if (!stream)
      continue;
    char text[32];
    if (fgets(text, sizeof text, stream))
      khz = (double)strtol(text, NULL, 10);
    fclose(stream);
  }
  return khz * 1e3;
}

/* ---- where hwloc sees no caches ----
 *
 * Some virtual machines hide them from the system, but not the processor's oldest way to tell sizes, which the C
 * library reads. It does not tell who shares a cache, nor the ways of a large one: of those nothing is made up. */

#ifdef _SC_LEVEL1_DCACHE_SIZE
static bool set_level_of_library(int number, const int names[3], pme_machine *machine) {
  long size_bytes = sysconf(names[0]), ways = sysconf(names[1]), line_bytes = sysconf(names[2]);
  if (size_bytes <= 0 || ways <= 0 || ways > 1024 || line_bytes <= 0 || size_bytes % (line_bytes * ways))
    return false;
  pme_cache_level *level = &machine->levels[machine->level_count++];
  snprintf(level->name, sizeof level->name, "L%d", number);
  level->size_bytes = size_bytes;
  level->associativity = (int)ways;
  level->line_bytes = (int)line_bytes;
  level->shared_by = 1;
  return true;
}

static void set_levels_of_library(pme_machine *machine) {
  static const int private_levels[][3] = {{_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_ASSOC, _SC_LEVEL1_DCACHE_LINESIZE},
                                          {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_ASSOC, _SC_LEVEL2_CACHE_LINESIZE}};
  for (int i = 0; i < 2 && set_level_of_library(i + 1, private_levels[i], machine); i++)
    ;
  if (machine->level_count)
    snprintf(machine->untold, sizeof machine->untold,
             "%s taken as private, and outer levels are left out: the system does not tell them (pmecache machine "
             "calibrate looks for one)",
             machine->level_count == 1 ? "L1 is" : "L1 and L2 are");
}
#else
static void set_levels_of_library(pme_machine *machine) { (void)machine; }
#endif

/* ---- the host ---- */

/* A group that may use fewer processors than it has at a time: teams of more threads wait for their turn. */
static void limit_cores(pme_machine *machine) {
  int limit = pme__processor_limit("");
  if (limit >= machine->cores)
    return;
  machine->cores = limit;
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].shared_by > limit)
      machine->levels[l].shared_by = limit;
}

pme_status pme_machine_host(pme_machine *out, pme_error *error) {
  static const pme__machine_source source = {"the host", "describe the machine as a text"};
  pme_machine machine = {0};
  hwloc_topology_t topology = pme__topology_create();
  if (!topology || hwloc_topology_load(topology)) {
    pme__topology_destroy(topology);
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "hwloc cannot read the host: describe the machine as a text");
  }
  restrict_to_binding(topology);
  machine.frequency_hz = host_frequency_hz();
  pme_status status = pme__topology_read(topology, &source, &machine, error);
  hwloc_topology_destroy(topology);
  if (!status && !machine.level_count)
    set_levels_of_library(&machine);
  if (!status && !machine.level_count)
    status = pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                           "the system tells no caches of the host: describe the machine as a text");
  limit_cores(&machine);
  return status ? status : pme__machine_check(&machine, &source, out, error);
}

#else

pme_status pme_machine_host(pme_machine *out, pme_error *error) {
  (void)out;
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                       "this build cannot read the host (no hwloc): describe the machine as a text");
}
#endif
