/* Choosing residues, running them, and what they say of all of the program. */
#include "residue_windows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cache_sets.h"
#include "residue_run.h"

/* Windows: at least; where frames are drawn each has several results of its own. */
enum { LEAST_WINDOWS = 3, LEAST_DRAWN_WINDOWS = 2, FEW_STRETCHES = 8, LEAST_STRETCHES = 12, LOOK_AFTER = 4 };
/* Stretches that were all late: that tell so, and that are enough. */
enum { SURELY_LATE = 2, FEW_LATE = 4 };
enum { MOST_WINDOWS = PME__MOST_RESIDUE_WINDOWS };
/* Stretches: accesses of the residue that fill at most, that are run. The rest as windows of all lines (policy_windows.c). */
enum { MOST_FILL = 1 << 16, LEAST_COUNTED = 1 << 15 };
static const double LEAST_TURNOVER = 1.5, GOLDEN = 0.6180339887, PLASTIC = 0.7548776662, USUAL_SHARE = 0.5, OPEN = 5,
                    HOPELESS = 4, LITTLE_LESS = 0.9;
static const double NS_OF_ACCESS = 10, NS_OF_TOUCH = 35, NS_OF_ROW = 40, NS_OF_STOP = 8, NS_OF_DRAW = 13;
/* Of all accesses of a residue: most are like the one before. */
static const double NS_OF_ANY_ACCESS = 15;
/* Of the effort, that the windows of the whole program that there have to be may cost: where it touches from NEARLY to
 * four times what a cache holds, of which nothing else tells what that keeps; up to eight times, where parts of it may do
 * so; and of larger programs. */
static const double SHARE_NEAR = 6, SHARE_ABOVE = 1, SHARE_FAR = 0.25, NEARLY = 0.5, NEAR = 4, FAR = 8;
/* Iterations of a line that are run, and somewhat more for what else is done about it. */
static const double RUN_OF_LINE = 4;
typedef pme__residue_run run;
typedef pme__residue_sums sums;
typedef pme__residue_part part;

/* ---- one access ---- */

static void add(run *r, const pme__residue_misses *misses, int reference) {
  for (int l = r->first; l < r->levels; l++) {
    for (int d = 0; d < r->draws[l]; d++) {
      r->drawn[reference].own[l][d] += misses->own[l][d];
      r->now->drawn[l][d] += misses->own[l][d];
    }
    r->of_window[reference].lru[l] += misses->lru[l];
    r->now->all.lru[l] += misses->lru[l];
  }
}

static void fill_caches(run *r, bool missed) {
  int64_t seen = r->forward.passed - r->began;
  if (missed && r->fill_end == 0 && pme__residue_caches_turnover(r->caches) >= r->turnover)
    r->fill_end = r->first == 0 ? (int64_t)((2 + 2 * fmod(PLASTIC * r->count, 1)) * fmax((double)seen, 20000))
                                : seen + (int64_t)(fmod(PLASTIC * r->count, 1) * (double)seen / 3);
  r->is_late = r->accesses - r->run_before >= MOST_FILL;
  r->counts_now = r->is_late || (r->fill_end > 0 && seen >= r->fill_end);
  if (!r->counts_now)
    return;
  r->to_count = seen > LEAST_COUNTED ? seen : LEAST_COUNTED;
  r->count_end = r->forward.passed + r->to_count;
}

/* Of the pages that a reference comes to it walks to as many as it does in all. */
static void come_to_page(void *context, int reference, int64_t page) {
  run *r = (run *)context;
  double *walks = &r->walks[reference];
  pme__residue_misses misses;
  r->pages++;
  *walks += r->question->walks[r->program->references[reference].node].share;
  if (*walks < 1)
    return;
  *walks -= 1;
  pme__residue_caches_walk(r->caches, page, &misses);
  r->latest_miss = misses.missed ? r->accesses : r->latest_miss;
  if (misses.missed && r->counts_now)
    add(r, &misses, reference);
}

static bool take(void *context, int reference, int64_t address) {
  run *r = (run *)context;
  pme__residue_misses misses;
  const pme__core_access access = {address, r->program->references[reference].size_bytes,
                                   r->program->references[reference].is_write};
  pme__residue_caches_touch(r->caches, &access, &misses);
  r->accesses++;
  r->touches += misses.any;
  r->latest_miss = misses.any && misses.missed ? r->accesses : r->latest_miss;
  if (!r->counts_now) {
    fill_caches(r, misses.any && misses.missed);
    return true;
  }
  r->of_window[reference].accesses++;
  r->now->all.accesses++;
  if (misses.any && misses.missed)
    add(r, &misses, reference);
  return !r->is_stretch || r->forward.passed < r->count_end;
}

/* Where the iteration before hit everywhere, more like it change nothing. */
static int64_t leave_out(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations) {
  run *r = (run *)context;
  int count = __builtin_popcountll(told);
  if (r->accesses - r->latest_miss < count)
    return 0;
  for (int i = 0; i < body->reference_count && r->counts_now; i++)
    if (told >> i & 1)
      r->of_window[body->reference_first + i].accesses += (double)iterations;
  if (r->counts_now)
    r->now->all.accesses += (double)(iterations * count);
  return iterations;
}

/* ---- windows ---- */

/* The k-th residue in an order that spreads them. */
static int64_t spread(const run *r, int64_t k) {
  return (r->residue.count / 3 + k * ((int64_t)(0.618 * (double)r->residue.count) | 1)) & (r->residue.count - 1);
}

static int compare_doubles(const void *a, const void *b) {
  double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

/* What a run has, most likely: a few of the draws may put so many pages into one part of a cache that they miss by
 * themselves what the others do together. Of each reference the mean over those draws counts that lie in the middle. */
static void take_middle(run *r, int level) {
  double sorted[PME__MOST_DRAWS];
  int draws = r->draws[level], taken = 0;
  memcpy(sorted, r->now->drawn[level], sizeof sorted);
  qsort(sorted, (size_t)draws, sizeof *sorted, compare_doubles);
  double low = sorted[r->is_scattered ? 0 : (draws - 1) / 2], high = sorted[r->is_scattered ? draws - 1 : draws / 2];
  for (int d = 0; d < draws; d++)
    taken += r->now->drawn[level][d] >= low && r->now->drawn[level][d] <= high;
  for (int i = 0; i < r->program->reference_count; i++)
    for (int d = 0; d < draws; d++)
      if (r->now->drawn[level][d] >= low && r->now->drawn[level][d] <= high)
        r->of_window[i].own[level] += (double)r->drawn[i].own[level][d] / taken;
}

/* Stretches begin anywhere with the same likelihood, whatever they count afterwards: where less comes in they are
 * longer, and tell no more for that. */
static void end_window(run *r) {
  double weight = r->is_stretch ? 1 / fmax((double)r->to_count, 1) : 1;
  for (int l = r->first; l < r->levels; l++)
    if (r->draws[l] > 0)
      take_middle(r, l);
  r->now->weight = weight;
  for (int i = 0; i < r->program->reference_count; i++) {
    const sums *s = &r->of_window[i];
    sums *all = &r->references[i];
    part *p = &r->now->references[i];
    all->accesses += weight * s->accesses;
    p->accesses = (float)(weight * s->accesses);
    for (int l = r->first; l < r->levels; l++) {
      all->own[l] += weight * s->own[l];
      r->missed += weight * s->own[l];
      r->missed_lru += weight * s->lru[l];
      r->missed_late += r->is_late ? weight * s->own[l] : 0;
      all->lru[l] += weight * s->lru[l];
      p->own[l] = (float)(weight * s->own[l]);
      p->lru[l] = (float)(weight * s->lru[l]);
    }
  }
}

/* False: no places were found. */
static bool run_window(run *r) {
  pme__walk_instance somewhere;
  pme__stratum *s = r->is_stretch ? pme__strata_next(&r->strata) : r->strata.all;
  s->windows++;
  if (!pme__walk_draw(&s->source, &s->sequence, &r->random, &somewhere, r->group_bases, &r->work))
    return false;
  r->now = &r->windows[r->count];
  r->now->references = r->parts + (ptrdiff_t)r->count * r->program->reference_count;
  r->residue.chosen = spread(r, r->count);
  memset(r->drawn, 0, (size_t)r->program->reference_count * sizeof *r->drawn);
  memset(r->of_window, 0, (size_t)r->program->reference_count * sizeof *r->of_window);
  r->to_count = LEAST_COUNTED;
  pme__residue_caches_empty(r->caches, !r->is_stretch);
  r->counts_now = !r->is_stretch;
  r->is_late = false;
  r->turnover = LEAST_TURNOVER + fmod(GOLDEN * r->count, 1);
  r->began = r->forward.passed;
  r->fill_end = 0;
  r->run_before = r->accesses;
  for (int i = 0; i < r->program->reference_count; i++)
    r->forward.latest_pages[i] = INT64_MIN;
  if (r->is_stretch)
    pme__forward_from(&r->forward, &somewhere);
  else
    pme__forward_all(&r->forward);
  end_window(r);
  r->count++;
  return true;
}

static double work_of(const run *r) {
  return NS_OF_ACCESS * (double)(r->accesses + r->pages) + NS_OF_TOUCH * (double)r->touches +
         NS_OF_DRAW * (double)pme__residue_caches_drawn(r->caches) + NS_OF_ROW * (double)r->forward.rows +
         NS_OF_STOP * (double)r->forward.stops + (double)r->work;
}

static int least_windows(const pme_machine *machine) {
  return machine->page_frames_random ? LEAST_DRAWN_WINDOWS : LEAST_WINDOWS;
}

/* Together with the walk: of stretches a part of it, of whole programs its number and the difference. Where windows by
 * themselves scatter by far more than that what is open of it is the walk's. */
static bool is_known_with_walk(const run *r, const pme__policy_windows *known, int level) {
  double half_width = hypot(r->question->walked[level], known->half_width[level]);
  if (!r->is_stretch && known->own_half_width[level] > HOPELESS * half_width)
    half_width = known->half_width[level];
  if (r->is_stretch)
    pme__part_of_walk(known, level, r->question->walked[level], &half_width);
  return half_width <= r->question->tolerance[level];
}

/* What is known of the sum is enough. */
static bool is_enough(const run *r) {
  pme__policy_windows known = {0};
  bool enough = true;
  pme__residue_run_half_widths(r, &known);
  for (int l = r->first; l < r->levels && enough; l++)
    enough =
        r->draws[l] == 0 || known.own_half_width[l] <= r->question->tolerance[l] || is_known_with_walk(r, &known, l);
  return enough;
}

static void run_windows(run *r) {
  int least = least_windows(r->question->machine);
  while (r->count < MOST_WINDOWS && r->count < r->residue.count) {
    bool spent = work_of(r) * (r->count + 1) > r->question->effort * r->count;
    if (r->count >= least && (spent || is_enough(r)))
      break;
    if (!run_window(r))
      break;
  }
}

/* Neither misses nor their difference to those of LRU are known well. */
static bool is_open(const run *r) {
  pme__policy_windows known = {0};
  bool open = false;
  pme__residue_run_half_widths(r, &known);
  for (int l = r->first; l < r->levels; l++)
    open = open || fmin(known.own_half_width[l], known.half_width[l]) > OPEN * r->question->tolerance[l];
  return open;
}

/* What the program uses at a time is about what a cache holds, or less: frames make it miss far more than LRU would, or
 * so little comes in that stretches do not fill it. */
static bool frames_decide(const run *r) {
  static const double FAR_MORE = 1.5, MOSTLY = 0.5;
  return r->question->machine->page_frames_random &&
         (r->missed > FAR_MORE * r->missed_lru || r->missed_late > MOSTLY * r->missed);
}

/* So little comes in that no stretch is full: a few of these, which are long, tell as much as many. */
static bool is_all_late(const run *r) { return r->count >= SURELY_LATE && r->missed_late == r->missed; }

/* Half-width of what is said with the walk of the level, were windows to scatter by that part of what they do. */
static double half_width_at(const run *r, const pme__policy_windows *known, int level, double part) {
  pme__policy_windows then = *known;
  double half_width;
  then.own_half_width[level] *= part;
  then.lru_half_width[level] *= part;
  then.half_width[level] *= part;
  pme__part_of_walk(&then, level, r->question->walked[level], &half_width);
  return half_width;
}

/* Whether as many more as there is room for would tell little more: what is open is what the walk leaves open. */
static bool gains_little(const run *r) {
  pme__policy_windows known = {0};
  double share = work_of(r) / ((is_open(r) ? 1 : USUAL_SHARE) * r->question->effort);
  double part = sqrt(fmin(fmax(share, (double)r->count / MOST_WINDOWS), 1));
  bool little = true;
  pme__residue_run_half_widths(r, &known);
  for (int l = r->first; l < r->levels && little; l++)
    little = r->draws[l] == 0 || half_width_at(r, &known, l, part) > LITTLE_LESS * half_width_at(r, &known, l, 1);
  return little;
}

static void run_stretches(run *r) {
  int least = r->first == 0 ? (int)fmin((double)r->residue.count, MOST_WINDOWS) : LEAST_STRETCHES;
  int least_for_little = r->first == 0 ? least : FEW_STRETCHES;
  for (int tries = 0; r->count < MOST_WINDOWS && tries < MOST_WINDOWS; tries++) {
    bool spent = work_of(r) > USUAL_SHARE * r->question->effort && (work_of(r) > r->question->effort || !is_open(r));
    bool is_other =
        r->is_scattered && r->first > 0 && (r->count == FEW_STRETCHES || is_all_late(r)) && frames_decide(r);
    bool is_told = r->count % LOOK_AFTER == 0 &&
                   ((r->count >= least && is_enough(r)) || (r->count >= least_for_little && gains_little(r)));
    if (is_other || is_told || (r->count >= (is_all_late(r) ? FEW_LATE : FEW_STRETCHES) && spent))
      break;
    run_window(r);
  }
}

/* ---- preparation ---- */

double pme__program_bytes(const pme__loop_tree *program) {
  double bytes = 0;
  for (int i = 0; i < program->array_count; i++)
    bytes += (double)(program->arrays[i].high_bytes - program->arrays[i].low_bytes);
  return bytes;
}

static bool is_near(const pme__policy_windows_question *question, double bytes, double most) {
  bool near = false;
  for (int l = 1; l < question->machine->level_count; l++) {
    double size = (double)question->machine->levels[l].size_bytes;
    near = near || (pme__windows_tell_policy(question->concrete, question->machine, l) && bytes > NEARLY * size &&
                    bytes < most * size);
  }
  return near;
}

bool pme__residue_windows_are_needed(const pme__policy_windows_question *question, const pme__loop_tree *program) {
  return is_near(question, pme__program_bytes(program), NEAR);
}

/* Of the accesses of a body: of iterations of a row that touch the same lines two are run, where no policy counts uses. */
static double share_run_of(const pme__policy_windows_question *question, const pme__loop_tree *program,
                           const pme__tree_node *body) {
  const pme_machine *machine = question->machine;
  double line_bytes = (double)machine->levels[0].line_bytes, most = 1;
  for (int i = 0; i < body->reference_count; i++) {
    const pme__tree_affine *offset = &program->references[body->reference_first + i].offset;
    most = fmax(most, fabs((double)pme__tree_coefficient(offset, body->parent->depth)));
  }
  bool runs_all = !body->parent->is_row;
  for (int l = 0; l < machine->level_count; l++)
    runs_all = runs_all || pme__policy_counts_uses(&machine->levels[l].policy);
  return runs_all ? 1 : fmin(RUN_OF_LINE * most / line_bytes, 1);
}

bool pme__residue_windows_fit(const pme__policy_windows_question *question, const pme__loop_tree *program) {
  const pme_machine *machine = question->machine;
  double accesses = 0, work = 0, bytes = pme__program_bytes(program);
  for (int i = 0; i < program->reference_count; i++) {
    const pme__tree_reference *reference = &program->references[i];
    accesses += question->executions[reference->node] * share_run_of(question, program, reference->body);
    if (reference->body->parent->is_row)
      work += NS_OF_STOP * question->rows[reference->node] +
              (reference->position == 0 ? NS_OF_ROW * question->rows[reference->node] : 0);
    else
      work += NS_OF_STOP * question->executions[reference->node];
  }
  work += NS_OF_ANY_ACCESS * accesses / (double)pme__residues_of(machine);
  double share = is_near(question, bytes, NEAR) ? SHARE_NEAR : is_near(question, bytes, FAR) ? SHARE_ABOVE : SHARE_FAR;
  return program->most_threads == 1 && pme__residues_of(machine) >= (int64_t)2 * LEAST_WINDOWS &&
         work * least_windows(machine) <= share * question->effort;
}

/* Where few draws are unlike the others as many as there can be; where a program touches far more than a cache holds,
 * frames even out within a run, and windows of stretches have one each. */
static int most_draws(const run *r) {
  enum { DRAWS_FAR = 2 };
  if (!r->is_scattered)
    return PME__MOST_DRAWS;
  return r->is_stretch ? 1 : DRAWS_FAR;
}

static bool any_walks(const run *r) {
  bool any = false;
  for (int i = 0; i < r->program->reference_count && r->question->walks; i++)
    any = any || r->question->walks[r->program->references[i].node].share > 0;
  return any;
}

static pme_status prepare(run *r, bool first, pme_arena *arena) {
  const pme_machine *machine = r->question->machine;
  bool told[PME_MAX_LEVELS];
  int64_t way_bytes = 1;
  r->first = first ? 0 : 1;
  r->levels = first ? 1 : machine->level_count;
  for (int l = 0; l < machine->level_count; l++) {
    int64_t bytes = machine->levels[l].line_bytes * pme_cache_sets(&machine->levels[l]);
    told[l] = (l == 0) == first && pme__windows_tell_policy(r->question->concrete, machine, l);
    way_bytes = bytes > way_bytes ? bytes : way_bytes;
  }
  r->references = PME_ARENA_NEW(arena, sums, r->program->reference_count);
  r->of_window = PME_ARENA_NEW(arena, sums, r->program->reference_count);
  r->drawn = PME_ARENA_NEW(arena, pme__residue_drawn, r->program->reference_count);
  r->group_bases = PME_ARENA_NEW(arena, int64_t, r->program->group_count);
  r->parts = PME_ARENA_NEW(arena, part, MOST_WINDOWS * r->program->reference_count);
  r->walks = PME_ARENA_NEW(arena, double, r->program->reference_count);
  int64_t *latest_pages = PME_ARENA_NEW(arena, int64_t, r->program->reference_count);
  if (!r->references || !r->of_window || !r->drawn || !r->group_bases || !r->parts || !r->walks || !latest_pages ||
      !pme__residue_prepare(r->program, machine, arena, &r->residue) ||
      !pme__strata_find(r->program, r->question->executions, way_bytes, &r->random, arena, &r->strata))
    return PME_NO_MEMORY;
  r->caches = pme__residue_caches_create(machine, told, &r->residue, most_draws(r), arena);
  if (!r->caches)
    return PME_NO_MEMORY;
  for (int l = 0; l < r->levels; l++)
    r->draws[l] = pme__residue_caches_draws(r->caches, l);
  r->forward = (pme__forward){.program = r->program,
                              .group_bases = r->group_bases,
                              .sink = take,
                              .alike = pme__residue_caches_count_uses(r->caches) ? NULL : leave_out,
                              .settles = !pme__residue_caches_count_uses(r->caches) && pme__sets_settle(machine),
                              .line_shift = r->residue.line_shift,
                              .residue = &r->residue,
                              .page = !first && any_walks(r) ? come_to_page : NULL,
                              .latest_pages = latest_pages,
                              .context = r};
  return PME_OK;
}

bool pme__residue_stretches_fit(const pme__policy_windows_question *question, const pme__loop_tree *program) {
  return program->most_threads == 1 && pme__residues_of(question->machine) >= LEAST_STRETCHES;
}

static pme_status run_as(run *r, bool is_first, pme_arena *arena) {
  pme_status status = prepare(r, is_first, arena);
  if (status == PME_OK && r->strata.count > 0 && !r->is_stretch)
    run_windows(r);
  else if (status == PME_OK && r->strata.count > 0)
    run_stretches(r);
  return status;
}

pme_status pme__run_residue_windows(const pme__policy_windows_question *question, pme__loop_tree *program,
                                    pme__residue_levels levels, bool is_whole, pme__policy_windows *out) {
  pme_arena *arena = pme_arena_create();
  run *r = arena ? PME_ARENA_NEW(arena, run, 1) : NULL;
  bool is_near_all = is_near(question, pme__program_bytes(program), NEAR), again = true;
  pme_status status = r ? PME_OK : PME_NO_MEMORY;
  for (int turn = is_near_all; turn < 2 && again && status == PME_OK; turn++) {
    *r = (run){
        .question = question, .program = program, .random = 1, .is_stretch = !is_whole, .is_scattered = turn == 0};
    status = run_as(r, levels == PME__RESIDUE_FIRST, arena);
    out->effort += work_of(r);
    again = r->first > 0 && frames_decide(r);
  }
  if (status == PME_OK)
    pme__residue_run_tell(r, out);
  pme_arena_destroy(arena);
  return status;
}
