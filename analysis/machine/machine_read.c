/* Reads the text form of a machine (docs/formats/machine.md): fields `key=value`, separated by `;` or line breaks. */
#include "pmecache/machine.h"

#include "machine_hierarchy.h"
#include "machine_scan.h"
#include "pmecache/nearest.h"

#include <string.h>

enum {
  MAX_WAYS = 1024,
  MAX_CORE_THREADS = 8,
  MIN_LINE_BYTES = 8,
  MAX_LINE_BYTES = 4096,
  MAX_PAGES = 1 << 24,
  LEAST_PAGE_BYTES = 512,
};
static const int64_t max_level_bytes = (int64_t)1 << 44;
static const double max_cycles = 1e6, max_frequency_hz = 1e12;

typedef struct reader {
  pme__scanner scan;
  pme_machine machine;
  bool has_name, has_cores, has_memory, has_pages, has_frequency, has_placement, has_smt;
} reader;

#define FAULT(r, place, ...) PME__FAULT(&(r)->scan, place, __VA_ARGS__)

/* ---- numbers with their limits ---- */

/* 32K, 1.25M, 512. */
static pme_status read_size(reader *r, int64_t *out) {
  double size;
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_number(&r->scan, 1024, &size, "a size such as 32K");
  if (status)
    return status;
  if (size > (double)max_level_bytes)
    return FAULT(r, start, "the size is more than 16T");
  int64_t size_bytes = (int64_t)size;
  if (size_bytes < 1 || (double)size_bytes != size)
    return FAULT(r, start, "expected a whole number of bytes, at least 1");
  *out = size_bytes;
  return PME_OK;
}

static pme_status read_cycles(reader *r, double *out, const char *what) {
  double cycles;
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_number(&r->scan, 0, &cycles, what);
  if (status)
    return status;
  if (cycles > max_cycles)
    return FAULT(r, start, "expected %s of at most 1000000 cycles", what);
  *out = cycles;
  return PME_OK;
}

static pme_status read_equals(reader *r) {
  return pme__scan_take(&r->scan, '=') ? PME_OK : pme__scan_expected(&r->scan, "'='");
}

static pme_status once(reader *r, pme__mark start, bool *seen, const char *key) {
  if (*seen)
    return FAULT(r, start, "%s is given twice", key);
  *seen = true;
  return PME_OK;
}

/* ---- levels ---- */

static pme_status check_geometry(reader *r, pme__mark start, const pme_cache_level *level) {
  int64_t way_bytes = (int64_t)level->line_bytes * level->associativity;
  if (level->line_bytes & (level->line_bytes - 1))
    return FAULT(r, start, "%s: the line size %d is not a power of two", level->name, level->line_bytes);
  if (level->size_bytes % way_bytes)
    return FAULT(r, start, "%s: %lld bytes are not a whole number of sets of %d ways of %d bytes", level->name,
                 (long long)level->size_bytes, level->associativity, level->line_bytes);
  return PME_OK;
}

/* ",full" makes one set; how many ways that is depends on the line size, which comes next. */
static pme_status read_ways(reader *r, int *ways, bool *full) {
  *full = pme__scan_sees(&r->scan, 'f');
  if (!*full)
    return pme__scan_integer(&r->scan, 1, MAX_WAYS, ways, "a number of ways");
  char word[8];
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_word(&r->scan, word, sizeof word, "a number of ways or `full`");
  if (!status && strcmp(word, "full") != 0)
    return FAULT(r, start, "expected a number of ways or `full`");
  return status;
}

static pme_status make_full(reader *r, pme__mark start, pme_cache_level *level) {
  int64_t ways = level->size_bytes / level->line_bytes;
  if (ways < 1 || ways > MAX_WAYS)
    return FAULT(r, start, "%s: full associativity would need %lld ways, expected 1 to %d", level->name,
                 (long long)ways, MAX_WAYS);
  level->associativity = (int)ways;
  return PME_OK;
}

/* KEY=CYCLES, one of `count` keys; each once. */
typedef struct cost_key {
  const char *key;
  double *cycles;
  const char *what;
} cost_key;

static pme_status read_cost(reader *r, pme__mark start, const char *key, const cost_key *keys, int count,
                            const char *expected) {
  for (int i = 0; i < count; i++) {
    if (strcmp(keys[i].key, key) != 0)
      continue;
    if (*keys[i].cycles > 0)
      return FAULT(r, start, "%s is given twice", key);
    pme_status status = read_equals(r);
    return status ? status : read_cycles(r, keys[i].cycles, keys[i].what);
  }
  return FAULT(r, start, "expected %s, found '%s'", expected, key);
}

static pme_status unknown_policy(reader *r, pme__mark start, const char *word) {
  static const char *const names[] = {
#define PME_POLICY(NAME, name) #name,
#include "pmecache/policies.def"
#undef PME_POLICY
      "qlru_h00_m1_r2_u1", "qlru_h00_m1_r0_u1", "qlru_h11_m1_r0_u0", "qlru_h11_m1_r1_u2"};
  enum { COUNT = sizeof names / sizeof *names };
  char lower[PME_POLICY_NAME_BYTES + 1];
  for (size_t i = 0; i <= strlen(word); i++)
    lower[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
  const char *near = pme_nearest(lower, names, COUNT);
  if (!strncmp(lower, "qlru", 4))
    near = near && strcmp(near, "qlru") != 0 ? near : "qlru_h00_m1_r2_u1";
  return FAULT(r, start,
               "no policy '%s'%s%s%s: expected lru, plru, lru3plru4, nru, mru, mru_n, fifo, random or "
               "qlru_hNN_mN_rN_uN",
               word, near ? " (is " : "", near ? near : "", near ? " meant?)" : "");
}

static pme_status read_policy(reader *r, pme_policy *out) {
  char word[PME_POLICY_NAME_BYTES];
  pme_status status = read_equals(r);
  pme__mark start = pme__scan_mark(&r->scan);
  if (!status)
    status = pme__scan_word(&r->scan, word, sizeof word, "a replacement policy such as plru");
  if (!status && !pme_policy_named(word, out))
    return unknown_policy(r, start, word);
  return status;
}

static pme_status check_policy(reader *r, pme__mark start, const pme_cache_level *level) {
  enum { MOST_WAYS = 64, GROUPED_WAYS = 12 };
  int ways = level->associativity;
  bool is_power = (ways & (ways - 1)) == 0;
  char name[PME_POLICY_NAME_BYTES];
  pme_policy_name(&level->policy, name);
  if (level->policy.kind != PME_POLICY_LRU && ways > MOST_WAYS)
    return FAULT(r, start, "%s: %s is known of at most %d ways, found %d", level->name, name, MOST_WAYS, ways);
  if (level->policy.kind == PME_POLICY_PLRU && !is_power)
    return FAULT(r, start, "%s: plru needs a power of two of ways, found %d", level->name, ways);
  if (level->policy.kind == PME_POLICY_LRU3PLRU4 && ways != GROUPED_WAYS)
    return FAULT(r, start, "%s: lru3plru4 has 12 ways, found %d", level->name, ways);
  return PME_OK;
}

static pme_status read_level_option(reader *r, pme_cache_level *level, bool *has_policy, pme__hierarchy_seen *seen) {
  static const char what[] = "shared=, latency=, throughput=, scattered=, policy=, sees=, inclusion=, clean=, write=, "
                             "prefetch=, ahead= or told=";
  const cost_key keys[] = {{"latency", &level->latency_cycles, "a latency"},
                           {"throughput", &level->throughput_cycles, "a throughput"},
                           {"scattered", &level->scattered_cycles, "a throughput"}};
  char key[16];
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_word(&r->scan, key, sizeof key, what);
  if (status)
    return status;
  if (pme__is_hierarchy_key(key))
    return pme__read_hierarchy(&r->scan, start, key, level, seen);
  if (!strcmp(key, "policy"))
    return (status = once(r, start, has_policy, key)) ? status : read_policy(r, &level->policy);
  if (strcmp(key, "shared") != 0)
    return read_cost(r, start, key, keys, 3, what);
  if (level->shared_by)
    return FAULT(r, start, "%s is given twice", key);
  if ((status = read_equals(r)))
    return status;
  return pme__scan_integer(&r->scan, 1, PME_MAX_CORES, &level->shared_by, "a number of cores");
}

static pme_status check_new_level(reader *r, pme__mark start, const char *name) {
  const pme_machine *machine = &r->machine;
  for (int level = 0; level < machine->level_count; level++)
    if (!strcmp(machine->levels[level].name, name))
      return FAULT(r, start, "%s is given twice", name);
  if (machine->level_count == PME_MAX_LEVELS)
    return FAULT(r, start, "more than %d cache levels", PME_MAX_LEVELS);
  if (machine->level_count && strcmp(machine->levels[machine->level_count - 1].name, name) > 0)
    return FAULT(r, start, "%s must come before %s: levels stand nearest to the core first", name,
                 machine->levels[machine->level_count - 1].name);
  return PME_OK;
}

/* Each group of cores that shares a level lies inside one group of the next. */
static pme_status check_sharing(reader *r, pme__mark start, const pme_cache_level *level) {
  if (!r->machine.level_count)
    return PME_OK;
  const pme_cache_level *inner = &r->machine.levels[r->machine.level_count - 1];
  if (level->shared_by % inner->shared_by)
    return FAULT(r, start, "%s is shared by %d cores, %s by %d: expected a multiple", inner->name, inner->shared_by,
                 level->name, level->shared_by);
  return PME_OK;
}

/* SIZE,WAYS,LINE then options. */
static pme_status read_level(reader *r, pme__mark start, const char *name) {
  pme_cache_level level = {0};
  bool full, has_policy = false;
  pme__hierarchy_seen seen = {0};
  pme_status status = check_new_level(r, start, name);
  if (status)
    return status;
  memcpy(level.name, name, strlen(name) + 1);
  pme__mark value = pme__scan_mark(&r->scan);
  if ((status = read_size(r, &level.size_bytes)))
    return status;
  if (!pme__scan_take(&r->scan, ','))
    return pme__scan_expected(&r->scan, "',' and the number of ways");
  if ((status = read_ways(r, &level.associativity, &full)))
    return status;
  if (!pme__scan_take(&r->scan, ','))
    return pme__scan_expected(&r->scan, "',' and the line size");
  if ((status = pme__scan_integer(&r->scan, MIN_LINE_BYTES, MAX_LINE_BYTES, &level.line_bytes, "a line size in bytes")))
    return status;
  if (full && (status = make_full(r, value, &level)))
    return status;
  while (pme__scan_take(&r->scan, ','))
    if ((status = read_level_option(r, &level, &has_policy, &seen)))
      return status;
  if (!level.shared_by)
    level.shared_by = 1;
  if ((status = check_geometry(r, value, &level)) || (status = check_sharing(r, value, &level)) ||
      (status = check_policy(r, value, &level)) ||
      (status = pme__check_hierarchy(&r->scan, &r->machine, &level, &seen)))
    return status;
  r->machine.levels[r->machine.level_count++] = level;
  return PME_OK;
}

/* ---- the other fields ---- */

static pme_status read_name(reader *r) {
  return pme__scan_rest(&r->scan, r->machine.name, sizeof r->machine.name, "a name");
}

static pme_status read_cores(reader *r) {
  return pme__scan_integer(&r->scan, 1, PME_MAX_CORES, &r->machine.cores, "a number of cores");
}

/* LATENCY[,throughput=CYCLES][,core=CYCLES][,streams=CYCLES][,scattered=CYCLES][,gathered=CYCLES] */
static pme_status read_memory(reader *r) {
  static const char what[] = "throughput=, core=, streams=, scattered= or gathered=";
  pme_machine *machine = &r->machine;
  const cost_key keys[] = {{"throughput", &machine->memory_throughput_cycles, "a throughput"},
                           {"core", &machine->memory_core_cycles, "a throughput"},
                           {"streams", &machine->memory_streams_cycles, "a throughput"},
                           {"scattered", &machine->memory_scattered_cycles, "a throughput"},
                           {"gathered", &machine->memory_gathered_cycles, "a throughput"}};
  char key[16];
  pme_status status = read_cycles(r, &machine->memory_latency_cycles, "the memory latency in cycles");
  while (!status && pme__scan_take(&r->scan, ',')) {
    pme__mark start = pme__scan_mark(&r->scan);
    status = pme__scan_word(&r->scan, key, sizeof key, what);
    if (!status)
      status = read_cost(r, start, key, keys, (int)(sizeof keys / sizeof *keys), what);
  }
  return status;
}

/* KEY=COUNT, each once. */
static pme_status read_count(reader *r, pme__mark start, const char *key, int *out) {
  if (*out)
    return FAULT(r, start, "%s is given twice", key);
  pme_status status = read_equals(r);
  return status ? status : pme__scan_integer(&r->scan, 1, MAX_PAGES, out, "a number");
}

/* KEY=WORD, the one that it may be. */
static pme_status read_flag(reader *r, pme__mark start, const char *key, const char *expected, bool *out) {
  char word[16];
  pme_status status = once(r, start, out, key);
  if (!status)
    status = read_equals(r);
  pme__mark value = pme__scan_mark(&r->scan);
  if (!status)
    status = pme__scan_word(&r->scan, word, sizeof word, expected);
  return status || !strcmp(word, expected) ? status : FAULT(r, value, "expected %s, found '%s'", expected, word);
}

#define PAGE_OPTIONS "walk=, ways=, first=, first_ways=, hit=, walks=, hash= or frames="

static pme_status read_page_option(reader *r) {
  pme_machine *machine = &r->machine;
  const cost_key keys[] = {{"walk", &machine->page_walk_cycles, "a latency"},
                           {"hit", &machine->page_hit_cycles, "a latency"}};
  char key[16];
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_word(&r->scan, key, sizeof key, PAGE_OPTIONS);
  static const char *const names[] = {"ways", "first", "first_ways"};
  int *counts[] = {&machine->page_ways, &machine->page_first_entries, &machine->page_first_ways};
  for (int i = 0; i < 3 && !status; i++)
    if (!strcmp(key, names[i]))
      return read_count(r, start, key, counts[i]);
  if (status)
    return status;
  if (!strcmp(key, "walks"))
    return read_flag(r, start, key, "L1", &machine->page_walks_read);
  if (!strcmp(key, "hash"))
    return read_flag(r, start, key, "xor", &machine->page_sets_hashed);
  return !strcmp(key, "frames") ? read_flag(r, start, key, "random", &machine->page_frames_random)
                                : read_cost(r, start, key, keys, 2, PAGE_OPTIONS);
}

/* Sets of `ways` entries. */
static pme_status check_entries(reader *r, pme__mark start, int entries, int ways, const char *key) {
  if (ways > MAX_WAYS)
    return FAULT(r, start, "%s=%d: expected at most %d ways", key, ways, MAX_WAYS);
  return ways && entries % ways
             ? FAULT(r, start, "%d translations are not a whole number of sets of %d ways", entries, ways)
             : PME_OK;
}

static pme_status check_pages(reader *r, pme__mark start) {
  const pme_machine *m = &r->machine;
  pme_status status = check_entries(r, start, m->page_entries, m->page_ways, "ways");
  if (status || (status = check_entries(r, start, m->page_first_entries, m->page_first_ways, "first_ways")))
    return status;
  if (!m->page_first_entries && (m->page_first_ways || m->page_hit_cycles > 0))
    return FAULT(r, start, "%s= needs first=", m->page_first_ways ? "first_ways" : "hit");
  if (m->page_ways && m->page_first_entries && !m->page_first_ways)
    return FAULT(r, start, "first= beside ways= needs first_ways=");
  if (m->page_first_entries > m->page_entries)
    return FAULT(r, start, "the first buffer has %d translations, more than the %d of all", m->page_first_entries,
                 m->page_entries);
  int sets = m->page_ways ? m->page_entries / m->page_ways : 0;
  if (m->page_walks_read && !sets)
    return FAULT(r, start, "walks= needs ways=");
  if (m->page_sets_hashed && (sets < 2 || (sets & (sets - 1))))
    return FAULT(r, start, "hash= needs ways= and a power of two of sets");
  if ((m->page_frames_random || m->page_walks_read) &&
      (m->page_bytes < LEAST_PAGE_BYTES || (m->page_bytes & (m->page_bytes - 1))))
    return FAULT(r, start, "%s= needs pages of a power of two of bytes, at least %d",
                 m->page_frames_random ? "frames" : "walks", LEAST_PAGE_BYTES);
  return PME_OK;
}

/* COUNT,SIZE then options, at least one. */
static pme_status read_pages(reader *r) {
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_integer(&r->scan, 1, MAX_PAGES, &r->machine.page_entries, "a number of pages");
  if (!status && !pme__scan_take(&r->scan, ','))
    return pme__scan_expected(&r->scan, "',' and the size of a page");
  if (!status)
    status = read_size(r, &r->machine.page_bytes);
  if (!status && !pme__scan_sees(&r->scan, ','))
    return pme__scan_expected(&r->scan, "',' and " PAGE_OPTIONS);
  while (!status && pme__scan_take(&r->scan, ','))
    status = read_page_option(r);
  return status ? status : check_pages(r, start);
}

/* The fields that are one number: what a core does, and how sure the costs are. Sets *found. */
static pme_status read_number_field(reader *r, pme__mark start, const char *key, bool *found) {
  pme_machine *machine = &r->machine;
  const cost_key keys[] = {{"transfer", &machine->transfer_cycles, "a latency"},
                           {"issue", &machine->issue, "a number of operations"},
                           {"chain", &machine->chain_cycles, "a latency"},
                           {"divide", &machine->divide_cycles, "a throughput"},
                           {"branch", &machine->branch_cycles, "a cost in cycles"},
                           {"library", &machine->library, "a multiple of the usual cost"},
                           {"team", &machine->team_cycles, "a cost in cycles"},
                           {"handout", &machine->handout_cycles, "a cost in cycles"},
                           {"uncertainty", &machine->uncertainty, "a share"}};
  *found = false;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (strcmp(keys[i].key, key) != 0)
      continue;
    *found = true;
    if (*keys[i].cycles > 0)
      return FAULT(r, start, "%s is given twice", key);
    return read_cycles(r, keys[i].cycles, keys[i].what);
  }
  return PME_OK;
}

/* 2.66G, 2660M. */
static pme_status read_frequency(reader *r) {
  double frequency_hz;
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_number(&r->scan, 1000, &frequency_hz, "a frequency such as 2.66G");
  if (status)
    return status;
  if (frequency_hz > max_frequency_hz)
    return FAULT(r, start, "the frequency is more than 1000G");
  r->machine.frequency_hz = frequency_hz;
  return PME_OK;
}

static pme_status read_placement(reader *r) {
  char word[16];
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_word(&r->scan, word, sizeof word, "close or spread");
  if (status)
    return status;
  bool spread = !strcmp(word, "spread");
  if (!spread && strcmp(word, "close") != 0)
    return FAULT(r, start, "expected close or spread, found '%s'", word);
  r->machine.placement = spread ? PME_PLACEMENT_SPREAD : PME_PLACEMENT_CLOSE;
  return PME_OK;
}

static bool is_level_name(const char *key) { return key[0] == 'L' && key[1] >= '1' && key[1] <= '9' && !key[2]; }

static pme_status read_value(reader *r, pme__mark start, const char *key) {
  pme_status status;
  if (is_level_name(key))
    return read_level(r, start, key);
  if (!strcmp(key, "name"))
    return (status = once(r, start, &r->has_name, key)) ? status : read_name(r);
  if (!strcmp(key, "cores"))
    return (status = once(r, start, &r->has_cores, key)) ? status : read_cores(r);
  if (!strcmp(key, "memory"))
    return (status = once(r, start, &r->has_memory, key)) ? status : read_memory(r);
  if (!strcmp(key, "pages"))
    return (status = once(r, start, &r->has_pages, key)) ? status : read_pages(r);
  if (!strcmp(key, "frequency"))
    return (status = once(r, start, &r->has_frequency, key)) ? status : read_frequency(r);
  if (!strcmp(key, "placement"))
    return (status = once(r, start, &r->has_placement, key)) ? status : read_placement(r);
  if (!strcmp(key, "smt"))
    return (status = once(r, start, &r->has_smt, key))
               ? status
               : pme__scan_integer(&r->scan, 1, MAX_CORE_THREADS, &r->machine.core_threads, "a number of threads");
  bool found;
  status = read_number_field(r, start, key, &found);
  return found ? status
               : FAULT(r, start,
                       "expected name, cores, smt, L1 to L9, memory, pages, transfer, issue, chain, divide, branch, "
                       "library, team, handout, uncertainty, frequency or placement, found '%s'",
                       key);
}

static pme_status read_field(reader *r) {
  char key[32];
  pme__mark start = pme__scan_mark(&r->scan);
  pme_status status = pme__scan_word(&r->scan, key, sizeof key, "a field such as cores=4");
  if (status)
    return status;
  if ((status = read_equals(r)))
    return status;
  if ((status = read_value(r, start, key)))
    return status;
  pme__scanner *scan = &r->scan;
  return pme__scan_at_end(scan) || pme__scan_sees(scan, ';') || pme__scan_sees(scan, '\n')
             ? PME_OK
             : pme__scan_expected(scan, "';' or the end of the line");
}

static pme_status check_machine(reader *r) {
  const pme_machine *machine = &r->machine;
  pme__mark end = pme__scan_mark(&r->scan);
  if (!r->has_cores)
    return FAULT(r, end, "cores=N is missing");
  if (!machine->level_count)
    return FAULT(r, end, "no cache level, expected one such as L1=32K,8,64");
  if (machine->page_walks_read && strcmp(machine->levels[0].name, "L1") != 0)
    return FAULT(r, end, "walks=L1, but the machine has no L1");
  for (int i = 0; i < machine->level_count; i++)
    if (machine->levels[i].shared_by > machine->cores)
      return FAULT(r, end, "%s is shared by %d cores, but the machine has %d", machine->levels[i].name,
                   machine->levels[i].shared_by, machine->cores);
  return pme__check_outermost(&r->scan, machine);
}

pme_status pme_machine_read(const char *text, size_t length, pme_machine *out, pme_error *error) {
  reader r = {.scan = {.at = text, .end = text + length, .line = 1, .column = 1, .error = error}};
  for (pme__scan_to_field(&r.scan); !pme__scan_at_end(&r.scan); pme__scan_to_field(&r.scan)) {
    pme_status status = read_field(&r);
    if (status)
      return status;
  }
  pme_status status = check_machine(&r);
  if (!status)
    *out = r.machine;
  return status;
}
