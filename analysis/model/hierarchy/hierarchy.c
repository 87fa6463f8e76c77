/* One line after the other through the levels. */
#include "analysis/base/integer.h"
#include "hierarchy_lines.h"

typedef pme__hierarchy hierarchy;
typedef pme__line line;

/* An access to one line. */
typedef struct touch {
  line *line;
  uint64_t bytes; /* of the line */
  int reference, thread;
  bool is_write;
} touch;

/* A line on its way between levels. */
typedef struct moving {
  line *line;
  uint64_t unwritten;
  int bringer;
  bool changed;
} moving;

static uint64_t bit_of(int instance) { return UINT64_C(1) << instance; }

static const pme_cache_level *shape_of(const hierarchy *h, int level) { return &h->machine->levels[level]; }
static bool takes_victims(const hierarchy *h, int level) {
  return !h->apart && pme_level_takes_victims(shape_of(h, level));
}
static bool sees_misses(const hierarchy *h, int level) { return !h->apart && shape_of(h, level)->sees_misses; }

static pme__hierarchy_counts *counts_of(hierarchy *h, int level, int reference) {
  return &h->counts[(int64_t)reference * h->level_count + level];
}

/* ---- sets ---- */

static void use(hierarchy *h, int level, int instance, line *line) {
  pme__policy_set *set = pme__hierarchy_set(h, level, instance, line);
  if (set)
    pme__policy_touch(set, pme__policy_find(set, line));
  h->failed = h->failed || !set;
}

/* ---- reading what was not written ---- */

static void read_unwritten(hierarchy *h, int bringer, uint64_t *unwritten) {
  if (*unwritten)
    counts_of(h, h->level_count - 1, bringer)->fills++;
  *unwritten = 0;
}

static void note_bytes(hierarchy *h, const touch *t, int instance) {
  uint64_t *unwritten = h->evades ? &t->line->unwritten[instance] : NULL;
  if (!unwritten || !*unwritten)
    return;
  if (t->is_write)
    *unwritten &= ~t->bytes;
  else if (*unwritten & t->bytes)
    read_unwritten(h, t->line->levels[0].bringer[instance], unwritten);
}

/* ---- out ---- */

/* The set knows already, or is told. */
static moving forget(hierarchy *h, int level, int instance, line *line, int thread) {
  pme__stacked_line *k = &line->levels[level];
  moving m = {.line = line, .bringer = k->bringer[instance], .changed = (k->changed & bit_of(instance)) != 0};
  if (level == 0 && h->evades)
    read_unwritten(h, m.bringer, &line->unwritten[instance]);
  k->held &= ~bit_of(instance);
  k->changed &= ~bit_of(instance);
  k->evictor[instance] = (int16_t)thread;
  return m;
}

static moving take_out(hierarchy *h, int level, int instance, line *line, int thread) {
  pme__policy_set *set = pme__hierarchy_set(h, level, instance, line);
  if (set)
    pme__policy_remove(set, pme__policy_find(set, line));
  h->failed = h->failed || !set;
  return forget(h, level, instance, line, thread);
}

static int ancestor(const hierarchy *h, int level, int instance, int outer) {
  for (; level < outer; level++)
    instance = h->parent[level][instance];
  return instance;
}

static void take_from_above(hierarchy *h, int level, int instance, moving *m, int thread) {
  for (int inner = 0; inner < level; inner++)
    for (uint64_t left = m->line->levels[inner].held; left; left &= left - 1) {
      int i = __builtin_ctzll(left);
      if (ancestor(h, inner, i, level) != instance)
        continue;
      moving lost = take_out(h, inner, i, m->line, thread);
      counts_of(h, inner, lost.bringer)->gone++;
      counts_of(h, inner, lost.bringer)->gone_changed += lost.changed;
      m->changed = m->changed || lost.changed;
      for (int border = inner; lost.changed && border < level; border++)
        counts_of(h, border, lost.bringer)->write_backs++;
    }
}

static void place(hierarchy *h, int level, int instance, moving m, int thread);

static bool is_dropped(hierarchy *h, int level) {
  double share = shape_of(h, level)->dropped_share;
  h->dropping = h->dropping * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return share > 0 && (double)(h->dropping >> 11) * 0x1p-53 < share;
}

static void hand_over(hierarchy *h, int level, int instance, moving m, int thread) {
  int there = h->parent[level][instance];
  pme__stacked_line *k = &m.line->levels[level + 1];
  if (!m.changed && is_dropped(h, level + 1)) {
    counts_of(h, level + 1, m.bringer)->gone++;
    return;
  }
  counts_of(h, level, m.bringer)->write_backs += m.changed;
  counts_of(h, level, m.bringer)->clean_outs += !m.changed;
  if (!(k->held & bit_of(there))) {
    place(h, level + 1, there, m, thread);
    return;
  }
  use(h, level + 1, there, m.line);
  k->changed |= m.changed ? bit_of(there) : 0;
}

static void write_back(hierarchy *h, int level, int instance, moving m, int thread) {
  for (;; level++) {
    counts_of(h, level, m.bringer)->write_backs++;
    if (level + 1 == h->level_count)
      return;
    instance = h->parent[level][instance];
    pme__stacked_line *k = &m.line->levels[level + 1];
    bool is_there = (k->held & bit_of(instance)) != 0;
    k->changed |= is_there ? bit_of(instance) : 0;
    if (!is_there && sees_misses(h, level + 1))
      place(h, level + 1, instance, m, thread);
    if (is_there || sees_misses(h, level + 1))
      return;
  }
}

static void leave(hierarchy *h, int level, int instance, moving m, int thread) {
  if (!h->apart && shape_of(h, level)->inclusion == PME_INCLUSION_INCLUSIVE)
    take_from_above(h, level, instance, &m, thread);
  counts_of(h, level, m.bringer)->gone++;
  counts_of(h, level, m.bringer)->gone_changed += m.changed;
  if (level + 1 < h->level_count && takes_victims(h, level + 1))
    hand_over(h, level, instance, m, thread);
  else if (m.changed)
    write_back(h, level, instance, m, thread);
}

/* ---- in ---- */

/* The line that leaves does so before the other one comes: what that brings about may empty more ways, and the policy
 * takes the one that it chose. */
static void place(hierarchy *h, int level, int instance, moving m, int thread) {
  pme__policy_set *set = pme__hierarchy_set(h, level, instance, m.line);
  if (!set) {
    h->failed = true;
    return;
  }
  int way = pme__policy_victim(set);
  line *victim = set->lines[way];
  pme__policy_fill(set, way, m.line);
  pme__stacked_line *k = &m.line->levels[level];
  if (victim)
    leave(h, level, instance, forget(h, level, instance, victim, thread), thread);
  k->held |= bit_of(instance);
  k->touched |= bit_of(instance);
  k->taken &= ~bit_of(instance);
  k->changed = (k->changed & ~bit_of(instance)) | (m.changed ? bit_of(instance) : 0);
  k->bringer[instance] = m.bringer;
  if (level == 0 && h->evades)
    m.line->unwritten[instance] = m.unwritten;
}

/* ---- one access ---- */

static void count_miss(hierarchy *h, int level, const touch *t, int instance) {
  pme__hierarchy_counts *counts = counts_of(h, level, t->reference);
  pme__stacked_line *k = &t->line->levels[level];
  counts->misses++;
  if (!(k->touched & bit_of(instance)))
    counts->cold++;
  else if (k->taken & bit_of(instance))
    counts->coherence++;
  else
    counts->other_threads += k->evictor[instance] != t->thread;
  k->touched |= bit_of(instance);
  k->taken &= ~bit_of(instance);
  k->evictor[instance] = (int16_t)t->thread;
}

static bool goes_around(const hierarchy *h, int level, const touch *t) {
  return !h->apart && t->is_write && shape_of(h, level)->write == PME_WRITE_AROUND;
}

static bool comes_in(const hierarchy *h, int level, const touch *t) {
  return !takes_victims(h, level) && !goes_around(h, level, t);
}

/* Whether a write changes the copy of this level. */
static bool is_changed_by(const hierarchy *h, int level, const touch *t) {
  bool reaches = t->is_write;
  for (int inner = 0; inner < level && sees_misses(h, level); inner++)
    reaches = reaches && h->missed[inner] && !comes_in(h, inner, t);
  return reaches;
}

/* Of a level that has the line. Returns whether a changed line moves up. */
static bool hit(hierarchy *h, int level, const touch *t) {
  int instance = h->instance_of[level][t->thread];
  if (level == 0)
    note_bytes(h, t, instance);
  if (takes_victims(h, level) && comes_in(h, level - 1, t))
    return take_out(h, level, instance, t->line, t->thread).changed;
  use(h, level, instance, t->line);
  t->line->levels[level].changed |= is_changed_by(h, level, t) ? bit_of(instance) : 0;
  return false;
}

/* *changed_at: the level that gets a changed line from behind. Whether any level had the line. */
static bool look_up(hierarchy *h, const touch *t, int *changed_at) {
  bool found = false;
  for (int l = 0; l < h->level_count; l++) {
    int instance = h->instance_of[l][t->thread];
    h->missed[l] = false;
    if (l > 0 && sees_misses(h, l) && !h->missed[l - 1])
      continue;
    counts_of(h, l, t->reference)->asked++;
    h->missed[l] = !(t->line->levels[l].held & bit_of(instance));
    found = found || !h->missed[l];
    if (h->missed[l])
      count_miss(h, l, t, instance);
    else if (hit(h, l, t))
      *changed_at = l - 1;
  }
  return found;
}

static void count_borders(hierarchy *h, const touch *t, bool is_put_off) {
  bool comes = false, passes = t->is_write;
  for (int l = 0; l < h->level_count; l++) {
    comes = h->missed[l] && (comes || comes_in(h, l, t));
    passes = passes && h->missed[l] && goes_around(h, l, t);
    counts_of(h, l, t->reference)->fills += comes && !(is_put_off && l + 1 == h->level_count);
    counts_of(h, l, t->reference)->write_backs += passes;
  }
}

/* ---- prefetchers ---- */

static bool hears_of_fetches(const hierarchy *h, int level) {
  return sees_misses(h, level) || shape_of(h, level)->inclusion == PME_INCLUSION_INCLUSIVE;
}

/* How far behind `level` a line is looked for: the first level that has it, or the last one that is asked. *found says
 * which of both. */
static int look_behind(const hierarchy *h, const line *line, int level, int thread, bool *found) {
  for (;; level++) {
    *found = (line->levels[level].held & bit_of(h->instance_of[level][thread])) != 0;
    if (*found || level + 1 == h->level_count || !hears_of_fetches(h, level + 1))
      return level;
  }
}

static void fetch(hierarchy *h, int level, line *line, const touch *t) {
  bool found, changed = false;
  int end = look_behind(h, line, level, t->thread, &found), there = h->instance_of[end][t->thread];
  if (found && end == level)
    return;
  if (found && takes_victims(h, end))
    changed = take_out(h, end, there, line, t->thread).changed;
  else if (found)
    use(h, end, there, line);
  int last = found ? end - 1 : end;
  for (int l = level; l <= last; l++) {
    counts_of(h, l, t->reference)->fills++;
    counts_of(h, l, t->reference)->prefetches += !takes_victims(h, l);
  }
  for (int l = level; l <= last; l++) {
    moving m = {.line = line, .bringer = t->reference, .changed = changed && l == end - 1};
    if (!takes_victims(h, l))
      place(h, l, h->instance_of[l][t->thread], m, t->thread);
  }
}

static void run_prefetchers(hierarchy *h, int level, const touch *t) {
  int64_t numbers[PME__MOST_FETCHED];
  pme__prefetch *prefetch = &h->prefetches[level][h->instance_of[level][t->thread]];
  const pme_cache_level *shape = shape_of(h, level);
  int count = pme__prefetch_on(prefetch, &shape->prefetchers, shape->line_bytes, t->line->number, numbers);
  for (int i = 0; i < count && !h->failed; i++) {
    line *line = pme__hierarchy_line(h, numbers[i]);
    h->failed = !line;
    if (line)
      fetch(h, level, line, t);
  }
}

static void invalidate(hierarchy *h, const touch *t) {
  for (int l = 0; l < h->level_count; l++)
    for (uint64_t left = t->line->levels[l].held & ~bit_of(h->instance_of[l][t->thread]); left; left &= left - 1) {
      int other = __builtin_ctzll(left);
      take_out(h, l, other, t->line, t->thread);
      t->line->levels[l].taken |= bit_of(other);
    }
}

static void touch_line(hierarchy *h, const touch *t) {
  int changed_at = -1;
  bool is_there = look_up(h, t, &changed_at);
  bool is_put_off = h->evades && t->is_write && !is_there && comes_in(h, 0, t);
  count_borders(h, t, is_put_off);
  for (int l = 0; l < h->level_count; l++) {
    if (!h->missed[l] || !comes_in(h, l, t))
      continue;
    moving m = {.line = t->line,
                .unwritten = is_put_off && l == 0 ? ~t->bytes : 0,
                .bringer = t->reference,
                .changed = is_changed_by(h, l, t) || l == changed_at};
    place(h, l, h->instance_of[l][t->thread], m, t->thread);
  }
  for (int l = 1; l < h->level_count; l++)
    if (h->prefetches[l] && h->missed[l - 1])
      run_prefetchers(h, l, t);
  if (t->is_write && h->coherent)
    invalidate(h, t);
}

bool pme__hierarchy_touch(hierarchy *h, const pme__hierarchy_access *access) {
  int64_t line_bytes = h->machine->levels[0].line_bytes;
  int64_t first = pme__floor_divide(access->address, line_bytes);
  int64_t end = access->address + access->size_bytes, last = pme__floor_divide(end - 1, line_bytes);
  uint64_t none = line_bytes < 64 ? ~((UINT64_C(1) << line_bytes) - 1) : 0; /* bytes that no line has */
  for (int64_t number = first; number <= last && !h->failed; number++) {
    int64_t from = access->address > number * line_bytes ? access->address - number * line_bytes : 0;
    int64_t to = end < (number + 1) * line_bytes ? end - number * line_bytes : line_bytes;
    uint64_t bytes = (to - from >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (to - from)) - 1) << from;
    touch t = {pme__hierarchy_line(h, number), bytes | none, access->reference, access->thread, access->is_write};
    h->failed = !t.line;
    if (t.line)
      touch_line(h, &t);
  }
  return !h->failed;
}

/* ---- life ---- */

static int most_instances(const pme_machine *machine, int level) {
  int shared = machine->levels[level].shared_by;
  return (machine->cores + shared - 1) / shared;
}

bool pme__hierarchy_fits(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].line_bytes != machine->levels[0].line_bytes ||
        most_instances(machine, l) > PME__HIERARCHY_MOST_INSTANCES)
      return false;
  return machine->level_count > 0 && machine->levels[0].line_bytes <= 64;
}

static bool create_prefetches(hierarchy *h) {
  for (int l = 0; l < h->level_count && !h->apart; l++) {
    if (!pme_level_prefetches(shape_of(h, l)))
      continue;
    h->prefetches[l] = PME_ARENA_NEW(h->arena, pme__prefetch, h->instances[l]);
    if (!h->prefetches[l])
      return false;
  }
  return true;
}

hierarchy *pme__hierarchy_create(const pme__hierarchy_shape *shape, pme_arena *arena) {
  const pme_machine *machine = shape->machine;
  hierarchy *h = PME_ARENA_NEW(arena, hierarchy, 1);
  if (!h)
    return NULL;
  *h = (hierarchy){.machine = machine,
                   .arena = arena,
                   .level_count = machine->level_count,
                   .references = shape->references,
                   .coherent = shape->coherent,
                   .apart = shape->apart,
                   .dropping = shape->seed * UINT64_C(0x9E3779B97F4A7C15),
                   .evades = !shape->apart && machine->levels[machine->level_count - 1].write == PME_WRITE_EVADE};
  for (int l = 0; l < machine->level_count; l++)
    h->instances[l] = most_instances(machine, l);
  h->counts = PME_ARENA_NEW(arena, pme__hierarchy_counts, (int64_t)shape->references * machine->level_count);
  return h->counts && (shape->sets_only || create_prefetches(h)) ? h : NULL;
}

void pme__hierarchy_team(hierarchy *h, int threads) {
  for (int l = 0; l < h->level_count; l++)
    for (int u = 0; u < threads && u < PME_MAX_CORES; u++)
      h->instance_of[l][u] = pme_machine_instance_of(h->machine, l, u, threads);
  for (int l = 0; l + 1 < h->level_count; l++)
    for (int u = 0; u < threads && u < PME_MAX_CORES; u++)
      h->parent[l][h->instance_of[l][u]] = h->instance_of[l + 1][u];
}

void pme__hierarchy_end(hierarchy *h) {
  for (int64_t at = 0; at < h->capacity; at++) {
    line *line = h->table[at];
    for (int l = 0; line && l < h->level_count; l++) {
      for (uint64_t left = line->levels[l].changed; left; left &= left - 1)
        counts_of(h, l, line->levels[l].bringer[__builtin_ctzll(left)])->left++;
      for (int i = 0; l == 0 && h->evades && i < h->instances[0]; i++)
        read_unwritten(h, line->levels[0].bringer[i], &line->unwritten[i]);
    }
  }
}

/* Whether a copy, or one above it, is newer than what is behind it. */
static bool is_changed(const hierarchy *h, const line *line, int level, int instance) {
  bool changed = (line->levels[level].changed & bit_of(instance)) != 0;
  for (int inner = 0; inner < level && !changed; inner++)
    for (uint64_t left = line->levels[inner].changed; left; left &= left - 1)
      changed = changed || ancestor(h, inner, __builtin_ctzll(left), level) == instance;
  return changed;
}

/* The copies of `from` count at `level`. */
static void look_at(hierarchy *h, const line *line, int from, int level) {
  for (uint64_t left = line->levels[from].held; left; left &= left - 1) {
    int instance = __builtin_ctzll(left);
    pme__hierarchy_counts *counts = counts_of(h, level, line->levels[from].bringer[instance]);
    counts->held++;
    counts->held_changed += is_changed(h, line, from, instance);
  }
}

void pme__hierarchy_look(hierarchy *h) {
  for (int i = 0; i < h->references * h->level_count; i++)
    h->counts[i].held = h->counts[i].held_changed = 0;
  for (int64_t at = 0; at < h->capacity; at++)
    for (int l = 0; h->table[at] && l < h->level_count; l++) {
      look_at(h, h->table[at], l, l);
      if (takes_victims(h, l))
        look_at(h, h->table[at], l - 1, l);
    }
}

pme__hierarchy_counts *pme__hierarchy_counts_of(hierarchy *h) { return h->counts; }
