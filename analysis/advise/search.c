/* pme_advise: which candidates are looked at, how closely, and which one is best. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "reason.h"
#include "vectors.h"

static const double USUAL_BUDGET_MS = 60;
/* Of a first look, for each level; and of a decision. */
static const double LOOK_EFFORT = 1e6, DECISION_EFFORT = 5e6, LEAST_DECISION_EFFORT = 2e6;
static const double LOOK_PRECISION = 0.05, DECISION_PRECISION = 0.02;
enum { FEWEST_LOOKS = 4, DECISIONS = 3, MOST_PADS = 2 };
/* What is worth a change, and what bound makes a search worth its time. */
static const double WORTH = 0.05;
/* Misses that differ by less are equal. */
static const double SAME_MISSES = 0.005;
/* Costs whose ratios to what is there differ by less are equal. */
static const double SAME_COST = 0.005;
/* Share of the misses of a level that conflicts must make for rows to be padded. */
static const double PADDING_SHARE = 0.2;

typedef struct search {
  pme__question question;
  const pme_advise_options *options;
  pme__grid *grid;
  double effort, budget; /* about nanoseconds: spent, and in all */
  double evaluation;     /* about nanoseconds of one evaluation, beside its effort */
} search;

/* ---- comparing ---- */

/* What is left of the loop's cost when so much of its construct is saved. */
static double left_of(double whole, double saved) { return whole > 0 ? (whole - saved) / whole : 1; }

static void compare(const search *s, const pme__answer *present, pme__answer *other) {
  pme_candidate *c = &other->candidate;
  const pme_candidate *p = &present->candidate;
  int outermost = s->question.prediction->level_count - 1;
  if (!s->question.costs) {
    double whole = p->levels[outermost].misses;
    double saved = present->group_misses[outermost] - other->group_misses[outermost];
    double width = whole > 0 ? hypot(present->shared_width, other->shared_width) / whole : 0;
    c->ratio = left_of(whole, saved);
    c->ratio_low = fmax(c->ratio - width, 0);
    c->ratio_high = c->ratio + width;
    return;
  }
  c->ratio = left_of(p->time.cycles, present->group_cycles - other->group_cycles);
  /* The rest of the construct: the same share on top however much overlaps. */
  double rest = c->ratio - (p->time.cycles > 0 ? c->time.cycles / p->time.cycles : 1);
  double overlapped = p->time.overlapped > 0 ? c->time.overlapped / p->time.overlapped + rest : c->ratio;
  double apart = p->time.apart > 0 ? c->time.apart / p->time.apart + rest : c->ratio;
  double width = c->ratio * hypot(p->time.spread, c->time.spread) + s->question.costs->uncertainty * fabs(1 - c->ratio);
  c->ratio_low = fmax(fmin(c->ratio, fmin(overlapped, apart)) - width, 0);
  c->ratio_high = fmax(c->ratio, fmax(overlapped, apart)) + width;
}

/* < 0: a is better. */
static int by_misses(const search *s, const pme__answer *a, const pme__answer *b) {
  for (int l = s->question.prediction->level_count - 1; l >= 0; l--) {
    double difference = a->group_misses[l] - b->group_misses[l];
    if (fabs(difference) > SAME_MISSES * fmin(a->group_misses[l], b->group_misses[l]))
      return difference < 0 ? -1 : 1;
  }
  return 0;
}

static int better(const search *s, const pme__answer *a, const pme__answer *b) {
  if (!s->question.costs)
    return by_misses(s, a, b);
  return a->group_cycles < b->group_cycles ? -1 : a->group_cycles > b->group_cycles;
}

/* ---- looking ---- */

static pme_status look(search *s, int number, double effort, double precision) {
  s->effort += s->evaluation + effort;
  return pme__evaluate(&s->question, effort, precision, &s->grid->answers[number]);
}

static bool can_afford(const search *s, double effort) { return s->effort + s->evaluation + effort <= s->budget; }

static double look_effort(const search *s) { return LOOK_EFFORT * s->question.prediction->level_count; }

/* Less where the budget is less: intervals get wider, and advice that they do not bear out is not given. Never so
 * little that a level is hardly sampled. */
static double decision_effort(const search *s) {
  double share = fmin(s->budget / (1e6 * USUAL_BUDGET_MS), 1);
  return fmax(DECISION_EFFORT * share, LEAST_DECISION_EFFORT) * s->question.prediction->level_count;
}

static pme_status look_from(search *s, int first) {
  pme_status status = PME_OK;
  for (int i = first; i < s->grid->count && status == PME_OK; i++)
    status = look(s, i, look_effort(s), LOOK_PRECISION);
  return status;
}

/* The best that is not decided yet; -1: all are. */
static int best_undecided(const search *s) {
  int best = -1;
  for (int i = 0; i < s->grid->count; i++)
    if (!s->grid->answers[i].candidate.is_decided &&
        (best < 0 || better(s, &s->grid->answers[i], &s->grid->answers[best]) < 0))
      best = i;
  return best;
}

static int best_of_all(const search *s) {
  int best = 0;
  for (int i = 1; i < s->grid->count; i++)
    if (better(s, &s->grid->answers[i], &s->grid->answers[best]) < 0)
      best = i;
  return best;
}

static pme_status decide(search *s, int number) {
  s->grid->answers[number].candidate.is_decided = true;
  return look(s, number, decision_effort(s), DECISION_PRECISION);
}

/* What is there, and the best few, closely. */
static pme_status decide_best(search *s) {
  double effort = decision_effort(s);
  pme_status status = s->grid->count > 1 ? decide(s, 0) : PME_OK;
  for (int i = 0; i < DECISIONS && status == PME_OK; i++) {
    int best = best_undecided(s);
    if (best < 0 || (i > 0 && !can_afford(s, effort)))
      break;
    status = decide(s, best);
  }
  return status;
}

/* ---- padding ---- */

/* Arrays whose accesses lose most to conflicts: long strides, and misses that are neither first touches nor due to
 * others.
 */
static void add_pads(search *s) {
  const pme_prediction *p = s->question.prediction;
  pme_candidate pad = s->grid->answers[0].candidate;
  int tried = 0;
  pad.is_present = false;
  pad.pad_bytes = p->machine->levels[0].line_bytes;
  for (int r = 0; r < p->reference_count && tried < MOST_PADS; r++) {
    const pme_reference_prediction *row = &p->references[r];
    const pme_concrete_node *node = pme_concrete_node_at(p->concrete, row->node);
    bool conflicts = false;
    if (!row->modelled || !pme__stands_in(pme_concrete_program(p->concrete), row->node, s->question.loop) ||
        pme__is_stream(p->concrete, row->node, pad.pad_bytes))
      continue;
    for (int l = 0; l < p->level_count; l++)
      conflicts = conflicts || row->levels[l].self > PADDING_SHARE * s->grid->answers[0].candidate.levels[l].misses;
    const pme_array *array = pme_program_array(pme_concrete_program(p->concrete), node->u.access.array);
    pad.padded_array = node->u.access.array;
    if (conflicts && array->extent_count > 1)
      tried += pme__grid_add(s->grid, s->grid->answers[0].deal.iterations, &pad) >= 0;
  }
}

/* ---- one loop ---- */

static bool varies_threads(const search *s) { return s->question.costs && s->options->scope == PME_ADVISE_ALL; }

/* Share of the present cost that no change can save more than; 1: not known. */
static double bound_of(const search *s) {
  const pme_candidate *present = &s->grid->answers[0].candidate;
  const pme__deal *deal = &s->grid->answers[0].deal;
  const pme_machine *machine = s->question.prediction->machine;
  int threads = varies_threads(s) && machine->cores > present->threads ? machine->cores : present->threads;
  pme__body body = pme__body_of(s->question.prediction, s->question.loop);
  if (!s->question.costs || present->time.cycles <= 0 || (body.is_innermost && present->chunk > 0))
    return 1;
  double least = pme__least_cycles(s->question.prediction, s->question.costs, s->question.loop, deal, threads);
  return fmax(1 - least / present->time.cycles, 0);
}

static pme_status try_candidates(search *s) {
  int most = (int)((s->budget - s->effort - 3e6 * DECISIONS) / (s->evaluation + look_effort(s)));
  most = most < FEWEST_LOOKS ? FEWEST_LOOKS : most > PME__MOST_CANDIDATES ? PME__MOST_CANDIDATES : most;
  const pme__deal deal = s->grid->answers[0].deal;
  pme__grid_fill(s->grid, s->question.prediction->machine, &deal, varies_threads(s), most);
  add_pads(s);
  pme_status status = look_from(s, 1);
  for (int round = 0; round < 2 && status == PME_OK && can_afford(s, look_effort(s)); round++) {
    int from = s->grid->count;
    pme__grid_refine(s->grid, &deal, best_of_all(s));
    status = look_from(s, from);
  }
  return status == PME_OK ? decide_best(s) : status;
}

/* Best first; of equals the one that was tried first, which is what is there. */
static void sort_answers(search *s) {
  pme__answer *answers = s->grid->answers;
  for (int i = 1; i < s->grid->count; i++) { /* few: insertion; `better` needs the search */
    pme__answer moved = answers[i];
    int to = i;
    for (; to > 0 && better(s, &moved, &answers[to - 1]) < 0; to--)
      answers[to] = answers[to - 1];
    answers[to] = moved;
  }
}

/* Of candidates that are as good as equal, the one that changes least: what is there, no padding, the team as it is, no
 * chunk, what was tried first. */
static int simplicity(const pme_candidate *c, const pme_candidate *present) {
  return c->is_present ? 0 : 1 + 4 * (c->pad_bytes > 0) + 2 * (c->threads != present->threads) + (c->chunk > 0);
}

static void put_simplest_first(search *s, const pme_candidate *present) {
  pme__answer *answers = s->grid->answers;
  int chosen = 0;
  for (int i = 1; i < s->grid->count && answers[i].candidate.ratio <= answers[0].candidate.ratio + SAME_COST; i++) {
    const pme_candidate *c = &answers[i].candidate, *best = &answers[chosen].candidate;
    int simpler = simplicity(c, present) - simplicity(best, present);
    if (simpler < 0 || (simpler == 0 && c->chunk < best->chunk))
      chosen = i;
  }
  pme__answer first = answers[chosen];
  memmove(answers + 1, answers, (size_t)chosen * sizeof *answers);
  answers[0] = first;
}

static pme_status report(search *s, pme_arena *arena, pme_loop_advice *out) {
  pme__answer present = s->grid->answers[0];
  for (int i = 0; i < s->grid->count; i++) {
    compare(s, &present, &s->grid->answers[i]);
    if (i > 0)
      pme__find_reason(&s->question, &present, &s->grid->answers[i]);
  }
  sort_answers(s);
  put_simplest_first(s, &present.candidate);
  out->candidates = PME_ARENA_NEW(arena, pme_candidate, s->grid->count);
  if (!out->candidates)
    return PME_NO_MEMORY;
  out->node = s->question.loop;
  out->count = s->grid->count;
  out->by_misses = !s->question.costs;
  for (int i = 0; i < s->grid->count; i++) {
    out->candidates[i] = s->grid->answers[i].candidate;
    if (out->candidates[i].is_present)
      out->present = i;
  }
  const pme_candidate *best = &out->candidates[0];
  out->pays = !best->is_present && best->ratio < 1 - WORTH && best->ratio_high < 1;
  return PME_OK;
}

static pme_status advise_loop(search *s, pme_arena *arena, pme_loop_advice *out) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(s->question.prediction->concrete, s->question.loop)->u.loop;
  pme_candidate present = {.threads = loop->threads,
                           .schedule = loop->schedule,
                           .chunk = loop->chunk,
                           .padded_array = PME_NONE,
                           .is_present = true};
  pme__grid_add(s->grid, 0, &present);
  pme_status status = look(s, 0, look_effort(s), LOOK_PRECISION);
  if (status != PME_OK)
    return status;
  double bound = bound_of(s);
  if (bound < WORTH && !s->options->thorough) {
    out->is_bounded = true;
    out->bound = bound;
  } else {
    status = try_candidates(s);
  }
  return status == PME_OK ? report(s, arena, out) : status;
}

/* ---- all loops ---- */

/* A worksharing loop with a team of its own and a number. */
static bool is_subject(const pme_prediction *p, const pme_loop_prediction *row) {
  const pme_program *program = pme_concrete_program(p->concrete);
  const pme_node *node = pme_program_node(program, row->node);
  if (!node->u.loop.parallel || row->status == PME_LOOP_NOT_MODELLED || row->executions <= 0 || row->trip_count < 2 ||
      row->levels[0].accesses <= 0)
    return false;
  for (int up = node->parent; up != PME_NONE; up = pme_program_node(program, up)->parent)
    if (pme_program_node(program, up)->kind == PME_NODE_LOOP && pme_program_node(program, up)->u.loop.parallel)
      return false;
  return true;
}

static pme_status keep_assumptions(const pme__costs *costs, pme_arena *arena, pme_advice *advice) {
  advice->assumptions = PME_ARENA_NEW(arena, const char *, costs->assumption_count);
  if (!advice->assumptions)
    return PME_NO_MEMORY;
  advice->assumption_count = costs->assumption_count;
  memcpy(advice->assumptions, costs->assumptions, (size_t)costs->assumption_count * sizeof *costs->assumptions);
  return PME_OK;
}

typedef struct request {
  const pme_prediction *prediction;
  const pme_what_if *what_if;
  const pme_advise_options *options;
  const pme__costs *costs;
  pme__grid *grid;
  pme_arena *arena;
} request;

static pme_status advise_row(const request *q, const pme_loop_prediction *row, pme_advice *advice) {
  search s = {.question = {q->prediction, q->what_if, q->costs, row->node},
              .options = q->options,
              .grid = q->grid,
              .budget = 1e6 * (q->options->budget_ms > 0 ? q->options->budget_ms : USUAL_BUDGET_MS)};
  s.grid->count = 0;
  s.evaluation = 1e6 * pme__evaluation_ms(&s.question);
  pme_status status = advise_loop(&s, q->arena, &advice->loops[advice->loop_count]);
  advice->loop_count += status == PME_OK;
  return status;
}

static pme_status advise_all(const request *q, pme_advice *advice) {
  pme_status status = q->costs ? keep_assumptions(q->costs, q->arena, advice) : PME_OK;
  for (int i = 0; i < q->prediction->loop_count && status == PME_OK; i++)
    if (is_subject(q->prediction, &q->prediction->loops[i]))
      status = advise_row(q, &q->prediction->loops[i], advice);
  return status;
}

pme_status pme_advise(const pme_prediction *prediction, const pme_what_if *what_if, const pme_advise_options *options,
                      pme_arena *arena, const pme_advice **out, pme_error *error) {
  static const pme_advise_options usual = {0};
  static const pme_what_if nothing = {0};
  pme__costs costs;
  pme_advice *advice = PME_ARENA_NEW(arena, pme_advice, 1);
  pme__grid *grid = (pme__grid *)pme_reallocate(NULL, sizeof *grid);
  pme_status status = PME_NO_MEMORY;
  request q = {.prediction = prediction,
               .what_if = what_if ? what_if : &nothing,
               .options = options ? options : &usual,
               .grid = grid,
               .arena = arena};
  q.costs = pme__costs_of(prediction->machine, &costs) && !q.options->by_misses ? &costs : NULL;
  if (advice && grid) {
    advice->prediction = prediction;
    advice->loops = PME_ARENA_NEW(arena, pme_loop_advice, prediction->loop_count);
    status = advice->loops ? advise_all(&q, advice) : PME_NO_MEMORY;
  }
  pme_reallocate(grid, 0);
  if (status != PME_OK)
    return pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
  *out = advice;
  return PME_OK;
}
