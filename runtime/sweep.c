/* A run is a sweep when every address moves by the same divisor of a line in each round, or stays, and no two walks
 * come into each other's lines. Accesses to neighbours (a[i - 1], a[i], a[i + 1]) are one walk: it enters a line with
 * its first access and leaves it with its last one.
 *
 * What an access touches, as a line of its walk, repeats after a `period` of rounds. So do the short distances, those
 * to an access in the same round or in the one before: they are counted in a round of each kind,
 *
 *     a change   some access comes into another line
 *     a rest     the rounds up to the next change
 *
 * and multiplied. The distances of the accesses that enter a line are the engine's. */
#include "sweep.h"

#include <string.h>

#include "analysis/profile/distance_sweep.h"
#include "references.h"

enum { MAX_SITES = SWEEP_SITES, FEW_PERIODS = 3 };

typedef struct walk {
  pmert_online *online;
  const run *run;
  uint32_t period;
  uint64_t last_round;
  sweep_form form;
  pme_sweep sweep;
} walk;

/* ---- what walks ---- */

static uint32_t rounds_to_next_line(uint64_t address, uint64_t stride) {
  uint64_t left = LINE_BYTES - (address & (LINE_BYTES - 1));
  return (uint32_t)((left + stride - 1) / stride);
}

/* Whether an access moves by a divisor of a line and never straddles two. */
static bool is_regular(const run *r, uint32_t s) {
  uint64_t bytes = r->block->sites[s].bytes, stride = (uint64_t)r->stride[s];
  bool power = bytes && (bytes & (bytes - 1)) == 0 && (stride & (stride - 1)) == 0;
  return power && bytes <= LINE_BYTES && stride <= LINE_BYTES && ((r->address[s] | stride) & (bytes - 1)) == 0;
}

static bool find_period(walk *w) {
  const run *r = w->run;
  uint64_t stride = 0;
  if (r->count > MAX_SITES)
    return false;
  for (uint32_t s = 0; s < r->count; s++) {
    if (!is_regular(r, s) || (stride && r->stride[s] && (uint64_t)r->stride[s] != stride))
      return false;
    stride |= (uint64_t)r->stride[s];
  }
  if (stride == 0)
    return false;
  w->period = (uint32_t)(LINE_BYTES / stride);
  return true;
}

/* How many lines come after the first one, when the next comes in round `phase`. */
static uint32_t lines_after(const walk *w, uint32_t phase) {
  return phase && w->last_round >= phase ? (uint32_t)((w->last_round - phase) / w->period) + 1 : 0;
}

static void join(walk *w, uint32_t s, uint32_t stream) {
  pme_sweep_stream *to = &w->sweep.streams[stream];
  uint32_t phase = w->form.phase[s];
  w->form.stream[s] = (uint8_t)stream;
  if (phase && phase < to->enter) {
    to->enter = phase;
    to->enter_place = s;
  }
  if (phase >= to->leave) {
    to->leave = phase;
    to->leave_place = s;
  }
}

static bool find_streams(walk *w) {
  const run *r = w->run;
  for (uint32_t s = 0; s < r->count; s++) {
    uint64_t line = r->address[s] >> LINE_BITS, stride = (uint64_t)r->stride[s];
    uint32_t stream = 0;
    w->form.phase[s] = stride ? (uint8_t)rounds_to_next_line(r->address[s], stride) : 0;
    while (stream < w->sweep.stream_count &&
           (w->sweep.streams[stream].line != line || (w->sweep.streams[stream].enter == 0) != (stride == 0)))
      stream++;
    if (stream == PME_SWEEP_STREAMS)
      return false;
    if (stream == w->sweep.stream_count)
      w->sweep.streams[w->sweep.stream_count++] = (pme_sweep_stream){
          .line = line, .enter = w->form.phase[s], .leave = w->form.phase[s], .first_place = s, .enter_place = s};
    join(w, s, stream);
  }
  for (uint32_t i = 0; i < w->sweep.stream_count; i++) {
    pme_sweep_stream *s = &w->sweep.streams[i];
    s->lines = 1 + lines_after(w, s->enter);
    s->left = lines_after(w, s->leave);
  }
  return true;
}

/* Whether walks come into each other's lines; one that is a line ahead may be the same walk some rounds later. */
static sweep_verdict check_apart(const walk *w) {
  sweep_verdict verdict = SWEEP_DONE;
  for (uint32_t i = 0; i < w->sweep.stream_count; i++)
    for (uint32_t k = 0; k < w->sweep.stream_count; k++) {
      const pme_sweep_stream *a = &w->sweep.streams[i], *b = &w->sweep.streams[k];
      uint64_t ahead = b->line - a->line;
      if (i == k || ahead >= a->lines)
        continue;
      if (ahead != 1 || !b->enter)
        return SWEEP_NEVER;
      verdict = SWEEP_LATER;
    }
  return verdict;
}

static void find_last_lines(walk *w) {
  pme_sweep *sweep = &w->sweep;
  uint32_t seen[PME_SWEEP_STREAMS] = {0}, count = 0;
  pme_sweep_line backwards[2 * PME_SWEEP_STREAMS];
  for (uint32_t s = w->run->count; s-- > 0;) {
    uint32_t stream = w->form.stream[s], index = lines_after(w, w->form.phase[s]);
    uint32_t bit = 1u << (index - sweep->streams[stream].left);
    if (seen[stream] & bit)
      continue;
    seen[stream] |= bit;
    backwards[count++] = (pme_sweep_line){stream, index};
  }
  sweep->last_count = count;
  for (uint32_t i = 0; i < count; i++)
    sweep->last[i] = backwards[count - 1 - i];
}

/* ---- short distances ---- */

/* Lines of two rounds in a row as bits: two for each stream, the first before its access changes line. */
typedef struct two_rounds {
  uint32_t lines[2 * MAX_SITES];
} two_rounds;

static uint32_t line_bit(const sweep_form *f, uint32_t s, bool changed) { return 1u << (2 * f->stream[s] + changed); }

/* Of the accesses of the second round; those that enter a line have none. */
static void find_distances(const two_rounds *rounds, uint32_t count, uint32_t start, uint8_t *distances) {
  for (uint32_t s = 0; s < count; s++) {
    uint32_t at = count + s, between = 0, back = at;
    while (back > start && rounds->lines[back - 1] != rounds->lines[at])
      between |= rounds->lines[--back];
    distances[s] = back > start ? (uint8_t)__builtin_popcount(between) : SWEEP_ENTERS;
  }
}

static void find_changes(sweep_distances *d, uint32_t count) {
  d->change_count = 0;
  for (uint32_t s = 0; s < count; s++) {
    uint32_t at = 0;
    uint8_t phase = d->form.phase[s];
    while (at < d->change_count && d->changes[at] < phase)
      at++;
    if (phase == 0 || (at < d->change_count && d->changes[at] == phase))
      continue;
    for (uint32_t k = d->change_count++; k > at; k--)
      d->changes[k] = d->changes[k - 1];
    d->changes[at] = phase;
  }
}

static void find_short_distances(sweep_distances *d, uint32_t count) {
  const sweep_form *f = &d->form;
  two_rounds rounds;
  find_changes(d, count);
  for (uint32_t s = 0; s < count; s++)
    rounds.lines[s] = rounds.lines[count + s] = line_bit(f, s, false);
  find_distances(&rounds, count, count, d->first);
  for (uint32_t c = 0; c < d->change_count; c++) {
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[count + s] = line_bit(f, s, f->phase[s] && f->phase[s] <= d->changes[c]);
    find_distances(&rounds, count, 0, d->change[c]);
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[s] = rounds.lines[count + s];
    find_distances(&rounds, count, 0, d->rest[c]);
  }
}

/* Runs of a block come in few forms, one after the other. */
static const sweep_distances *distances_of(const walk *w) {
  uint64_t key = (uint64_t)(uintptr_t)w->run->block >> 4;
  for (uint32_t s = 0; s < w->run->count; s++)
    key = key * 31 + w->form.phase[s];
  sweep_distances *d = &w->online->sweeps[key % SWEEP_FORMS];
  if (memcmp(&d->form, &w->form, sizeof d->form) != 0) {
    d->form = w->form;
    find_short_distances(d, w->run->count);
  }
  return d;
}

/* Rounds after `change` of a period and before `next`, of all periods. */
static uint64_t rests(const walk *w, uint32_t change, uint32_t next) {
  uint64_t length = next - change - 1;
  if (w->last_round < change)
    return 0;
  uint64_t behind = w->last_round - change, part = behind % w->period;
  return behind / w->period * length + (part < length ? part : length);
}

static void count_rounds(const walk *w, const uint8_t *distances, uint64_t times) {
  site_counts *sites = &w->online->sites[w->run->first];
  for (uint32_t s = 0; s < w->run->count && times > 0; s++)
    if (distances[s] != SWEEP_ENTERS)
      sites[s].near[distances[s]] += times;
}

static void count_short_distances(const walk *w) {
  const sweep_distances *d = distances_of(w);
  uint32_t last = d->change_count - 1;
  uint64_t early = w->last_round < d->changes[0] ? w->last_round : d->changes[0] - 1u;
  count_rounds(w, d->first, 1);
  for (uint32_t c = 0; c <= last; c++) {
    count_rounds(w, d->change[c], lines_after(w, d->changes[c]));
    uint32_t next = c < last ? d->changes[c + 1] : w->period + d->changes[0];
    /* Before the first change is as behind the last one. */
    count_rounds(w, d->rest[c], rests(w, d->changes[c], next) + (c == last ? early : 0));
  }
}

/* ---- the whole ---- */

static void count_entries(void *context, uint32_t place, uint64_t distance, uint64_t times) {
  const walk *w = (const walk *)context;
  pmert_count(w->online, w->run->first + place, distance, times);
}

static void move_on(run *r, uint64_t rounds) {
  for (uint32_t s = 0; s < r->count; s++) {
    r->address[s] += rounds * (uint64_t)r->stride[s];
    r->stay[s] = 0;
  }
}

sweep_verdict pmert_sweep(pmert_online *online, run *r, uint64_t *rounds) {
  walk w;
  w.online = online;
  w.run = r;
  w.sweep.stream_count = 0;
  memset(&w.form, 0, sizeof w.form);
  w.form.count = r->count;
  uint64_t most = *rounds;
  *rounds = 0;
  if (!find_period(&w) || most < FEW_PERIODS * (uint64_t)w.period)
    return SWEEP_NEVER;
  uint64_t longest = (uint64_t)(PME_SWEEP_LINES - 1) * w.period;
  most = most < longest ? most : longest;
  w.last_round = most - 1;
  if (!find_streams(&w))
    return SWEEP_NEVER;
  sweep_verdict verdict = check_apart(&w);
  if (verdict != SWEEP_DONE)
    return verdict;
  find_last_lines(&w);
  pmert_count_waiting(online);
  bool done = online->recent && pme_distance_sweep(online->engine, &w.sweep, count_entries, &w);
  pmert_references_start(online);
  if (!done)
    return SWEEP_NEVER;
  count_short_distances(&w);
  move_on(r, most);
  *rounds = most;
  return SWEEP_DONE;
}
