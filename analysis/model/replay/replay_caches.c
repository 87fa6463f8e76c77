/* The sets of every instance, each under its replacement policy; a record for each line of what the instances know of
 * it. */
#include "replay_caches.h"

#include <stddef.h>
#include <string.h>

#include "analysis/base/always_inline.h"
#include "analysis/base/integer.h"
#include "analysis/base/uncleared.h"
#include "analysis/policy/policy.h"
#include "pmecache/program.h"
#include "replay_quiet.h"

enum { MOST_INSTANCES = 64, FIRST_CAPACITY = 1024, MOST_LINE_BYTES = 64 };
/* So many neighbours are made at once: small programs touch few sets of large caches, but hardly one alone. */
enum { SETS_OF_BLOCK = 16, MOST_ROOMY_SETS = 1 << 15 };

/* What the instances of a level know of a line: a bit for each. Those of few instances share a word: records of lines
 * are what a run goes through at random, and most of them should be in the caches of the computer that counts. */
typedef enum known {
  HELD,
  TOUCHED,
  FIRST, /* LRU: in its set nothing was used since; or the level is roomy: another access there changes nothing */
  TAKEN, /* by a write of another one, and not fetched since */
  KINDS
} known;
enum { INSTANCES_IN_WORD = 64 / KINDS, NARROW = 1 };

typedef pme__replay_line line;

struct pme__replay_caches {
  const pme_machine *machine;
  pme__replay_now now;
  int64_t set_count[PME_MAX_LEVELS];
  int instances[PME_MAX_LEVELS], first_instance[PME_MAX_LEVELS]; /* of the level, among those of all levels */
  int all_instances;
  int words;           /* of what a level knows of a line: one for all kinds, or one for each */
  size_t record_bytes; /* of a line's record, with what its instances know */
  pme_arena *arena;
  pme__policy_set **sets[PME_MAX_LEVELS][MOST_INSTANCES]; /* [block], NULL: none of it was touched */
  unsigned roomy, crowded;                                /* levels, a bit for each (replay_caches.h) */
  uint8_t *held[PME_MAX_LEVELS][MOST_INSTANCES];          /* [set] lines of it, where the level is roomy */
  uint64_t threads_of[PME_MAX_LEVELS][MOST_INSTANCES];    /* of the first PME__REPLAY_QUIET_THREADS: a bit for each */
  line **table;                                           /* open addressing */
  int64_t capacity, count;                                /* a power of two */
  int team;                                               /* threads */
  int instance_of[PME_MAX_LEVELS][PME_MAX_CORES];         /* [thread of the team]: the last member, not cleared */
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
  caches->words = most <= INSTANCES_IN_WORD ? NARROW : KINDS;
  caches->record_bytes = sizeof(line) + (size_t)(levels * caches->words) * sizeof(uint64_t) +
                         (size_t)caches->all_instances * sizeof(int16_t);
}

/* Counts of all its sets are cleared at once. */
static bool may_be_roomy(const pme_machine *machine, int level) {
  return machine->levels[level].associativity < UINT8_MAX && pme_cache_sets(&machine->levels[level]) <= MOST_ROOMY_SETS;
}

pme__replay_caches *pme__replay_caches_create(const pme_machine *machine, bool coherent, unsigned roomy,
                                              pme_arena *arena) {
  pme__replay_caches *caches = PME__ARENA_UNCLEARED(arena, pme__replay_caches, 1);
  if (!caches)
    return NULL;
  memset(caches, 0, offsetof(pme__replay_caches, instance_of));
  caches->machine = machine;
  caches->now.coherent = coherent;
  caches->now.line_bits = __builtin_ctz((unsigned)machine->levels[0].line_bytes);
  measure_levels(caches);
  for (int l = 0; l < machine->level_count; l++)
    caches->roomy |= may_be_roomy(machine, l) ? roomy & 1U << l : 0;
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
      if (u < PME__REPLAY_QUIET_THREADS)
        caches->threads_of[l][instance] |= UINT64_C(1) << u;
    }
  caches->team = threads;
  caches->now.teams++;
}

/* ---- lines ----
 *
 * `words` is caches->words, as a constant: what most accesses do is made for each number of them. */

ALWAYS_INLINE uint64_t get(const line *line, int words, int level, known what) {
  if (words == NARROW)
    return line->known[level] >> (what * INSTANCES_IN_WORD) & ((UINT64_C(1) << INSTANCES_IN_WORD) - 1);
  return line->known[level * KINDS + (int)what];
}

ALWAYS_INLINE uint64_t *word_of(line *line, int words, int level, known what) {
  return words == NARROW ? &line->known[level] : &line->known[level * KINDS + (int)what];
}

ALWAYS_INLINE int bit_of(int words, known what) { return words == NARROW ? (int)what * INSTANCES_IN_WORD : 0; }

ALWAYS_INLINE void add(line *line, int words, int level, known what, uint64_t instances) {
  *word_of(line, words, level, what) |= instances << bit_of(words, what);
}

ALWAYS_INLINE void drop(line *line, int words, int level, known what, uint64_t instances) {
  *word_of(line, words, level, what) &= ~(instances << bit_of(words, what));
}

/* Instances that know the line, or would if it had not been taken from them, but for one. */
ALWAYS_INLINE uint64_t others_of(const line *line, int words, int level, uint64_t own) {
  return (get(line, words, level, HELD) | get(line, words, level, TAKEN)) & ~own;
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

ALWAYS_INLINE int64_t set_number(const pme__replay_caches *caches, int level, int64_t line) {
  int64_t sets = caches->set_count[level];
  return (sets & (sets - 1)) == 0 ? line & (sets - 1) : pme__floor_mod(line, sets);
}

/* Those around the first that an access comes to. */
static pme__policy_set *make_sets(pme__replay_caches *caches, int level, int instance, uint64_t number) {
  const pme_cache_level *l = &caches->machine->levels[level];
  pme__policy_set ***all = &caches->sets[level][instance];
  if (!*all && !(*all = PME_ARENA_NEW(caches->arena, pme__policy_set *, caches->set_count[level] / SETS_OF_BLOCK + 1)))
    return NULL;
  pme__policy_set *block = PME__ARENA_UNCLEARED(caches->arena, pme__policy_set, SETS_OF_BLOCK);
  void **lines = PME_ARENA_NEW(caches->arena, void *, (size_t)SETS_OF_BLOCK *(size_t)l->associativity);
  if (!block || !lines)
    return NULL;
  for (int i = 0; i < SETS_OF_BLOCK; i++) {
    pme__policy_begin(&block[i], &l->policy, lines + (ptrdiff_t)i * l->associativity, l->associativity);
    pme__policy_tell_apart(&block[i], number / SETS_OF_BLOCK * SETS_OF_BLOCK + (uint64_t)i);
  }
  (*all)[number / SETS_OF_BLOCK] = block;
  return &block[number % SETS_OF_BLOCK];
}

ALWAYS_INLINE pme__policy_set *set_of(pme__replay_caches *caches, int level, int instance, const line *line) {
  uint64_t number = (uint64_t)set_number(caches, level, line->number);
  pme__policy_set **all = caches->sets[level][instance];
  pme__policy_set *block = all ? all[number / SETS_OF_BLOCK] : NULL;
  return block ? &block[number % SETS_OF_BLOCK] : make_sets(caches, level, instance, number);
}

ALWAYS_INLINE void fill(const pme__replay_caches *caches, pme__policy_set *set, line *line, int words, int level,
                        int instance, int thread) {
  pme__replay_line *victim = pme__policy_replace(set, line);
  if (victim) {
    drop(victim, words, level, HELD, UINT64_C(1) << instance);
    *evictor_of(caches, victim, level, instance) = (int16_t)thread;
  }
}

ALWAYS_INLINE void count_miss(const pme__replay_caches *caches, line *line, int words, int level, int thread,
                              uint64_t bytes, pme__replay_counts *counts) {
  int instance = caches->instance_of[level][thread];
  uint64_t bit = UINT64_C(1) << instance;
  counts->misses++;
  if (!(get(line, words, level, TOUCHED) & bit))
    counts->cold++;
  else if (get(line, words, level, TAKEN) & bit) {
    counts->coherence++;
    counts->false_sharing += !(*bytes_of_others(caches, line, level, instance) & bytes);
  } else
    counts->other_threads += *evictor_of(caches, line, level, instance) != thread;
  add(line, words, level, HELD, bit);
  add(line, words, level, TOUCHED, bit);
  drop(line, words, level, TAKEN, bit);
}

/* ---- levels that are roomy ---- */

ALWAYS_INLINE bool is_roomy(const pme__replay_caches *caches, int level) { return caches->roomy >> level & 1; }

static uint8_t *make_held(pme__replay_caches *caches, int level, int instance) {
  return caches->held[level][instance] = PME_ARENA_NEW(caches->arena, uint8_t, caches->set_count[level]);
}

/* The line comes in, and is not in its instance. */
ALWAYS_INLINE bool hold(pme__replay_caches *caches, const line *line, int level, int instance) {
  uint8_t *held = caches->held[level][instance];
  if (!held && !(held = make_held(caches, level, instance)))
    return false;
  if (++held[set_number(caches, level, line->number)] <= caches->machine->levels[level].associativity)
    return true;
  caches->crowded |= 1U << level;
  return false;
}

ALWAYS_INLINE bool use_roomy(pme__replay_caches *caches, const pme__replay_access *access, line *line, int words,
                             uint64_t bytes, int level, pme__replay_counts *counts) {
  int instance = caches->instance_of[level][access->thread];
  uint64_t bit = UINT64_C(1) << instance;
  if (!(get(line, words, level, HELD) & bit)) {
    if (!hold(caches, line, level, instance))
      return false;
    count_miss(caches, line, words, level, access->thread, bytes, counts);
  }
  add(line, words, level, FIRST, bit);
  return true;
}

/* ---- coherence ---- */

ALWAYS_INLINE bool leave_set(pme__replay_caches *caches, int level, int instance, line *line) {
  if (is_roomy(caches, level)) {
    caches->held[level][instance][set_number(caches, level, line->number)]--;
    return true;
  }
  pme__policy_set *set = set_of(caches, level, instance, line);
  if (set)
    pme__policy_remove(set, pme__policy_find(set, line));
  return set != NULL;
}

ALWAYS_INLINE bool take(pme__replay_caches *caches, int words, int level, int instance, line *line) {
  uint64_t bit = UINT64_C(1) << instance;
  if (!leave_set(caches, level, instance, line))
    return false;
  drop(line, words, level, HELD, bit);
  drop(line, words, level, FIRST, bit);
  line->quiet &= ~caches->threads_of[level][instance];
  caches->now.stirs++;
  add(line, words, level, TAKEN, bit);
  *bytes_of_others(caches, line, level, instance) = 0;
  return true;
}

/* A write: the `others` of the level lose the line. */
ALWAYS_INLINE bool take_from(pme__replay_caches *caches, uint64_t others, int words, int level, line *line,
                             uint64_t bytes) {
  if (!line->others && !(line->others = PME_ARENA_NEW(caches->arena, uint64_t, caches->all_instances)))
    return false;
  for (uint64_t left = others; left; left &= left - 1) {
    int other = __builtin_ctzll(left);
    if ((get(line, words, level, HELD) >> other & 1) && !take(caches, words, level, other, line))
      return false;
    *bytes_of_others(caches, line, level, other) |= bytes;
  }
  return true;
}

/* The line comes to the front of its set. */
ALWAYS_INLINE void put_first(pme__replay_caches *caches, pme__policy_set *set, line *line, int words, int level,
                             int instance) {
  uint64_t bit = UINT64_C(1) << instance;
  if (set->policy->kind != PME_POLICY_LRU)
    return;
  pme__replay_line *before = set->lines[0];
  if (before) {
    drop(before, words, level, FIRST, bit);
    before->quiet &= ~caches->threads_of[level][instance];
    caches->now.stirs++;
  }
  add(line, words, level, FIRST, bit);
}

/* A line that is not the one used last in its set. */
ALWAYS_INLINE bool use(pme__replay_caches *caches, const pme__replay_access *access, line *line, int words,
                       uint64_t bytes, int level, pme__replay_counts *counts) {
  if (is_roomy(caches, level))
    return use_roomy(caches, access, line, words, bytes, level, counts);
  int instance = caches->instance_of[level][access->thread];
  pme__policy_set *set = set_of(caches, level, instance, line);
  if (!set)
    return false;
  put_first(caches, set, line, words, level, instance);
  if (get(line, words, level, HELD) >> instance & 1) {
    if (!access->is_write || !set->policy->loads_only)
      pme__policy_use(set, line);
    return true;
  }
  count_miss(caches, line, words, level, access->thread, bytes, counts);
  fill(caches, set, line, words, level, instance, access->thread);
  return true;
}

/* What the thread's next accesses to the line would change. */
static void note_quiet(pme__replay_caches *caches, int thread, line *line, bool is_first, bool is_alone) {
  int owner = is_alone ? thread : PME_NONE;
  if (line->teams != caches->now.teams)
    line->quiet = 0;
  line->teams = caches->now.teams;
  caches->now.stirs += line->owner != PME_NONE && line->owner != owner;
  line->owner = owner;
  if (is_first && thread < PME__REPLAY_QUIET_THREADS)
    line->quiet |= UINT64_C(1) << thread;
}

ALWAYS_INLINE bool touch_line(pme__replay_caches *caches, const pme__replay_access *access, line *line, int words,
                              uint64_t bytes, pme__replay_counts *counts) {
  bool is_first = true, is_alone = true, takes = access->is_write && caches->now.coherent;
  for (int l = 0, levels = caches->machine->level_count; l < levels; l++) {
    uint64_t own = UINT64_C(1) << caches->instance_of[l][access->thread];
    uint64_t others = others_of(line, words, l, own); /* are still, when it has been taken from them */
    if (takes && others && !take_from(caches, others, words, l, line, bytes))
      return false;
    if (!(get(line, words, l, FIRST) & own) && !use(caches, access, line, words, bytes, l, &counts[l]))
      return false;
    is_first = is_first && (get(line, words, l, FIRST) & own);
    is_alone = is_alone && !others;
  }
  note_quiet(caches, access->thread, line, is_first, is_alone);
  return true;
}

/* The line is in no instance, and never was. */
ALWAYS_INLINE bool touch_new(pme__replay_caches *caches, const pme__replay_access *access, line *line, int words,
                             pme__replay_counts *counts) {
  bool is_first = true;
  for (int l = 0, levels = caches->machine->level_count; l < levels; l++) {
    int instance = caches->instance_of[l][access->thread];
    bool roomy = is_roomy(caches, l);
    pme__policy_set *set = roomy ? NULL : set_of(caches, l, instance, line);
    if (roomy ? !hold(caches, line, l, instance) : !set)
      return false;
    counts[l].misses++;
    counts[l].cold++;
    add(line, words, l, HELD, UINT64_C(1) << instance);
    add(line, words, l, TOUCHED, UINT64_C(1) << instance);
    if (roomy) {
      add(line, words, l, FIRST, UINT64_C(1) << instance);
    } else {
      put_first(caches, set, line, words, l, instance);
      fill(caches, set, line, words, l, instance, access->thread);
      is_first = is_first && set->policy->kind == PME_POLICY_LRU;
    }
  }
  note_quiet(caches, access->thread, line, is_first, true);
  return true;
}

static bool touch_narrow(pme__replay_caches *caches, const pme__replay_access *access, line *line, uint64_t bytes,
                         pme__replay_counts *counts) {
  return touch_line(caches, access, line, NARROW, bytes, counts);
}

static bool touch_wide(pme__replay_caches *caches, const pme__replay_access *access, line *line, uint64_t bytes,
                       pme__replay_counts *counts) {
  return touch_line(caches, access, line, KINDS, bytes, counts);
}

static uint64_t bytes_in(const pme__replay_caches *caches, const pme__replay_access *access, int64_t number) {
  int64_t line_bytes = INT64_C(1) << caches->now.line_bits, end = access->address + access->size_bytes;
  int64_t from = access->address > number * line_bytes ? access->address - number * line_bytes : 0;
  int64_t to = end < (number + 1) * line_bytes ? end - number * line_bytes : line_bytes;
  return (to - from >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (to - from)) - 1) << from;
}

static bool touch_number(pme__replay_caches *caches, const pme__replay_access *access, int64_t number,
                         pme__replay_line **last, pme__replay_counts *counts) {
  line *line = *last && (*last)->number == number ? *last : line_of(caches, number);
  if (!line)
    return false;
  *last = line;
  if (line->teams == 0)
    return caches->words == NARROW ? touch_new(caches, access, line, NARROW, counts)
                                   : touch_new(caches, access, line, KINDS, counts);
  if (pme__replay_is_quiet(&caches->now, line, access->thread, access->is_write))
    return true;
  uint64_t bytes = bytes_in(caches, access, number);
  return caches->words == NARROW ? touch_narrow(caches, access, line, bytes, counts)
                                 : touch_wide(caches, access, line, bytes, counts);
}

bool pme__replay_touch(pme__replay_caches *caches, const pme__replay_access *access, pme__replay_line **last,
                       pme__replay_counts *counts) {
  int64_t first = access->address >> caches->now.line_bits;
  int64_t end = (access->address + access->size_bytes - 1) >> caches->now.line_bits;
  for (int64_t number = first; number <= end; number++)
    if (!touch_number(caches, access, number, last, counts))
      return false;
  return true;
}

unsigned pme__replay_crowded(const pme__replay_caches *caches) { return caches->crowded; }

const pme__replay_now *pme__replay_now_of(const pme__replay_caches *caches) { return &caches->now; }
