/* Advice for recorded loops: each candidate is one pass over the trace, dealt out as its schedule says. */
#include "recorded_advice.h"

#include <math.h>
#include <string.h>

#include "analysis/advise/rank.h"
#include "analysis/core/tree.h"
#include "recorded_private.h"
#include "recorded_waits.h"

static const double USUAL_REFERENCES = 4e8;
enum { FEWEST_CANDIDATES = 4, MOST_CANDIDATES = 24 };
/* Iterations differ in work when their lengths spread by more than this share of their mean. */
static const double UNEVEN = 0.05;

typedef struct subject { /* a loop */
  pme__recorded_loop loop;
  bool known;
  pme__team_question question; /* as it is */
  pme_prediction *prediction;  /* the same */
  pme__question asked;
  pme__grid *grid;
} subject;

typedef struct advising {
  struct pme__recorded_private *c;
  const pme_machine *machine;
  const pme__recorded_advise_options *options;
  uint32_t threads;
  subject *subjects;
  uint32_t count;
  int most_candidates; /* for each loop */
} advising;

/* ---- the loops as they are ---- */

static bool is_uneven(const pme__sequential_trace *trace, uint32_t loop) {
  double count = 0, sum = 0, squares = 0;
  for (size_t w = 0; w < trace->work_count; w++) {
    const pme__iterations *iterations = &trace->work[w].iterations;
    for (uint64_t i = 0; trace->work[w].loop == loop + 1 && i < iterations->count; i++) {
      double length = (double)iterations->length(iterations->context, i, i + 1);
      count++;
      sum += length;
      squares += length * length;
    }
  }
  double mean = count > 0 ? sum / count : 0;
  return mean > 0 && sqrt(fmax(squares / count - mean * mean, 0)) > UNEVEN * mean;
}

static pme__team_schedule_kind team_schedule_of(const pme_candidate *c) {
  return c->schedule == PME_SCHEDULE_DYNAMIC  ? PME_TEAM_DYNAMIC
         : c->schedule == PME_SCHEDULE_GUIDED ? PME_TEAM_GUIDED_OMP
         : c->chunk > 0                       ? PME_TEAM_CHUNKED
                                              : PME_TEAM_BALANCED;
}

static pme_status fill_answer(const advising *a, const subject *s, const pme_prediction *p,
                              const pme__work_distribution *distribution, pme__answer *answer) {
  const pme__costs *costs = a->c->has_costs ? &a->c->costs : NULL;
  pme__waits waits;
  if (costs && !pme__recorded_waits_of(&s->loop, p, costs, a->c->arena, &waits))
    return PME_NO_MEMORY;
  answer->distribution = *distribution;
  answer->is_answered = answer->candidate.is_decided = true;
  if (costs)
    pme__cost_loop(p, costs, s->loop.node, distribution, &waits, &answer->candidate.time);
  answer->group_cycles = answer->candidate.time.cycles;
  const pme_loop_prediction *row = pme__loop_row(p, s->loop.node);
  if (row)
    memcpy(answer->candidate.levels, row->levels, sizeof row->levels);
  for (int l = 0; l < p->level_count; l++)
    answer->group_misses[l] = p->levels[l].misses;
  return PME_OK;
}

static pme_status open_subject(advising *a, uint32_t l, pme_error *error) {
  struct pme__recorded_private *c = a->c;
  subject *s = &a->subjects[l];
  s->known = pme__recorded_loop_open(c->trace, &c->counts, c->has_costs ? &c->costs : NULL, l, c->arena, &s->loop);
  c->programs[l] = s->loop.program;
  const pme__team_loop *m = &c->measured[l];
  if (!s->known || m->iterations < 2 * m->executions) {
    s->known = false;
    return PME_OK;
  }
  s->question = pme__recorded_question_of(c->trace, c->question, l);
  pme__recorded_run run = {m, &s->question};
  pme_status status = pme__recorded_predict(&s->loop, &run, c->arena, &c->concretes[l], &s->prediction, error);
  s->grid = PME_ARENA_NEW(c->arena, pme__grid, 1);
  if (status != PME_OK || !s->grid)
    return status != PME_OK ? status : PME_NO_MEMORY;
  s->asked = (pme__question){
      .prediction = s->prediction, .costs = c->has_costs ? &c->costs : NULL, .loop = s->loop.node, .stands_in = true};
  pme__work_distribution distribution =
      pme__recorded_distribution(m, a->threads, s->question.schedule, s->question.chunk);
  pme_candidate present = {.threads = (int)a->threads,
                           .schedule = pme__team_schedule_clause(s->question.schedule),
                           .chunk = (int64_t)s->question.chunk,
                           .is_present = true};
  pme__grid_add(s->grid, 0, &present);
  status = fill_answer(a, s, s->prediction, &distribution, &s->grid->answers[0]);
  distribution.is_uneven = c->has_costs && is_uneven(c->trace, l);
  pme__grid_fill(s->grid, a->machine, &distribution, c->has_costs && !a->options->chunk_only, a->most_candidates);
  return status;
}

/* ---- one pass ---- */

static bool is_same_schedule(const pme_candidate *a, const pme_candidate *b) {
  return a->threads == b->threads && a->schedule == b->schedule && a->chunk == b->chunk;
}

static pme_status measure(advising *a, const pme_candidate *asked, pme_arena *arena, pme_error *error) {
  pme__team_question question = {.machine = a->machine,
                                 .threads = (uint32_t)asked->threads,
                                 .has_schedule = true,
                                 .schedule = team_schedule_of(asked),
                                 .chunk = (uint64_t)asked->chunk};
  pme__team_loop *measured;
  pme_status status = pme__team_loops(a->c->trace, &question, arena, &measured, error);
  for (uint32_t l = 0; l < a->count && status == PME_OK; l++) {
    subject *s = &a->subjects[l];
    for (int i = 1; s->known && i < s->grid->count && status == PME_OK; i++) {
      if (s->grid->answers[i].is_answered || !is_same_schedule(&s->grid->answers[i].candidate, asked))
        continue;
      pme_concrete *concrete = NULL;
      pme_prediction *prediction;
      status = pme__recorded_predict(&s->loop, &(pme__recorded_run){&measured[l], &question}, arena, &concrete,
                                     &prediction, error);
      pme__work_distribution distribution =
          pme__recorded_distribution(&measured[l], question.threads, question.schedule, question.chunk);
      if (status == PME_OK)
        status = fill_answer(a, s, prediction, &distribution, &s->grid->answers[i]);
      pme_concrete_destroy(concrete);
    }
  }
  return status;
}

static const pme_candidate *next_schedule(const advising *a) {
  for (uint32_t l = 0; l < a->count; l++)
    for (int i = 1; a->subjects[l].known && i < a->subjects[l].grid->count; i++)
      if (!a->subjects[l].grid->answers[i].is_answered)
        return &a->subjects[l].grid->answers[i].candidate;
  return NULL;
}

static pme_status measure_all(advising *a, pme_error *error) {
  const pme_candidate *next;
  pme_status status = PME_OK;
  while (status == PME_OK && (next = next_schedule(a))) {
    pme_candidate asked = *next;
    pme_arena *arena = pme_arena_create();
    status = arena ? measure(a, &asked, arena, error) : PME_NO_MEMORY;
    pme_arena_destroy(arena);
  }
  return status;
}

/* ---- the advice ---- */

static pme_status report(advising *a, subject *s, uint32_t l, pme__recorded_time *out) {
  struct pme__recorded_private *c = a->c;
  pme_advice *advice = PME_ARENA_NEW(c->arena, pme_advice, 1);
  pme_loop_advice *loop = PME_ARENA_NEW(c->arena, pme_loop_advice, 1);
  if (!advice || !loop)
    return PME_NO_MEMORY;
  *advice = (pme_advice){.prediction = s->prediction,
                         .loop_count = 1,
                         .loops = loop,
                         .assumption_count = c->has_costs ? c->costs.assumption_count : 0,
                         .assumptions = c->costs.assumptions};
  pme_loop_time now = s->grid->answers[0].candidate.time;
  pme_status status = pme__report(&s->asked, s->grid, c->arena, loop);
  loop->now = now;
  /* What each access misses is shared out, not measured. */
  for (int i = 0; i < loop->count; i++)
    loop->candidates[i].reason_access = PME_NONE;
  *out = (pme__recorded_time){.advice = advice,
                              .executions = c->measured[l].executions,
                              .file = s->loop.function->file,
                              .function = s->loop.function->name,
                              .hash = s->loop.function->hash,
                              .number = (int)s->loop.number,
                              .line = (int)s->loop.function->loops[s->loop.number].line};
  return status;
}

static pme_status advise_all(advising *a, pme__recorded_times *times, pme_error *error) {
  struct pme__recorded_private *c = a->c;
  a->count = c->trace->loop_count;
  c->programs = PME_ARENA_NEW(c->arena, pme_program *, a->count + 1);
  c->concretes = PME_ARENA_NEW(c->arena, pme_concrete *, a->count + 1);
  times->items = PME_ARENA_NEW(c->arena, pme__recorded_time, a->count + 1);
  a->subjects = PME_ARENA_NEW(c->arena, subject, a->count + 1);
  if (!c->programs || !c->concretes || !times->items || !a->subjects)
    return PME_NO_MEMORY;
  pme_status status = pme__team_loops(c->trace, c->question, c->arena, &c->measured, error);
  if (status == PME_OK)
    status = pme__trace_count(c->trace->recorded, c->trace->line_bytes, c->arena, &c->counts);
  for (uint32_t l = 0; l < a->count && status == PME_OK; l++)
    status = open_subject(a, l, error);
  if (status == PME_OK)
    status = measure_all(a, error);
  for (uint32_t l = 0; l < a->count && status == PME_OK; l++)
    if (a->subjects[l].known)
      status = report(a, &a->subjects[l], l, &times->items[times->count++]);
  return status;
}

pme_status pme__recorded_advise(const pme__sequential_trace *trace, const pme_machine *machine,
                                const pme__recorded_advise_options *options, pme__recorded_times **out,
                                pme_error *error) {
  pme__recorded_times *times = NULL;
  uint32_t threads = options->threads       ? options->threads
                     : trace->team_size > 1 ? trace->team_size
                                            : (uint32_t)machine->cores;
  pme__team_question question = {.machine = machine, .threads = threads};
  pme_status status = pme__recorded_open(trace, &question, &times, error);
  if (status != PME_OK)
    return status;
  double most = options->references > 0 ? options->references : USUAL_REFERENCES;
  double most_candidates = most / (double)(trace->reference_count + 1);
  advising a = {.c = times->memory, .machine = machine, .options = options, .threads = threads};
  a.most_candidates = most_candidates < FEWEST_CANDIDATES ? FEWEST_CANDIDATES
                      : most_candidates > MOST_CANDIDATES ? MOST_CANDIDATES
                                                          : (int)most_candidates;
  status = advise_all(&a, times, error);
  times->memory->question = NULL;
  if (status == PME_OK) {
    *out = times;
    return PME_OK;
  }
  pme__recorded_times_destroy(times);
  return error && *error->message ? status
                                  : pme_error_set(error, status, 0, 0, "no advice: %s", pme_status_text(status));
}
