/* Drawing windows, running them, and what they say of all of the program. */
#include "policy_windows.h"

#include <math.h>
#include <string.h>

#include "cache_sets.h"
#include "compared_caches.h"
#include "forward.h"
#include "residue_windows.h"
#include "strata.h"

/* Accesses. A window fills the caches until so many lines came in for each that they hold, 1.5 to 2.5, or MOST_FILL
 * accesses; then a third as many count, LEAST_COUNTED at least. Not always as many: under FIFO lines leave some time
 * after they came, whatever happens, and all windows would count at the same time of that. Where a policy
 * differs in a small part of the program, few windows that saw nothing tell little: at least LEAST_SHARE of the effort is
 * spent. */
enum {
  STEP = 4096,
  LEAST_FILL = 8 * STEP,
  MOST_FILL = 96 * STEP,
  LEAST_COUNTED = 4 * STEP,
  MOST_WHOLE = 3000000,
  MOST_WHOLE_NEAR = 15000000
};
enum { FIRST_WINDOWS = 10, MOST_WINDOWS = 400, WHOLE_RUNS = 8, LEAST_GROWTH = 4 };
static const double LEAST_TURNOVER = 1.5, GOLDEN = 0.6180339887, PLASTIC = 0.7548776662, OUTER_ALONE = 0.6,
                    LEAST_SHARE = 0.5, NS_OF_ACCESS = 7, NS_OF_TOUCH = 15, STUDENT = 2.1, SPREAD_OF_RUN = 1, NEARLY = 4;
/* The same of as many whole runs; from one or two nobody knows how placements scatter, and the walk's interval stays. */
static const double STUDENT_OF_RUNS[WHOLE_RUNS + 1] = {0, 0, 0, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36};

typedef struct counts {
  double accesses;
  double more[PME_MAX_LEVELS], own[PME_MAX_LEVELS];
  double spread[PME_MAX_LEVELS]; /* of a window: variance of own misses over draws of frames */
} counts;

/* Own misses in the window that is run, by each draw. */
typedef struct drawn {
  int64_t own[PME_MAX_LEVELS][PME__COMPARED_DRAWS];
} drawn;

typedef struct run {
  const pme__policy_windows_question *question;
  pme__loop_tree *program;
  pme__compared_caches *caches;
  int64_t *group_bases;
  uint64_t random;
  pme__forward forward;
  pme__strata strata;
  counts *references, *each;
  drawn *drawn, all_drawn; /* [reference]; of all */
  int window_count;
  bool told[PME_MAX_LEVELS]; /* by these windows */
  bool is_whole, counts_now;
  double turnover, delay; /* of this window */
  int64_t filled, fill_end, to_count;
  counts window;
  int64_t accesses, touches, work;
  int64_t latest_miss; /* among the accesses that were run */
} run;

/* ---- one access ---- */

static void add(run *r, const pme__compared_misses *misses, int reference) {
  for (int l = 0; l < r->question->machine->level_count; l++) {
    for (int d = 0; d < PME__COMPARED_DRAWS; d++) {
      r->drawn[reference].own[l][d] += misses->own[l][d];
      r->all_drawn.own[l][d] += misses->own[l][d];
    }
    r->references[reference].more[l] -= misses->lru[l];
    r->window.more[l] -= misses->lru[l];
  }
}

static bool fill_caches(run *r, int64_t accesses) {
  bool looks = (r->filled + accesses) / STEP > r->filled / STEP;
  r->filled += accesses;
  if (!looks || r->filled < LEAST_FILL)
    return true;
  double turnover = pme__compared_caches_turnover(r->caches);
  pme__compared_caches_pass_over(r->caches, fmax(turnover / r->turnover, (double)r->filled / MOST_FILL) < OUTER_ALONE);
  if (r->fill_end == 0 && turnover >= r->turnover)
    r->fill_end = r->filled + (int64_t)(r->delay * (double)r->filled / 3);
  r->counts_now = r->filled >= MOST_FILL || (r->fill_end > 0 && r->filled >= r->fill_end);
  r->to_count = r->filled / 3 > LEAST_COUNTED ? r->filled / 3 : LEAST_COUNTED;
  return true;
}

static bool take(void *context, int reference, int64_t address) {
  run *r = (run *)context;
  pme__compared_misses misses;
  r->accesses++;
  const pme__core_access access = {address, r->program->references[reference].size_bytes,
                                   r->program->references[reference].is_write};
  pme__compared_caches_touch(r->caches, &access, &misses);
  r->touches += misses.any;
  r->latest_miss = misses.any && misses.missed ? r->accesses : r->latest_miss;
  if (!r->counts_now)
    return fill_caches(r, 1);
  r->references[reference].accesses++;
  r->window.accesses++;
  if (misses.any && misses.missed)
    add(r, &misses, reference);
  return r->is_whole || (int64_t)r->window.accesses < r->to_count;
}

/* Where the iteration before hit everywhere, more like it change nothing. */
static int64_t leave_out(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations) {
  run *r = (run *)context;
  (void)told;
  if (r->accesses - r->latest_miss < body->reference_count)
    return 0;
  if (!r->counts_now)
    return fill_caches(r, iterations * body->reference_count) ? iterations : 0;
  for (int i = 0; i < body->reference_count; i++)
    r->references[body->reference_first + i].accesses += (double)iterations;
  r->window.accesses += (double)(iterations * body->reference_count);
  return iterations;
}

/* ---- windows ---- */

/* False: no place was found. */
static bool begin_window(run *r, pme__stratum *s, pme__walk_instance *instance) {
  s->windows++;
  if (!pme__walk_draw(&s->source, &s->sequence, &r->random, instance, r->group_bases, &r->work))
    return false;
  pme__compared_caches_empty(r->caches, r->is_whole);
  pme__compared_caches_pass_over(r->caches, true);
  r->counts_now = r->is_whole;
  r->filled = r->fill_end = 0;
  r->delay = fmod(PLASTIC * r->window_count, 1);
  r->turnover = LEAST_TURNOVER + fmod(GOLDEN * r->window_count, 1);
  r->window = (counts){0};
  r->all_drawn = (drawn){0};
  memset(r->drawn, 0, (size_t)r->program->reference_count * sizeof *r->drawn);
  return true;
}

/* The draw that has neither most nor fewest. */
static int middle_draw(const int64_t *own, int draws) {
  for (int d = 0; d < draws; d++) {
    int below = 0, above = 0;
    for (int i = 0; i < draws; i++) {
      below += own[i] < own[d];
      above += own[i] > own[d];
    }
    if (below <= draws / 2 && above <= draws / 2)
      return d;
  }
  return 0;
}

static double variance_of(const int64_t *own, int draws) {
  double sum = 0, squares = 0;
  for (int d = 0; d < draws; d++) {
    sum += (double)own[d];
    squares += (double)own[d] * (double)own[d];
  }
  return draws > 1 ? fmax(squares - sum * sum / draws, 0) / (draws - 1) : 0;
}

/* Few draws of frames put so many pages into one part of a cache that they miss by themselves what all others do
 * together: what a run has, most likely, is what the one in the middle has. */
static void end_window(run *r) {
  for (int l = 0; l < r->question->machine->level_count; l++) {
    int draws = pme__compared_caches_draws(r->caches, l), middle = middle_draw(r->all_drawn.own[l], draws);
    r->window.own[l] = (double)r->all_drawn.own[l][middle];
    r->window.more[l] += r->window.own[l];
    r->window.spread[l] = variance_of(r->all_drawn.own[l], draws);
    for (int i = 0; i < r->program->reference_count; i++) {
      r->references[i].own[l] += (double)r->drawn[i].own[l][middle];
      r->references[i].more[l] += (double)r->drawn[i].own[l][middle];
    }
  }
  if (r->window.accesses > 0)
    r->each[r->window_count++] = r->window;
}

static double work_of(const run *r) {
  return NS_OF_ACCESS * (double)r->accesses + NS_OF_TOUCH * (double)r->touches + (double)r->work;
}

static double executions_of(const run *r, int reference) {
  return r->question->executions[r->program->references[reference].node];
}

static double all_executions(const run *r) {
  double sum = 0;
  for (int i = 0; i < r->program->reference_count; i++)
    sum += executions_of(r, i);
  return sum;
}

/* Of the mean over windows, were all of the program like them. A run has one frame for each page, in all windows. */
static double half_width_of(const run *r, int level) {
  double accesses = 0, more = 0, squares = 0, spread = 0;
  for (int k = 0; k < r->window_count; k++) {
    accesses += r->each[k].accesses;
    more += r->each[k].more[level];
  }
  for (int k = 0; k < r->window_count && accesses > 0; k++) {
    double residual = r->each[k].more[level] - more / accesses * r->each[k].accesses;
    squares += residual * residual;
    spread += r->each[k].spread[level];
  }
  double n = r->window_count, student = r->is_whole ? STUDENT_OF_RUNS[r->window_count] : STUDENT;
  return n > 1 ? student * sqrt(squares * n / (n - 1) + SPREAD_OF_RUN * spread * n) / accesses * all_executions(r) : 0;
}

static bool is_enough(const run *r) {
  if (work_of(r) >= r->question->effort)
    return true;
  if (work_of(r) < LEAST_SHARE * r->question->effort)
    return false;
  for (int l = 0; l < r->question->machine->level_count; l++)
    if (r->told[l] && half_width_of(r, l) > r->question->tolerance[l])
      return false;
  return true;
}

/* ---- preparation ---- */

static int64_t way_bytes_of(const pme_machine *machine) {
  int64_t most = 1;
  for (int l = 0; l < machine->level_count; l++) {
    int64_t bytes = machine->levels[l].line_bytes * pme_cache_sets(&machine->levels[l]);
    most = bytes > most ? bytes : most;
  }
  return most;
}

/* One run of a cache that draws lots tells nothing of others. */
static bool is_plain(const pme_machine *machine, int level) {
  const pme_cache_level *l = &machine->levels[level];
  return l->inclusion == PME_INCLUSION_NONE && l->write == PME_WRITE_ALLOCATE && l->policy.kind != PME_POLICY_RANDOM &&
         l->line_bytes == machine->levels[0].line_bytes;
}

/* What the level above writes back comes into one that sees misses and lost it before, which windows do not know. That is
 * seldom where the level is much larger. */
static bool is_much_larger(const pme_machine *machine, int level) {
  const pme_cache_level *l = &machine->levels[level];
  return !l->sees_misses || l->size_bytes >= LEAST_GROWTH * machine->levels[level - 1].size_bytes;
}

bool pme__windows_tell_policy(const pme_concrete *concrete, const pme_machine *machine, int level) {
  const pme_cache_level *l = &machine->levels[level];
  bool told = is_plain(machine, level) && is_much_larger(machine, level) &&
              (l->policy.kind != PME_POLICY_LRU || l->sees_misses);
  for (int above = level; told && above > 0 && machine->levels[above].sees_misses; above--)
    told = is_plain(machine, above - 1) && is_much_larger(machine, above - 1);
  return told && pme_subject_largest_team(pme_concrete_subject(concrete)) == 1;
}

bool pme__windows_tell_hierarchy(const pme_concrete *concrete, const pme_machine *machine) {
  bool all = true;
  for (int l = 0; l < machine->level_count; l++)
    all = all && is_plain(machine, l) &&
          ((machine->levels[l].policy.kind == PME_POLICY_LRU && !machine->levels[l].sees_misses) ||
           pme__windows_tell_policy(concrete, machine, l));
  return all && pme_machine_has_hierarchy(machine) && !pme_machine_prefetches(machine) &&
         pme_subject_largest_team(pme_concrete_subject(concrete)) == 1;
}

/* Levels that are run: those that are told, and those that they ask after. */
static void find_run(const run *r, bool *is_run) {
  bool is_asked = false;
  for (int l = r->question->machine->level_count - 1; l >= 0; l--) {
    is_run[l] = r->told[l] || is_asked;
    is_asked = is_run[l] && r->question->machine->levels[l].sees_misses;
  }
}

static pme_status prepare(run *r, pme_arena *arena) {
  int references = r->program->reference_count;
  bool is_run[PME_MAX_LEVELS];
  find_run(r, is_run);
  r->references = PME_ARENA_NEW(arena, counts, references);
  r->drawn = PME_ARENA_NEW(arena, drawn, references);
  r->each = PME_ARENA_NEW(arena, counts, MOST_WINDOWS);
  r->group_bases = PME_ARENA_NEW(arena, int64_t, r->program->group_count);
  r->caches = pme__compared_caches_create(r->question->machine, is_run, arena);
  if (!r->references || !r->drawn || !r->each || !r->group_bases || !r->caches)
    return PME_NO_MEMORY;
  r->forward = (pme__forward){.program = r->program, .group_bases = r->group_bases, .sink = take, .context = r};
  r->forward.line_shift = pme__compared_caches_line_shift(r->caches);
  r->forward.alike = pme__compared_caches_count_uses(r->caches) ? NULL : leave_out;
  r->forward.settles = r->forward.alike && pme__sets_settle(r->question->machine);
  bool found = pme__strata_find(r->program, r->question->executions, way_bytes_of(r->question->machine), &r->random,
                                arena, &r->strata);
  return found ? PME_OK : PME_NO_MEMORY;
}

/* At one placement at least, and at others that the effort has room for, where bases are not known. */
static void run_whole(run *r) {
  int most = r->program->group_count > 0 ? WHOLE_RUNS : 1;
  r->is_whole = true;
  for (int runs = 0; runs < most && work_of(r) * (runs + 1) <= r->question->effort * fmax(runs, 1); runs++) {
    pme__walk_instance somewhere;
    if (!begin_window(r, r->strata.all, &somewhere))
      return;
    pme__forward_all(&r->forward);
    end_window(r);
  }
}

static void run_windows(run *r) {
  for (int tries = 0; r->strata.count > 0 && tries < MOST_WINDOWS; tries++) {
    pme__walk_instance instance;
    if (tries >= FIRST_WINDOWS && is_enough(r))
      break;
    if (!begin_window(r, pme__strata_next(&r->strata), &instance))
      continue;
    pme__forward_from(&r->forward, &instance);
    end_window(r);
  }
}

/* What the windows found of a reference, for as many accesses as it has in all. */
static void tell(const run *r, pme__policy_windows *out) {
  for (int i = 0; i < r->program->reference_count; i++) {
    const counts *c = &r->references[i];
    pme__policy_change *change = &out->changes[r->program->references[i].node];
    for (int l = 0; l < r->question->machine->level_count && c->accesses > 0; l++) {
      if (!r->told[l])
        continue;
      change->is_seen[l] = true;
      change->own[l] = c->own[l] / c->accesses * executions_of(r, i);
      change->more[l] = c->more[l] / c->accesses * executions_of(r, i);
    }
  }
  for (int l = 0; l < r->question->machine->level_count; l++)
    if (r->told[l]) {
      out->is_whole[l] = r->is_whole;
      out->half_width[l] = half_width_of(r, l);
    }
  out->effort += work_of(r);
}

static pme_status run_told(run *r, bool is_small, pme_arena *arena, pme__policy_windows *out) {
  pme_status status = prepare(r, arena);
  if (status != PME_OK)
    return status;
  if (r->strata.count > 0 && is_small)
    run_whole(r);
  else
    run_windows(r);
  tell(r, out);
  return PME_OK;
}

/* A first level that may hold all lines in most of its sets, and drive them out of a few: single residues tell little. */
static bool nearly_fits_first(const run *r) {
  return pme__program_bytes(r->program) <= NEARLY * (double)r->question->machine->levels[0].size_bytes;
}

static pme_status run_first(run *r, pme_arena *arena, pme__policy_windows *out) {
  if (all_executions(r) > MOST_WHOLE_NEAR || !nearly_fits_first(r))
    return pme__run_residue_windows(r->question, r->program, PME__RESIDUE_FIRST, false, out);
  for (int l = 1; l < r->question->machine->level_count; l++)
    r->told[l] = false;
  return run_told(r, true, arena, out);
}

/* Small programs are run whole. Of others windows of residues tell levels behind the first where they can, and then the
 * first one, too. */
static pme_status find(run *r, pme_arena *arena, pme__policy_windows *out) {
  const pme__policy_windows_question *q = r->question;
  bool is_small = r->program->most_threads == 1 && all_executions(r) <= MOST_WHOLE, behind = false;
  for (int l = 0; l < q->machine->level_count; l++) {
    r->told[l] = pme__windows_tell_policy(q->concrete, q->machine, l);
    behind = behind || (l > 0 && r->told[l]);
  }
  bool is_whole = pme__residue_windows_fit(q, r->program);
  bool fit = is_whole || pme__residue_stretches_fit(q, r->program);
  pme_status status = PME_OK;
  if (!is_small && behind && fit) {
    status = pme__run_residue_windows(q, r->program, PME__RESIDUE_BEHIND, is_whole, out);
    out->is_short = !is_whole && pme__residue_windows_are_needed(q, r->program);
  }
  if (!is_small && fit && r->told[0] && status == PME_OK)
    status = run_first(r, arena, out);
  if (!is_small && fit)
    return status;
  out->is_short = !is_small && behind && pme__residue_windows_are_needed(q, r->program);
  return run_told(r, is_small, arena, out);
}

pme_status pme__find_policy_changes(const pme__policy_windows_question *question, pme_arena *arena,
                                    pme__policy_windows *out) {
  int nodes = pme_program_node_count(pme_concrete_program(question->concrete));
  run r = {.question = question, .random = 1};
  *out = (pme__policy_windows){.changes = PME_ARENA_NEW(arena, pme__policy_change, nodes)};
  for (int l = 0; l < PME_MAX_LEVELS; l++)
    out->own_half_width[l] = INFINITY;
  pme_arena *scratch = pme_arena_create();
  pme_status status = out->changes && scratch ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme__loop_tree_create(question->concrete, scratch, &r.program);
  if (status == PME_OK)
    status = find(&r, scratch, out);
  pme_arena_destroy(scratch);
  return status;
}
