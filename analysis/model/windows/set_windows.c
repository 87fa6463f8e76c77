/* Windows of sets: collecting their touches, running them forward. */
#include "set_windows.h"

#include <math.h>
#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/model/hierarchy/hierarchy.h"
#include "analysis/model/walk/estimate/sample.h"
#include "strata.h"

/* Touches of a window for each line that the caches of its sets hold, at least and at most. */
enum { TOUCHES_OF_LINE = 5, LEAST_TOUCHES = 4096, MOST_TOUCHES = 60000 };
enum { FIRST_WINDOWS = 8, MOST_WINDOWS = 512, END_WINDOWS = 3, END_IS_LONGER = 2 };
static const double STUDENT = 2, ENOUGH = 0.004, NS_OF_TOUCH = 80;
/* Of a set, beyond which its touches are surely too many. */
static const double MOST_ACCESSES = 40.0 * MOST_TOUCHES;
static const int64_t WORK_OF_WINDOW = 20000000;

/* Of an access group at a level, all windows. */
typedef struct sums {
  double base, more, misses; /* base: misses of the innermost level apart */
  double in, changed, out, handed;
} sums;

/* Of one window at a level. */
typedef struct cluster {
  double base, more, misses, in, changed;
} cluster;
typedef enum cluster_number { CLUSTER_BASE, CLUSTER_MORE, CLUSTER_MISSES, CLUSTER_IN, CLUSTER_CHANGED } cluster_number;

typedef struct run {
  const pme__set_windows_question *question;
  pme__set_windows_answer *answer;
  pme__loop_tree *program;
  pme_arena *arena;
  pme_machine *merged; /* the outermost level with the sets of a window */
  pme__level_state *state;
  int64_t sets, set, *group_bases;
  int levels, groups, shift;
  uint64_t random;
  pme__strata strata;
  pme__set_touch *touches;
  int touch_count, most_touches;
  int usual_touches; /* of windows anywhere */
  sums *sums;        /* [group * levels + level] */
  cluster *clusters; /* [window * levels + level] */
  int windows;
  double left_out; /* share of what windows are drawn from that they leave out */
  double touched;  /* in all windows */
} run;

/* ---- preparation ---- */

static int64_t sets_of_window(const pme_machine *machine) {
  int64_t sets = pme_cache_sets(&machine->levels[0]);
  for (int l = 1; l < machine->level_count; l++)
    sets = pme__gcd(sets, pme_cache_sets(&machine->levels[l]));
  return sets;
}

/* Lines that all caches of an instance of the outermost level hold of the sets of a window. */
static double lines_of_window(const pme_machine *machine, int64_t sets) {
  const pme_cache_level *outermost = &machine->levels[machine->level_count - 1];
  double lines = 0;
  for (int l = 0; l < machine->level_count; l++) {
    const pme_cache_level *level = &machine->levels[l];
    double instances = (double)outermost->shared_by / level->shared_by;
    lines += instances * (double)(level->size_bytes / level->line_bytes) / (double)sets;
  }
  return lines;
}

static pme_status allocate(run *r) {
  double most = TOUCHES_OF_LINE * lines_of_window(r->question->machine, r->sets);
  r->usual_touches = (int)fmin(fmax(most, LEAST_TOUCHES), MOST_TOUCHES);
  r->most_touches = MOST_TOUCHES;
  r->group_bases = PME_ARENA_NEW(r->arena, int64_t, r->program->group_count);
  r->touches = PME_ARENA_NEW(r->arena, pme__set_touch, MOST_TOUCHES);
  r->sums = PME_ARENA_NEW(r->arena, sums, (int64_t)r->groups * r->levels);
  r->clusters = PME_ARENA_NEW(r->arena, cluster, (int64_t)MOST_WINDOWS * r->levels);
  return r->group_bases && r->touches && r->sums && r->clusters ? PME_OK : PME_NO_MEMORY;
}

static pme_status prepare(run *r) {
  const pme_machine *machine = r->question->machine;
  r->levels = machine->level_count;
  r->sets = sets_of_window(machine);
  r->shift = __builtin_ctz((unsigned)machine->levels[0].line_bytes);
  r->random = 1;
  r->left_out = 1;
  r->merged = PME_ARENA_NEW(r->arena, pme_machine, 1);
  if (!r->merged)
    return PME_NO_MEMORY;
  *r->merged = *machine;
  pme_cache_level *level = &r->merged->levels[r->levels - 1];
  level->associativity = 1;
  level->size_bytes = r->sets * level->line_bytes;
  level->policy = (pme_policy){.kind = PME_POLICY_LRU};
  pme_status status = pme__level_state_create(r->program, r->merged, r->levels - 1, r->arena, &r->state);
  if (status != PME_OK)
    return status;
  r->groups = pme__level_state_grouping(r->state)->count;
  status = allocate(r);
  const pme_cache_level *outermost = &machine->levels[r->levels - 1];
  if (status == PME_OK &&
      !pme__strata_find(r->program, r->question->executions, outermost->line_bytes * pme_cache_sets(outermost),
                        &r->random, r->arena, &r->strata))
    status = PME_NO_MEMORY;
  return status;
}

/* ---- a window ---- */

static bool take(void *context, const pme__set_touch *touch) {
  run *r = (run *)context;
  r->touches[r->touch_count++] = *touch;
  return r->touch_count == r->most_touches;
}

/* Lines of the window that one thread touches. */
static bool touch_lines(const run *r, pme__hierarchy *h, const pme__set_touch *touch, int thread) {
  int64_t size = r->program->references[touch->reference].size_bytes, line_bytes = INT64_C(1) << r->shift;
  bool good = true;
  for (int64_t line = touch->address >> r->shift; good && line <= (touch->address + size - 1) >> r->shift; line++)
    if (pme__floor_mod(line, r->sets) == r->set) {
      bool is_write = pme__touch_writes(r->state, touch, line);
      pme__hierarchy_access access = {line * line_bytes, 1, touch->group, thread, is_write};
      good = pme__hierarchy_touch(h, &access);
    }
  return good;
}

static bool touch_all(const run *r, pme__hierarchy *h, const pme__set_touch *touch) {
  int last = r->levels - 1;
  bool good = true;
  if (!touch->by_all)
    return touch_lines(r, h, touch, touch->thread);
  for (int u = 0; u <= touch->thread && good; u++)
    if (pme_machine_instance_of(r->question->machine, last, u, touch->team) == touch->instance)
      good = touch_lines(r, h, touch, u);
  return good;
}

/* The touches forward. misses[group * levels + level] becomes those of the latest `counted`. */
static bool run_forward(const run *r, pme__hierarchy *h, int counted, int64_t *misses) {
  pme__hierarchy_team(h, r->program->most_threads);
  for (int i = r->touch_count - 1; i >= 0; i--) {
    for (int k = 0; i == counted - 1 && k < r->groups * r->levels; k++)
      misses[k] = -pme__hierarchy_counts_of(h)[k].misses;
    if (!touch_all(r, h, &r->touches[i]))
      return false;
  }
  for (int k = 0; k < r->groups * r->levels; k++)
    misses[k] += pme__hierarchy_counts_of(h)[k].misses;
  pme__hierarchy_look(h);
  return true;
}

static void add_up(run *r, const pme__hierarchy_counts *together, const int64_t *misses, const int64_t *apart) {
  cluster *clusters = &r->clusters[(int64_t)r->windows * r->levels];
  for (int g = 0; g < r->groups; g++)
    for (int l = 0; l < r->levels; l++) {
      int k = g * r->levels + l;
      const pme__hierarchy_counts *t = &together[k];
      double base = (double)apart[(int64_t)g * r->levels], more = (double)(misses[k] - apart[k]);
      double changed = (double)(t->write_backs + t->held_changed);
      sums *s = &r->sums[k];
      *s = (sums){
          s->base + base,       s->more + more,           s->misses + (double)misses[k],    s->in + (double)t->fills,
          s->changed + changed, s->out + (double)t->gone, s->handed + (double)t->clean_outs};
      clusters[l].base += base;
      clusters[l].more += more;
      clusters[l].misses += (double)misses[k];
      clusters[l].in += (double)t->fills;
      clusters[l].changed += changed;
    }
  r->windows++;
}

/* What is changed at the end: in the level, and there or above. */
static void add_left(run *r, pme__hierarchy *h, double weight) {
  pme__hierarchy_end(h);
  const pme__hierarchy_counts *counts = pme__hierarchy_counts_of(h);
  for (int g = 0; g < r->groups; g++)
    for (int l = 0; l < r->levels; l++) {
      r->answer->left[l] += weight * (double)counts[g * r->levels + l].left;
      r->answer->stays[l] += weight * (double)counts[g * r->levels + l].held_changed;
    }
}

/* `left_weight` > 0: the window is one of so many that end with the program. `counted`: so many touches, the latest. */
static pme_status run_window(run *r, int counted, bool adds_up, double left_weight) {
  pme_arena *arena = pme_arena_create();
  const pme__set_windows_question *q = r->question;
  const pme__hierarchy_shape shape = {.machine = q->machine,
                                      .references = r->groups,
                                      .coherent = q->coherence,
                                      .seed = (uint64_t)r->windows + 1,
                                      .sets_only = true};
  const pme__hierarchy_shape alone = {
      .machine = q->apart, .references = r->groups, .coherent = q->coherence, .apart = true};
  pme__hierarchy *together = arena ? pme__hierarchy_create(&shape, arena) : NULL;
  pme__hierarchy *apart = together && adds_up ? pme__hierarchy_create(&alone, arena) : NULL;
  int64_t *misses = arena ? PME_ARENA_NEW(arena, int64_t, (int64_t)2 * r->groups * r->levels) : NULL;
  int64_t *misses_apart = misses ? misses + (ptrdiff_t)r->groups * r->levels : NULL;
  bool good = together && misses && run_forward(r, together, counted, misses) &&
              (!adds_up || (apart && run_forward(r, apart, counted, misses_apart)));
  if (good && adds_up)
    add_up(r, pme__hierarchy_counts_of(together), misses, misses_apart);
  if (good && left_weight > 0)
    add_left(r, together, left_weight);
  r->touched += r->touch_count * (adds_up ? 2.0 : 1.0) * r->levels;
  pme_arena_destroy(arena);
  return good ? PME_OK : PME_NO_MEMORY;
}

static void place(run *r) {
  pme__walk_instance somewhere;
  int64_t work = 0;
  if (pme__walk_draw(&r->strata.all->source, &r->strata.all->sequence, &r->random, &somewhere, r->group_bases, &work))
    pme__level_state_place(r->state, r->group_bases);
}

static const pme__touch_collector *collector_of(run *r, pme__touch_collector *collector) {
  *collector = (pme__touch_collector){take, r, WORK_OF_WINDOW};
  r->touch_count = 0;
  return collector;
}

static pme__walk_verdict collect_from_end(run *r, int instance, int64_t set) {
  pme__touch_collector collector;
  r->set = set;
  return pme__walk_touches_from_end(r->state, instance, set, collector_of(r, &collector));
}

static double work_of(const run *r) { return NS_OF_TOUCH * r->touched + (double)pme__walk_work(r->state); }

static bool is_over(const run *r) { return work_of(r) >= r->question->effort; }

/* ---- windows that hold all touches of their sets ---- */

/* The k-th of all sets in an order that spreads them. */
static int64_t spread(const run *r, int64_t k) {
  int64_t step = (int64_t)(0.618 * (double)r->sets) | 1;
  while (pme__gcd(step, r->sets) != 1)
    step++;
  return (k * step + r->sets / 3) % r->sets;
}

static double executions_of_all(const run *r) {
  double sum = 0;
  for (int i = 0; i < r->strata.count; i++)
    sum += r->strata.all[i].executions;
  return sum;
}

static void begin_anew(run *r) {
  r->windows = 0;
  r->left_out = 1;
  memset(r->sums, 0, (size_t)r->groups * (size_t)r->levels * sizeof *r->sums);
  memset(r->clusters, 0, (size_t)MOST_WINDOWS * (size_t)r->levels * sizeof *r->clusters);
  memset(r->answer->left, 0, sizeof r->answer->left);
  memset(r->answer->stays, 0, sizeof r->answer->stays);
}

/* One set of all instances of the outermost level; *all: it was whole. */
static pme_status run_set(run *r, int64_t k, int instances, bool *all) {
  pme_status status = PME_OK;
  place(r);
  for (int i = 0; i < instances && status == PME_OK && *all; i++) {
    *all = collect_from_end(r, i, spread(r, k)) == PME__WALK_FIRST_TOUCH;
    if (*all)
      status = run_window(r, r->touch_count + 1, true, 1);
  }
  return status;
}

/* *all: all windows were whole; else nothing is known of them. */
static pme_status run_sets(run *r, bool *all) {
  int last = r->levels - 1, instances = pme_machine_instances(r->question->machine, last, r->program->most_threads);
  int64_t sets = r->program->group_count > 0 ? MOST_WINDOWS : r->sets;
  pme_status status = PME_OK;
  *all = instances <= MOST_WINDOWS && executions_of_all(r) <= MOST_ACCESSES * (double)r->sets;
  for (int64_t k = 0; *all && status == PME_OK && k < sets && r->windows + instances <= MOST_WINDOWS; k++) {
    if (k >= FIRST_WINDOWS && is_over(r))
      break;
    status = run_set(r, k, instances, all);
  }
  for (int l = 0; r->windows > 0 && l < r->levels; l++) {
    double scale = (double)r->sets * instances / r->windows;
    r->answer->left[l] *= scale;
    r->answer->stays[l] *= scale;
  }
  if (r->program->group_count == 0)
    r->left_out = fmax(1 - (double)r->windows / ((double)r->sets * instances), 0);
  if (!*all)
    begin_anew(r);
  return status;
}

/* ---- windows anywhere ---- */

static double number_of(const cluster *c, cluster_number which) {
  const double all[] = {c->base, c->more, c->misses, c->in, c->changed};
  return all[which];
}

/* One number of each window, and what it goes with: half-width of their ratio. */
static double half_width(const run *r, int level, cluster_number part, cluster_number whole) {
  double parts = 0, wholes = 0, squares = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < r->windows; k++) {
      const cluster *c = &r->clusters[(int64_t)k * r->levels + level];
      double p = number_of(c, part), w = number_of(c, whole);
      double residual = pass && wholes > 0 ? p - parts / wholes * w : 0;
      parts += pass ? 0 : p;
      wholes += pass ? 0 : w;
      squares += residual * residual;
    }
  return wholes > 0 ? STUDENT * sqrt(squares * r->left_out) / wholes : 0;
}

/* Of a share that no window had anything of nothing is known, unless windows are all that there is. */
static double error_of(const run *r, int level, cluster_number part, cluster_number whole) {
  double wholes = 0;
  for (int k = 0; k < r->windows; k++)
    wholes += number_of(&r->clusters[(int64_t)k * r->levels + level], whole);
  return wholes > 0 || r->left_out <= 0 ? half_width(r, level, part, whole) : 1;
}

static bool is_enough(const run *r) {
  bool enough = true;
  for (int l = 0; l < r->levels; l++)
    enough = enough && half_width(r, l, CLUSTER_MORE, CLUSTER_BASE) <= ENOUGH &&
             half_width(r, l, CLUSTER_CHANGED, CLUSTER_IN) <= ENOUGH;
  return is_over(r) || enough;
}

static pme_status run_anywhere(run *r) {
  pme_status status = PME_OK;
  r->most_touches = r->usual_touches;
  for (int tries = 0; status == PME_OK && tries < MOST_WINDOWS; tries++) {
    pme__walk_instance instance;
    pme__touch_collector collector;
    pme__stratum *s = pme__strata_next(&r->strata);
    int64_t first, last, work = 0;
    if (tries >= FIRST_WINDOWS && is_enough(r))
      break;
    s->windows++;
    if (!pme__walk_draw(&s->source, &s->sequence, &r->random, &instance, r->group_bases, &work))
      continue;
    pme__level_state_place(r->state, r->group_bases);
    pme__walk_lines(r->state, &instance, &first, &last);
    r->set = pme__floor_mod(first, r->sets);
    pme__walk_touches(r->state, &instance, first, collector_of(r, &collector));
    status = run_window(r, r->touch_count / 2, true, 0);
  }
  r->most_touches = (int)fmin((double)END_IS_LONGER * r->usual_touches, MOST_TOUCHES); /* until the caches are full */
  for (int k = 0; k < END_WINDOWS && status == PME_OK; k++) {
    place(r);
    collect_from_end(r, 0, spread(r, k));
    int instances = pme_machine_instances(r->question->machine, r->levels - 1, r->program->most_threads);
    status = run_window(r, r->touch_count / 2, false, (double)r->sets * instances / END_WINDOWS);
  }
  return status;
}

/* ---- what comes out ---- */

/* Whether groups that never miss the innermost level apart miss this one together: more than one in a hundred. */
static bool misses_without_base(const run *r, int level) {
  double all = 0, without = 0;
  for (int g = 0; g < r->groups; g++) {
    const sums *s = &r->sums[g * r->levels + level];
    all += s->misses;
    without += s->base > 0 ? 0 : s->misses;
  }
  return without > 0.01 * all;
}

static pme__set_window_shares shares_of(const sums *s) {
  return (pme__set_window_shares){.more = s->base > 0 ? s->more / s->base : 0,
                                  .of_each = s->base > 0 ? s->misses / s->base : 0,
                                  .changed = s->in > 0 ? s->changed / s->in : 0,
                                  .handed = s->out > 0 ? s->handed / s->out : 0};
}

static sums sum_of_groups(const run *r, int level) {
  sums all = {0};
  for (int g = 0; g < r->groups; g++) {
    const sums *s = &r->sums[g * r->levels + level];
    all = (sums){.base = all.base + s->base,
                 .more = all.more + s->more,
                 .misses = all.misses + s->misses,
                 .in = all.in + s->in,
                 .changed = all.changed + s->changed,
                 .out = all.out + s->out,
                 .handed = all.handed + s->handed};
  }
  return all;
}

static void answer_shares(const run *r) {
  const pme__access_grouping *grouping = pme__level_state_grouping(r->state);
  for (int i = 0; i < r->program->reference_count; i++)
    for (int l = 0; l < r->levels; l++) {
      const sums *s = &r->sums[grouping->group_of[i] * r->levels + l];
      r->answer->shares[r->program->references[i].node * r->levels + l] = shares_of(s);
    }
  for (int l = 0; l < r->levels; l++) {
    const sums all = sum_of_groups(r, l);
    r->answer->of_all[l] = shares_of(&all);
    r->answer->more_error[l] = error_of(r, l, CLUSTER_MORE, CLUSTER_BASE);
    r->answer->of_each_error[l] = misses_without_base(r, l) ? INFINITY : error_of(r, l, CLUSTER_MISSES, CLUSTER_BASE);
    r->answer->changed_error[l] = error_of(r, l, CLUSTER_CHANGED, CLUSTER_IN);
  }
}

static bool is_whole(const run *r) {
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(r->question->concrete)); id++)
    if (r->question->executions[id] > 0 && pme_concrete_node_at(r->question->concrete, id)->kind == PME_NODE_ACCESS &&
        r->program->membership[id] == PME__TREE_OUTSIDE)
      return false;
  return true;
}

/* Of writes that go around a level, or put off reading, the touches of a window do not tell enough. */
static bool is_answered(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].write != PME_WRITE_ALLOCATE)
      return false;
  return pme__hierarchy_fits(machine);
}

static pme_status find(run *r) {
  bool all = false;
  pme_status status = prepare(r);
  if (status != PME_OK || r->strata.count == 0)
    return status;
  status = run_sets(r, &all);
  if (status == PME_OK && !all)
    status = run_anywhere(r);
  answer_shares(r);
  r->answer->is_whole = all;
  r->answer->is_known = status == PME_OK && pme__level_state_status(r->state) == PME_OK;
  r->answer->effort = work_of(r);
  return status;
}

pme_status pme__find_set_windows(const pme__set_windows_question *question, pme_arena *arena,
                                 pme__set_windows_answer *out) {
  int64_t nodes = pme_program_node_count(pme_concrete_program(question->concrete));
  run r = {.question = question, .answer = out, .arena = pme_arena_create()};
  *out = (pme__set_windows_answer){
      .shares = PME_ARENA_NEW(arena, pme__set_window_shares, nodes * question->machine->level_count)};
  pme_status status = r.arena && out->shares ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK && is_answered(question->machine))
    status = pme__loop_tree_create(question->concrete, r.arena, &r.program);
  if (status == PME_OK && r.program && is_whole(&r))
    status = find(&r);
  pme_arena_destroy(r.arena);
  return status;
}
