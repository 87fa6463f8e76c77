/* pme_predict: asks the engines, chooses their answers, adds reasons and assumptions, and sums up. */
#include "predict.h"

#include <math.h>
#include <string.h>

#include "add_hierarchy.h"
#include "add_page_walks.h"
#include "add_policies.h"
#include "analysis/core/as_compiled.h"
#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/engines/choose_engine.h"
#include "analysis/model/engines/forming.h"
#include "analysis/model/engines/patient_walk.h"
#include "analysis/model/engines/unanswered.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/observer/observer.h"
#include "analysis/model/replay/replay.h"
#include "analysis/model/walk/estimate/placement_variance.h"
#include "analysis/model/walk/estimate/walk.h"
#include "analysis/model/windows/policy_windows.h"
#include "analysis/repeats/repeats.h"
#include "compiled_coherence.h"
#include "count_lines.h"
#include "first_touches/first_touch_bound.h"
#include "first_touches/most_misses.h"
#include "policies_obeyed.h"
#include "recount.h"
#include "widen_guided.h"

/* About nanoseconds when no precision is asked for. Most programs need a few milliseconds for intervals of 2% at all
 * levels; those whose lines nearly fill a cache go on until 5%, or to the end of the effort. */
static const double usual_walk_effort = 4e7, walk_patience = 4e6;
/* One line more or less is as good as right, where only a quick answer is asked for: small loops would take more
 * samples than they have accesses. */
static const double few_misses = 1;
static const double usual_page_walk_effort = 2.4e7, usual_policy_effort = 4e7, usual_hierarchy_effort = 5e7;
/* On top, for each access of the program: something must be said of all of them. */
static const double walk_effort_of_access = 5e5, walk_patience_of_access = 5e4;
/* The most that counting all accesses may cost, where a precision is asked for. */
static const double most_counting_effort = 5e7;

typedef struct request {
  const pme_concrete *concrete;
  const pme_machine *machine; /* of the engines: with LRU where policies are added to their answer */
  double effort;              /* of the closed form, of one level, about nanoseconds */
  double walk_effort;         /* of the walk, of all levels */
  double patience;            /* of the walk, 0: the usual */
  double precision;           /* that the walk aims at, 0: the usual */
  double precision_of_accesses;
  bool coherence, as_written, closed_form_only, one_opinion, without_placements, sampled_only, whole_only;
  double likely_place_effort; /* of counting at one place, 0: at as many as the effort allows */
  bool is_told;               /* ... and what they miss is told by the windows of policies */
  bool filters;    /* levels see what others miss, and nothing else is asked for: told by windows, or apart */
  bool hierarchy;  /* levels work together, and what crosses their borders is asked for */
  bool lines_only; /* neither engine: the lines that are touched, of which no fewer can be missed */
  const pme__predict_question *question;
  const pme__repeats *repeats; /* that `concrete` leaves out */
  const pme__count *counts;
  pme__replay_size size; /* where accesses are counted at places; share_run 0: not known yet */
  pme__guard_shares *guard_shares;
  bool lines_are_counted;     /* by the closed form, at all levels that it was asked for */
  pme_arena *arena, *scratch; /* `scratch` lasts as long as the request */
  pme_prediction *prediction;
  pme__page_walks *walks;                /* [node], NULL: none are told */
  pme__placement_deviations *placements; /* per row and level */
  bool *is_short;                        /* per row: the walk had too little effort for it */
  bool is_refused;                       /* of `whole_only` */
  pme__observer *observer;               /* NULL: nobody listens */
} request;

/* ---- what the answer rests on ---- */

static bool bases_matter(const request *q) {
  for (int i = 0; i < q->prediction->reference_count; i++) {
    const pme_reference_prediction *row = &q->prediction->references[i];
    const pme_concrete_node *node = pme_concrete_node_at(q->concrete, row->node);
    if (!row->modelled)
      continue;
    const pme_concrete_array *array = pme_concrete_array_at(q->concrete, node->u.access.array);
    if (!array->has_base || array->group != PME_NONE)
      return true;
  }
  return false;
}

static pme_status add_assumptions(request *q) {
  pme_status status = PME_OK;
  char places[200] = "the addresses of arrays are not known: misses are averaged over their positions";
  if (bases_matter(q)) {
    pme__describe_placements(q->prediction, q->placements, places, sizeof places);
    const pme_assumption assumption = {PME_ASSUMPTION_BASES_UNKNOWN, PME_NONE, places};
    status = pme_prediction_add_assumption(q->prediction, q->arena, &assumption);
  }
  return status == PME_OK ? pme__say_dynamic_as_cyclic(q->prediction, q->arena) : status;
}

/* ---- the engines ---- */

static double executions_of(const request *q) {
  double executions = 0;
  for (int i = 0; i < q->prediction->reference_count; i++)
    if (q->prediction->references[i].modelled)
      executions += q->counts[q->prediction->references[i].node].executions;
  return executions;
}

static pme_status create_like(const request *q, pme_prediction **out) {
  return pme_prediction_create(q->concrete, q->machine, q->scratch, out, NULL);
}

static double walk_patience_of(const request *q) {
  return q->patience > 0 ? q->patience : walk_patience + walk_patience_of_access * q->prediction->reference_count;
}

static pme__forming forming_of(const request *q) {
  return (pme__forming){.concrete = q->concrete,
                        .machine = q->machine,
                        .counts = q->counts,
                        .guard_shares = q->guard_shares,
                        .effort = q->effort,
                        .is_precise = q->precision > 0,
                        .observer = q->observer,
                        .arena = q->scratch};
}

/* A part of an answer is of no use. */
static pme_status refuse(request *q, double effort) {
  q->is_refused = true;
  q->prediction->effort += effort;
  return pme__refuse_all(q->prediction, q->is_short, q->arena);
}

static pme_status walk(request *q, pme__forming *forming, pme_prediction **out) {
  pme__walk_options options = {.effort_nanoseconds = q->walk_effort,
                               .patience_nanoseconds = q->precision > 0 ? q->walk_effort : walk_patience_of(q),
                               .relative_target = q->precision,
                               .absolute_target = q->precision > 0 ? q->precision_of_accesses : 0,
                               .target_misses = q->precision > 0 ? 0 : few_misses,
                               .coherence = q->coherence,
                               .placements = q->without_placements ? NULL : q->placements,
                               .is_short = q->is_short,
                               .goes_on = q->whole_only ? pme__is_whole_so_far : NULL,
                               .context = forming,
                               .observer = q->observer};
  pme_status status = q->closed_form_only ? create_like(q, out)
                                          : pme__walk_patiently(q->concrete, q->machine, &options,
                                                                q->effort * q->machine->level_count, q->scratch, out);
  if (status == PME_OK)
    status = forming->status;
  for (int a = 0; status == PME_OK && a < (*out)->assumption_count; a++)
    if ((*out)->assumptions[a].code != PME_ASSUMPTION_BASES_UNKNOWN) /* said at the end, when more is known of it */
      status = pme_prediction_add_assumption(q->prediction, q->arena, &(*out)->assumptions[a]);
  return status;
}

/* For a listener. The closed form at levels that do not need it works aside: it must not change what counts. */
static pme_status tell_engines(request *q, const pme_prediction *walked, const pme_prediction *formed,
                               const bool *is_formed) {
  pme__forming aside = forming_of(q);
  pme_status status = PME_OK;
  bool is_aside[PME_MAX_LEVELS];
  for (int l = 0; l < q->machine->level_count; l++)
    is_aside[l] = q->observer->thorough && !is_formed[l];
  if (q->observer->thorough)
    status = pme__form(&aside, walked, is_aside);
  for (int l = 0; l < q->machine->level_count && status == PME_OK; l++)
    pme__observe_engines(q->observer, l, walked, is_formed[l] ? formed : aside.formed, is_formed[l]);
  return status;
}

/* The equations know LRU alone: where the walk obeys another policy they are no second opinion. */
static bool has_second_opinion(const request *q, int level) {
  const pme_policy *policy = &q->machine->levels[level].policy;
  return !q->one_opinion && (policy->kind == PME_POLICY_LRU || !pme__walk_obeys(policy));
}

/* Who asks for a precision may ask for one of the accesses. */
static bool wants_form(const request *q, const pme_prediction *walked, int level) {
  if (!has_second_opinion(q, level))
    return !pme__walk_answers(walked, level);
  pme__walk_knowledge enough = q->precision > 0 ? PME__WALK_KNOWS_FEW : PME__WALK_KNOWS;
  return pme__walk_knows(walked, level) < enough;
}

static pme_status answer(request *q) {
  pme_prediction *walked;
  pme__forming forming = forming_of(q);
  bool is_formed[PME_MAX_LEVELS] = {false};
  pme_status status = walk(q, &forming, &walked);
  if (status == PME_OK && pme__is_useless(&forming, walked))
    return refuse(q, walked->effort + forming.formed->effort);
  for (int l = 0; l < q->machine->level_count && status == PME_OK; l++)
    is_formed[l] = wants_form(q, walked, l);
  if (status == PME_OK)
    status = pme__form(&forming, walked, is_formed);
  if (status != PME_OK)
    return status;
  pme__choose_answers(walked, forming.formed, is_formed, q->prediction);
  q->prediction->effort += walked->effort + forming.formed->effort;
  q->lines_are_counted = !forming.has_open_lines;
  status = pme__say_policies(q->prediction, is_formed, !q->closed_form_only && (!q->hierarchy || q->is_told), q->arena);
  if (status == PME_OK && q->observer)
    status = tell_engines(q, walked, forming.formed, is_formed);
  return status;
}

/* Where counting all accesses is no more effort than sampling some, nothing has to be left open. */
static pme_status count_all(request *q, bool *done) {
  double accesses = executions_of(q);
  double most = fmin(q->precision > 0 ? most_counting_effort : walk_patience_of(q), q->walk_effort);
  *done = false;
  if (q->closed_form_only || q->sampled_only || pme__walk_replay_effort(q->machine, accesses, true) > most)
    return PME_OK;
  pme__replay_options options = {.most_accesses = (int64_t)accesses + 1,
                                 .coherence = q->coherence,
                                 .hierarchy = q->hierarchy || q->filters,
                                 .certain = true};
  pme_status status = pme__walk_replay(q->concrete, q->prediction->machine, &options, q->prediction, done);
  if (status == PME_OK && *done)
    q->prediction->effort += pme__walk_replay_effort(q->machine, accesses, true);
  return status;
}

/* ---- counting in place of samples, or beside ---- */

/* Of the budget, at most. */
static const double most_share_for_counts = 0.25;
/* Of memory, for the accesses of a phase. */
static const double most_row_bytes = 128 * 1024 * 1024;

static pme__recount_request counting_of(const request *q) {
  return (pme__recount_request){
      .concrete = q->concrete,
      .machine = q->machine,
      .accesses = executions_of(q),
      .run = executions_of(q) * q->size.share_run,
      .passes = q->size.passes,
      .borders = q->size.borders,
      .bytes = q->size.bytes + q->size.lines * pme__walk_replay_line_bytes(q->machine),
      .effort = q->likely_place_effort > 0 ? q->likely_place_effort : walk_patience_of(q),
      .most = fmin(most_share_for_counts * q->effort * q->machine->level_count, 4 * q->walk_effort),
      .coherence = q->coherence,
      .one_place = q->likely_place_effort > 0,
      .arena = q->scratch,
      .deviations = q->placements};
}

/* Replays of the engines' machine know nothing of policies that are added. */
static bool has_added_policies(const request *q) {
  for (int l = 0; l < q->machine->level_count; l++)
    if (q->machine->levels[l].policy.kind != q->prediction->machine->levels[l].policy.kind)
      return true;
  return false;
}

/* Who asks for less than the usual answer does not get more than it. */
static bool may_count(const request *q) {
  bool is_less = q->sampled_only || q->one_opinion || q->without_placements || q->precision > 0 || q->patience > 0;
  return !q->hierarchy && !q->is_told && !q->closed_form_only && (q->likely_place_effort > 0 || !is_less) &&
         !has_added_policies(q);
}

static pme_status plan_counting(request *q, pme__recount_request *counting, pme__recount_plan *plan) {
  pme_status status = PME_OK;
  *plan = (pme__recount_plan){0};
  if (!may_count(q))
    return PME_OK;
  if (q->size.share_run <= 0)
    status = pme__walk_replay_size(q->concrete, q->counts, &q->size);
  *counting = counting_of(q);
  if (status == PME_OK && q->size.bytes <= most_row_bytes)
    *plan = pme__recount_plan_of(counting);
  return status;
}

/* Without any samples. */
static pme_status count_places(request *q, bool *done) {
  pme__recount_request counting;
  pme__recount_plan plan;
  pme_status status = plan_counting(q, &counting, &plan);
  if (status != PME_OK || plan.places < (q->likely_place_effort > 0 ? 1 : 2))
    return status;
  status = pme__recount(&counting, plan, q->prediction, done);
  if (status == PME_OK && *done)
    q->prediction->effort += pme__recount_effort(&counting, plan);
  return status;
}

static pme_status count_beside(request *q) {
  pme__recount_request counting;
  pme__recount_plan plan;
  pme_status status = plan_counting(q, &counting, &plan);
  return status == PME_OK && plan.places == 1 && q->likely_place_effort <= 0
             ? pme__recount_answered(&counting, plan, q->prediction)
             : status;
}

static pme_status raise_to_first_touches(request *q) {
  pme__take_inner_first_touches(q->prediction, q->placements);
  return pme__raise_to_first_touches(q->prediction);
}

static pme_status add_hierarchy(request *q) {
  pme__hierarchy_options options = {.apart = q->machine,
                                    .effort = fmin(usual_hierarchy_effort, q->walk_effort),
                                    .coherence = q->coherence,
                                    .are_misses_known = q->is_told,
                                    .left_out = !q->hierarchy || q->closed_form_only || q->without_placements};
  return pme__add_hierarchy(q->counts, &options, q->prediction);
}

static pme_status add_policies(request *q) {
  pme__policies_options options = {
      .precision = q->precision / 2, .effort = fmin(usual_policy_effort, q->walk_effort), .walks = q->walks};
  return pme__add_policies(q->counts, &options, q->scratch, q->prediction);
}

static pme_status look_at_page_walks(request *q) {
  pme__page_walks_options options = {.precision = q->precision / 4,
                                     .effort = fmin(usual_page_walk_effort, q->walk_effort),
                                     .left_out = q->closed_form_only || q->without_placements};
  return pme__look_at_page_walks(q->counts, &options, q->arena, q->scratch, q->prediction, &q->walks);
}

/* What the engines assume that were only heard: the answer was counted. */
static void drop_assumptions(pme_prediction *p, int from, int to) {
  memmove(p->assumptions + from, p->assumptions + to, (size_t)(p->assumption_count - to) * sizeof *p->assumptions);
  p->assumption_count -= to - from;
}

/* What the engines leave out. */
static pme_status add_to_answer(request *q, bool is_counted) {
  pme_status status = look_at_page_walks(q);
  /* The equations have counted the lines themselves as a rule. */
  if (status == PME_OK && !is_counted && !q->closed_form_only && (!q->hierarchy || q->is_told))
    status = add_policies(q);
  if (status == PME_OK && !is_counted && !(q->closed_form_only && q->lines_are_counted))
    status = raise_to_first_touches(q);
  /* Where windows told what levels miss, what they are asked for has the walks in it. */
  if (status == PME_OK && q->walks && q->is_told)
    pme__add_page_walks(q->walks, q->prediction);
  if (status == PME_OK && !is_counted)
    status = add_hierarchy(q);
  if (status == PME_OK && !is_counted && q->filters && q->is_told)
    pme__add_filters(q->prediction);
  if (status == PME_OK && q->walks && !q->is_told)
    pme__add_page_walks(q->walks, q->prediction);
  return status;
}

static pme_status predict(request *q) {
  q->counts = pme__count_program(q->concrete, q->scratch);
  q->guard_shares = pme__guard_shares_create(q->concrete, q->scratch);
  bool *modelled = PME_ARENA_NEW(q->scratch, bool, q->prediction->reference_count);
  size_t rows = (size_t)q->prediction->reference_count * q->prediction->level_count;
  q->placements = PME_ARENA_NEW(q->scratch, pme__placement_deviations, rows);
  q->is_short = PME_ARENA_NEW(q->scratch, bool, q->prediction->reference_count);
  if (!q->counts || !q->guard_shares || !modelled || !q->placements || !q->is_short)
    return PME_NO_MEMORY;
  memset(q->placements, 0, rows * sizeof *q->placements);
  memset(q->is_short, 0, (size_t)q->prediction->reference_count * sizeof *q->is_short);
  pme__fill_trip_counts(q->prediction, q->counts);
  if (q->lines_only)
    return pme__count_lines(q->counts, q->prediction);
  for (int i = 0; i < q->prediction->reference_count; i++)
    modelled[i] = q->prediction->references[i].modelled;
  bool is_counted = false;
  int said = q->prediction->assumption_count;
  pme_status status = q->observer ? answer(q) : PME_OK; /* who listens hears of the engines in any case */
  int heard = q->prediction->assumption_count;
  if (status == PME_OK)
    status = count_all(q, &is_counted);
  if (status == PME_OK && !is_counted)
    status = count_places(q, &is_counted);
  if (status == PME_OK && !is_counted && !q->observer)
    status = answer(q);
  if (q->is_refused)
    return status;
  if (status == PME_OK && !is_counted) {
    pme__widen_guided(q->prediction);
    status = count_beside(q);
  }
  if (is_counted && heard > said)
    drop_assumptions(q->prediction, said, heard);
  if (is_counted)
    pme_prediction_obeys_policies(q->prediction);
  if (is_counted && q->filters)
    pme_prediction_obeys_hierarchy(q->prediction);
  if (is_counted && q->hierarchy) {
    pme__say_hierarchy(q->prediction);
    pme_prediction_obeys_prefetchers(q->prediction);
  }
  for (int i = 0; i < q->prediction->reference_count && is_counted; i++)
    q->prediction->references[i].modelled = modelled[i];
  q->prediction->is_counted = is_counted;
  if (q->observer)
    q->observer->is_counted = is_counted;
  if (status == PME_OK)
    status = pme__refuse_unanswered(q->prediction, modelled, q->is_short, q->arena);
  pme__bound_unanswered(modelled, q->counts, q->prediction);
  if (status == PME_OK)
    status = add_to_answer(q, is_counted);
  if (status == PME_OK && q->coherence && !q->as_written)
    status = pme__take_compiled_coherence(q->question, q->arena, q->prediction);
  if (status != PME_OK)
    return status;
  pme__give_repeats(q->repeats, q->prediction);
  pme_prediction_sum(q->prediction);
  pme__widen_by_placements(q->prediction, q->placements);
  pme_prediction_bound(q->prediction);
  return add_assumptions(q);
}

pme_status pme__predict_modelled(const pme__predict_question *question, bool lines_only, pme_arena *arena,
                                 pme_prediction **out) {
  const pme_machine *machine = question->machine;
  pme_predict_options asked = question->options ? *question->options : (pme_predict_options){0};
  double budget = (asked.budget_ms > 0 ? asked.budget_ms : 1000) * 1e6;
  pme_prediction *prediction;
  pme__repeats repeats = {0};
  pme_status status = lines_only ? PME_OK : pme__leave_out_repeats(question->concrete, machine, arena, &repeats);
  const pme_concrete *concrete = repeats.concrete ? repeats.concrete : question->concrete;
  if (status == PME_OK)
    status = pme_prediction_create(concrete, machine, arena, &prediction, NULL);
  if (status != PME_OK)
    return status;
  double usual = usual_walk_effort + walk_effort_of_access * prediction->reference_count;
  const pme_machine engines =
      asked.closed_form_only ? *machine : pme__machine_without_added_policies(concrete, machine);
  request q = {.concrete = concrete,
               .machine = &engines,
               .effort = budget / (machine->level_count > 0 ? machine->level_count : 1),
               .walk_effort = asked.precision > 0 || budget < usual ? budget : usual,
               .patience = asked.patience_ms * 1e6,
               .precision = asked.precision,
               .precision_of_accesses = asked.precision_of_accesses,
               .closed_form_only = asked.closed_form_only,
               .one_opinion = asked.one_opinion,
               .without_placements = asked.without_placements,
               .sampled_only = asked.sampled_only,
               .whole_only = asked.whole_only && !question->observer,
               .likely_place_effort = asked.likely_place_ms * 1e6,
               .lines_are_counted = true,
               .lines_only = lines_only,
               .filters = !asked.traffic && pme_machine_only_filters(machine),
               .hierarchy = asked.traffic || (pme_machine_has_hierarchy(machine) && !pme_machine_only_filters(machine)),
               .coherence = asked.coherence,
               .as_written = asked.as_written,
               .question = question,
               .repeats = &repeats,
               .arena = arena,
               .scratch = pme_arena_create(), /* who listens keeps what it hears by itself */
               .prediction = prediction,
               .observer = question->observer};
  q.is_told = (q.hierarchy || q.filters) && !asked.closed_form_only && !asked.without_placements &&
              pme__windows_tell_hierarchy(concrete, machine);
  if (q.scratch && q.hierarchy && !q.is_told)
    q.machine = pme__machine_apart(machine, q.scratch);
  status = q.scratch && q.machine ? predict(&q) : PME_NO_MEMORY;
  pme_arena_destroy(q.scratch);
  if (status != PME_OK)
    return status;
  prediction->concrete = question->concrete;
  prediction->subject = pme_concrete_subject(question->concrete);
  *out = prediction;
  return PME_OK;
}
