/* Drawing windows and running them. */
#include "windows.h"

#include <math.h>
#include <string.h>

#include "cache_sets.h"
#include "core_caches.h"
#include "forward.h"
#include "page_buffer.h"
#include "strata.h"
#include "translations.h"

/* Accesses: windows fill the caches in steps of so many, until less than one access in SETTLED has an unknown
 * translation; then so many count. */
enum { STEP = 4096, LEAST_STEPS = 2, MOST_STEPS = 24, SETTLED = 200, COUNTED = 2 * STEP };
enum { WHOLE_RUNS = 4, FIRST_WINDOWS = 20, FEW_WINDOWS = 10, MOST_WINDOWS = 256 };
/* Unknown translations that are looked into: of a window; effort of one. */
enum { MOST_ASKED = 4, WORK_OF_ASKING = 50000 };
static const double NS_OF_ACCESS = 30, STUDENT = 2;

typedef struct run {
  const pme__page_walks_question *question;
  const pme__loop_tree *program;
  pme__windows *out;
  pme__core_caches *caches;
  pme__level_state *pages; /* the translations as a cache of pages */
  int64_t *group_bases;
  int64_t *latest_pages; /* [reference] */
  uint64_t random;
  pme__forward forward;
  pme__strata strata;
  double *asked, *yes; /* [reference]: unknown translations that were looked into, and those that were not kept */
  int reference;       /* whose access is under way */
  int asked_in_window;
  bool is_whole, counts_now;
  int64_t steps, in_step, unknown, accesses;
  int64_t latest_change; /* among the accesses */
  pme__window_counts window;
  int64_t work; /* of drawing */
  int page_shift;
} run;

/* ---- one access ---- */

/* What the window does not know: what the sampled walk says, or what it said most often. */
static bool was_not_kept(void *context, int64_t page) {
  run *r = (run *)context;
  double *asked = &r->asked[r->reference], *yes = &r->yes[r->reference];
  if (r->is_whole)
    return true;
  if (r->counts_now && r->asked_in_window++ < MOST_ASKED) {
    pme__walk_instance instance = {.reference = r->reference, .thread = r->forward.thread};
    memcpy(instance.iterators, r->forward.iterators, sizeof instance.iterators);
    pme__walk_verdict verdict = pme__walk_decide(r->pages, &instance, page, PME__INTERFERENCE_ALL);
    if (verdict != PME__WALK_UNDECIDED) {
      *asked += 1;
      *yes += verdict != PME__WALK_HIT;
      return verdict != PME__WALK_HIT;
    }
  }
  return *yes > 0.5 * *asked;
}

static void fill_caches(run *r, int unknown) {
  r->unknown += unknown;
  if (++r->in_step < STEP)
    return;
  r->steps++;
  r->counts_now = r->steps >= MOST_STEPS || (r->steps >= LEAST_STEPS && r->unknown * SETTLED < STEP);
  r->in_step = r->unknown = 0;
}

static void count(pme__window_counts *c, const pme__core_touch *touch) {
  c->walks += touch->walks;
  c->hashed += touch->known_walks - touch->plain_walks;
  c->entries += touch->walk_misses;
  c->others += touch->misses - touch->alone;
}

static bool take(void *context, int reference, int64_t address) {
  run *r = (run *)context;
  const pme__core_question ask = {was_not_kept, r};
  pme__core_touch touch;
  r->reference = reference;
  r->accesses++;
  const pme__core_access access = {address, r->program->references[reference].size_bytes,
                                   r->program->references[reference].is_write};
  bool any = pme__core_caches_touch(r->caches, &access, &ask, &touch);
  r->latest_change = any && touch.changed ? r->accesses : r->latest_change;
  bool is_move = address >> r->page_shift != r->latest_pages[reference];
  r->latest_pages[reference] = address >> r->page_shift;
  if (!r->counts_now) {
    fill_caches(r, any ? touch.unknown : 0);
    return true;
  }
  r->out->references[reference].accesses++;
  r->window.accesses++;
  if (is_move)
    r->out->references[reference].moves++;
  if (any) {
    count(&r->out->references[reference], &touch);
    count(&r->window, &touch);
  }
  return r->is_whole || r->window.accesses < COUNTED;
}

/* Where nothing came into any set in the iteration before, more like it leave all sets as they are. Steps and windows end
 * where they would. */
static int64_t leave_out(void *context, const pme__tree_node *body, uint64_t told, int64_t iterations) {
  run *r = (run *)context;
  int64_t count = body->reference_count,
          room = r->counts_now ? COUNTED - (int64_t)r->window.accesses : STEP - r->in_step;
  (void)told;
  if (r->accesses - r->latest_change < count)
    return 0;
  if (!r->is_whole && iterations > (room - 1) / count)
    iterations = (room - 1) / count;
  r->accesses += iterations * count;
  r->in_step += r->counts_now ? 0 : iterations * count;
  for (int64_t i = 0; i < count && r->counts_now; i++)
    r->out->references[body->reference_first + i].accesses += (double)iterations;
  r->window.accesses += r->counts_now ? (double)(iterations * count) : 0;
  return iterations;
}

/* ---- windows ---- */

/* False: no place was found. */
static bool begin_window(run *r, pme__stratum *s, pme__walk_instance *instance) {
  s->windows++;
  if (!pme__walk_draw(&s->source, &s->sequence, &r->random, instance, r->group_bases, &r->work))
    return false;
  pme__level_state_place(r->pages, r->group_bases);
  pme__core_caches_empty(r->caches, r->is_whole);
  r->counts_now = r->is_whole;
  r->steps = r->in_step = r->unknown = 0;
  r->asked_in_window = 0;
  r->window = (pme__window_counts){0};
  for (int i = 0; i < r->program->reference_count; i++)
    r->latest_pages[i] = INT64_MIN;
  return true;
}

static void end_window(run *r) {
  if (r->window.accesses > 0)
    r->out->each[r->out->count++] = r->window;
}

static double work_of(const run *r) {
  return NS_OF_ACCESS * (double)r->accesses + (double)r->work + (double)pme__walk_work(r->pages);
}

static double walks_of(const pme__windows *windows) {
  double walks = 0;
  for (int k = 0; k < windows->count; k++)
    walks += windows->each[k].walks;
  return walks;
}

static double more_of(const pme__window_counts *c) { return c->entries + c->others; }

double pme__windows_ratio_error(const pme__windows *windows) {
  double walks = walks_of(windows), more = 0, squares = 0;
  for (int k = 0; k < windows->count; k++)
    more += more_of(&windows->each[k]);
  for (int k = 0; k < windows->count && walks > 0; k++) {
    double residual = more_of(&windows->each[k]) - more / walks * windows->each[k].walks;
    squares += residual * residual;
  }
  return more > 0 ? STUDENT * sqrt(squares) / more : 1;
}

double pme__windows_walks_error(const pme__windows *windows) {
  double walks = walks_of(windows), accesses = 0, squares = 0;
  for (int k = 0; k < windows->count; k++)
    accesses += windows->each[k].accesses;
  for (int k = 0; k < windows->count && accesses > 0; k++) {
    double residual = windows->each[k].walks - walks / accesses * windows->each[k].accesses;
    squares += residual * residual;
  }
  return walks > 0 ? STUDENT * sqrt(squares) / walks : 1;
}

/* ---- preparation ---- */

/* Bases matter modulo what pages are apart whose entries meet in a set. */
static int64_t way_bytes_of(const pme_machine *machine) {
  const pme_cache_level *level = &machine->levels[0];
  return level->line_bytes * pme_cache_sets(level) * (machine->page_bytes / PME_PAGE_ENTRY_BYTES);
}

static pme_status prepare(run *r, pme__loop_tree *program, pme_arena *arena) {
  int references = program->reference_count;
  pme_machine *pages = PME_ARENA_NEW(arena, pme_machine, 1);
  r->asked = PME_ARENA_NEW(arena, double, references);
  r->yes = PME_ARENA_NEW(arena, double, references);
  r->group_bases = PME_ARENA_NEW(arena, int64_t, program->group_count);
  r->latest_pages = PME_ARENA_NEW(arena, int64_t, references);
  r->page_shift = pme__page_shift(r->question->machine);
  r->caches = pme__core_caches_create(r->question->machine, arena);
  r->out->references = PME_ARENA_NEW(arena, pme__window_counts, references);
  r->out->each = PME_ARENA_NEW(arena, pme__window_counts, MOST_WINDOWS);
  if (!pages || !r->asked || !r->yes || !r->group_bases || !r->latest_pages || !r->caches || !r->out->references ||
      !r->out->each)
    return PME_NO_MEMORY;
  *pages = pme__translations_as_cache(r->question->machine);
  pme_status status = pme__level_state_create(program, pages, 0, arena, &r->pages);
  if (status != PME_OK)
    return status;
  pme__walk_limit(r->pages, WORK_OF_ASKING);
  r->forward = (pme__forward){.program = program, .group_bases = r->group_bases, .sink = take, .context = r};
  r->forward.line_shift = pme__core_caches_line_shift(r->caches);
  r->forward.alike = pme__core_caches_count_uses(r->caches) ? NULL : leave_out;
  r->forward.settles = r->forward.alike && pme__sets_settle(r->question->machine);
  bool found = pme__strata_find(program, r->question->executions, way_bytes_of(r->question->machine), &r->random, arena,
                                &r->strata);
  return found ? PME_OK : PME_NO_MEMORY;
}

static pme_status end(run *r) {
  r->out->work = work_of(r);
  return pme__level_state_status(r->pages) == PME_NO_MEMORY ? PME_NO_MEMORY : PME_OK;
}

/* What the windows missed more, were all of the program like them; or were each of its walks. */
static double more_of_all(const run *r) {
  double accesses = 0, more = 0, all = 0, walks = walks_of(r->out);
  for (int k = 0; k < r->out->count; k++) {
    accesses += r->out->each[k].accesses;
    more += more_of(&r->out->each[k]);
  }
  for (int i = 0; i < r->program->reference_count; i++)
    all += r->question->executions[r->program->references[i].node];
  return fmax(accesses > 0 ? fabs(more) / accesses * all : 0, walks > 0 ? fabs(more) / walks * r->question->likely : 0);
}

static bool is_enough(const run *r) {
  double more = more_of_all(r), likely = r->question->likely;
  if (r->out->count < FIRST_WINDOWS && fmax(more, likely) > r->question->tolerance)
    return false;
  return work_of(r) >= r->question->effort ||
         pme__windows_ratio_error(r->out) * fmin(more, likely) <= r->question->tolerance;
}

pme_status pme__run_windows(const pme__page_walks_question *question, pme__loop_tree *program, pme_arena *arena,
                            pme__windows *out) {
  run r = {.question = question, .program = program, .out = out, .random = 1};
  pme_status status = prepare(&r, program, arena);
  for (int tries = 0; status == PME_OK && r.strata.count > 0 && tries < MOST_WINDOWS; tries++) {
    pme__walk_instance instance;
    if (tries >= FEW_WINDOWS && is_enough(&r))
      break;
    if (!begin_window(&r, pme__strata_next(&r.strata), &instance))
      continue;
    pme__forward_from(&r.forward, &instance);
    end_window(&r);
  }
  return status == PME_OK ? end(&r) : status;
}

pme_status pme__run_whole(const pme__page_walks_question *question, pme__loop_tree *program, pme_arena *arena,
                          pme__windows *out) {
  run r = {.question = question, .program = program, .out = out, .random = 1, .is_whole = true};
  pme_status status = prepare(&r, program, arena);
  for (int i = 0; status == PME_OK && r.strata.count > 0 && i < (program->group_count > 0 ? WHOLE_RUNS : 1); i++) {
    pme__walk_instance somewhere;
    if (!begin_window(&r, r.strata.all, &somewhere))
      continue;
    pme__forward_all(&r.forward);
    end_window(&r);
  }
  return status == PME_OK ? end(&r) : status;
}
