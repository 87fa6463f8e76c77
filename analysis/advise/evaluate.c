/* Evaluates a candidate: its program is built, its misses are sampled or counted, its time is added up. */
#include "evaluate.h"

#include <math.h>
#include <string.h>

#include "analysis/core/as_compiled.h"
#include "analysis/model/engines/choose_engine.h"
#include "analysis/model/first_touches/first_touch_bound.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/replay/replay.h"
#include "analysis/model/walk/estimate/walk.h"
#include "unknown_work.h"

static const double MS_OF_A_WALK = 0.3, MS_OF_A_REFERENCE = 0.12;
/* Candidates that a budget is to be enough for. */
static const double EVALUATIONS = 8;
/* Lines more or less that decide nothing. */
static const double FEW_MISSES = 2;

/* The outermost one that holds the loop. */
static int construct_of(const pme__question *question) {
  const pme_program *program = pme_concrete_program(question->prediction->concrete);
  int top = question->loop;
  while (pme_program_node(program, top)->parent != PME_NONE)
    top = pme_program_node(program, top)->parent;
  return top;
}

static int references_of_construct(const pme__question *question) {
  int top = construct_of(question), references = 0;
  for (int r = 0; r < question->prediction->reference_count; r++)
    references += pme_subject_is_below(question->prediction->subject, question->prediction->references[r].node, top);
  return references;
}

double pme__evaluation_ms(const pme__question *question) {
  int references = question->alone ? references_of_construct(question) : question->prediction->reference_count;
  return MS_OF_A_WALK + MS_OF_A_REFERENCE * references;
}

void pme__choose_extent(pme__question *question, double budget_ms) {
  bool has_others = references_of_construct(question) < question->prediction->reference_count;
  question->alone = false;
  question->alone = has_others && EVALUATIONS * pme__evaluation_ms(question) > budget_ms;
  question->is_outside = question->alone;
}

/* Of all accesses of the program, also where the loop's construct alone is evaluated: that is less. */
static double accesses_of(const pme__question *question) {
  double accesses = 0;
  for (int r = 0; r < question->prediction->reference_count; r++)
    accesses += question->prediction->references[r].levels[0].accesses;
  return accesses;
}

static bool has_bases(const pme__question *question) {
  const pme_program *program = pme_concrete_program(question->prediction->concrete);
  for (int a = 0; a < pme_program_array_count(program); a++)
    if (!pme_program_array(program, a)->has_base)
      return false;
  return true;
}

double pme__counting_effort(const pme__question *question) {
  return pme__walk_replay_effort(question->prediction->machine, accesses_of(question), has_bases(question));
}

typedef struct evaluation {
  const pme__question *question;
  double effort, precision;
  pme__candidate_run *run;
  const pme_concrete *concrete; /* the run's */
  pme_prediction *prediction;
  pme_arena *arena;
  pme__answer *answer;
} evaluation;

static pme_status fill_loops(evaluation *e) {
  pme__count *counts = pme__count_program(e->concrete, e->arena);
  if (!counts)
    return PME_NO_MEMORY;
  for (int i = 0; i < e->prediction->loop_count; i++) {
    pme_loop_prediction *row = &e->prediction->loops[i];
    if (!pme_concrete_node_at(e->concrete, row->node)->modelled)
      continue;
    row->executions = counts[row->node].entries;
    row->trip_count = row->executions > 0 ? counts[row->node].executions / row->executions : 0;
  }
  return PME_OK;
}

/* What data choose is no part of what candidates are compared by. */
static bool is_scattered(const evaluation *e, int reference) {
  return pme_concrete_node_at(e->concrete, e->question->prediction->references[reference].node)->u.access.scattered > 0;
}

/* Of the loop under advice. */
static bool is_modelled(const evaluation *e) {
  const pme_prediction *asked = e->question->prediction;
  for (int r = 0; r < asked->reference_count; r++)
    if (asked->references[r].modelled && !e->prediction->references[r].modelled &&
        (e->question->with_data || !is_scattered(e, r)) &&
        pme_subject_is_below(asked->subject, asked->references[r].node, e->question->loop))
      return false;
  return true;
}

/* Of the references that have a number for the program as it is: whether each has one from the walk, at every level
 * (`all`) or at some. Levels that the effort did not reach say 0 misses. */
static bool is_walked(const evaluation *e, const pme_prediction *p, bool all) {
  const pme_prediction *asked = e->question->prediction;
  for (int r = 0; r < p->reference_count; r++) {
    int walked = 0;
    if (!p->references[r].modelled || !asked->references[r].modelled)
      continue;
    for (int l = 0; l < p->level_count; l++)
      walked += p->references[r].levels[l].engine == PME_ENGINE_WALK;
    if (walked < (all ? p->level_count : 1))
      return false;
  }
  return true;
}

/* ---- what the run learns ---- */

static bool is_known(const evaluation *e) {
  const pme__candidate_run *t = e->run;
  bool has_places = !e->question->any_place || t->placements;
  return t->is_exact || (t->misses && t->effort >= e->effort && t->precision <= e->precision && has_places);
}

/* All accesses, where that is no more effort. */
static pme_status count_all(evaluation *e) {
  const pme__question *question = e->question;
  if (question->with_data || pme__counting_effort(question) > e->effort)
    return PME_OK;
  pme__replay_options options = {.most_accesses = (int64_t)accesses_of(question) + 1, .coherence = true};
  return pme__walk_replay(e->concrete, question->prediction->machine, &options, e->run->misses, &e->run->is_exact);
}

static bool is_formed(const evaluation *e, int level) {
  const pme_prediction *p = e->question->prediction;
  for (int r = 0; r < p->reference_count; r++)
    if (p->references[r].modelled && p->references[r].levels[level].engine == PME_ENGINE_CLOSED_FORM &&
        !is_scattered(e, r))
      return true;
  return false;
}

/* Of the misses of the innermost level, what is open of those of another one. */
static double open_share(const pme_prediction *p, int level) {
  double open = 0, misses = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    open += p->references[r].modelled ? (m->high - m->low) / 2 : 0;
    misses += p->references[r].modelled ? p->references[r].levels[0].misses : 0;
  }
  return misses > 0 ? open / misses : 0;
}

/* Whether the walk is unsure where the prediction took the closed form's number: its own would be another answer to the
 * same question. Only of what is looked at closely, and where data choose nothing, of which predictions have misses that
 * the walks of other candidates lack. */
static bool needs_closed_form(const evaluation *e) {
  static const double close = 0.03, notable = 0.05;
  const pme_prediction *walked = e->run->misses;
  if (pme__has_scattered(e->question->prediction->concrete))
    return false;
  for (int l = 0; e->precision < close && l < walked->level_count; l++)
    if (is_formed(e, l) && pme__walk_knows(walked, l) == PME__WALK_KNOWS_NOT &&
        (!pme__walk_answers(walked, l) || open_share(walked, l) > notable))
      return true;
  return false;
}

/* All that pme_predict does. Of bounds, which are no matter of samples, the upper one. */
static pme_status predict_misses(evaluation *e) {
  pme_predict_options options = {.budget_ms = e->effort / 1e6,
                                 .coherence = true,
                                 .without_placements = !e->question->any_place,
                                 .rough_bounds = e->question->with_data};
  const pme_machine *machine = e->question->prediction->machine;
  pme_status status = pme_predict(e->concrete, machine, &options, e->run->arena, &e->run->misses, NULL);
  e->run->spent += status == PME_OK ? e->run->misses->effort : 0;
  if (status == PME_OK && e->question->with_data)
    pme__take_upper_bounds(e->run->misses);
  return status;
}

/* The walk; where it cannot answer an access, whatever pme_predict does. */
static pme_status sample_misses(evaluation *e) {
  pme__candidate_run *t = e->run;
  const pme_machine *machine = e->question->prediction->machine;
  pme__walk_options walk = {.effort_nanoseconds = e->effort,
                            .relative_target = e->precision,
                            .target_misses = FEW_MISSES,
                            .coherence = true,
                            .placements = t->placements};
  pme_status status = t->walk ? PME_OK : pme__walk_begin(e->concrete, machine, &t->walk);
  if (status == PME_OK)
    status = pme__walk_go_on(t->walk, &walk, t->arena, t->misses);
  t->spent = status == PME_OK ? t->misses->effort : t->spent;
  t->is_walked = status == PME_OK && is_walked(e, t->misses, false);
  if (status == PME_OK && (!t->is_walked || needs_closed_form(e))) {
    t->is_walked = false;
    status = predict_misses(e);
  } else if (status == PME_OK) {
    pme__take_inner_first_touches(t->misses, t->placements);
    status = pme__raise_to_first_touches(t->misses);
  }
  return status;
}

static pme_status ask_for_places(evaluation *e) {
  pme__candidate_run *t = e->run;
  const pme_prediction *p = e->question->prediction;
  size_t rows = (size_t)p->reference_count * (size_t)p->level_count;
  if (!e->question->any_place || t->placements)
    return PME_OK;
  t->placements = PME_ARENA_NEW(t->arena, pme__placement_deviations, rows);
  if (!t->placements)
    return PME_NO_MEMORY;
  memset(t->placements, 0, rows * sizeof *t->placements);
  return PME_OK;
}

/* ---- what the prediction has sampled ---- */

/* What is there is what was predicted, by the same walk with more samples: a rough look has nothing to add. */
static bool is_predicted(const evaluation *e) {
  static const double close = 0.03;
  const pme__question *question = e->question;
  return !e->run->proposal.has_schedule && !question->alone && !question->any_place && !question->like &&
         e->precision > close && !pme__has_scattered(question->prediction->concrete) &&
         is_walked(e, question->prediction, true);
}

/* Intervals of candidates leave out what is due to where arrays are. */
static void take_prediction(evaluation *e) {
  const pme_prediction *asked = e->question->prediction;
  for (int r = 0; r < asked->reference_count; r++) {
    pme_reference_prediction *row = &e->run->misses->references[r];
    *row = asked->references[r];
    for (int l = 0; l < asked->level_count; l++) {
      pme_misses *m = &row->levels[l];
      double above = m->high - m->misses, below = m->misses - m->low;
      m->high = m->misses + sqrt(fmax(above * above - m->placement * m->placement, 0));
      m->low = m->misses - sqrt(fmax(below * below - m->placement * m->placement, 0));
    }
  }
  e->run->is_walked = true;
}

/* ---- a machine that differs in the outermost level ---- */

/* Of the effort of all levels: it gets what the others would have left. */
static const double EFFORT_OF_OUTERMOST = 0.5;

static pme_machine outermost_alone(const pme_machine *machine) {
  pme_machine alone = *machine;
  alone.level_count = 1;
  alone.levels[0] = machine->levels[machine->level_count - 1];
  return alone;
}

/* The outermost level, of the others. */
static bool is_alone(const pme_machine *machine) {
  bool filters = pme_machine_only_filters(machine) && !machine->levels[machine->level_count - 1].sees_misses;
  return filters || !pme_machine_has_hierarchy(machine);
}

/* What is known of the other levels, on a machine that has them, too. NULL: they are to be sampled. */
static const pme__candidate_run *run_of_inner_levels(const evaluation *e) {
  const pme__question *question = e->question;
  const pme_machine *machine = question->prediction->machine;
  if (!question->like || machine->level_count < 2 || !is_alone(machine) || question->any_place)
    return NULL;
  const pme__candidate_run *run = pme__known_candidate_run(question->like, &e->run->proposal, construct_of(question));
  return run && run->misses && run->is_walked && run->effort >= e->effort && run->precision <= e->precision ? run
                                                                                                            : NULL;
}

/* Levels do not hang on each other. `done`: the walk answers the outermost one as it would all of them. */
static pme_status walk_outermost(evaluation *e, const pme__candidate_run *inner, bool *done) {
  pme__candidate_run *t = e->run;
  const pme_machine *machine = e->question->prediction->machine;
  const pme_machine alone = outermost_alone(machine);
  pme__walk_options walk = {.effort_nanoseconds = EFFORT_OF_OUTERMOST * e->effort,
                            .relative_target = e->precision,
                            .target_misses = FEW_MISSES,
                            .coherence = true};
  pme_prediction *walked;
  pme_status status = pme_prediction_create(e->concrete, &alone, t->arena, &walked, NULL);
  if (status == PME_OK)
    status = pme__walk_predict(e->concrete, &alone, &walk, t->arena, walked, NULL);
  if (status != PME_OK)
    return status;
  t->spent += walked->effort;
  for (int r = 0; r < walked->reference_count; r++) {
    t->misses->references[r] = inner->misses->references[r];
    t->misses->references[r].levels[machine->level_count - 1] = walked->references[r].levels[0];
  }
  *done = t->is_walked = is_walked(e, t->misses, true) && !needs_closed_form(e);
  return *done ? pme__raise_to_first_touches(t->misses) : PME_OK;
}

/* More than it knows, never less. */
static pme_status learn(evaluation *e) {
  pme__candidate_run *t = e->run;
  e->effort = fmax(e->effort, t->effort);
  e->precision = t->effort > 0 ? fmin(e->precision, t->precision) : e->precision;
  pme_status status = pme_prediction_create(e->concrete, e->question->prediction->machine, t->arena, &t->misses, NULL);
  if (status == PME_OK)
    status = ask_for_places(e);
  if (status == PME_OK)
    status = count_all(e);
  const pme__candidate_run *inner = t->is_exact ? NULL : run_of_inner_levels(e);
  bool is_done = t->is_exact || (status == PME_OK && is_predicted(e));
  if (is_done && !t->is_exact)
    take_prediction(e);
  if (status == PME_OK && inner && !is_done)
    status = walk_outermost(e, inner, &is_done);
  if (status == PME_OK && !is_done)
    status = e->question->with_data ? predict_misses(e) : sample_misses(e);
  t->effort = e->effort;
  t->precision = e->precision;
  return status;
}

/* What the run knows, for this question. */
static pme_status take_misses(evaluation *e) {
  pme__candidate_run *t = e->run;
  pme_status status =
      pme_prediction_create(e->concrete, e->question->prediction->machine, e->arena, &e->prediction, NULL);
  if (status != PME_OK)
    return status;
  if (e->prediction->reference_count > 0)
    memcpy(e->prediction->references, t->misses->references,
           (size_t)e->prediction->reference_count * sizeof *e->prediction->references);
  e->answer->is_exact = t->is_exact;
  e->answer->is_answered = t->is_exact || (t->is_walked ? is_walked(e, e->prediction, true) : is_modelled(e));
  if (e->answer->is_answered && t->needed <= 0)
    t->needed = t->effort;
  e->answer->needed = t->needed;
  return PME_OK;
}

/* ---- what it means for the loop ---- */

/* Whether all threads use one instance of the level, now and as a candidate: then every schedule touches the same lines
 * for the first time. */
static bool has_same_lines(const evaluation *e, int level) {
  const pme_machine *machine = e->question->prediction->machine;
  const pme_concrete *now = e->question->prediction->concrete;
  int loop = e->question->loop;
  return !e->question->alone && e->answer->candidate.pad_count == 0 &&
         pme_machine_instances(machine, level, pme_concrete_node_at(now, loop)->u.loop.threads) == 1 &&
         pme_machine_instances(machine, level, pme_concrete_node_at(e->concrete, loop)->u.loop.threads) == 1;
}

/* What of the first touches of the level no sample has met: misses are no fewer than these. 0: nothing notable, or no
 * more than what the prediction leaves open. */
static double untouched(const evaluation *e, int level) {
  static const double notable = 0.05;
  double touches = 0, misses = 0, open = 0;
  for (int r = 0; r < e->prediction->reference_count; r++) {
    const pme_misses *asked = &e->question->prediction->references[r].levels[level];
    const pme_misses *m = &e->prediction->references[r].levels[level];
    if (!e->question->prediction->references[r].modelled || !e->prediction->references[r].modelled)
      continue;
    touches += asked->cold;
    misses += m->misses;
    open = hypot(open, (asked->high - asked->low) / 2);
  }
  double missing = touches - misses;
  return missing > notable * touches && missing > open ? missing : 0;
}

/* First touches are rare where lines are used often, and few samples meet them; the prediction has counted them. What
 * is missing goes to the accesses that have fewer misses now than first touches before. */
static void add_first_touches(evaluation *e, int level) {
  double missing = untouched(e, level), room = 0;
  for (int pass = 0; pass < 2 && missing > 0; pass++)
    for (int r = 0; r < e->prediction->reference_count; r++) {
      const pme_reference_prediction *asked = &e->question->prediction->references[r];
      pme_misses *m = &e->prediction->references[r].levels[level];
      double more = asked->levels[level].cold - m->misses;
      if (!asked->modelled || !e->prediction->references[r].modelled || more <= 0)
        continue;
      if (pass == 0) {
        room += more;
        continue;
      }
      more *= missing / room;
      m->cold += more;
      m->misses += more;
      m->low += more;
      m->high += more;
    }
}

static pme_status count_misses(evaluation *e) {
  pme_status status = is_known(e) ? PME_OK : learn(e);
  if (status == PME_OK)
    status = take_misses(e);
  for (int l = 0; status == PME_OK && e->answer->is_answered && !e->answer->is_exact && l < e->prediction->level_count;
       l++)
    if (has_same_lines(e, l))
      add_first_touches(e, l);
  if (status == PME_OK)
    status = fill_loops(e);
  if (status == PME_OK)
    pme_prediction_sum(e->prediction);
  if (status == PME_OK && e->question->any_place && e->run->placements && e->run->is_walked)
    pme__widen_together(e->prediction, e->run->placements);
  return status;
}

static pme_status cost_group(evaluation *e) {
  const pme_program *program = pme_concrete_program(e->concrete);
  pme__answer *answer = e->answer;
  answer->group_cycles = answer->group_open = 0;
  for (int i = 0; i < e->prediction->loop_count; i++) {
    const pme_loop_prediction *row = &e->prediction->loops[i];
    pme__work_distribution distribution;
    pme_loop_time time = {0};
    if (!pme_program_node(program, row->node)->u.loop.parallel || row->executions <= 0)
      continue;
    if (!pme__work_distribution_of(e->concrete, row->node, e->arena, &distribution))
      return PME_NO_MEMORY;
    if (e->question->costs)
      pme__cost_loop(e->prediction, e->question->costs, row->node, &distribution, NULL, &time);
    answer->group_cycles += time.cycles;
    answer->group_open = hypot(answer->group_open, time.cycles * time.spread);
    if (row->node != e->question->loop)
      continue;
    answer->distribution = distribution;
    answer->candidate.time = time;
    memcpy(answer->candidate.levels, row->levels, sizeof row->levels);
  }
  for (int l = 0; l < e->prediction->level_count; l++) {
    const pme_misses *m = &e->prediction->levels[l];
    answer->group_misses[l] = m->misses;
    answer->group_width[l] =
        e->question->any_place ? fmax(m->high - m->misses, m->misses - m->low) : (m->high - m->low) / 2;
  }
  return PME_OK;
}

static double cost_of(const evaluation *e) {
  const pme__answer *answer = e->answer;
  if (!answer->is_answered)
    return INFINITY;
  return e->question->costs ? answer->group_cycles : answer->group_misses[e->question->prediction->level_count - 1];
}

static pme_status evaluate(evaluation *e, double *spent) {
  const pme_candidate *c = &e->answer->candidate;
  const pme__question *question = e->question;
  pme_proposal proposal = {.loop = question->loop, .alone = question->alone};
  if (!c->is_present)
    proposal = (pme_proposal){.loop = question->loop,
                              .threads = c->threads,
                              .has_schedule = true,
                              .schedule = c->schedule,
                              .chunk = c->chunk,
                              .pad_count = c->pad_count,
                              .alone = question->alone};
  memcpy(proposal.pads, c->pads, sizeof c->pads);
  pme_status status = pme__candidate_run_of(question->runs, &proposal, construct_of(question), &e->run);
  if (status != PME_OK)
    return status;
  e->concrete = e->run->concrete;
  bool was_known = is_known(e), goes_on = e->run->walk != NULL;
  double before = e->run->spent;
  status = count_misses(e);
  if (status == PME_OK && e->answer->is_answered)
    status = cost_group(e);
  e->run->cost = cost_of(e);
  *spent = was_known ? 0 : e->run->is_exact ? pme__counting_effort(question) : fmax(e->run->spent - before, 0);
  *spent += was_known || goes_on ? 0 : 1e6 * pme__evaluation_ms(question);
  return status;
}

pme_status pme__evaluate(const pme__question *question, double effort, double precision, pme__answer *inout,
                         double *spent) {
  evaluation e = {
      .question = question, .effort = effort, .precision = precision, .arena = pme_arena_create(), .answer = inout};
  pme_status status = e.arena ? evaluate(&e, spent) : PME_NO_MEMORY;
  pme_arena_destroy(e.arena);
  return status;
}

pme_status pme__evaluate_into(const pme__question *question, const pme__search_effort *effort, pme__answer *inout) {
  double spent = 0;
  pme_status status = pme__evaluate(question, effort->effort, effort->precision, inout, &spent);
  *effort->spent += spent;
  return status;
}
