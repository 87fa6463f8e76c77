/* Which lines a sweep enters and leaves, and its short distances, from one period of it.
 *
 * What an access touches, as a line of its stream, repeats after a `period` of rounds. So do the short distances, those
 * to an access in the same round or in the one before: they are found in a round of each kind,
 *
 *     a change   some access comes into another line
 *     a rest     the rounds up to the next change
 *
 * and counted for all. The distances of the accesses that enter a line are the engine's. */
#include "sweep_plan.h"

#include <string.h>

/* How many lines come after the first one, when the next comes in round `phase`. */
static uint32_t lines_after(const sweep_form *f, uint32_t phase) {
  return phase && f->last_round >= phase ? (uint32_t)((f->last_round - phase) >> f->period_bits) + 1 : 0;
}

/* ---- streams ---- */

static void join(sweep_plan *plan, uint32_t s, uint32_t stream) {
  pme__sweep_stream *to = &plan->sweep.streams[stream];
  uint32_t phase = plan->form.phase[s];
  plan->stream[s] = (uint8_t)stream;
  if (phase && phase < to->enter) {
    to->enter = phase;
    to->enter_place = s;
  }
  if (phase >= to->leave) {
    to->leave = phase;
    to->leave_place = s;
  }
}

static bool find_streams(sweep_plan *plan, const uint64_t *lines) {
  pme__sweep *sweep = &plan->sweep;
  for (uint32_t s = 0; s < plan->site_count; s++) {
    uint32_t stream = 0, phase = plan->form.phase[s];
    while (stream < sweep->stream_count &&
           (sweep->streams[stream].line != lines[s] || (sweep->streams[stream].enter == 0) != (phase == 0)))
      stream++;
    if (stream == PME_SWEEP_STREAMS)
      return false;
    if (stream == sweep->stream_count)
      sweep->streams[sweep->stream_count++] =
          (pme__sweep_stream){.line = lines[s], .enter = phase, .leave = phase, .first_place = s, .enter_place = s};
    join(plan, s, stream);
  }
  plan->entry_count = 0;
  for (uint32_t i = 0; i < sweep->stream_count; i++) {
    pme__sweep_stream *s = &sweep->streams[i];
    s->lines = 1 + lines_after(&plan->form, s->enter);
    s->left = lines_after(&plan->form, s->leave);
    plan->entry_count += s->lines;
  }
  return true;
}

static void find_last_lines(sweep_plan *plan) {
  pme__sweep *sweep = &plan->sweep;
  uint32_t seen[PME_SWEEP_STREAMS] = {0}, count = 0;
  pme__sweep_line backwards[2 * PME_SWEEP_STREAMS];
  for (uint32_t s = plan->site_count; s-- > 0;) {
    uint32_t stream = plan->stream[s], index = lines_after(&plan->form, plan->form.phase[s]);
    uint32_t bit = 1u << (index - sweep->streams[stream].left);
    if (seen[stream] & bit)
      continue;
    seen[stream] |= bit;
    backwards[count++] = (pme__sweep_line){stream, index};
  }
  sweep->last_count = count;
  for (uint32_t i = 0; i < count; i++)
    sweep->last[i] = backwards[count - 1 - i];
}

/* ---- short distances ---- */

/* Different phases, ascending. */
typedef struct changes {
  uint32_t count;
  uint32_t round[SWEEP_SITES];
} changes;

static void find_changes(const sweep_plan *plan, changes *c) {
  c->count = 0;
  for (uint32_t s = 0; s < plan->site_count; s++) {
    uint32_t at = 0, phase = plan->form.phase[s];
    while (at < c->count && c->round[at] < phase)
      at++;
    if (phase == 0 || (at < c->count && c->round[at] == phase))
      continue;
    for (uint32_t k = c->count++; k > at; k--)
      c->round[k] = c->round[k - 1];
    c->round[at] = phase;
  }
}

static bool add_near(sweep_plan *plan, uint32_t site, uint32_t distance, uint64_t times) {
  for (uint32_t i = plan->near_count; i-- > 0;)
    if (plan->near[i].site == site && plan->near[i].distance == distance) {
      plan->near[i].times += (uint32_t)times;
      return true;
    }
  if (plan->near_count == SWEEP_NEAR)
    return false;
  plan->near[plan->near_count++] = (sweep_near){(uint8_t)site, (uint8_t)distance, (uint32_t)times};
  return true;
}

/* Lines of two rounds in a row as bits: two for each stream, the first before its access changes line. */
typedef struct two_rounds {
  uint32_t lines[2 * SWEEP_SITES];
} two_rounds;

static uint32_t line_bit(const sweep_plan *plan, uint32_t s, bool changed) {
  return 1u << (2 * plan->stream[s] + changed);
}

/* The accesses of the second round, of which there are `times`; those that enter a line have no short distance. */
static bool add_round(sweep_plan *plan, const two_rounds *rounds, uint32_t start, uint64_t times) {
  bool fits = true;
  for (uint32_t s = 0; s < plan->site_count && times > 0 && fits; s++) {
    uint32_t at = plan->site_count + s, between = 0, back = at;
    while (back > start && rounds->lines[back - 1] != rounds->lines[at])
      between |= rounds->lines[--back];
    if (back > start)
      fits = add_near(plan, s, (uint32_t)__builtin_popcount(between), times);
  }
  return fits;
}

/* Rounds after `change` of a period and before `next`, of all periods. */
static uint64_t rests(const sweep_form *f, uint32_t change, uint32_t next) {
  uint64_t length = next - change - 1;
  if (f->last_round < change)
    return 0;
  uint64_t behind = f->last_round - change, part = behind & ((UINT64_C(1) << f->period_bits) - 1);
  return (behind >> f->period_bits) * length + (part < length ? part : length);
}

static bool find_short_distances(sweep_plan *plan) {
  const sweep_form *f = &plan->form;
  uint32_t count = plan->site_count;
  two_rounds rounds;
  changes c;
  find_changes(plan, &c);
  for (uint32_t s = 0; s < count; s++)
    rounds.lines[s] = rounds.lines[count + s] = line_bit(plan, s, false);
  uint32_t first = c.round[0], last = c.round[c.count - 1], period = 1u << f->period_bits;
  uint64_t early = f->last_round < first ? f->last_round : first - 1u;
  bool fits = add_round(plan, &rounds, count, 1) /* round 0 */
              && add_round(plan, &rounds, 0, early + rests(f, last, period + first));
  for (uint32_t i = 0; i < c.count && fits; i++) {
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[count + s] = line_bit(plan, s, f->phase[s] && f->phase[s] <= c.round[i]);
    fits = add_round(plan, &rounds, 0, lines_after(f, c.round[i]));
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[s] = rounds.lines[count + s];
    if (i + 1 < c.count)
      fits = fits && add_round(plan, &rounds, 0, rests(f, c.round[i], c.round[i + 1]));
  }
  return fits;
}

bool pme__plan_sweep(sweep_plan *plan, const uint64_t *lines) {
  plan->site_count = plan->block->site_count;
  plan->sweep.stream_count = 0;
  plan->near_count = 0;
  if (!find_streams(plan, lines))
    return false;
  find_last_lines(plan);
  return find_short_distances(plan);
}
