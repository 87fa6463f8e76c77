/* Times of recorded loops, by the cost model and by the equations of the paper as printed. */
#include "recorded_time.h"

#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/profile/run_time.h"
#include "recorded_private.h"
#include "recorded_waits.h"

/* A division waits for the one before about this many times as long as a processor needs to begin the next one. */
static const double LATENCY_OF_DIVISIONS = 4;

typedef struct pme__recorded_private context;

/* ---- the equations as printed ---- */

typedef struct totals {
  double words, bytes, moved; /* accesses, what they want, and that with their strides */
  double operations, divisions;
} totals;

static totals totals_of(const pme_prediction *p) {
  const pme_program *program = pme_concrete_program(p->concrete);
  totals sum = {0};
  for (int r = 0; r < p->reference_count; r++) {
    const pme_access *access = &pme_program_node(program, p->references[r].node)->u.access;
    double count = p->references[r].levels[0].accesses;
    double stride = fabs((double)pme__stride_of(p->concrete, p->references[r].node));
    sum.words += count;
    sum.bytes += count * (double)access->size_bytes;
    sum.moved += count * fmax((double)access->size_bytes, stride);
  }
  for (int l = 0; l < p->loop_count; l++) {
    const pme_work *work = &pme_program_node(program, p->loops[l].node)->u.loop.work;
    double iterations = p->loops[l].executions * p->loops[l].trip_count;
    sum.operations += iterations * (double)(work->operations + work->divisions);
    sum.divisions += iterations * (double)work->divisions;
  }
  return sum;
}

static pme__printed_time print_time(const context *c, const pme_prediction *p, double share) {
  const pme_machine *machine = p->machine;
  int levels = p->level_count;
  double hit[PME_MAX_LEVELS], latency[PME_MAX_LEVELS + 1], each_byte[PME_MAX_LEVELS + 1];
  totals sum = totals_of(p);
  double line = machine->levels[0].line_bytes;
  for (int l = 0; l <= levels; l++) {
    latency[l] = c->costs.latency[l];
    each_byte[l] = (l > 0 ? c->costs.stream[l] : machine->levels[0].throughput_cycles) / line;
    if (l < levels)
      hit[l] = sum.words > 0 ? fmax(0, 1 - p->levels[l].misses / sum.words) : 1;
  }
  double mean = pme__mean_cost(levels, hit, latency), rate = pme__mean_cost(levels, hit, each_byte);
  double word = sum.words > 0 ? sum.bytes / sum.words : 1, apart = sum.words > 0 ? sum.moved / sum.words : 1;
  double strided = pme__strided_bytes(apart, line, (double)machine->levels[0].size_bytes);
  pme__cpu_costs cpu = {.latency = c->costs.chain,
                        .throughput = 1 / c->costs.issue,
                        .divide_latency = LATENCY_OF_DIVISIONS * c->costs.divide,
                        .divide_throughput = c->costs.divide};
  pme__printed_time t = {.memory = pme__memory_cycles(mean, rate, word, sum.bytes * share)};
  /* What neighbours fill moves no more than its own bytes. */
  t.memory_strided = apart > line ? pme__memory_cycles(mean, rate, strided, sum.words * strided * share) : t.memory;
  t.cpu_throughput = pme__cpu_cycles_pipelined(&cpu, sum.operations * share, sum.divisions * share);
  t.cpu_latency = pme__cpu_cycles_chained(&cpu, sum.operations * share, sum.divisions * share);
  pme__time_range range = pme__run_time(t.memory_strided, t.cpu_throughput);
  t.low = range.low;
  t.high = pme__run_time(t.memory_strided, t.cpu_latency).high;
  return t;
}

/* ---- a loop ---- */

static pme_advice *advice_of(context *c, const pme_prediction *p, int node, const pme_loop_time *now) {
  pme_advice *advice = PME_ARENA_NEW(c->arena, pme_advice, 1);
  pme_loop_advice *loop = PME_ARENA_NEW(c->arena, pme_loop_advice, 1);
  if (!advice || !loop)
    return NULL;
  *loop = (pme_loop_advice){.node = node, .now = *now};
  *advice = (pme_advice){.prediction = p, .loop_count = 1, .loops = loop};
  return advice;
}

pme__team_question pme__recorded_question_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                             uint32_t loop) {
  pme__team_question q = *question;
  for (size_t w = 0; !q.has_schedule && w < trace->work_count; w++)
    if (trace->work[w].loop == loop + 1) {
      q.schedule = trace->work[w].schedule;
      q.chunk = trace->work[w].chunk;
      break;
    }
  return q;
}

static pme_status time_loop(context *c, uint32_t l, pme__recorded_time *out, bool *known, pme_error *error) {
  pme__recorded_loop loop = {0};
  *known = pme__recorded_loop_open(c->trace, &c->counts, c->has_costs ? &c->costs : NULL, l, c->arena, &loop);
  c->programs[l] = loop.program;
  if (!*known)
    return PME_OK;
  pme__team_question q = pme__recorded_question_of(c->trace, c->question, l);
  pme_prediction *prediction;
  pme__recorded_run run = {&c->measured[l], &q};
  pme_status status = pme__recorded_predict(&loop, &run, c->arena, &c->concretes[l], &prediction, error);
  if (status != PME_OK)
    return status;
  pme__work_distribution distribution = pme__recorded_distribution(&c->measured[l], q.threads, q.schedule, q.chunk);
  pme__waits waits;
  if (!pme__recorded_waits_of(&loop, prediction, &c->costs, c->arena, &waits))
    return PME_NO_MEMORY;
  pme_loop_time now;
  pme__cost_loop(prediction, &c->costs, loop.node, &distribution, &waits, &now);
  double share = distribution.imbalance / q.threads * ceil((double)q.threads / q.machine->cores);
  *out = (pme__recorded_time){.advice = advice_of(c, prediction, loop.node, &now),
                              .printed = print_time(c, prediction, share),
                              .executions = c->measured[l].executions,
                              .file = loop.function->file,
                              .function = loop.function->name,
                              .hash = loop.function->hash,
                              .number = (int)loop.number,
                              .line = (int)loop.function->loops[loop.number].line};
  return out->advice ? PME_OK : PME_NO_MEMORY;
}

/* ---- all of them ---- */

static pme_status time_all(context *c, pme__recorded_times *times, pme_error *error) {
  uint32_t count = c->trace->loop_count;
  c->programs = PME_ARENA_NEW(c->arena, pme_program *, count + 1);
  c->concretes = PME_ARENA_NEW(c->arena, pme_concrete *, count + 1);
  times->items = PME_ARENA_NEW(c->arena, pme__recorded_time, count + 1);
  if (!c->programs || !c->concretes || !times->items)
    return PME_NO_MEMORY;
  pme_status status = pme__team_loops(c->trace, c->question, c->arena, &c->measured, error);
  if (status == PME_OK)
    status = pme__trace_count(c->trace->recorded, c->trace->line_bytes, c->arena, &c->counts);
  for (uint32_t l = 0; l < count && status == PME_OK; l++) {
    bool known;
    status = time_loop(c, l, &times->items[times->count], &known, error);
    times->count += status == PME_OK && known;
  }
  return status;
}

pme_status pme__recorded_open(const pme__sequential_trace *trace, const pme__team_question *question,
                              pme__recorded_times **out, pme_error *error) {
  if (!trace->recorded)
    return pme_error_set(
        error, PME_UNSUPPORTED, 0, 0,
        "times and advice need the trace of an instrumented run: this one does not tell what is computed");
  pme_arena *arena = pme_arena_create();
  pme__recorded_times *times = arena ? PME_ARENA_NEW(arena, pme__recorded_times, 1) : NULL;
  context *c = times ? PME_ARENA_NEW(arena, context, 1) : NULL;
  if (!c) {
    pme_arena_destroy(arena);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  *c = (context){.arena = arena, .trace = trace, .question = question};
  c->has_costs = pme__costs_of(question->machine, &c->costs);
  times->memory = c;
  times->assumption_count = c->costs.assumption_count;
  times->assumptions = c->costs.assumptions;
  *out = times;
  return PME_OK;
}

pme_status pme__recorded_times_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                  pme__recorded_times **out, pme_error *error) {
  pme__recorded_times *times = NULL;
  pme_status status = pme__recorded_open(trace, question, &times, error);
  if (status != PME_OK)
    return status;
  if (!times->memory->has_costs)
    status = pme_error_set(error, PME_UNSUPPORTED, 0, 0, "times need a machine with latencies of all its levels");
  if (status == PME_OK)
    status = time_all(times->memory, times, error);
  if (status == PME_OK) {
    *out = times;
    return PME_OK;
  }
  pme__recorded_times_destroy(times);
  return error && *error->message ? status
                                  : pme_error_set(error, status, 0, 0, "no times: %s", pme_status_text(status));
}

void pme__recorded_times_destroy(pme__recorded_times *times) {
  if (!times)
    return;
  context *c = times->memory;
  for (uint32_t l = 0; l < c->trace->loop_count; l++) {
    if (c->concretes)
      pme_concrete_destroy(c->concretes[l]);
    if (c->programs)
      pme_program_destroy(c->programs[l]);
  }
  pme_arena_destroy(c->arena);
}
