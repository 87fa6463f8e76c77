/* The machine: where threads sit, and the text form. */
#include "pmecache/machine.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "machine_hierarchy.h"

/* ---- placement ---- */

/* Spread: the turn-th thread of `cores` cores that are grouped by `shared_by` goes to the next group in turn, and
 * inside a group to the next smaller group in turn. The last group may be smaller: it drops out of the turns when it
 * is full. Returns the group; *rest becomes the turn inside it and *first_core its first core. */
static void spread_step(int cores, int shared_by, int *turn, int *first_core, int *group_cores) {
  int full = cores / shared_by, last_cores = cores % shared_by;
  int groups = full + (last_cores > 0);
  int group, turn_inside;
  if (*turn < groups * last_cores || last_cores == 0) {
    group = *turn % groups;
    turn_inside = *turn / groups;
  } else { /* the last group is full */
    int rest = *turn - groups * last_cores;
    group = rest % full;
    turn_inside = last_cores + rest / full;
  }
  *first_core += group * shared_by;
  *group_cores = group < full ? shared_by : last_cores;
  *turn = turn_inside;
}

/* The core of a thread. Close: thread u on core u, or on u / threads of a core. Threads beyond those wrap round. */
static int core_of(const pme_machine *machine, int thread) {
  int turn = thread % machine->cores;
  if (machine->placement == PME_PLACEMENT_CLOSE)
    return machine->core_threads > 1 ? thread / machine->core_threads % machine->cores : turn;
  int first_core = 0, cores = machine->cores;
  for (int level = machine->level_count - 1; level >= 0 && cores > 1; level--)
    if (machine->levels[level].shared_by < cores)
      spread_step(cores, machine->levels[level].shared_by, &turn, &first_core, &cores);
  return first_core + turn;
}

static int raw_instance(const pme_machine *machine, int level, int thread) {
  return core_of(machine, thread) / machine->levels[level].shared_by;
}

static bool level_exists(const pme_machine *machine, int level) {
  return level >= 0 && level < machine->level_count && machine->cores > 0;
}

/* Spread over groups that are all full: the first threads come to different instances, then it starts over. */
static bool is_even(const pme_machine *machine) {
  int outer_cores = machine->cores;
  for (int level = machine->level_count - 1; level >= 0; level--) {
    int shared_by = machine->levels[level].shared_by;
    if (shared_by < outer_cores && outer_cores % shared_by != 0)
      return false;
    outer_cores = shared_by < outer_cores ? shared_by : outer_cores;
  }
  return true;
}

static int even_instances(const pme_machine *machine, int level) {
  int shared_by = machine->levels[level].shared_by;
  return shared_by < machine->cores ? machine->cores / shared_by : 1;
}

/* Which instances threads have come to. */
typedef struct instance_set {
  uint64_t bits[PME_MAX_CORES / 64];
} instance_set;

/* False when it was there before. */
static bool insert(instance_set *set, int instance) {
  uint64_t *word = &set->bits[instance % PME_MAX_CORES / 64], bit = UINT64_C(1) << (instance % 64);
  bool is_new = (*word & bit) == 0;
  *word |= bit;
  return is_new;
}

int pme_machine_instances(const pme_machine *machine, int level, int threads) {
  if (!level_exists(machine, level) || threads < 1)
    return 0;
  int used_cores = threads < machine->cores ? threads : machine->cores;
  if (machine->placement == PME_PLACEMENT_CLOSE) {
    int of_core = machine->core_threads > 1 ? machine->core_threads : 1, last = machine->cores * of_core;
    return raw_instance(machine, level, (threads < last ? threads : last) - 1) + 1;
  }
  if (is_even(machine))
    return used_cores < even_instances(machine, level) ? used_cores : even_instances(machine, level);
  instance_set seen = {{0}};
  int count = 0;
  for (int thread = 0; thread < used_cores; thread++)
    count += insert(&seen, raw_instance(machine, level, thread));
  return count;
}

int pme_machine_instance_of(const pme_machine *machine, int level, int thread, int threads) {
  (void)threads; /* neither placement depends on it */
  if (!level_exists(machine, level) || thread < 0)
    return 0;
  if (machine->placement == PME_PLACEMENT_CLOSE)
    return raw_instance(machine, level, thread);
  thread %= machine->cores;
  if (is_even(machine))
    return thread % even_instances(machine, level);
  int instance = raw_instance(machine, level, thread);
  instance_set seen = {{0}};
  int number = 0; /* instances are numbered in the order in which threads come to them */
  for (int other = 0, raw; (raw = raw_instance(machine, level, other)) != instance; other++)
    number += insert(&seen, raw);
  return number;
}

/* ---- writing ---- */

/* What snprintf would do, piece by piece: `length` counts what is needed, the buffer holds what fits. */
typedef struct output {
  char *buffer;
  size_t buffer_bytes;
  size_t length;
} output;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(output *out, const char *format, ...) {
  char piece[128];
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  size_t piece_bytes = written < 0 ? 0 : (size_t)written;
  if (piece_bytes >= sizeof piece)
    piece_bytes = sizeof piece - 1;
  for (size_t i = 0; i < piece_bytes; i++, out->length++)
    if (out->length + 1 < out->buffer_bytes)
      out->buffer[out->length] = piece[i];
}

static void put_number(output *out, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.9g", value);
  char *comma = strchr(text, ','); /* some locales write 2,66 */
  if (comma)
    *comma = '.';
  put(out, "%s", text);
}

static void put_size(output *out, int64_t size_bytes) {
  static const char suffixes[] = "\0KMGT";
  int suffix = 0;
  while (suffix < 4 && size_bytes > 0 && size_bytes % 1024 == 0) {
    size_bytes /= 1024;
    suffix++;
  }
  put(out, "%lld", (long long)size_bytes);
  if (suffix)
    put(out, "%c", suffixes[suffix]);
}

static void put_frequency(output *out, double frequency_hz) {
  static const struct {
    double unit;
    const char *suffix;
  } units[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "K"}, {1, ""}};
  int i = 0;
  while (i < 3 && frequency_hz < units[i].unit)
    i++;
  put(out, ";frequency=");
  put_number(out, frequency_hz / units[i].unit);
  put(out, "%s", units[i].suffix);
}

static void put_optional(output *out, const char *key, double value) {
  if (value > 0) {
    put(out, ",%s=", key);
    put_number(out, value);
  }
}

static void put_hierarchy(output *out, const pme_cache_level *level) {
  if (level->sees_misses && !pme_level_takes_victims(level))
    put(out, ",sees=misses");
  if (level->inclusion != PME_INCLUSION_NONE)
    put(out, ",inclusion=%s", pme__inclusion_name(level->inclusion));
  if (level->dropped_share > 0) {
    put(out, ",clean=");
    put_number(out, 1 - level->dropped_share);
  }
  if (level->write != PME_WRITE_ALLOCATE)
    put(out, ",write=%s", pme__write_name(level->write));
  char prefetchers[PME__PREFETCHERS_BYTES];
  pme__prefetchers_name(&level->prefetchers, prefetchers);
  if (prefetchers[0])
    put(out, ",prefetch=%s", prefetchers);
  if (level->prefetchers.ahead && level->prefetchers.ahead != PME_USUAL_LINES_AHEAD)
    put(out, ",ahead=%d", level->prefetchers.ahead);
}

static void put_level(output *out, const pme_cache_level *level) {
  put(out, ";%s=", level->name);
  put_size(out, level->size_bytes);
  put(out, ",%d,%d", level->associativity, level->line_bytes);
  if (level->shared_by > 1)
    put(out, ",shared=%d", level->shared_by);
  put_optional(out, "latency", level->latency_cycles);
  put_optional(out, "throughput", level->throughput_cycles);
  put_optional(out, "scattered", level->scattered_cycles);
  if (level->policy.kind != PME_POLICY_LRU) {
    char name[PME_POLICY_NAME_BYTES];
    pme_policy_name(&level->policy, name);
    put(out, ",policy=%s", name);
  }
  put_hierarchy(out, level);
  if (level->told_bytes > level->size_bytes) {
    put(out, ",told=");
    put_size(out, level->told_bytes);
  }
}

static void put_field(output *out, const char *key, double value) {
  if (value > 0) {
    put(out, ";%s=", key);
    put_number(out, value);
  }
}

static void put_costs(output *out, const pme_machine *machine) {
  if (machine->memory_latency_cycles > 0 || machine->memory_throughput_cycles > 0) {
    put(out, ";memory=");
    put_number(out, machine->memory_latency_cycles);
    put_optional(out, "throughput", machine->memory_throughput_cycles);
    put_optional(out, "core", machine->memory_core_cycles);
    put_optional(out, "streams", machine->memory_streams_cycles);
    put_optional(out, "scattered", machine->memory_scattered_cycles);
    put_optional(out, "gathered", machine->memory_gathered_cycles);
  }
  if (machine->page_entries > 0) {
    put(out, ";pages=%d,", machine->page_entries);
    put_size(out, machine->page_bytes);
    put_optional(out, "walk", machine->page_walk_cycles);
    put_optional(out, "ways", machine->page_ways);
    put_optional(out, "first", machine->page_first_entries);
    put_optional(out, "first_ways", machine->page_first_ways);
    put_optional(out, "hit", machine->page_hit_cycles);
    put(out, "%s%s%s", machine->page_walks_read ? ",walks=L1" : "", machine->page_sets_hashed ? ",hash=xor" : "",
        machine->page_frames_random ? ",frames=random" : "");
  }
  put_field(out, "transfer", machine->transfer_cycles);
  put_field(out, "issue", machine->issue);
  put_field(out, "chain", machine->chain_cycles);
  put_field(out, "divide", machine->divide_cycles);
  put_field(out, "branch", machine->branch_cycles);
  put_field(out, "library", machine->library);
  put_field(out, "team", machine->team_cycles);
  put_field(out, "handout", machine->handout_cycles);
  put_field(out, "uncertainty", machine->uncertainty);
}

size_t pme_machine_write(const pme_machine *machine, char *buffer, size_t buffer_bytes) {
  output out = {buffer, buffer_bytes, 0};
  if (machine->name[0])
    put(&out, "name=%s;", machine->name);
  put(&out, "cores=%d", machine->cores);
  if (machine->core_threads > 1)
    put(&out, ";smt=%d", machine->core_threads);
  for (int level = 0; level < machine->level_count; level++)
    put_level(&out, &machine->levels[level]);
  put_costs(&out, machine);
  if (machine->frequency_hz > 0)
    put_frequency(&out, machine->frequency_hz);
  if (machine->placement == PME_PLACEMENT_SPREAD)
    put(&out, ";placement=spread");
  if (buffer_bytes)
    buffer[out.length < buffer_bytes ? out.length : buffer_bytes - 1] = '\0';
  return out.length;
}
