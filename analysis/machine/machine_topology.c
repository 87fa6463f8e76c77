#include "machine_source.h"

#ifdef PME_HAVE_HWLOC
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine_topology.h"

/* ---- topologies ---- */

hwloc_topology_t pme__topology_create(void) {
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
      hwloc_topology_set_flags(topology, flags)) {
    hwloc_topology_destroy(topology);
    return NULL;
  }
  return topology;
}

void pme__topology_destroy(hwloc_topology_t topology) {
  if (topology)
    hwloc_topology_destroy(topology);
}

/* Cores, or hardware threads where the system does not tell cores. */
static hwloc_obj_type_t core_type(hwloc_topology_t topology) {
  return hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
}

static void set_name(hwloc_topology_t topology, pme_machine *machine) {
  hwloc_obj_t root = hwloc_get_root_obj(topology);
  const char *model = hwloc_obj_get_info_by_name(root, "CPUModel");
  for (hwloc_obj_t child = NULL; !model && (child = hwloc_get_next_child(topology, root, child));)
    model = hwloc_obj_get_info_by_name(child, "CPUModel");
  pme__machine_set_name(machine, model ? model : "host");
}

/* ---- levels ---- */

static const char *untold_of(int64_t size_bytes, int64_t line_bytes, int64_t ways) {
  return size_bytes <= 0   ? "size (cache_size)"
         : line_bytes <= 0 ? "line size (cache_linesize)"
         : ways == 0       ? "ways (cache_associativity)"
                           : NULL;
}

static pme_status set_level(hwloc_topology_t topology, hwloc_obj_t cache, const pme__machine_source *source,
                            pme_machine *machine, pme_error *error) {
  const struct hwloc_cache_attr_s *attributes = &cache->attr->cache;
  pme_cache_level *level = &machine->levels[machine->level_count];
  int64_t line_bytes = attributes->linesize, size_bytes = (int64_t)attributes->size;
  int64_t ways = attributes->associativity;
  const char *untold = untold_of(size_bytes, line_bytes, ways);
  snprintf(level->name, sizeof level->name, "L%u", attributes->depth);
  if (untold)
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "%s does not tell the %s of %s: %s", source->name, untold,
                         level->name, source->advice);
  if (ways == -1)
    ways = size_bytes / line_bytes; /* hwloc's way to say fully associative */
  if (ways <= 0 || ways > 1024 || size_bytes % (line_bytes * ways))
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "%s of %s: %lld bytes are not a whole number of sets of %lld ways of %lld bytes: %s",
                         level->name, source->name, (long long)size_bytes, (long long)ways, (long long)line_bytes,
                         source->advice);
  int shared_by = hwloc_get_nbobjs_inside_cpuset_by_type(topology, cache->cpuset, core_type(topology));
  level->size_bytes = size_bytes;
  level->associativity = (int)ways;
  level->line_bytes = line_bytes <= INT_MAX ? (int)line_bytes : INT_MAX;
  level->shared_by = shared_by < 1 ? 1 : shared_by;
  machine->level_count++;
  return PME_OK;
}

pme_status pme__topology_read(hwloc_topology_t topology, const pme__machine_source *source, pme_machine *machine,
                              pme_error *error) {
  machine->cores = hwloc_get_nbobjs_by_type(topology, core_type(topology));
  set_name(topology, machine);
  hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
  for (; object && machine->level_count < PME_MAX_LEVELS; object = object->parent) {
    pme_status status =
        hwloc_obj_type_is_dcache(object->type) ? set_level(topology, object, source, machine, error) : PME_OK;
    if (status)
      return status;
  }
  return PME_OK;
}

/* ---- files ---- */

static pme_status read_xml(const char *text, size_t length, pme_machine *out, pme_error *error) {
  static const pme__machine_source source = {"this topology", "write the machine as a text (docs/formats/machine.md)"};
  pme_machine machine = {0};
  hwloc_topology_t topology = pme__topology_create();
  pme_status status = PME_OK;
  if (!topology || length >= INT_MAX || hwloc_topology_set_xmlbuffer(topology, text, (int)length + 1) ||
      hwloc_topology_load(topology))
    status =
        pme_error_set(error, PME_BAD_INPUT, 1, 1, "hwloc cannot read this as one of its topologies (lstopo FILE.xml)");
  if (!status)
    status = pme__topology_read(topology, &source, &machine, error);
  pme__topology_destroy(topology);
  if (!status && !machine.level_count)
    status = pme_error_set(error, PME_UNSUPPORTED, 0, 0, "%s has no data caches: %s", source.name, source.advice);
  return status ? status : pme__machine_check(&machine, &source, out, error);
}

typedef struct xml_answer {
  pme_status status;
  pme_machine machine;
  pme_error error;
} xml_answer;

/* hwloc 2.9 crashes on files that are damaged: a process of its own reads them, so that neither the command nor a compiler
 * comes to harm. */
static void answer_and_exit(const char *text, size_t length, int answers) {
  enum { PATIENCE_S = 10 };
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGALRM};
  static const struct rlimit no_core = {0, 0};
  xml_answer answer = {0};
  int nowhere = open("/dev/null", O_WRONLY);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    signal(fatal[i], SIG_DFL); /* a compiler's own would tell of a crash */
  setrlimit(RLIMIT_CORE, &no_core);
  dup2(nowhere, STDERR_FILENO);
  alarm(PATIENCE_S);
  answer.status = read_xml(text, length, &answer.machine, &answer.error);
  _exit(write(answers, &answer, sizeof answer) == (ssize_t)sizeof answer ? 0 : 1);
}

static bool read_answer(int answers, xml_answer *answer) {
  size_t length = 0;
  for (ssize_t count; length < sizeof *answer; length += (size_t)count) {
    do
      count = read(answers, (char *)answer + length, sizeof *answer - length);
    while (count < 0 && errno == EINTR);
    if (count <= 0)
      return false;
  }
  return true;
}

pme_status pme__machine_read_hwloc(const char *text, size_t length, pme_machine *out, pme_error *error) {
  int answers[2], ignored;
  xml_answer answer = {0};
  if (pipe(answers))
    return pme_error_set(error, PME_IO, 0, 0, "cannot start hwloc: %s", strerror(errno));
  pid_t child = fork();
  if (child == 0)
    answer_and_exit(text, length, answers[1]);
  close(answers[1]);
  bool is_read = child > 0 && read_answer(answers[0], &answer);
  close(answers[0]);
  while (child > 0 && waitpid(child, &ignored, 0) < 0 && errno == EINTR)
    ;
  if (!is_read)
    return pme_error_set(error, PME_BAD_INPUT, 1, 1, "hwloc fails on this file: it is no topology, or is damaged");
  if (!answer.status)
    *out = answer.machine;
  else
    pme_error_set(error, answer.status, answer.error.line, answer.error.column, "%s", answer.error.message);
  return answer.status;
}

#else

pme_status pme__machine_read_hwloc(const char *text, size_t length, pme_machine *out, pme_error *error) {
  (void)text, (void)length, (void)out;
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "this build cannot read topologies (no hwloc)");
}
#endif
