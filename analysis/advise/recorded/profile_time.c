/* Running times of the loops of a profile, by the cost model of all others: the program of each is built from what the
 * run has counted of its code, and has the misses of the answer. */
#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "pmecache/advice.h"
#include "profile_code.h"
#include "recorded_program.h"
#include "recorded_waits.h"

typedef struct timing {
  const pme_profile *profile;
  const pme_profile_answer *answer;
  const pme_machine *machine;
  pme_arena *arena;
  pme__costs costs;
  pme__profile_code code;
  int *row; /* of the answer, by reference of the profile; PME_NONE */
} timing;

static const pme_subject_loop *subject_loop(const timing *t, int row) {
  return &pme_subject_at(t->answer->subject, t->answer->prediction->loops[row].node)->u.loop;
}

static int team_of(const timing *t, int row) {
  const pme_subject_loop *loop = subject_loop(t, row);
  return loop->parallel && loop->threads > 1 ? loop->threads : 1;
}

/* ---- which loops ---- */

static bool has_parallel_inside(const timing *t, int outer) {
  const pme_prediction *p = t->answer->prediction;
  for (int i = 0; i < p->loop_count; i++)
    if (i != outer && subject_loop(t, i)->parallel &&
        pme_subject_is_below(p->subject, p->loops[i].node, p->loops[outer].node))
      return true;
  return false;
}

/* Worksharing loops, and loops around which is none and in which is no other one: serial code. */
static bool is_timed(const timing *t, int row) {
  const pme_profile_loop *loop = pme_profile_loop_at(t->profile, t->code.loop[row]);
  bool stands_alone = loop->parallel || (loop->parent == PME_NONE && !has_parallel_inside(t, row));
  return stands_alone && loop->executions > 0 && pme__profile_code_is_known(t->profile, t->code.loop[row]);
}

/* ---- a loop ---- */

static bool is_stream(const pme_prediction *p, int row) {
  return pme__is_stream(p->concrete, p->references[row].node, p->machine->levels[0].line_bytes);
}

/* Of what a run misses, the share that no prefetcher foresees: the first line of those that begin somewhere else. */
static double unforeseen_share(const timing *t, int reference) {
  const pme_profile_moves *m = &pme_profile_reference_at(t->profile, reference)->moves;
  int block = pme_profile_reference_at(t->profile, reference)->block;
  const pme_profile_course *c = &pme_profile_block_at(t->profile, block)->course;
  if (!c->is_run || c->records <= 0 || m->moves <= 0)
    return 0;
  double bytes = c->rounds / c->records * fabs((double)m->stride_bytes);
  return (1 - m->near / m->moves) / (1 + bytes / t->machine->levels[0].line_bytes);
}

static void take_share(pme_misses *from, double share, pme_misses *taken) {
  double *parts[][2] = {{&from->misses, &taken->misses}, {&from->cold, &taken->cold},
                        {&from->self, &taken->self},     {&from->other_threads, &taken->other_threads},
                        {&from->low, &taken->low},       {&from->high, &taken->high}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    *parts[i][1] += *parts[i][0] * share;
    *parts[i][0] *= 1 - share;
  }
}

static void add_share(pme_misses *to, double share, const pme_misses *given) {
  to->misses += given->misses * share;
  to->cold += given->cold * share;
  to->self += given->self * share;
  to->other_threads += given->other_threads * share;
  to->low += given->low * share;
  to->high += given->high * share;
}

/* Misses cost what the way of their access costs: those of runs that are not foreseen are handed to accesses that jump,
 * as those of traces are (recorded_program.h), where there are any. */
static void move_unforeseen(const timing *t, const pme__recorded_loop *loop, pme_prediction *p) {
  pme_misses taken[PME_MAX_LEVELS] = {{0}};
  double jumping = 0;
  for (int r = 0; r < p->reference_count; r++)
    jumping += is_stream(p, r) ? 0 : p->references[r].levels[0].accesses;
  for (int r = 0; r < p->reference_count && jumping > 0; r++) {
    int reference = t->code.reference[loop->site[p->references[r].node]];
    double share = is_stream(p, r) && reference != PME_NONE ? unforeseen_share(t, reference) : 0;
    for (int l = 0; l < p->level_count && share > 0; l++)
      take_share(&p->references[r].levels[l], share, &taken[l]);
  }
  for (int r = 0; r < p->reference_count && jumping > 0; r++)
    for (int l = 0; l < p->level_count && !is_stream(p, r); l++)
      add_share(&p->references[r].levels[l], p->references[r].levels[0].accesses / jumping, &taken[l]);
}

static void fill_misses(const timing *t, const pme__recorded_loop *loop, pme_prediction *p) {
  pme__recorded_fill_counts(loop, p);
  for (int r = 0; r < p->reference_count; r++) {
    int reference = t->code.reference[loop->site[p->references[r].node]];
    int row = reference == PME_NONE ? PME_NONE : t->row[reference];
    for (int l = 0; l < p->level_count && row != PME_NONE; l++) {
      double executed = p->references[r].levels[l].accesses;
      p->references[r].levels[l] = t->answer->prediction->references[row].levels[l];
      p->references[r].levels[l].accesses = executed;
    }
  }
  move_unforeseen(t, loop, p);
  pme_prediction_sum(p);
}

static pme__work_distribution distribution_of(const timing *t, int row, int threads) {
  const pme_loop_prediction *loop = &t->answer->prediction->loops[row];
  const pme_subject_loop *s = subject_loop(t, row);
  double imbalance = t->answer->imbalance ? t->answer->imbalance[row] : 1, of_all = fmax(loop->trip_count, 1);
  pme__work_distribution d = {.iterations = of_all, .chunks = 1, .chunk = fmax(of_all / threads, 1)};
  d.imbalance = threads > 1 && imbalance > 1 ? imbalance : 1;
  if (threads > 1 && (s->chunk > 0 || s->schedule != PME_SCHEDULE_STATIC)) {
    d.chunk = fmin(s->chunk > 0 ? (double)s->chunk : 1, of_all);
    d.chunks = ceil(of_all / d.chunk / threads);
  }
  return d;
}

static pme_status time_built(const timing *t, int row, const pme__recorded_loop *loop, pme_loop_time *out) {
  const pme_subject_loop *s = subject_loop(t, row);
  int threads = team_of(t, row);
  pme_what_if what_if = {.threads = threads, .has_schedule = s->parallel, .schedule = s->schedule, .chunk = s->chunk};
  pme_concrete *concrete = NULL;
  pme_prediction *p = NULL;
  pme_error error;
  pme__waits waits;
  pme_status status = pme_concrete_create(loop->program, &what_if, &concrete, &error);
  if (status == PME_OK)
    status = pme_prediction_create(concrete, t->machine, t->arena, &p, &error);
  if (status == PME_OK) {
    fill_misses(t, loop, p);
    status = pme__recorded_waits_of(loop, p, &t->costs, t->arena, &waits) ? PME_OK : PME_NO_MEMORY;
  }
  if (status == PME_OK) {
    pme__work_distribution distribution = distribution_of(t, row, threads);
    waits.team_of_one = s->parallel ? waits.team_of_one : 0;
    pme__cost_loop(p, &t->costs, loop->node, &distribution, &waits, out);
  }
  pme_concrete_destroy(concrete);
  return status;
}

static pme_status time_loop(const timing *t, int row, pme_loop_time *out) {
  const pme_profile_loop *known = pme_profile_loop_at(t->profile, t->code.loop[row]);
  pme__recorded_code code = {.function = &t->code.function,
                             .loop = (uint32_t)row,
                             .executions = known->executions,
                             .iterations = known->iterations,
                             .counts = &t->code.counts,
                             .line_bytes = (uint32_t)pme_profile_options_of(t->profile)->line_bytes,
                             .costs = &t->costs};
  pme__recorded_loop loop = {0};
  bool is_built = pme__recorded_loop_build(&code, t->arena, &loop);
  pme_status status = is_built ? time_built(t, row, &loop, out) : PME_NO_MEMORY;
  pme_program_destroy(loop.program);
  return status;
}

/* ---- all of them ---- */

/* Rows of the answer stand in the order of the profile, as far as they are of the function. */
static pme_status open_code(timing *t) {
  int references = pme_profile_reference_count(t->profile), row = 0;
  t->row = PME_ARENA_NEW(t->arena, int, references + 1);
  if (!t->row || !pme__profile_code_of(t->profile, t->answer->function, t->arena, &t->code))
    return PME_NO_MEMORY;
  for (int r = 0; r < references; r++) {
    int block = pme_profile_reference_at(t->profile, r)->block;
    bool is_own = pme_profile_block_at(t->profile, block)->function == t->answer->function;
    t->row[r] = is_own && t->answer->prediction->references[row].modelled ? row : PME_NONE;
    row += is_own;
  }
  return PME_OK;
}

static pme_status time_all(timing *t, pme_advice *advice) {
  pme_status status = open_code(t);
  for (int row = 0; row < t->answer->prediction->loop_count && status == PME_OK; row++) {
    pme_loop_advice *next = &advice->loops[advice->loop_count];
    if (!is_timed(t, row))
      continue;
    *next = (pme_loop_advice){.node = t->answer->prediction->loops[row].node};
    status = time_loop(t, row, &next->now);
    advice->loop_count++;
  }
  return status;
}

pme_status pme_time_profile(const pme_profile *profile, const pme_profile_answer *answer, pme_arena *arena,
                            const pme_advice **out) {
  timing *t = PME_ARENA_NEW(arena, timing, 1);
  pme_advice *advice = PME_ARENA_NEW(arena, pme_advice, 1);
  pme_loop_advice *loops = PME_ARENA_NEW(arena, pme_loop_advice, answer->prediction->loop_count + 1);
  if (!t || !advice || !loops)
    return PME_NO_MEMORY;
  *t = (timing){.profile = profile, .answer = answer, .machine = answer->prediction->machine, .arena = arena};
  *advice = (pme_advice){.prediction = answer->prediction, .loops = loops};
  *out = advice;
  if (!pme__costs_of(t->machine, &t->costs))
    return PME_OK;
  advice->assumption_count = t->costs.assumption_count;
  advice->assumptions = t->costs.assumptions;
  return time_all(t, advice);
}
