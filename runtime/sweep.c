/* A run is a sweep when every address moves by the same divisor of a line in each round, or stays, and no two walks
 * come into each other's lines. Accesses to neighbours (a[i - 1], a[i], a[i + 1]) are one walk: it enters a line with
 * its first access and leaves it with its last one. */
#include "sweep.h"

#include "references.h"
#include "sweep_sample.h"

enum { FEW_PERIODS = 3 };

/* Where byte s of phases[] is in its word. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define FIRST_BITS(s) (56 - 8 * ((s) % 8))
#else
#define FIRST_BITS(s) (8 * ((s) % 8))
#endif

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

static bool find_form(const run *r, sweep_form *form, uint64_t *lines) {
  uint64_t stride = 0, phases[SWEEP_SITES / 8] = {0};
  if (r->count > SWEEP_SITES)
    return false;
  for (uint32_t s = 0; s < r->count; s++) {
    if (!is_regular(r, s) || (stride && r->stride[s] && (uint64_t)r->stride[s] != stride))
      return false;
    stride |= (uint64_t)r->stride[s];
    lines[s] = r->address[s] >> LINE_BITS;
    if (r->stride[s])
      phases[s / 8] |= (uint64_t)rounds_to_next_line(r->address[s], (uint64_t)r->stride[s]) << FIRST_BITS(s);
  }
  for (uint32_t i = 0; i < SWEEP_SITES / 8; i++)
    form->phases[i] = phases[i];
  form->block = r->block;
  form->period_bits = stride ? LINE_BITS - (uint32_t)__builtin_ctzll(stride) : 0;
  return stride != 0;
}

/* ---- the plan ---- */

static bool fits(const sweep_plan *plan, const sweep_form *form) {
  return plan->form.block == form->block && plan->form.last_round == form->last_round &&
         plan->form.period_bits == form->period_bits && plan->form.phases[0] == form->phases[0] &&
         plan->form.phases[1] == form->phases[1];
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

/* Whether walks come into each other's lines; one that is a line ahead may be the same walk some rounds later. */
static sweep_verdict check_apart(const pme_sweep *sweep) {
  sweep_verdict verdict = SWEEP_DONE;
  for (uint32_t i = 1; i < sweep->stream_count; i++)
    for (uint32_t k = 0; k < i; k++) {
      const pme_sweep_stream *a = &sweep->streams[i], *b = &sweep->streams[k];
      if (b->line < a->line) {
        a = &sweep->streams[k];
        b = &sweep->streams[i];
      }
      uint64_t ahead = b->line - a->line;
      if (ahead >= a->lines)
        continue;
      if (ahead != 1 || !b->enter)
        return SWEEP_NEVER;
      verdict = SWEEP_LATER;
    }
  return verdict;
}

static sweep_plan *place_of(pmert_online *online, const sweep_form *form) {
  uint64_t key = (form->phases[0] * 31 + form->phases[1]) * 31 + form->last_round + (uint64_t)(uintptr_t)form->block;
  return &online->plans[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (SWEEP_PLANS - 1)];
}

/* The plan of a sweep of this form; *verdict says why there is none. */
static const sweep_plan *plan_of(pmert_online *online, const sweep_form *form, const uint64_t *lines,
                                 sweep_verdict *verdict) {
  sweep_plan *plan = place_of(online, form);
  if (fits(plan, form) && put(plan, lines) && check_apart(&plan->sweep) == SWEEP_DONE)
    return plan;
  if (!pmert_plan_sweep(plan, form, lines)) {
    plan->form.block = NULL;
    *verdict = SWEEP_NEVER;
    return NULL;
  }
  *verdict = check_apart(&plan->sweep);
  return *verdict == SWEEP_DONE ? plan : NULL;
}

/* ---- the whole ---- */

typedef struct counter {
  pmert_online *online;
  uint32_t first_site;
} counter;

static void count_entries(void *context, uint32_t place, uint64_t distance, uint64_t times) {
  const counter *c = (const counter *)context;
  pmert_count(c->online, c->first_site + place, distance, times);
}

static bool take_lines(pmert_online *online, const run *r, const sweep_plan *plan) {
  counter entries = {online, r->first};
  sweep_samples samples;
  bool asks = online->set_sample && online->sweep_pace.left <= plan->entry_count;
  if (asks)
    pmert_sweep_sample_ask(online, &plan->sweep, &samples);
  bool done = pme_distance_sweep(online->engine, &plan->sweep, count_entries, &entries);
  if (done && asks)
    pmert_sweep_sample_count(online, r->first, &samples);
  else if (done && online->set_sample)
    pmert_pace_pass(&online->sweep_pace, plan->entry_count);
  return done;
}

static bool take(pmert_online *online, const run *r, const sweep_plan *plan) {
  pmert_count_waiting(online);
  bool done = online->recent && take_lines(online, r, plan);
  pmert_references_start(online);
  for (uint32_t i = 0; done && i < plan->near_count; i++)
    online->sites[r->first + plan->near[i].site].near[plan->near[i].distance] += plan->near[i].times;
  return done;
}

static void move_on(run *r, uint64_t rounds) {
  for (uint32_t s = 0; s < r->count; s++) {
    r->address[s] += rounds * (uint64_t)r->stride[s];
    r->stay[s] = 0;
  }
}

sweep_verdict pmert_sweep(pmert_online *online, run *r, uint64_t *rounds) {
  sweep_form form = {.block = NULL};
  uint64_t lines[SWEEP_SITES], most = *rounds;
  *rounds = 0;
  if (!find_form(r, &form, lines) || most >> form.period_bits < FEW_PERIODS)
    return SWEEP_NEVER;
  uint64_t longest = (uint64_t)(PME_SWEEP_LINES - 1) << form.period_bits;
  most = most < longest ? most : longest;
  form.last_round = most - 1;
  sweep_verdict verdict = SWEEP_DONE;
  const sweep_plan *plan = plan_of(online, &form, lines, &verdict);
  if (!plan)
    return verdict;
  if (!take(online, r, plan))
    return SWEEP_NEVER;
  move_on(r, most);
  *rounds = most;
  return SWEEP_DONE;
}
