/* Tries an order: the program with loops in each other's place, predicted as any other. */
#include "order_trial.h"

#include <math.h>
#include <string.h>

#include "analysis/advise/rank.h"
#include "analysis/core/tree.h"
#include "changed/program_copy.h"

/* A quick look: orders that are worth it differ by much. Wider intervals will do after a share of it. */
static const double BUDGET_MS = 4, MS_OF_A_NODE = 0.2, PATIENCE = 0.25, DEEP = 2.5, ROUGH = 0.25;
/* Misses that differ by less are alike. */
static const double ALIKE = 0.005;
/* What is left out of times is as much: a gain of more is one. */
static const double MUCH = 0.2;
/* Of two orders that are better, times that differ by less do not tell. */
static const double ALIKE_TIMES = 0.1;
/* What is better in one way may be worse by so much in the other. */
static const double MORE = 0.01;
/* ... of misses, where a fifth of the time is saved and more. */
static const double MORE_OF_MUCH = 0.1;

/* Lines that are left of those that a change is to save. */
static const double LEFT_LINES = 0.9;
/* What compilers make of a nest computes longer than another one with as much to do. */
static const double SLOWER_CODE = 1.125;
/* Rough looks that find more than this of them left are enough. */
static const double LESS = 0.98;

/* ---- predicting ---- */

/* One loop more. */
static void add_levels(const pme_loop_prediction *row, pme__order_trial *out) {
  for (int l = 0; l < out->level_count; l++) {
    out->levels[l].accesses += row->levels[l].accesses;
    out->levels[l].misses += row->levels[l].misses;
    out->levels[l].cold += row->levels[l].cold;
    out->levels[l].low += row->levels[l].low;
    out->levels[l].high += row->levels[l].high;
  }
}

static void add_time(const pme_loop_time *time, pme_loop_time *sum) {
  double cycles = sum->cycles + time->cycles;
  sum->spread = cycles > 0 ? (sum->cycles * sum->spread + time->cycles * time->spread) / cycles : 0;
  sum->cycles = cycles;
}

static double with_slower_code(const pme_loop_time *time) {
  pme_loop_time slower = *time;
  slower.compute *= SLOWER_CODE;
  return pme__cycles_together(&slower);
}

static pme_status add_loop(const pme__order_question *question, const pme_prediction *prediction, int loop,
                           pme_arena *arena, pme__order_trial *out) {
  const pme_loop_prediction *row = pme__loop_row(prediction, loop);
  pme__work_distribution distribution;
  pme_loop_time time;
  out->is_answered = out->is_answered && row && row->status == PME_LOOP_MODELLED;
  if (!out->is_answered)
    return PME_OK;
  add_levels(row, out);
  if (!pme__work_distribution_of(prediction->concrete, loop, arena, &distribution))
    return PME_NO_MEMORY;
  if (!question->costs)
    return PME_OK;
  pme__cost_loop(prediction, question->costs, loop, &distribution, NULL, &time);
  add_time(&time, &out->time);
  out->slower_code += with_slower_code(&time);
  return PME_OK;
}

/* Of the construct: the outermost node that holds the loop, and what is below. */
static int count_nodes(const pme_program *program, int loop) {
  int top = pme__construct_of(program, loop), count = 0;
  for (int id = 0; id < pme_program_node_count(program); id++) {
    int above = id;
    while (above != top && above != PME_NONE)
      above = pme_program_node(program, above)->parent;
    count += above == top;
  }
  return count;
}

static double budget_ms_of(const pme__order_question *question, const int loops[], int count) {
  int nodes = count == 1 ? count_nodes(question->program, loops[0]) : pme_program_node_count(question->program);
  return (BUDGET_MS + MS_OF_A_NODE * nodes) * (question->is_deep ? DEEP : 1) * (question->is_rough ? ROUGH : 1);
}

static pme_status answer(const pme__order_question *question, const pme_concrete *concrete, const int loops[],
                         int count, pme__order_trial *out) {
  pme_prediction *prediction;
  double budget_ms = budget_ms_of(question, loops, count);
  pme_predict_options options = {
      .budget_ms = budget_ms, .patience_ms = PATIENCE * budget_ms, .coherence = true, .without_placements = true};
  pme_arena *arena = pme_arena_create();
  pme_status status =
      arena ? pme_predict(concrete, question->machine, &options, arena, &prediction, NULL) : PME_NO_MEMORY;
  if (status == PME_OK) {
    if (question->left_effort)
      *question->left_effort -= prediction->effort;
    out->is_answered = true;
    out->level_count = prediction->level_count;
  }
  for (int i = 0; i < count && status == PME_OK; i++)
    status = add_loop(question, prediction, loops[i], arena, out);
  pme_arena_destroy(arena);
  return status;
}

/* Whether a level that has more than was had of it loses lines. */
static bool hangs_on_share(const pme__order_question *question, const pme__order_trial *trial) {
  for (int l = 0; l < trial->level_count; l++)
    if (question->machine->levels[l].told_bytes > 0 && trial->levels[l].misses > (1 + ALIKE) * trial->levels[l].cold)
      return true;
  return false;
}

/* Others may have left less of a level while it was measured than they leave the loop. */
static pme_status answer_as_told(const pme__order_question *question, const pme_concrete *concrete, const int loops[],
                                 int count, pme__order_trial *inout) {
  pme__order_question asked = *question;
  pme__order_trial told = *inout;
  pme_status status = PME_OK;
  asked.machine = question->told;
  if (hangs_on_share(question, inout)) {
    told = (pme__order_trial){0};
    status = answer(&asked, concrete, loops, count, &told);
  }
  inout->is_answered = inout->is_answered && told.is_answered;
  inout->has_told = true;
  memcpy(inout->told_levels, told.levels, sizeof told.levels);
  inout->told_time = told.time;
  inout->told_slower_code = told.slower_code;
  return status;
}

static pme_status try_with(const pme__order_question *question, const pme_proposal *proposal, const int loops[],
                           int count, pme__order_trial *out) {
  pme_what_if what_if = *question->what_if;
  pme_concrete *concrete = NULL;
  *out = (pme__order_trial){0};
  if (question->left_effort && *question->left_effort <= 0)
    return PME_OK;
  what_if.proposal = proposal;
  pme_status status = pme_concrete_create(question->program, &what_if, &concrete, NULL);
  if (status == PME_OK)
    status = answer(question, concrete, loops, count, out);
  if (status == PME_OK && out->is_answered && question->told)
    status = answer_as_told(question, concrete, loops, count, out);
  pme_concrete_destroy(concrete);
  return status;
}

pme_status pme__try_order(const pme__order_question *question, const pme_nest_order *order, pme__order_trial *out) {
  pme_proposal proposal = {.loop = question->loop, .alone = true};
  if (order)
    proposal.order = *order;
  return try_with(question, &proposal, &question->loop, 1, out);
}

pme_status pme__try_loops(const pme__order_question *question, const int loops[], int count, pme__order_trial *out) {
  return try_with(question, NULL, loops, count, out);
}

/* ---- which is better ---- */

static bool are_alike(double a, double b) { return fabs(a - b) <= ALIKE * fmax(a, b); }

/* The level whose misses cost the present order most, each the time to the next level. Without times the outermost. */
static int costliest_level(const pme__order_question *question, const pme__order_trial *now) {
  int costliest = now->level_count - 1;
  double most = 0;
  for (int l = 0; l < now->level_count && question->costs; l++) {
    double cycles = now->levels[l].misses * (question->costs->latency[l + 1] - question->costs->latency[l]);
    if (cycles > most) {
      most = cycles;
      costliest = l;
    }
  }
  return costliest;
}

static bool differ(double a, double b, double share) { return fabs(a - b) > share * fmax(a, b); }

int pme__compare_orders(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *a,
                        const pme__order_trial *b) {
  int level = costliest_level(question, now);
  if (differ(a->time.cycles, b->time.cycles, ALIKE_TIMES))
    return a->time.cycles < b->time.cycles ? -1 : 1;
  for (int l = level; l >= 0; l--)
    if (!are_alike(a->levels[l].misses, b->levels[l].misses))
      return a->levels[l].misses < b->levels[l].misses ? -1 : 1;
  return a->time.cycles < b->time.cycles ? -1 : 0;
}

static bool is_better(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then) {
  int level = costliest_level(question, now);
  const pme_misses *before = &now->levels[level], *after = &then->levels[level];
  bool is_fewer = after->high < (1 - PME__WORTH) * before->low;
  if (now->time.cycles <= 0) {
    while (level > 0 && are_alike(now->levels[level].misses, then->levels[level].misses))
      level--;
    return then->levels[level].high < (1 - PME__WORTH) * now->levels[level].low;
  }
  double gain = now->time.cycles - then->time.cycles;
  double open = hypot(now->time.cycles * now->time.spread, then->time.cycles * then->time.spread);
  bool is_faster = gain > PME__WORTH * now->time.cycles && gain > open;
  double more = gain > MUCH * now->time.cycles ? MORE_OF_MUCH : MORE;
  return (is_faster && after->misses <= (1 + more) * before->misses) || (is_fewer && gain >= -MORE * now->time.cycles);
}

static pme__order_trial as_told(const pme__order_trial *trial) {
  pme__order_trial told = *trial;
  if (trial->has_told) {
    memcpy(told.levels, trial->told_levels, sizeof told.levels);
    told.time = trial->told_time;
    told.slower_code = trial->told_slower_code;
  }
  return told;
}

bool pme__is_better_order(const pme__order_question *question, const pme__order_trial *now,
                          const pme__order_trial *then) {
  pme__order_trial now_told = as_told(now), then_told = as_told(then);
  return now->is_answered && then->is_answered && is_better(question, now, then) &&
         is_better(question, &now_told, &then_told);
}

/* Of the time, of the misses of the outermost level where there is none. */
static double left_of(const pme__order_trial *now, const pme__order_trial *then) {
  int outermost = now->level_count - 1;
  return now->time.cycles > 0 ? then->time.cycles / now->time.cycles
                              : then->levels[outermost].misses / fmax(1, now->levels[outermost].misses);
}

void pme__take_lesser_gain(pme__order_trial *now, pme__order_trial *then) {
  pme__order_trial now_told = as_told(now), then_told = as_told(then);
  if (left_of(&now_told, &then_told) <= left_of(now, then))
    return;
  *now = now_told;
  *then = then_told;
}

int pme__telling_level(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then) {
  int telling = 0;
  double most = 0;
  for (int l = 0; l < now->level_count; l++) {
    double fewer = now->levels[l].misses - then->levels[l].misses;
    double cycles = question->costs ? fewer * question->costs->scattered[l + 1] : fewer * (l + 1);
    if (cycles > most) {
      most = cycles;
      telling = l;
    }
  }
  return telling;
}

/* Lines of all levels, at what they cost; where nobody knows that, all of them alike. */
static double waits_of(const pme__order_question *question, const pme__order_trial *trial) {
  double waits = 0;
  for (int l = 0; l < trial->level_count; l++)
    waits += trial->levels[l].misses * (question->costs ? question->costs->scattered[l + 1] : 1);
  return waits;
}

bool pme__waits_less(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then) {
  return now->is_answered && then->is_answered && waits_of(question, then) < LESS * waits_of(question, now);
}

bool pme__saves_lines(const pme__order_question *question, const pme__order_trial *now, const pme__order_trial *then) {
  return !question->costs || waits_of(question, then) < LEFT_LINES * waits_of(question, now);
}
