/* The sets of every instance, each under its replacement policy; a record for each line of what the instances know of
 * it. */
#include "replay_caches.h"

#include <stddef.h>
#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/base/uncleared.h"
#include "analysis/policy/policy.h"
#include "pmecache/program.h"

enum { MOST_INSTANCES = 64, FIRST_CAPACITY = 1024, MOST_LINE_BYTES = 64 };
/* So many neighbours are made at once: small programs touch few sets of large caches. */
enum { SETS_OF_BLOCK = 64 };
/* Threads whose repeated accesses to a line are told by one look. */
enum { QUIET_THREADS = 64 };

/* What the instances of a level know of a line: a bit for each. Those of few instances share a word: records of lines
 * are what a run goes through at random, and most of them should be in the caches of the computer that counts. */
typedef enum known {
  HELD,
  TOUCHED,
  FIRST, /* LRU: in its set nothing was used since; another access there changes nothing */
  TAKEN, /* by a write of another one, and not fetched since */
  KINDS
} known;
enum { INSTANCES_IN_WORD = 64 / KINDS };

struct pme__replay_line {
  int64_t number;
  uint64_t quiet;   /* a bit for each of the first threads: it may read the line, and nothing changes at any level */
  int owner;        /* that may write it as well, for no other instance knows the line; PME_NONE */
  int teams;        /* `quiet` is of that time */
  uint64_t *others; /* [instance of any level]: bytes that others wrote since it was taken; NULL: it never was */
  uint64_t known[]; /* of each level, then [instance of any level] int16_t: thread whose access evicted it last */
};
typedef pme__replay_line line;

struct pme__replay_caches {
  const pme_machine *machine;
  bool coherent;
  int line_bits; /* a line has 2^line_bits bytes */
  int64_t set_count[PME_MAX_LEVELS];
  int instances[PME_MAX_LEVELS], first_instance[PME_MAX_LEVELS]; /* of the level, among those of all levels */
  int all_instances;
  int words;                   /* of what a level knows of a line */
  int word[KINDS], bit[KINDS]; /* of those: where it stands */
  uint64_t bits;               /* one for each instance */
  size_t record_bytes;         /* of a line's record, with what its instances know */
  pme_arena *arena;
  pme__policy_set **sets[PME_MAX_LEVELS][MOST_INSTANCES]; /* [block], NULL: none of it was touched */
  uint64_t threads_of[PME_MAX_LEVELS][MOST_INSTANCES];    /* of the first QUIET_THREADS: a bit for each */
  int64_t changes;
  line **table;                                   /* open addressing */
  int64_t capacity, count;                        /* a power of two */
  int team, teams;                                /* threads, and how often that has changed */
  int instance_of[PME_MAX_LEVELS][PME_MAX_CORES]; /* [thread of the team]: the last member, not cleared */
};

static int most_instances(const pme_machine *machine, int level) {
  int shared = machine->levels[level].shared_by;
  return (machine->cores + shared - 1) / shared;
}

bool pme__replay_fits(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].line_bytes != machine->levels[0].line_bytes || most_instances(machine, l) > MOST_INSTANCES)
      return false;
  return machine->levels[0].line_bytes <= MOST_LINE_BYTES;
}

static void measure_levels(pme__replay_caches *caches) {
  int most = 0, levels = caches->machine->level_count;
  for (int l = 0; l < levels; l++) {
    caches->set_count[l] = pme_cache_sets(&caches->machine->levels[l]);
    caches->instances[l] = most_instances(caches->machine, l);
    caches->first_instance[l] = caches->all_instances;
    caches->all_instances += caches->instances[l];
    most = caches->instances[l] > most ? caches->instances[l] : most;
  }
  bool is_one_word = most <= INSTANCES_IN_WORD;
  caches->words = is_one_word ? 1 : KINDS;
  caches->bits = is_one_word ? (UINT64_C(1) << INSTANCES_IN_WORD) - 1 : ~UINT64_C(0);
  for (int what = 0; what < KINDS; what++) {
    caches->word[what] = is_one_word ? 0 : what;
    caches->bit[what] = is_one_word ? what * INSTANCES_IN_WORD : 0;
  }
  caches->record_bytes = sizeof(line) + (size_t)(levels * caches->words) * sizeof(uint64_t) +
                         (size_t)caches->all_instances * sizeof(int16_t);
}

pme__replay_caches *pme__replay_caches_create(const pme_machine *machine, bool coherent, pme_arena *arena) {
  pme__replay_caches *caches = PME__ARENA_UNCLEARED(arena, pme__replay_caches, 1);
  if (!caches)
    return NULL;
  memset(caches, 0, offsetof(pme__replay_caches, instance_of));
  caches->machine = machine;
  caches->coherent = coherent;
  caches->line_bits = __builtin_ctz((unsigned)machine->levels[0].line_bytes);
  measure_levels(caches);
  caches->arena = arena;
  caches->capacity = FIRST_CAPACITY;
  caches->table = PME_ARENA_NEW(arena, line *, caches->capacity);
  return caches->table ? caches : NULL;
}

void pme__replay_team(pme__replay_caches *caches, int threads) {
  if (threads == caches->team)
    return;
  memset(caches->threads_of, 0, sizeof caches->threads_of);
  for (int l = 0; l < caches->machine->level_count; l++)
    for (int u = 0; u < threads && u < PME_MAX_CORES; u++) {
      int instance = pme_machine_instance_of(caches->machine, l, u, threads);
      caches->instance_of[l][u] = instance;
      if (u < QUIET_THREADS)
        caches->threads_of[l][instance] |= UINT64_C(1) << u;
    }
  caches->team = threads;
  caches->teams++;
}

/* ---- lines ---- */

static uint64_t get(const pme__replay_caches *caches, const line *line, int level, known what) {
  return line->known[level * caches->words + caches->word[what]] >> caches->bit[what] & caches->bits;
}

static void add(const pme__replay_caches *caches, line *line, int level, known what, uint64_t instances) {
  line->known[level * caches->words + caches->word[what]] |= instances << caches->bit[what];
}

static void drop(const pme__replay_caches *caches, line *line, int level, known what, uint64_t instances) {
  line->known[level * caches->words + caches->word[what]] &= ~(instances << caches->bit[what]);
}

/* Instances that know the line, or would if it had not been taken from them, but for one. */
static uint64_t others_of(const pme__replay_caches *caches, const line *line, int level, uint64_t own) {
  return (get(caches, line, level, HELD) | get(caches, line, level, TAKEN)) & ~own;
}

static int16_t *evictor_of(const pme__replay_caches *caches, line *line, int level, int instance) {
  int16_t *evictors = (int16_t *)&line->known[(ptrdiff_t)caches->machine->level_count * caches->words];
  return &evictors[caches->first_instance[level] + instance];
}

static uint64_t *bytes_of_others(const pme__replay_caches *caches, line *line, int level, int instance) {
  return &line->others[caches->first_instance[level] + instance];
}

static int64_t slot_of(const pme__replay_caches *caches, int64_t number) {
  uint64_t mixed = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15);
  int64_t at = (int64_t)(mixed >> 20) & (caches->capacity - 1);
  while (caches->table[at] && caches->table[at]->number != number)
    at = (at + 1) & (caches->capacity - 1);
  return at;
}

static bool grow(pme__replay_caches *caches) {
  line **old = caches->table;
  int64_t count = caches->capacity;
  line **table = PME_ARENA_NEW(caches->arena, line *, 2 * count);
  if (!table)
    return false;
  caches->table = table;
  caches->capacity = 2 * count;
  for (int64_t i = 0; i < count; i++)
    if (old[i])
      table[slot_of(caches, old[i]->number)] = old[i];
  return true;
}

static line *new_line(pme__replay_caches *caches, int64_t number) {
  line *made = (line *)pme_arena_allocate(caches->arena, 1, caches->record_bytes);
  if (!made)
    return NULL;
  made->number = number;
  made->owner = PME_NONE;
  return made;
}

static line *line_of(pme__replay_caches *caches, int64_t number) {
  int64_t at = slot_of(caches, number);
  if (caches->table[at])
    return caches->table[at];
  if (2 * (caches->count + 1) > caches->capacity) {
    if (!grow(caches))
      return NULL;
    at = slot_of(caches, number);
  }
  caches->table[at] = new_line(caches, number);
  caches->count += caches->table[at] != NULL;
  return caches->table[at];
}

/* ---- sets ---- */

static bool init_set(const pme__replay_caches *caches, const pme_cache_level *level, pme__policy_set *set) {
  void **lines = PME_ARENA_NEW(caches->arena, void *, level->associativity);
  pme__policy_begin(set, &level->policy, lines, level->associativity);
  return lines != NULL;
}

static int64_t set_number(const pme__replay_caches *caches, int level, int64_t line) {
  int64_t sets = caches->set_count[level];
  return (sets & (sets - 1)) == 0 ? line & (sets - 1) : pme__floor_mod(line, sets);
}

static pme__policy_set *set_of(pme__replay_caches *caches, int level, int instance, const line *line) {
  const pme_cache_level *l = &caches->machine->levels[level];
  int64_t number = set_number(caches, level, line->number);
  pme__policy_set ***all = &caches->sets[level][instance];
  if (!*all && !(*all = PME_ARENA_NEW(caches->arena, pme__policy_set *, caches->set_count[level] / SETS_OF_BLOCK + 1)))
    return NULL;
  pme__policy_set **block = &(*all)[number / SETS_OF_BLOCK];
  if (!*block && !(*block = PME_ARENA_NEW(caches->arena, pme__policy_set, SETS_OF_BLOCK)))
    return NULL;
  pme__policy_set *found = &(*block)[number % SETS_OF_BLOCK];
  if (!found->lines && !init_set(caches, l, found))
    return NULL;
  return found;
}

static void fill(const pme__replay_caches *caches, pme__policy_set *set, line *line, int level, int instance,
                 int thread) {
  int way = pme__policy_victim(set);
  pme__replay_line *victim = set->lines[way];
  if (victim) {
    drop(caches, victim, level, HELD, UINT64_C(1) << instance);
    *evictor_of(caches, victim, level, instance) = (int16_t)thread;
  }
  pme__policy_fill(set, way, line);
}

static void count_miss(const pme__replay_caches *caches, line *line, int level, int thread, uint64_t bytes,
                       pme__replay_counts *counts) {
  int instance = caches->instance_of[level][thread];
  uint64_t bit = UINT64_C(1) << instance;
  counts->misses++;
  if (!(get(caches, line, level, TOUCHED) & bit))
    counts->cold++;
  else if (get(caches, line, level, TAKEN) & bit) {
    counts->coherence++;
    counts->false_sharing += !(*bytes_of_others(caches, line, level, instance) & bytes);
  } else
    counts->other_threads += *evictor_of(caches, line, level, instance) != thread;
  add(caches, line, level, HELD, bit);
  add(caches, line, level, TOUCHED, bit);
  drop(caches, line, level, TAKEN, bit);
}

static bool take(pme__replay_caches *caches, int level, int instance, line *line) {
  uint64_t bit = UINT64_C(1) << instance;
  pme__policy_set *set = set_of(caches, level, instance, line);
  if (!set)
    return false;
  pme__policy_remove(set, pme__policy_find(set, line));
  drop(caches, line, level, HELD, bit);
  drop(caches, line, level, FIRST, bit);
  line->quiet &= ~caches->threads_of[level][instance];
  add(caches, line, level, TAKEN, bit);
  *bytes_of_others(caches, line, level, instance) = 0;
  return true;
}

/* A write: the other instances of the level lose the line. */
static bool take_from_others(pme__replay_caches *caches, int level, int instance, line *line, uint64_t bytes) {
  uint64_t left = others_of(caches, line, level, UINT64_C(1) << instance);
  if (left && !line->others && !(line->others = PME_ARENA_NEW(caches->arena, uint64_t, caches->all_instances)))
    return false;
  for (; left; left &= left - 1) {
    int other = __builtin_ctzll(left);
    if ((get(caches, line, level, HELD) >> other & 1) && !take(caches, level, other, line))
      return false;
    *bytes_of_others(caches, line, level, other) |= bytes;
  }
  return true;
}

/* The line comes to the front of its set. */
static void put_first(const pme__replay_caches *caches, pme__policy_set *set, line *line, int level, int instance) {
  uint64_t bit = UINT64_C(1) << instance;
  if (set->policy->kind != PME_POLICY_LRU)
    return;
  pme__replay_line *before = set->lines[0];
  if (before) {
    drop(caches, before, level, FIRST, bit);
    before->quiet &= ~caches->threads_of[level][instance];
  }
  add(caches, line, level, FIRST, bit);
}

static bool touch_level(pme__replay_caches *caches, const pme__replay_access *access, line *line, uint64_t bytes,
                        int level, pme__replay_counts *counts) {
  int instance = caches->instance_of[level][access->thread];
  pme__policy_set *set = set_of(caches, level, instance, line);
  if (!set || (access->is_write && caches->coherent && !take_from_others(caches, level, instance, line, bytes)))
    return false;
  int way = pme__policy_find(set, line);
  put_first(caches, set, line, level, instance);
  if (way < set->count) {
    if (!access->is_write || !set->policy->loads_only)
      pme__policy_touch(set, way);
    return true;
  }
  count_miss(caches, line, level, access->thread, bytes, counts);
  fill(caches, set, line, level, instance, access->thread);
  return true;
}

/* What the thread's next accesses to the line would change. */
static void note_quiet(const pme__replay_caches *caches, int thread, line *line) {
  bool is_first = thread < QUIET_THREADS, is_alone = true;
  for (int l = 0; l < caches->machine->level_count; l++) {
    uint64_t own = UINT64_C(1) << caches->instance_of[l][thread];
    is_first = is_first && (get(caches, line, l, FIRST) & own);
    is_alone = is_alone && !others_of(caches, line, l, own);
  }
  if (line->teams != caches->teams)
    line->quiet = 0;
  line->teams = caches->teams;
  line->owner = is_alone ? thread : PME_NONE;
  if (is_first)
    line->quiet |= UINT64_C(1) << thread;
}

static bool is_quiet(const pme__replay_caches *caches, const pme__replay_access *access, const line *line) {
  return access->thread < QUIET_THREADS && (line->quiet >> access->thread & 1) && line->teams == caches->teams &&
         (!access->is_write || !caches->coherent || line->owner == access->thread);
}

static bool touch_line(pme__replay_caches *caches, const pme__replay_access *access, line *line, uint64_t bytes,
                       pme__replay_counts *counts) {
  for (int l = 0; l < caches->machine->level_count; l++) {
    uint64_t own = UINT64_C(1) << caches->instance_of[l][access->thread];
    bool changes_nothing =
        (get(caches, line, l, FIRST) & own) && !(access->is_write && others_of(caches, line, l, own));
    if (!changes_nothing && !touch_level(caches, access, line, bytes, l, &counts[l]))
      return false;
  }
  note_quiet(caches, access->thread, line);
  return true;
}

static uint64_t bytes_in(const pme__replay_caches *caches, const pme__replay_access *access, int64_t number) {
  int64_t line_bytes = INT64_C(1) << caches->line_bits, end = access->address + access->size_bytes;
  int64_t from = access->address > number * line_bytes ? access->address - number * line_bytes : 0;
  int64_t to = end < (number + 1) * line_bytes ? end - number * line_bytes : line_bytes;
  return (to - from >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (to - from)) - 1) << from;
}

bool pme__replay_touch(pme__replay_caches *caches, const pme__replay_access *access, pme__replay_line **last,
                       pme__replay_counts *counts) {
  int64_t first = access->address >> caches->line_bits;
  int64_t end = (access->address + access->size_bytes - 1) >> caches->line_bits;
  for (int64_t number = first; number <= end; number++) {
    line *line = *last && (*last)->number == number ? *last : line_of(caches, number);
    if (!line)
      return false;
    *last = line;
    if (is_quiet(caches, access, line))
      continue;
    caches->changes++;
    if (!touch_line(caches, access, line, bytes_in(caches, access, number), counts))
      return false;
  }
  return true;
}

int64_t pme__replay_changes(const pme__replay_caches *caches) { return caches->changes; }
