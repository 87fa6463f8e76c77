/* The time of a loop: operations, waiting for memory, how far the two overlap, and what threads cost. */
#include "cost.h"

#include <math.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "loop_body.h"
#include "memory_time.h"
#include "unrolled_loop.h"

/* Misses of one core that are under way together where the machine does not say: the line-fill buffers of a core. */
static const double USUAL_OVERLAP = 10;
static const double USUAL_ISSUE = 3, USUAL_CHAIN = 4, USUAL_DIVIDE = 5, USUAL_BRANCH = 18;
/* Starting and joining a team takes about this many transfers of a line between cores. */
static const double TRANSFERS_OF_A_TEAM = 12;
/* The next chunk of a static schedule is computed beside what else is (measured: 5 cycles, 1 beside 20 of a body). */
static const double OPERATIONS_OF_A_CHUNK = 20, TRANSFERS_OF_A_HANDOUT = 1;
static const double CYCLES_OF_AN_ENTRY = 8; /* of an inner loop */
/* What is known of a recorded loop's branches and chains, and of what its compiler made of it, leaves so much of its time
 * open (docs/results/program-times.md). */
static const double OPEN_OF_RECORDED = 0.35;
/* A written line comes in and goes out: both take of the memory, but nobody waits for the second. */
static const double LINES_OF_A_WRITE = 2;

/* ---- the machine ---- */

static double filled(pme__costs *c, double given, double usual, const char *text) {
  if (given > 0)
    return given;
  if (c->assumption_count < (int)(sizeof c->assumptions / sizeof *c->assumptions))
    c->assumptions[c->assumption_count++] = text;
  return usual;
}

/* Whether all cores together can ask the memory for more than it gives. Where they cannot, its throughput is that of
 * the cores, and lines that are written back, for which no core waits, come on top of it. */
static bool is_saturated(const pme_machine *machine) {
  static const double notably = 1.25;
  return machine->memory_core_cycles <= 0 ||
         machine->memory_throughput_cycles * machine->cores > notably * machine->memory_core_cycles;
}

/* False: some level, or the memory, has no latency. */
static bool fill_latencies(const pme_machine *machine, pme__costs *c) {
  int levels = machine->level_count;
  for (int l = 0; l < levels; l++)
    c->latency[l] = machine->levels[l].latency_cycles;
  c->latency[levels] = machine->memory_latency_cycles;
  for (int l = 0; l <= levels; l++)
    if (c->latency[l] <= 0)
      return false;
  return true;
}

/* Cycles a line from each level. False: how many misses a core has under way together is assumed somewhere. */
static bool fill_lines(const pme_machine *machine, pme__costs *c) {
  int levels = machine->level_count;
  bool overlap_known = machine->memory_scattered_cycles > 0;
  for (int l = 1; l <= levels; l++) {
    double given = l < levels ? machine->levels[l].scattered_cycles : machine->memory_scattered_cycles;
    double stream = l < levels                        ? machine->levels[l].throughput_cycles
                    : machine->memory_core_cycles > 0 ? machine->memory_core_cycles
                                                      : machine->memory_throughput_cycles;
    double overlapped = c->latency[l] / USUAL_OVERLAP;
    c->stream[l] = stream > 0 ? stream : overlapped;
    c->scattered[l] = given > 0 ? given : fmax(overlapped, c->stream[l]);
    overlap_known = overlap_known && given > 0;
  }
  return overlap_known;
}

bool pme__costs_of(const pme_machine *machine, pme__costs *out) {
  int levels = machine->level_count;
  pme__costs c = {.assumption_count = 0};
  if (!fill_latencies(machine, &c))
    return false;
  bool overlap_known = fill_lines(machine, &c);
  c.stream_together =
      machine->memory_streams_cycles > 0 ? fmin(machine->memory_streams_cycles, c.stream[levels]) : c.stream[levels];
  c.gathered = machine->memory_gathered_cycles > 0 ? machine->memory_gathered_cycles : c.scattered[levels];
  c.page_entries = machine->page_entries;
  c.page_bytes = (double)machine->page_bytes;
  c.walk = machine->page_walk_cycles;
  c.first_entries = machine->page_first_entries;
  c.hit = machine->page_first_entries > 0 ? machine->page_hit_cycles : 0;
  c.ways_of_a_write = is_saturated(machine) ? LINES_OF_A_WRITE : 1;
  filled(&c, overlap_known, 0, "a core has 10 misses under way together");
  c.memory_total = machine->memory_throughput_cycles;
  c.transfer = filled(&c, machine->transfer_cycles, 1.5 * c.latency[levels - 1],
                      "a line from another core takes 1.5 times as long as one from the outermost cache");
  c.issue = filled(&c, machine->issue, USUAL_ISSUE, "a core does 3 operations a cycle");
  c.chain = filled(&c, machine->chain_cycles, USUAL_CHAIN, "an operation on floating-point numbers takes 4 cycles");
  c.divide = filled(&c, machine->divide_cycles, USUAL_DIVIDE, "a division every 5 cycles");
  c.library = machine->library > 0 ? machine->library / PME_LIBRARY_RATE : 1 / c.issue;
  c.branch = machine->branch_cycles > 0 ? machine->branch_cycles : USUAL_BRANCH;
  c.team = machine->team_cycles > 0 ? machine->team_cycles : TRANSFERS_OF_A_TEAM * c.transfer;
  c.handout = machine->handout_cycles > 0 ? machine->handout_cycles : TRANSFERS_OF_A_HANDOUT * c.transfer;
  c.handout_most = c.handout * (machine->handout_cycles > 0 ? PME__HANDOUT_MEASURED_MOST : PME__HANDOUT_MOST);
  c.uncertainty = machine->uncertainty > 0 ? machine->uncertainty : 0.1;
  *out = c;
  return true;
}

/* ---- the program ---- */

typedef struct work {
  const pme_prediction *prediction;
  const pme_program *program;
  const pme__costs *costs;
  const pme__work_distribution *distribution;
  const pme__waits *waits;
  int loop;
  double share; /* of what all threads do together, the part of the busiest core */
} work;

/* Chains of a loop's executions that run side by side in the mean. */
static double chains_together(const work *w, const pme__loop_body *body, double iterations) {
  double operations = iterations * (body->operations + body->moving_accesses);
  double window = w->waits ? w->waits->window : PME__WINDOW_OPERATIONS;
  return body->is_innermost && operations > 0 ? 1 + window / operations : 1;
}

/* Of the iterations of an innermost loop, as far as those that begin meanwhile do not hide it. */
static double path_of(const work *w, int loop, const pme__loop_body *body) {
  return w->waits ? w->waits->paths[loop] * w->costs->chain / chains_together(w, body, 1) : 0;
}

/* A core that guessed wrong where the loop before ended has time for it. */
static double entry_of(const work *w, int loop) {
  return w->waits ? w->waits->entries[loop] / w->costs->issue : CYCLES_OF_AN_ENTRY;
}

/* Cycles of an iteration that waits for nothing. */
static double slots_of(const pme__costs *costs, const pme__loop_body *body) {
  double plain = body->operations - body->library + body->moving_accesses;
  return plain / costs->issue + body->library * costs->library;
}

/* Cycles of all iterations of one loop of the nest, its inner loops apart; summed over the threads. `of_a_chunk`:
 * operations beside them for each chunk of the worksharing loop. */
static double compute_of(const work *w, const pme_loop_prediction *row, double of_a_chunk) {
  double iterations = row->executions * row->trip_count;
  if (row->executions <= 0 || iterations <= 0)
    return 0;
  if (!w->waits && pme__unrolled_trips(w->prediction->concrete, row->node) > 0)
    return 0; /* the loop around it has its body */
  pme__loop_body body =
      w->waits ? pme__loop_body_of(w->prediction, row->node) : pme__compiled_body_of(w->prediction, row->node);
  bool is_shared = row->node == w->loop;
  double in_a_row = is_shared ? w->distribution->chunk : row->trip_count;
  double entries = is_shared ? iterations / fmax(in_a_row, 1) : row->executions;
  double vector = body.vector > 1 ? (double)body.vector : 1;
  /* Whole vectors, and what is left of each stretch one by one. */
  double whole = floor(in_a_row / vector), steps = whole + fmod(in_a_row, vector);
  double slots = slots_of(w->costs, &body);
  double divisions = body.divisions * w->costs->divide * (vector > 1 ? vector / 2 : 1);
  double chain = body.chain * w->costs->chain / chains_together(w, &body, in_a_row);
  double path = body.is_innermost ? path_of(w, row->node, &body) : 0;
  double busy = whole * fmax(slots, body.vector_cycles) + (steps - whole) * slots +
                (is_shared ? of_a_chunk / w->costs->issue : 0);
  double guesses = w->waits ? w->waits->branches[row->node] / entries : 0;
  double entry = is_shared ? 0 : fmax(entry_of(w, row->node) - guesses, 0);
  return entries * (fmax(busy + guesses, steps * fmax(divisions, fmax(chain, path))) + entry);
}

static double compute(const work *w) {
  double cycles = 0;
  for (int i = 0; i < w->prediction->loop_count; i++)
    if (pme_subject_is_below(w->prediction->subject, w->prediction->loops[i].node, w->loop))
      cycles += compute_of(w, &w->prediction->loops[i], 0);
  return cycles;
}

/* ---- together ---- */

double pme__cycles_hidden(const pme_loop_time *time, double hidden) {
  double waiting = time->streams + time->scattered + time->pages + time->stores;
  double longer = fmax(time->compute, waiting), shorter = fmin(time->compute, waiting);
  double floor = time->bandwidth + time->stores; /* other lines than those of the memory */
  return fmax(longer + (1 - hidden) * shorter, floor) + time->coherence - time->stores + time->overhead;
}

double pme__cycles_together(const pme_loop_time *time) { return pme__cycles_hidden(time, PME__HIDDEN); }

static void fill_memory_time(const work *w, double bias, pme_loop_time *t) {
  pme__memory_time sum = pme__memory_time_of(w->prediction, w->costs, w->loop,
                                             w->waits ? PME__WINDOW_OPERATIONS : PME__WINDOW_UNKNOWN, bias);
  t->streams = sum.streams * w->share;
  t->scattered = fmax(sum.scattered, w->waits ? w->waits->chained : 0) * w->share;
  t->pages = sum.pages * w->share;
  const pme__transfers *r = &sum.reads, *s = &sum.writes;
  t->stores = (s->lost + s->overrun) * w->share * PME__SHARING_USUAL;
  t->coherence = (r->lost + r->overrun) * w->share * PME__SHARING_USUAL + t->stores;
  t->stores_least = (s->lost_least + s->overrun_least) * w->share * PME__SHARING_LEAST;
  t->coherence_least = (r->lost_least + r->overrun_least) * w->share * PME__SHARING_LEAST + t->stores_least;
  t->coherence_most = (r->lost + r->overrun_most + s->lost + s->overrun_most) * w->share * PME__SHARING_MOST;
  t->overrun = (r->overrun + s->overrun) * w->share * PME__SHARING_USUAL;
  t->bandwidth = sum.from_memory * w->costs->memory_total;
}

/* What chunks of the worksharing loop, which `row` is of, cost: threads work them out, or ask the runtime for them. */
static void fill_handing_out(const work *w, const pme_concrete_loop *loop, const pme_loop_prediction *row,
                             pme_loop_time *t) {
  t->overhead = t->team;
  if (!row || loop->threads <= 1 || loop->chunk <= 0)
    return;
  if (loop->schedule == PME_SCHEDULE_STATIC) {
    t->overhead += (compute_of(w, row, OPERATIONS_OF_A_CHUNK) - compute_of(w, row, 0)) * w->share;
    return;
  }
  double handed_out = row->executions * w->distribution->chunks;
  t->handout = handed_out * w->costs->handout;
  t->handout_most = handed_out * w->costs->handout_most;
  t->overhead += t->handout;
}

double pme__least_cycles(const pme_prediction *prediction, const pme__costs *costs, int loop,
                         const pme__work_distribution *distribution, int threads) {
  pme__work_distribution even = *distribution;
  even.imbalance = 1;
  work w = {.prediction = prediction,
            .program = pme_concrete_program(prediction->concrete),
            .costs = costs,
            .distribution = &even,
            .loop = loop,
            .share = 1.0 / threads};
  pme_loop_time t = {.compute = compute(&w) * w.share};
  int outermost = prediction->level_count - 1;
  double lines = 0;
  for (int r = 0; r < prediction->reference_count; r++)
    if (prediction->references[r].modelled &&
        pme_subject_is_below(prediction->subject, prediction->references[r].node, loop))
      lines += prediction->references[r].levels[outermost].cold;
  t.streams = lines * fmin(costs->stream[outermost + 1], costs->scattered[outermost + 1]) * w.share;
  return pme__cycles_together(&t);
}

void pme__cost_loop(const pme_prediction *prediction, const pme__costs *costs, int loop,
                    const pme__work_distribution *distribution, const pme__waits *waits, pme_loop_time *out) {
  const pme_concrete_loop *shared = &pme_concrete_node_at(prediction->concrete, loop)->u.loop;
  double threads = shared->threads > 0 ? shared->threads : 1, cores = prediction->machine->cores;
  work w = {.prediction = prediction,
            .program = pme_concrete_program(prediction->concrete),
            .costs = costs,
            .distribution = distribution,
            .waits = waits,
            .loop = loop,
            .share = distribution->imbalance / threads * ceil(threads / cores)};
  const pme_loop_prediction *row = pme__loop_row(prediction, loop);
  pme_loop_time t = {.compute = compute(&w) * w.share, .imbalance = distribution->imbalance};
  double of_one = waits ? waits->team_of_one : 0;
  t.team = row ? row->executions * (shared->threads > 1 ? costs->team : of_one) : 0;
  fill_handing_out(&w, shared, row, &t);
  fill_memory_time(&w, -1, &t);
  double low = pme__cycles_together(&t);
  fill_memory_time(&w, 1, &t);
  double high = pme__cycles_together(&t);
  fill_memory_time(&w, 0, &t);
  t.cycles = pme__cycles_together(&t);
  t.overlapped = pme__cycles_hidden(&t, 1);
  t.apart = pme__cycles_hidden(&t, 0);
  t.spread = t.cycles > 0 ? (high - low) / 2 / t.cycles : 0;
  pme_loop_time least = t, most = t;
  least.coherence = t.coherence_least;
  least.stores = t.stores_least;
  most.coherence = t.coherence_most;
  most.stores = 0;
  most.overhead += (PME__TEAM_MOST - 1) * t.team + t.handout_most - t.handout;
  double open = t.spread + costs->uncertainty + (waits ? OPEN_OF_RECORDED : 0);
  t.low = pme__cycles_hidden(&least, 1) * fmax(1 - open, 0);
  t.high = pme__cycles_hidden(&most, 0) * (1 + open);
  *out = t;
}

pme_status pme__keep_assumptions(const pme__costs *costs, pme_arena *arena, pme_advice *advice) {
  advice->assumptions = PME_ARENA_NEW(arena, const char *, costs->assumption_count);
  if (!advice->assumptions)
    return PME_NO_MEMORY;
  advice->assumption_count = costs->assumption_count;
  memcpy(advice->assumptions, costs->assumptions, (size_t)costs->assumption_count * sizeof *costs->assumptions);
  return PME_OK;
}
