/* The machine we run on, as hwloc sees it. Only cores and data caches are asked for, which keeps hwloc quick (a few
 * milliseconds) and away from devices; it never changes the binding of the calling thread. */
#include "pmecache/machine.h"

#ifdef PME_HAVE_HWLOC
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static hwloc_topology_t load_topology(void) {
  hwloc_topology_t topology;
  unsigned long flags = 0;
#if HWLOC_API_VERSION >= 0x00020800
  flags = HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING | HWLOC_TOPOLOGY_FLAG_NO_DISTANCES | HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
          HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;
#endif
  if (hwloc_topology_init(&topology))
    return NULL;
  if (hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE) ||
      hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL) ||
      hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL) ||
      hwloc_topology_set_type_filter(topology, HWLOC_OBJ_PACKAGE, HWLOC_TYPE_FILTER_KEEP_ALL) || /* model name */
      hwloc_topology_set_flags(topology, flags) || hwloc_topology_load(topology)) {
    hwloc_topology_destroy(topology);
    return NULL;
  }
  restrict_to_binding(topology);
  return topology;
}

/* Cores, or hardware threads where the system does not tell cores. */
static hwloc_obj_type_t core_type(hwloc_topology_t topology) {
  return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
}

/* A name without the characters that the text form uses. */
static void set_name(hwloc_topology_t topology, pme_machine *machine) {
  hwloc_obj_t root = hwloc_get_root_obj(topology);
  const char *model = hwloc_obj_get_info_by_name(root, "CPUModel");
  for (hwloc_obj_t child = NULL; !model && (child = hwloc_get_next_child(topology, root, child));)
    model = hwloc_obj_get_info_by_name(child, "CPUModel");
  snprintf(machine->name, sizeof machine->name, "%s", model ? model : "host");
  for (char *c = machine->name; *c; c++)
    if (*c == ';' || *c == '#' || (unsigned char)*c <= ' ' || *c == 127)
      *c = c == machine->name ? '_' : ' ';
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

static pme_status set_level(hwloc_topology_t topology, hwloc_obj_t cache, pme_machine *machine, pme_error *error) {
  const struct hwloc_cache_attr_s *attributes = &cache->attr->cache;
  pme_cache_level *level = &machine->levels[machine->level_count];
  int64_t line_bytes = attributes->linesize, size_bytes = (int64_t)attributes->size;
  int64_t ways = attributes->associativity;
  snprintf(level->name, sizeof level->name, "L%u", attributes->depth);
  if (ways == -1 && line_bytes > 0)
    ways = size_bytes / line_bytes; /* hwloc's way to say fully associative */
  if (size_bytes <= 0 || line_bytes <= 0 || ways <= 0 || ways > 1024 || size_bytes % (line_bytes * ways))
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "the system does not tell the geometry of the host's %s: describe the machine as a text",
                         level->name);
  int shared_by = hwloc_get_nbobjs_inside_cpuset_by_type(topology, cache->cpuset, core_type(topology));
  level->size_bytes = size_bytes;
  level->associativity = (int)ways;
  level->line_bytes = (int)line_bytes;
  level->shared_by = shared_by < 1 ? 1 : shared_by;
  machine->level_count++;
  return PME_OK;
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

/* The caches above the first core, nearest first: where cores differ, the machine is taken to be made of first cores.
 */
static pme_status set_levels(hwloc_topology_t topology, pme_machine *machine, pme_error *error) {
  hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
  for (; object && machine->level_count < PME_MAX_LEVELS; object = object->parent) {
    pme_status status = hwloc_obj_type_is_dcache(object->type) ? set_level(topology, object, machine, error) : PME_OK;
    if (status)
      return status;
  }
  if (machine->level_count == 0)
    set_levels_of_library(machine);
  return machine->level_count ? PME_OK
                              : pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                                              "the system tells no caches of the host: describe the machine as a text");
}

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

/* What the system tells has to pass the same checks as what a person writes. */
static pme_status check_through_text(const pme_machine *machine, pme_machine *out, pme_error *error) {
  char text[1024];
  pme_error fault;
  size_t length = pme_machine_write(machine, text, sizeof text);
  if (length < sizeof text && !pme_machine_read(text, length, out, &fault)) {
    memcpy(out->untold, machine->untold, sizeof out->untold);
    return PME_OK;
  }
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                       "the host is outside what a machine text can say (%.120s): describe the machine as a text",
                       length < sizeof text ? fault.message : "text too long");
}

pme_status pme_machine_host(pme_machine *out, pme_error *error) {
  pme_machine machine = {0};
  hwloc_topology_t topology = load_topology();
  if (!topology)
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "hwloc cannot read the host: describe the machine as a text");
  machine.cores = hwloc_get_nbobjs_by_type(topology, core_type(topology));
  machine.frequency_hz = host_frequency_hz();
  set_name(topology, &machine);
  pme_status status = set_levels(topology, &machine, error);
  hwloc_topology_destroy(topology);
  limit_cores(&machine);
  return status ? status : check_through_text(&machine, out, error);
}

#else

pme_status pme_machine_host(pme_machine *out, pme_error *error) {
  (void)out;
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                       "this build cannot read the host (no hwloc): describe the machine as a text");
}
#endif
