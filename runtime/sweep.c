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

#include "analysis/profile/distance_sweep.h"

enum { MAX_SITES = 16, FEW_PERIODS = 3 };

typedef struct walk {
  pmert_online *online;
  const run *run;
  uint32_t period;
  uint64_t last_round;
  uint32_t phase[MAX_SITES]; /* the first round in the next line, 1 .. period; 0: it stays */
  uint32_t stream[MAX_SITES];
  uint32_t changes[MAX_SITES], change_count; /* different phases, ascending */
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
  uint32_t phase = w->phase[s];
  w->stream[s] = stream;
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
    w->phase[s] = stride ? rounds_to_next_line(r->address[s], stride) : 0;
    while (stream < w->sweep.stream_count &&
           (w->sweep.streams[stream].line != line || (w->sweep.streams[stream].enter == 0) != (stride == 0)))
      stream++;
    if (stream == PME_SWEEP_STREAMS)
      return false;
    if (stream == w->sweep.stream_count)
      w->sweep.streams[w->sweep.stream_count++] = (pme_sweep_stream){
          .line = line, .enter = w->phase[s], .leave = w->phase[s], .first_place = s, .enter_place = s};
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
    uint32_t stream = w->stream[s], index = lines_after(w, w->phase[s]);
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

static uint32_t line_bit(const walk *w, uint32_t s, bool changed) { return 1u << (2 * w->stream[s] + changed); }

/* The accesses of the second round, in a round of which there are `times`; entries have no short distance. */
static void count_round(walk *w, const two_rounds *rounds, uint32_t start, uint64_t times) {
  for (uint32_t s = 0; s < w->run->count; s++) {
    uint32_t at = w->run->count + s, between = 0, back = at;
    while (back > start && rounds->lines[back - 1] != rounds->lines[at])
      between |= rounds->lines[--back];
    if (back > start)
      pmert_count(w->online, w->run->first + s, (uint64_t)__builtin_popcount(between), times);
  }
}

static void find_changes(walk *w) {
  w->change_count = 0;
  for (uint32_t s = 0; s < w->run->count; s++) {
    uint32_t at = 0, phase = w->phase[s];
    while (at < w->change_count && w->changes[at] < phase)
      at++;
    if (phase == 0 || (at < w->change_count && w->changes[at] == phase))
      continue;
    for (uint32_t k = w->change_count++; k > at; k--)
      w->changes[k] = w->changes[k - 1];
    w->changes[at] = phase;
  }
}

/* Rounds after `change` of a period and before `next`, of all periods. */
static uint64_t rests(const walk *w, uint32_t change, uint32_t next) {
  uint64_t length = next - change - 1;
  if (w->last_round < change)
    return 0;
  uint64_t behind = w->last_round - change, part = behind % w->period;
  return behind / w->period * length + (part < length ? part : length);
}

static void count_short_distances(walk *w) {
  uint32_t count = w->run->count;
  two_rounds rounds;
  for (uint32_t s = 0; s < count; s++)
    rounds.lines[s] = rounds.lines[count + s] = line_bit(w, s, false);
  find_changes(w);
  uint32_t first = w->changes[0], changes = w->change_count;
  count_round(w, &rounds, count, 1); /* round 0 */
  uint64_t early = w->last_round < first ? w->last_round : first - 1;
  count_round(w, &rounds, 0, early + rests(w, w->changes[changes - 1], w->period + first));
  for (uint32_t c = 0; c < changes; c++) {
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[count + s] = line_bit(w, s, w->phase[s] && w->phase[s] <= w->changes[c]);
    count_round(w, &rounds, 0, lines_after(w, w->changes[c]));
    for (uint32_t s = 0; s < count; s++)
      rounds.lines[s] = rounds.lines[count + s];
    if (c + 1 < changes)
      count_round(w, &rounds, 0, rests(w, w->changes[c], w->changes[c + 1]));
  }
}

/* ---- the whole ---- */

static void count_entries(void *context, uint32_t place, uint64_t distance, uint64_t times) {
  const walk *w = (const walk *)context;
  pmert_count(w->online, w->run->first + place, distance, times);
}

static void move_on(pmert_online *online, run *r, uint64_t rounds) {
  uint32_t last = r->count - 1;
  online->last_line = (r->address[last] + (rounds - 1) * (uint64_t)r->stride[last]) >> LINE_BITS;
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
  pmert_count_pending(online);
  if (!pme_distance_sweep(online->engine, &w.sweep, count_entries, &w))
    return SWEEP_NEVER;
  count_short_distances(&w);
  move_on(online, r, most);
  *rounds = most;
  return SWEEP_DONE;
}
