/* Choosing residues, running them, and what they say of all of the program. */
#include "residue_windows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cache_sets.h"
#include "forward.h"
#include "residue_caches.h"
#include "strata.h"

/* Windows: at least; where frames are drawn each has several results of its own. */
enum { LEAST_WINDOWS = 3, LEAST_DRAWN_WINDOWS = 2, MOST_WINDOWS = 16 };
static const double NS_OF_ACCESS = 10, NS_OF_TOUCH = 35, NS_OF_ROW = 40, NS_OF_STOP = 8;
/* Of all accesses of a residue: most are like the one before. */
static const double NS_OF_ANY_ACCESS = 15;
/* Of the effort, that the windows that there have to be may cost; and where what the program touches is about as much as
 * a cache holds, from NEARLY to four times that: nothing else tells what such caches keep. */
static const double MOST_SHARE = 3, MOST_SHARE_NEAR = 6, NEARLY = 0.5, NEAR = 4;
/* Iterations of a line that are run, and somewhat more for what else is done about it. */
static const double RUN_OF_LINE = 4;
/* Of a mean of n results: 95%. */
static const double STUDENT[] = {0, 0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31}, STUDENT_OF_MANY = 2.1;

typedef struct sums {
  double accesses;
  double own[PME_MAX_LEVELS], lru[PME_MAX_LEVELS];
} sums;

typedef struct window {
  sums all;
  double drawn[PME_MAX_LEVELS][PME__MOST_DRAWS]; /* own misses of each draw */
} window;

/* Own misses of a reference in the window that is run. */
typedef struct drawn {
  int32_t own[PME_MAX_LEVELS][PME__MOST_DRAWS];
} drawn;

typedef struct run {
  const pme__policy_windows_question *question;
  pme__loop_tree *program;
  int levels;
  pme__residue residue;
  pme__residue_caches *caches;
  pme__strata strata;
  pme__forward forward;
  int64_t *group_bases;
  uint64_t random;
  sums *references;
  drawn *drawn; /* [reference] */
  window windows[MOST_WINDOWS], *now;
  int count;
  int64_t accesses, touches, work;
  int64_t latest_miss; /* among the accesses that were run */
} run;

/* ---- one access ---- */

static void add(run *r, const pme__residue_misses *misses, int reference) {
  for (int l = 0; l < r->levels; l++) {
    for (int d = 0; d < pme__residue_caches_draws(r->caches, l); d++)
      r->drawn[reference].own[l][d] += misses->own[l][d];
    r->references[reference].lru[l] += misses->lru[l];
    r->now->all.lru[l] += misses->lru[l];
  }
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
  r->references[reference].accesses++;
  r->now->all.accesses++;
  if (misses.any && misses.missed)
    add(r, &misses, reference);
  return true;
}

/* Where the iteration before hit everywhere, more like it change nothing. */
static int64_t leave_out(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations) {
  run *r = (run *)context;
  int count = __builtin_popcountll(told);
  if (r->accesses - r->latest_miss < count)
    return 0;
  for (int i = 0; i < body->reference_count; i++)
    if (told >> i & 1)
      r->references[body->reference_first + i].accesses += (double)iterations;
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
  int draws = pme__residue_caches_draws(r->caches, level), taken = 0;
  memcpy(sorted, r->now->drawn[level], sizeof sorted);
  qsort(sorted, (size_t)draws, sizeof *sorted, compare_doubles);
  double low = sorted[(draws - 1) / 2], high = sorted[draws / 2];
  for (int d = 0; d < draws; d++)
    taken += r->now->drawn[level][d] >= low && r->now->drawn[level][d] <= high;
  for (int i = 0; i < r->program->reference_count; i++)
    for (int d = 0; d < draws; d++)
      if (r->now->drawn[level][d] >= low && r->now->drawn[level][d] <= high)
        r->references[i].own[level] += (double)r->drawn[i].own[level][d] / taken;
}

/* False: no places were found. */
static bool run_window(run *r) {
  pme__walk_instance somewhere;
  pme__stratum *first = r->strata.all;
  if (!pme__walk_draw(&first->source, &first->sequence, &r->random, &somewhere, r->group_bases, &r->work))
    return false;
  r->now = &r->windows[r->count];
  r->residue.chosen = spread(r, r->count);
  memset(r->drawn, 0, (size_t)r->program->reference_count * sizeof *r->drawn);
  pme__residue_caches_empty(r->caches, true);
  pme__forward_all(&r->forward);
  for (int l = 0; l < r->levels; l++) {
    for (int d = 0; d < pme__residue_caches_draws(r->caches, l); d++)
      r->now->drawn[l][d] = (double)pme__residue_caches_missed(r->caches, l, d);
    if (pme__residue_caches_draws(r->caches, l) > 0)
      take_middle(r, l);
  }
  r->count++;
  return true;
}

static double work_of(const run *r) {
  return NS_OF_ACCESS * (double)r->accesses + NS_OF_TOUCH * (double)r->touches + NS_OF_ROW * (double)r->forward.rows +
         NS_OF_STOP * (double)r->forward.stops + (double)r->work;
}

static int least_windows(const pme_machine *machine) {
  return machine->page_frames_random ? LEAST_DRAWN_WINDOWS : LEAST_WINDOWS;
}

static void run_windows(run *r) {
  int least = least_windows(r->question->machine);
  while (r->count < MOST_WINDOWS && r->count < r->residue.count) {
    if (r->count >= least && work_of(r) * (r->count + 1) > r->question->effort * r->count)
      break;
    if (!run_window(r))
      break;
  }
}

/* ---- what they say ---- */

static double executions_of(const run *r, int reference) {
  return r->question->executions[r->program->references[reference].node];
}

static double student_of(int results) {
  return results < (int)(sizeof STUDENT / sizeof *STUDENT) ? STUDENT[results] : STUDENT_OF_MANY;
}

/* Results of windows, for as many accesses as there are of the program. */
typedef struct scatter {
  double sum, squares;
  int count;
} scatter;

static void note(scatter *s, double value) {
  s->sum += value;
  s->squares += value * value;
  s->count++;
}

/* Half-width of the mean, and of one more result around it. */
static double half_width_of(const scatter *s, bool is_of_one) {
  double n = s->count, mean = s->sum / n, variance = n > 1 ? fmax(s->squares / n - mean * mean, 0) * n / (n - 1) : 0;
  return n > 1 ? student_of(s->count) * sqrt(variance * (1 / n + (is_of_one ? 1 : 0))) : INFINITY;
}

/* A run has one frame for each page: its misses are one result of those that there may be. */
static void find_half_widths(const run *r, double all, pme__policy_windows *out) {
  for (int l = 1; l < r->levels; l++) {
    scatter own = {0}, more = {0};
    int draws = pme__residue_caches_draws(r->caches, l);
    for (int k = 0; k < r->count; k++) {
      const window *w = &r->windows[k];
      double scale = w->all.accesses > 0 ? all / w->all.accesses : 0;
      for (int d = 0; d < draws; d++)
        note(&own, scale * w->drawn[l][d]);
      for (int d = 0; d < draws; d++)
        note(&more, scale * (w->drawn[l][d] - w->all.lru[l]));
    }
    out->own_half_width[l] = own.count ? half_width_of(&own, draws > 1) : INFINITY;
    out->half_width[l] = more.count ? half_width_of(&more, draws > 1) : 0;
  }
}

static void tell(const run *r, pme__policy_windows *out) {
  double all = 0;
  for (int i = 0; i < r->program->reference_count; i++) {
    const sums *s = &r->references[i];
    pme__policy_change *change = &out->changes[r->program->references[i].node];
    all += executions_of(r, i);
    change->is_seen = s->accesses > 0;
    for (int l = 1; l < r->levels && s->accesses > 0; l++) {
      double scale = executions_of(r, i) / s->accesses;
      change->own[l] = scale * s->own[l];
      change->more[l] = scale * (s->own[l] - s->lru[l]);
    }
  }
  find_half_widths(r, all, out);
  out->effort += work_of(r);
}

/* ---- preparation ---- */

/* Walks of the page table read lines of any residue, and which there are depends on accesses to all. */
static bool has_walks(const pme_machine *machine, double bytes) {
  return machine->page_walks_read && bytes > (double)machine->page_entries * (double)machine->page_bytes;
}

static double bytes_of(const pme__loop_tree *program) {
  double bytes = 0;
  for (int i = 0; i < program->array_count; i++)
    bytes += (double)(program->arrays[i].high_bytes - program->arrays[i].low_bytes);
  return bytes;
}

static bool is_near(const pme__policy_windows_question *question, double bytes) {
  bool near = false;
  for (int l = 1; l < question->machine->level_count; l++) {
    double size = (double)question->machine->levels[l].size_bytes;
    near = near || (pme__windows_tell_policy(question->concrete, question->machine, l) && bytes > NEARLY * size &&
                    bytes < NEAR * size);
  }
  return near;
}

bool pme__residue_windows_are_needed(const pme__policy_windows_question *question, const pme__loop_tree *program) {
  return is_near(question, bytes_of(program));
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
  double accesses = 0, work = 0, bytes = bytes_of(program);
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
  return program->most_threads == 1 && !has_walks(machine, bytes) &&
         pme__residues_of(machine) >= (int64_t)2 * LEAST_WINDOWS &&
         work * least_windows(machine) <= (is_near(question, bytes) ? MOST_SHARE_NEAR : MOST_SHARE) * question->effort;
}

static pme_status prepare(run *r, pme_arena *arena) {
  const pme_machine *machine = r->question->machine;
  bool told[PME_MAX_LEVELS];
  int64_t way_bytes = 1;
  r->levels = machine->level_count;
  for (int l = 0; l < r->levels; l++) {
    int64_t bytes = machine->levels[l].line_bytes * pme_cache_sets(&machine->levels[l]);
    told[l] = pme__windows_tell_policy(r->question->concrete, machine, l);
    way_bytes = bytes > way_bytes ? bytes : way_bytes;
  }
  r->references = PME_ARENA_NEW(arena, sums, r->program->reference_count);
  r->drawn = PME_ARENA_NEW(arena, drawn, r->program->reference_count);
  r->group_bases = PME_ARENA_NEW(arena, int64_t, r->program->group_count);
  if (!r->references || !r->drawn || !r->group_bases ||
      !pme__residue_prepare(r->program, machine, arena, &r->residue) ||
      !pme__strata_find(r->program, r->question->executions, way_bytes, &r->random, arena, &r->strata))
    return PME_NO_MEMORY;
  r->caches = pme__residue_caches_create(machine, told, &r->residue, arena);
  if (!r->caches)
    return PME_NO_MEMORY;
  r->forward = (pme__forward){.program = r->program,
                              .group_bases = r->group_bases,
                              .sink = take,
                              .alike = pme__residue_caches_count_uses(r->caches) ? NULL : leave_out,
                              .line_shift = r->residue.line_shift,
                              .residue = &r->residue,
                              .context = r};
  return PME_OK;
}

pme_status pme__run_residue_windows(const pme__policy_windows_question *question, pme__loop_tree *program,
                                    pme__policy_windows *out) {
  pme_arena *arena = pme_arena_create();
  run *r = arena ? PME_ARENA_NEW(arena, run, 1) : NULL;
  pme_status status = r ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK) {
    *r = (run){.question = question, .program = program, .random = 1};
    status = prepare(r, arena);
  }
  if (status == PME_OK) {
    if (r->strata.count > 0)
      run_windows(r);
    tell(r, out);
  }
  pme_arena_destroy(arena);
  return status;
}
