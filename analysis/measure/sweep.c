/* Runs that walk through consecutive lines: whether one does, its plan, and giving it to the engine.
 *
 * A run is a sweep when every address moves by the same divisor of a line in each round, or stays, and no two streams
 * come into each other's lines. Accesses to neighbours (a[i - 1], a[i], a[i + 1]) are one stream: it enters a line with
 * its first access and leaves it with its last one. */
#include "sweep.h"

#include "references.h"
#include "sweep_sample.h"

/* Of more rounds than MOST_ROUNDS, a sweep never takes all. */
enum { FEW_PERIODS = 3, MOST_ROUNDS = (PME_SWEEP_LINES - 1) * LINE_BYTES };

/* ---- the form ---- */

/* `stride` is a power of two. */
static uint32_t rounds_to_next_line(uint64_t address, uint64_t stride) {
  uint64_t left = LINE_BYTES - (address & (LINE_BYTES - 1));
  return (uint32_t)((left + stride - 1) >> __builtin_ctzll(stride));
}

/* Whether an access moves by a divisor of a line and never straddles two. */
static bool is_regular(const run *r, uint32_t s) {
  uint64_t bytes = r->block->sites[s].bytes, stride = (uint64_t)r->stride[s];
  bool power = bytes && (bytes & (bytes - 1)) == 0 && (stride & (stride - 1)) == 0;
  return power && bytes <= LINE_BYTES && stride <= LINE_BYTES && ((r->address[s] | stride) & (bytes - 1)) == 0;
}

static bool find_form(const run *r, uint64_t rounds, sweep_form *form) {
  uint64_t stride = 0;
  for (uint32_t s = 0; s < r->count; s++) {
    if (!is_regular(r, s) || (stride && r->stride[s] && (uint64_t)r->stride[s] != stride))
      return false;
    stride |= (uint64_t)r->stride[s];
    form->phase[s] = r->stride[s] ? (uint8_t)rounds_to_next_line(r->address[s], (uint64_t)r->stride[s]) : 0;
  }
  if (stride == 0)
    return false;
  form->period_bits = LINE_BITS - (uint32_t)__builtin_ctzll(stride);
  uint64_t longest = (uint64_t)(PME_SWEEP_LINES - 1) << form->period_bits;
  form->last_round = (rounds < longest ? rounds : longest) - 1;
  return rounds >> form->period_bits >= FEW_PERIODS;
}

/* ---- the plan ---- */

static void look_at_start(const run *r, uint64_t rounds, sweep_start *start) {
  uint64_t offsets[SWEEP_SITES / 8] = {0};
  for (uint32_t s = 0; s < r->count; s++) {
    start->lines[s] = r->address[s] >> LINE_BITS;
    uint64_t moves = r->stride[s] ? LINE_BYTES - 1 : 0;
    offsets[s / 8] |= (r->address[s] & moves) << (8 * (s % 8));
  }
  start->block = r->block;
  start->rounds = rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
  for (uint32_t i = 0; i < SWEEP_SITES / 8; i++)
    start->offsets[i] = offsets[i];
}

static bool fits(const sweep_plan *plan, const sweep_start *start, const run *r) {
  if (plan->block != start->block || plan->rounds != start->rounds)
    return false;
  uint64_t different = 0;
  for (uint32_t i = 0; i < SWEEP_SITES / 8; i++)
    different |= plan->offsets[i] ^ start->offsets[i];
  for (uint32_t s = 0; s < r->count; s++)
    different |= (uint64_t)(plan->stride[s] ^ r->stride[s]) | (r->address[s] & plan->not_aligned[s]);
  return different == 0;
}

/* Puts the streams to where the sites are; false when sites of one stream are apart. */
static bool put(sweep_plan *plan, const uint64_t *lines) {
  for (uint32_t i = 0; i < plan->sweep.stream_count; i++)
    plan->sweep.streams[i].line = lines[plan->sweep.streams[i].first_place];
  for (uint32_t s = 0; s < plan->site_count; s++)
    if (plan->sweep.streams[plan->stream[s]].line != lines[s])
      return false;
  return true;
}

/* Whether streams come into each other's lines; one that is a line ahead may be the same stream some rounds later.
 * Before round *apart none does, where one comes to the start of another at last, as arrays do that lie side by side. */
static sweep_verdict check_apart(const sweep_plan *plan, uint64_t *apart) {
  const pme__sweep *sweep = &plan->sweep;
  sweep_verdict verdict = SWEEP_DONE;
  *apart = UINT64_MAX;
  for (uint32_t i = 1; i < sweep->stream_count; i++)
    for (uint32_t k = 0; k < i; k++) {
      const pme__sweep_stream *a = &sweep->streams[i], *b = &sweep->streams[k];
      if (b->line < a->line) {
        a = &sweep->streams[k];
        b = &sweep->streams[i];
      }
      uint64_t ahead = b->line - a->line;
      if (ahead >= a->lines)
        continue;
      uint64_t meet = ahead ? a->enter + ((ahead - 1) << plan->form.period_bits) : 0;
      *apart = meet < *apart ? meet : *apart;
      if (ahead != 1 || !b->enter)
        verdict = SWEEP_NEVER;
      else if (verdict == SWEEP_DONE)
        verdict = SWEEP_LATER;
    }
  return verdict;
}

static sweep_plan *place_of(pme__measurement *m, const sweep_start *start) {
  uint64_t key = start->rounds;
  for (uint32_t i = 0; i < SWEEP_SITES / 8; i++)
    key = key * 31 + start->offsets[i];
  key = key * 31 + (uint64_t)(uintptr_t)start->block;
  return &m->plans[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (SWEEP_PLANS - 1)];
}

static sweep_verdict make_plan(sweep_plan *plan, const sweep_start *start, const run *r, uint64_t *apart) {
  sweep_form form;
  if (!find_form(r, start->rounds, &form))
    return SWEEP_NEVER;
  plan->form = form;
  plan->block = start->block;
  plan->rounds = start->rounds;
  for (uint32_t i = 0; i < SWEEP_SITES / 8; i++)
    plan->offsets[i] = start->offsets[i];
  for (uint32_t s = 0; s < r->count; s++) {
    plan->stride[s] = r->stride[s];
    plan->not_aligned[s] = r->block->sites[s].bytes - 1;
  }
  if (!pme__plan_sweep(plan, start->lines)) {
    plan->block = NULL;
    return SWEEP_NEVER;
  }
  return check_apart(plan, apart);
}

/* The plan of the run that starts so, if the verdict is that there is one. */
static sweep_plan *find_plan(pme__measurement *m, const run *r, const sweep_start *start, sweep_verdict *verdict,
                             uint64_t *apart) {
  sweep_plan *plan = place_of(m, start);
  bool is_known = fits(plan, start, r) && put(plan, start->lines);
  *apart = 0;
  *verdict = is_known ? check_apart(plan, apart) : make_plan(plan, start, r, apart);
  return plan;
}

/* ---- the whole ---- */

typedef struct counter {
  pme__measurement *m;
  uint32_t first_site;
} counter;

static void count_entries(void *context, uint32_t place, uint64_t distance, uint64_t times) {
  const counter *c = (const counter *)context;
  pme__count_distance(c->m, c->first_site + place, distance, times);
}

static bool take_lines(pme__measurement *m, const run *r, const sweep_plan *plan) {
  counter entries = {m, r->first};
  sweep_samples samples;
  bool asks = m->set_sampler && m->sweep_pace.left <= plan->entry_count;
  if (asks)
    pme__sweep_sample_ask(m, &plan->sweep, &samples);
  bool done = pme__distance_sweep(m->engine, &plan->sweep, count_entries, &entries);
  if (done && asks)
    pme__sweep_sample_count(m, r->first, &samples);
  else if (done && m->set_sampler)
    pme__pace_pass(&m->sweep_pace, plan->entry_count);
  return done;
}

static bool take(pme__measurement *m, const run *r, const sweep_plan *plan) {
  pme__count_waiting(m);
  bool done = m->recent && m->is_exact && take_lines(m, r, plan);
  pme__references_start(m);
  for (uint32_t i = 0; done && i < plan->near_count; i++)
    pme__count_distance(m, r->first + plan->near[i].site, plan->near[i].distance, plan->near[i].times);
  return done;
}

static void move_on(run *r, uint64_t rounds) {
  for (uint32_t s = 0; s < r->count; s++) {
    r->address[s] += rounds * (uint64_t)r->stride[s];
    r->stay[s] = 0;
  }
}

sweep_verdict pme__take_sweep(pme__measurement *m, run *r, uint64_t *rounds) {
  sweep_start start;
  uint64_t left = *rounds;
  *rounds = 0;
  if (r->count > SWEEP_SITES)
    return SWEEP_NEVER;
  look_at_start(r, left, &start);
  sweep_verdict verdict;
  uint64_t apart;
  sweep_plan *plan = find_plan(m, r, &start, &verdict, &apart);
  if (verdict == SWEEP_NEVER && apart > 0 && apart < start.rounds) {
    start.rounds = apart;
    plan = find_plan(m, r, &start, &verdict, &apart);
  }
  if (verdict != SWEEP_DONE)
    return verdict;
  if (!take(m, r, plan))
    return SWEEP_NEVER;
  *rounds = plan->form.last_round + 1;
  if (*rounds < left)
    move_on(r, *rounds);
  return SWEEP_DONE;
}
