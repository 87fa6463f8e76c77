/* pme_advise: which candidates are evaluated, how closely, and which one is best. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/plan.h"
#include "analysis/core/tree.h"
#include "cache_share.h"
#include "compiled.h"
#include "matched.h"
#include "padding.h"
#include "places.h"
#include "rank.h"
#include "reason.h"
#include "unknown_work.h"

/* With so much a decision has all the samples that it can use; of misses, where there are no times that tell. */
static const double FULL_BUDGET_MS = 60, FULL_BUDGET_OF_MISSES_MS = 39;
/* Of a rough evaluation, for each level; and of a decision. */
static const double ROUGH_EFFORT = 1e6, DECISION_EFFORT = 5e6, LEAST_DECISION_EFFORT = 2e6, WIDE_OPEN_EFFORT = 3.5e6;
/* Counting all accesses may take so many times the effort of samples: nothing needs to be decided again. */
static const double COUNTING_OF_SAMPLING = 2;
static const double ROUGH_PRECISION = 0.05, DECISION_PRECISION = 0.02;
/* Where misses are all that counts, and nobody waits for a remark. */
static const double MISSES_PRECISION = 0.003, MISSES_EFFORT = 4;
/* Share of the time; or of what is saved. */
static const double OPEN_OF_SETTLED = 0.003, OPEN_OF_SAVED = 0.03;
enum { FEWEST_CANDIDATES = 4, FEWEST_COUNTED = 6, MOST_COUNTED = 8, DECISIONS = 3 };
/* Of the budget: where setting up the fewest candidates takes more, a search that has an allowance is not begun. */
static const double MOST_OF_SETTING_UP = 4;

typedef struct search {
  pme__question question;
  const pme_advise_options *options;
  pme__grid *grid;
  double effort, budget; /* about nanoseconds: spent, and in all */
  double counting;       /* about nanoseconds: of all accesses, for one candidate */
  double evaluation;     /* about nanoseconds of one evaluation, beside its effort */
  const pme__planned_loop *planned;
  bool is_compiled; /* as of pme_loop_advice */
  pme__unknown_work unknown;
  double effort_factor; /* by how much evaluations need more effort than usual, to be answered at all; 1 at first */
} search;

/* ---- evaluating ---- */

/* Threads that share the work out by their numbers may count on a team of a certain size: another one then does other
 * work, and is no answer. */
static bool does_the_same(const search *s, const pme__answer *answer) {
  static const double alike = 0.05;
  double present = s->grid->answers[0].candidate.levels[0].accesses;
  return !answer->candidate.is_team || answer->candidate.is_present ||
         fabs(answer->candidate.levels[0].accesses - present) <= alike * present;
}

/* Without an answer, the one from before stays. */
static pme_status evaluate(search *s, int number, double effort, double precision) {
  pme__answer answer = s->grid->answers[number];
  if (answer.is_exact)
    return PME_OK;
  if (s->counting <= COUNTING_OF_SAMPLING * effort)
    effort = fmax(effort, s->counting);
  double spent = 0;
  pme_status status = pme__evaluate(&s->question, effort, precision, &answer, &spent);
  s->effort += spent;
  if (status == PME_OK && answer.is_answered && does_the_same(s, &answer))
    s->grid->answers[number] = answer;
  return status;
}

static bool can_afford(const search *s, double effort) { return s->effort + s->evaluation + effort <= s->budget; }

static double rough_effort(const search *s) {
  return ROUGH_EFFORT * s->effort_factor * s->question.prediction->level_count;
}

/* Less where the budget is less: intervals get wider, and advice that they do not bear out is not given. Never so
 * little that a level is hardly sampled. */
static double decision_effort(const search *s) {
  double full_ms = s->question.costs ? FULL_BUDGET_MS : FULL_BUDGET_OF_MISSES_MS;
  double share = fmin(s->budget / (1e6 * full_ms), 1);
  return fmax(fmax(DECISION_EFFORT * share, LEAST_DECISION_EFFORT) * s->question.prediction->level_count,
              rough_effort(s));
}

/* Misses do not show that threads wait for the others: without times, less even work is no candidate. */
static bool waits_unseen(const search *s, const pme__answer *answer) {
  static const double alike = 0.05;
  return !s->question.costs &&
         answer->distribution.imbalance > (1 + alike) * s->grid->answers[0].distribution.imbalance;
}

static bool may_wait_more(const search *s, int number) {
  const pme__answer *answer = &s->grid->answers[number];
  return pme__may_wait_more(&s->unknown, &s->grid->answers[0].candidate, &answer->candidate, &answer->distribution);
}

/* Candidates without an answer are no candidates. */
static void drop_unanswered(search *s) {
  int kept = 1;
  for (int i = 1; i < s->grid->count; i++)
    if (s->grid->answers[i].is_answered && !waits_unseen(s, &s->grid->answers[i]) && !may_wait_more(s, i))
      s->grid->answers[kept++] = s->grid->answers[i];
  s->grid->count = kept;
}

/* Some candidates take more effort than the present one: odd blocks of a team, say. */
static pme_status evaluate_roughly(search *s, int number) {
  static const double more = 4;
  pme_status status = evaluate(s, number, rough_effort(s), ROUGH_PRECISION);
  if (status == PME_OK && !s->grid->answers[number].is_answered && can_afford(s, more * rough_effort(s)))
    status = evaluate(s, number, more * rough_effort(s), ROUGH_PRECISION);
  return status;
}

static pme_status evaluate_from(search *s, int first) {
  pme_status status = PME_OK;
  for (int i = first; i < s->grid->count && status == PME_OK && (i <= FEWEST_CANDIDATES || s->effort < s->budget); i++)
    status = evaluate_roughly(s, i);
  drop_unanswered(s);
  return status;
}

/* Effort cannot change what it costs: all accesses were counted, or what is open of the misses is hardly any time, or
 * little beside what is saved. */
static bool is_settled(const search *s, int number) {
  const pme__answer *answer = &s->grid->answers[number];
  double little = fmax(OPEN_OF_SETTLED * answer->group_cycles, OPEN_OF_SAVED * pme__saved_cycles(s->grid, number));
  return answer->is_exact || (s->question.costs && answer->group_open <= little);
}

/* Compares the middles of the intervals, not the upper ends, by which the best is chosen: a candidate that was hardly
 * sampled is worth more samples when it promises much. */
static bool promises_more(const search *s, const pme__answer *a, const pme__answer *b) {
  return s->question.costs ? a->group_cycles < b->group_cycles : pme__better(&s->question, a, b) < 0;
}

static bool is_undecided(const search *s, int number) {
  return !s->grid->answers[number].candidate.is_decided && !is_settled(s, number);
}

/* Rough samples do not tell it from the most promising one, and it changes less than what was found so far. */
static bool is_simpler(const search *s, const pme__answer *a, const pme__answer *best, const pme__answer *found) {
  const pme_candidate *present = &s->grid->answers[0].candidate;
  return s->question.costs && a->group_cycles - best->group_cycles <= fmax(a->group_open, best->group_open) &&
         pme__extent_of_change(&a->candidate, present) < pme__extent_of_change(&found->candidate, present);
}

/* The most promising candidate that is not decided yet, of several the one that changes least: advice would name that,
 * and loops that go together find the same one. -1: all are decided. */
static int best_undecided(const search *s) {
  const pme__answer *all = s->grid->answers;
  int best = -1;
  for (int i = 0; i < s->grid->count; i++)
    if (is_undecided(s, i) && (best < 0 || promises_more(s, &all[i], &all[best])))
      best = i;
  int simplest = best;
  for (int i = 0; i < s->grid->count && best >= 0; i++)
    if (is_undecided(s, i) && is_simpler(s, &all[i], &all[best], &all[simplest]))
      simplest = i;
  return simplest;
}

static int best_of_all(const search *s) {
  int best = 0;
  for (int i = 1; i < s->grid->count; i++)
    if (pme__better(&s->question, &s->grid->answers[i], &s->grid->answers[best]) < 0)
      best = i;
  return best;
}

/* It promises much and is hardly known: less would be advised for want of samples. */
static bool is_wide_open(const search *s, int number) {
  static const double most = 0.5;
  const pme__answer *answer = &s->grid->answers[number];
  return s->question.costs && !answer->is_exact && answer->group_open > most * answer->group_cycles &&
         answer->group_cycles < (1 - PME__WORTH) * s->grid->answers[0].group_cycles;
}

static pme_status decide(search *s, int number) {
  double effort = decision_effort(s), more = WIDE_OPEN_EFFORT * s->question.prediction->level_count;
  s->grid->answers[number].candidate.is_decided = true;
  if (s->options->by_misses)
    return evaluate(s, number, MISSES_EFFORT * effort, MISSES_PRECISION);
  pme_status status = evaluate(s, number, effort, DECISION_PRECISION);
  return status == PME_OK && more > effort && is_wide_open(s, number) ? evaluate(s, number, more, DECISION_PRECISION)
                                                                      : status;
}

/* Not even the middle of an interval promises a notable part of what is worth a change: more samples make no advice of
 * it. */
static bool is_hopeless(const search *s) {
  static const double notable = 0.4 * PME__WORTH;
  for (int i = 1; i < s->grid->count; i++)
    if (s->grid->answers[i].group_cycles < (1 - notable) * s->grid->answers[0].group_cycles)
      return false;
  return s->question.costs && !s->options->thorough;
}

/* Decides the present candidate and the best few. */
static pme_status decide_best(search *s) {
  double effort = decision_effort(s);
  if (is_hopeless(s))
    return PME_OK;
  pme_status status = s->grid->count > 1 && !is_settled(s, 0) ? decide(s, 0) : PME_OK;
  for (int i = 0; i < DECISIONS && status == PME_OK; i++) {
    int best = best_undecided(s);
    if (best < 0 || (i > 0 && !can_afford(s, effort)))
      break;
    status = decide(s, best);
  }
  return status;
}

/* ---- one loop ---- */

static bool asks_for_uneven(search *s) { return pme__asks_for_uneven(&s->unknown, &s->grid->answers[0].candidate); }

static bool varies_threads(const search *s) { return s->question.costs && s->planned->other_teams; }

/* Starting the team takes most of the time: what counts is how many threads there are. */
static bool is_mostly_start(const search *s, const pme_loop_time *now) {
  static const double most = 0.5;
  const pme__answer *present = &s->grid->answers[0];
  return varies_threads(s) && !present->candidate.is_team && !present->distribution.is_uneven &&
         now->overhead > most * now->cycles;
}

static pme_status try_teams(search *s) {
  pme__grid_fill_teams(s->grid, &s->grid->answers[0].distribution);
  pme__add_whole_lines(&s->question, s->grid);
  pme_status status = evaluate_from(s, 1);
  return status == PME_OK ? decide_best(s) : status;
}

/* As many as there is effort for. Where all accesses are counted each takes what the present one took, and nothing is left
 * to decide. */
static int most_candidates(const search *s) {
  bool is_counted = s->grid->answers[0].is_exact && s->effort > 0;
  double left = s->budget - s->effort - (is_counted ? 0 : 1e6 * DECISIONS);
  double most = left / (is_counted ? s->effort : s->evaluation + rough_effort(s));
  return is_counted ? (int)fmin(fmax(most, FEWEST_COUNTED), MOST_COUNTED)
                    : (int)fmin(fmax(most, FEWEST_CANDIDATES), PME__MOST_CANDIDATES);
}

static void fill_grid(search *s, const pme__work_distribution *distribution) {
  int most = most_candidates(s);
  if (asks_for_uneven(s))
    pme__grid_fill_demanded(s->grid, distribution, most);
  else
    pme__grid_fill(s->grid, s->question.prediction->machine, distribution, varies_threads(s), most);
}

static pme_status try_candidates(search *s) {
  pme__work_distribution distribution = s->grid->answers[0].distribution;
  /* Chunks on demand even work out, which misses do not show. */
  distribution.is_uneven = distribution.is_uneven && s->question.costs;
  fill_grid(s, &distribution);
  pme__add_whole_lines(&s->question, s->grid);
  pme__add_padding(&s->question, s->grid, 0);
  pme_status status = evaluate_from(s, 1);
  for (int round = 0; round < 2 && status == PME_OK && can_afford(s, rough_effort(s)); round++) {
    int from = s->grid->count;
    pme__grid_refine(s->grid, &distribution, best_of_all(s));
    status = evaluate_from(s, from);
  }
  int from = s->grid->count, other = pme__best_without_conflicts(&s->question, s->grid);
  if (status == PME_OK && other >= 0) {
    pme__add_padding(&s->question, s->grid, other);
    status = evaluate_from(s, from);
  }
  return status == PME_OK ? decide_best(s) : status;
}

/* Evaluates the present candidate, with more and more effort until it has an answer or the budget is spent. Other
 * candidates need about as much, so the effort factor stays raised. It is also raised where the answer was there
 * already, from advice on another loop of the construct, but had taken more effort than usual. */
static pme_status evaluate_present(search *s) {
  static const double more = 4;
  s->effort_factor = 1;
  pme_status status = evaluate(s, 0, rough_effort(s), ROUGH_PRECISION);
  while (status == PME_OK && !s->grid->answers[0].is_answered && can_afford(s, more * rough_effort(s))) {
    s->effort_factor *= more;
    status = evaluate(s, 0, rough_effort(s), ROUGH_PRECISION);
  }
  while (s->grid->answers[0].is_answered && !s->grid->answers[0].is_exact &&
         s->grid->answers[0].needed > rough_effort(s))
    s->effort_factor *= more;
  return status;
}

/* The numbers of the prediction, for a loop that is not evaluated. */
static void take_prediction(search *s, const pme_loop_advice *out) {
  pme_candidate *c = &s->grid->answers[0].candidate;
  pme__levels_without_data(s->question.prediction, s->planned->row, c->levels);
  c->time = out->now;
}

static void put_present_first(pme__grid *grid) {
  for (int i = 1; i < grid->count; i++)
    if (grid->answers[i].candidate.is_present) {
      pme__answer present = grid->answers[i];
      grid->answers[i] = grid->answers[0];
      grid->answers[0] = present;
    }
}

/* What was only looked at roughly is no advice: it is decided, and compared again. */
static pme_status report(search *s, pme_arena *arena, pme_loop_advice *out) {
  pme_status status = pme__report(&s->question, s->grid, arena, out);
  for (int i = 0; i < DECISIONS && status == PME_OK && out->pays && !out->candidates[0].is_decided; i++) {
    if (is_settled(s, 0))
      return PME_OK;
    status = decide(s, 0);
    put_present_first(s->grid);
    if (status == PME_OK)
      status = pme__report(&s->question, s->grid, arena, out);
  }
  out->pays = out->pays && (out->candidates[0].is_decided || is_settled(s, 0));
  return status;
}

/* Longer rows take misses that no schedule does. */
static bool may_lengthen_rows(search *s) {
  s->grid->answers[0].distribution = s->planned->distribution;
  pme__add_padding(&s->question, s->grid, 0);
  bool may = s->grid->count > 1;
  s->grid->count = 1;
  return may;
}

static bool hangs_on_rows_alone(const search *s) {
  return !s->options->thorough && s->planned->bound_of_schedules < PME__WORTH;
}

static double bound_of(search *s) {
  bool by_rows = hangs_on_rows_alone(s) && s->planned->bound >= PME__WORTH && may_lengthen_rows(s);
  return by_rows ? s->planned->bound : fmin(s->planned->bound, s->planned->bound_of_schedules);
}

/* Whether there is a reason to search for nothing, which `out` is told. */
static bool is_left_alone(search *s, bool is_put_off, pme_loop_advice *out) {
  const pme__planned_loop *planned = s->planned;
  out->now = planned->now;
  out->share = planned->share;
  take_prediction(s, out);
  if (s->options->thorough || s->options->only_now)
    return s->options->only_now;
  double bound = bound_of(s);
  out->is_bounded = bound < PME__WORTH;
  out->bound = out->is_bounded ? bound : 0;
  out->is_light = !out->is_bounded && planned->is_light;
  out->is_put_off = is_put_off && !planned->is_race && !out->is_bounded && !planned->is_light;
  return planned->is_race || out->is_bounded || planned->is_light || is_put_off;
}

static pme_status try_longer_rows(search *s) {
  pme__add_padding(&s->question, s->grid, 0);
  pme_status status = evaluate_from(s, 1);
  return status == PME_OK ? decide_best(s) : status;
}

static pme_status try_changes(search *s) {
  if (hangs_on_rows_alone(s))
    return try_longer_rows(s);
  bool few = !s->options->thorough && !asks_for_uneven(s) && is_mostly_start(s, &s->grid->answers[0].candidate.time);
  return few ? try_teams(s) : try_candidates(s);
}

static pme_status advise_loop(search *s, bool is_put_off, pme_arena *arena, pme_loop_advice *out) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(s->question.prediction->concrete, s->question.loop)->u.loop;
  pme_candidate present = {.threads = loop->threads,
                           .schedule = loop->schedule,
                           .chunk = loop->chunk,
                           .is_team = loop->is_team,
                           .is_present = true};
  pme__grid_add(s->grid, 0, &present);
  bool is_searched = !is_left_alone(s, is_put_off, out);
  pme_status status = is_searched ? evaluate_present(s) : PME_OK;
  if (status != PME_OK)
    return status;
  out->is_unanswered = is_searched && !s->grid->answers[0].is_answered;
  if (s->grid->answers[0].is_answered)
    status = try_changes(s);
  out->is_compiled = s->is_compiled;
  if (status == PME_OK)
    status = report(s, arena, out);
  bool is_decided = out->count > 0 && (out->candidates[0].is_decided || out->candidates[out->present].is_decided);
  pme__search_effort close = {is_decided ? decision_effort(s) : rough_effort(s),
                              is_decided ? DECISION_PRECISION : ROUGH_PRECISION, &s->effort};
  if (status == PME_OK)
    status = pme__allow_for_places(&s->question, &close, out);
  if (status == PME_OK)
    status = pme__allow_for_cache_share(&s->question, s->grid, &close, out);
  return status == PME_OK ? pme__allow_for_unknown(&s->question, &close, &s->unknown, out) : status;
}

/* ---- all loops ---- */

typedef struct request {
  const pme_prediction *prediction;
  const pme_what_if *what_if;
  const pme_advise_options *options;
  const pme__costs *costs;
  pme__candidate_runs runs;
  pme__grid *grid;
  double budget_ms; /* of each loop */
  bool is_compiled;
  pme_arena *arena;
} request;

static double budget_of_loop_ms(const request *q, int subjects) {
  if (q->options->budget_ms > 0)
    return q->options->budget_ms;
  double share = PME_ADVISE_USUAL_FUNCTION_MS / (subjects > 0 ? subjects : 1);
  return fmax(fmin(share, PME_ADVISE_USUAL_EFFORT_MS), PME_ADVISE_LEAST_EFFORT_MS);
}

/* Loops that the plan ties to others are searched with them. */
static bool is_beyond_allowance(const request *q, const search *s, double spent_ms) {
  bool is_large = FEWEST_CANDIDATES * s->evaluation > MOST_OF_SETTING_UP * s->budget;
  return q->options->allowance_ms > 0 && (spent_ms >= q->options->allowance_ms || is_large) && !s->planned->is_tied;
}

static pme_status advise_row(request *q, const pme__planned_loop *planned, pme_advice *advice, pme_loop_advice *out) {
  search s = {
      .question = {.prediction = q->prediction, .costs = q->costs, .runs = &q->runs, .loop = planned->row->node},
      .options = q->options,
      .grid = q->grid,
      .planned = planned,
      .is_compiled = q->is_compiled,
      .unknown = pme__unknown_work_of(q->prediction, planned->row->node),
      .budget = 1e6 * q->budget_ms};
  pme__choose_extent(&s.question, s.budget / 1e6);
  s.grid->count = 0;
  s.evaluation = 1e6 * pme__evaluation_ms(&s.question);
  s.counting = pme__counting_effort(&s.question);
  pme_status status = advise_loop(&s, is_beyond_allowance(q, &s, advice->effort_ms), q->arena, out);
  advice->effort_ms += 1e-6 * s.effort;
  pme__candidate_runs_forget_candidates(&q->runs);
  return status;
}

static pme_status make_plan(const request *q, pme__plan *out) {
  const pme_prediction *p = q->prediction;
  int count;
  const pme_loop_prediction **rows = pme__known_enough(p, q->arena, &count);
  bool other_teams = q->options->scope == PME_ADVISE_ALL;
  return rows ? pme__make_plan(p, q->costs, other_teams, rows, count, q->arena, out) : PME_NO_MEMORY;
}

/* What could save most comes first. */
static pme_status advise_all(request *q, pme_advice *advice) {
  pme__plan plan;
  q->runs = (pme__candidate_runs){.prediction = q->prediction, .what_if = q->what_if};
  pme_status status = q->costs ? pme__keep_assumptions(q->costs, q->arena, advice) : PME_OK;
  if (status == PME_OK)
    status = make_plan(q, &plan);
  if (status != PME_OK)
    return status;
  q->budget_ms = budget_of_loop_ms(q, plan.count);
  for (int i = 0; i < plan.count && status == PME_OK; i++)
    status = advise_row(q, &plan.loops[plan.order[i]], advice, &advice->loops[plan.order[i]]);
  advice->loop_count = status == PME_OK ? plan.count : 0;
  if (status == PME_OK)
    pme__keep_matched(advice);
  pme__candidate_runs_forget(&q->runs);
  return status;
}

pme_status pme_advise(const pme_prediction *prediction, const pme_what_if *what_if, const pme_advise_options *options,
                      pme_arena *arena, const pme_advice **out, pme_error *error) {
  static const pme_advise_options usual = {0};
  static const pme_what_if nothing = {0};
  pme__costs costs;
  pme_advice *advice = PME_ARENA_NEW(arena, pme_advice, 1);
  pme__grid *grid = (pme__grid *)pme_reallocate(NULL, sizeof *grid);
  pme_concrete *compiled = NULL;
  pme_status status = PME_NO_MEMORY;
  request q = {
      .what_if = what_if ? what_if : &nothing, .options = options ? options : &usual, .grid = grid, .arena = arena};
  q.costs = pme__costs_of(prediction->machine, &costs) && !q.options->by_misses ? &costs : NULL;
  if (advice && grid) {
    advice->prediction = prediction;
    advice->loops = PME_ARENA_NEW(arena, pme_loop_advice, prediction->loop_count);
    status = advice->loops
                 ? pme__predict_compiled(prediction, q.what_if, q.options->budget_ms, arena, &q.prediction, &compiled)
                 : PME_NO_MEMORY;
  }
  q.is_compiled = compiled != NULL;
  if (status == PME_OK)
    status = advise_all(&q, advice);
  pme_concrete_destroy(compiled);
  pme_reallocate(grid, 0);
  if (status != PME_OK)
    return pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
  *out = advice;
  return PME_OK;
}
