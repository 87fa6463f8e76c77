/* See often_lines.h. */
#include "often_lines.h"

#include <math.h>

#include "sampled_trace.h"

/* Part of what is lost that may be lost or not, by who is faster. */
static const double OF_LOST = 0.25;

enum { OF_ALL_OTHERS = -1, OF_ALL_LEVELS = -2 };

/* ---- the samples ---- */

static bool is_asked(const pme_sampled_touch *touch, int level) {
  bool is_often = pme_touch_is_often(touch);
  return level == OF_ALL_OTHERS ? !is_often : is_often && (level == OF_ALL_LEVELS || pme_touch_level(touch) == level);
}

/* Touches of lines of a level, or of lines that are not written often. */
static pme_status keep_touches(pme_line_sample *sample, int level, pme_arena *arena) {
  pme_sampled_touch *touches = PME_ARENA_NEW(arena, pme_sampled_touch, sample->touch_count + 1);
  pme_sampled_piece *pieces = PME_ARENA_NEW(arena, pme_sampled_piece, sample->piece_count + 1);
  size_t kept = 0;
  if (!touches || !pieces)
    return PME_NO_MEMORY;
  for (int p = 0; p < sample->piece_count; p++) {
    const pme_sampled_piece *piece = &sample->pieces[p];
    pieces[p] = *piece;
    pieces[p].first = kept;
    for (size_t t = piece->first; t < piece->first + piece->count; t++)
      if (is_asked(&sample->touches[t], level))
        touches[kept++] = sample->touches[t];
    pieces[p].count = kept - pieces[p].first;
  }
  sample->touches = touches;
  sample->pieces = pieces;
  sample->touch_count = kept;
  return PME_OK;
}

static bool has_touches(const pme_line_sample *sample, int level) {
  size_t t = 0;
  while (t < sample->touch_count && !is_asked(&sample->touches[t], level))
    t++;
  return t < sample->touch_count;
}

pme_status pme__part_often_lines(pme_line_sample *sample, pme_arena *arena, pme_line_sample *out) {
  *out = *sample;
  out->touch_count = 0;
  if (!has_touches(sample, OF_ALL_LEVELS))
    return PME_OK;
  out->touch_count = sample->touch_count;
  pme_status status = keep_touches(out, OF_ALL_LEVELS, arena);
  return status == PME_OK ? keep_touches(sample, OF_ALL_OTHERS, arena) : status;
}

static uint64_t line_of(const pme_sampled_touch *often) {
  return often->reference >> 2 & ((UINT64_C(1) << PME_OFTEN_LEVEL_BITS) - 1);
}

static bool is_before(const pme_sampled_touch *a, const pme_sampled_touch *b) {
  return a->iteration != b->iteration ? a->iteration < b->iteration : a->time < b->time;
}

/* Both are in order. */
static size_t join_piece(const pme_line_sample *sample, const pme_line_sample *often, int p, pme_sampled_touch *to) {
  const pme_sampled_touch *one = sample->touches + sample->pieces[p].first, *one_end = one + sample->pieces[p].count;
  const pme_sampled_touch *other = often->touches + often->pieces[p].first, *end = other + often->pieces[p].count;
  size_t count = 0;
  for (; other < end; other++) {
    if (!pme_line_is_sampled(sample->sets, sample->splits, line_of(other)))
      continue;
    while (one < one_end && is_before(one, other))
      to[count++] = *one++;
    to[count] = *other;
    to[count++].reference = line_of(other) << 2 | (other->reference & 3);
  }
  while (one < one_end)
    to[count++] = *one++;
  return count;
}

pme_status pme__join_often_lines(const pme_line_sample *sample, const pme_line_sample *often, pme_arena *arena,
                                 pme_line_sample *out, double *visits) {
  pme_sampled_touch *touches = PME_ARENA_NEW(arena, pme_sampled_touch, sample->touch_count + often->touch_count + 1);
  pme_sampled_piece *pieces = PME_ARENA_NEW(arena, pme_sampled_piece, sample->piece_count + 1);
  if (!touches || !pieces)
    return PME_NO_MEMORY;
  *out = *sample;
  out->touches = touches;
  out->pieces = pieces;
  out->touch_count = 0;
  for (int p = 0; p < sample->piece_count; p++) {
    pieces[p] = sample->pieces[p];
    pieces[p].first = out->touch_count;
    pieces[p].count = join_piece(sample, often, p, touches + out->touch_count);
    out->touch_count += pieces[p].count;
    if (pieces[p].loop != PME_NONE)
      visits[pieces[p].loop] += (double)(pieces[p].count - sample->pieces[p].count);
  }
  return PME_OK;
}

/* ---- in the caches ---- */

/* The lines of one level: with one thread, with the team, and with the team interleaved otherwise. */
typedef struct often_runs {
  pme__team_loop *one, *team, *other;
  double weight;
} often_runs;

static pme_status run_all(const pme__sequential_trace *trace, const pme__team_question *question, pme_arena *arena,
                          often_runs *out, pme_error *error) {
  pme__team_question one = *question, other = *question;
  one.threads = 1;
  one.has_schedule = false;
  other.order = PME_MERGE_UNIFORM;
  pme_status status = pme__team_loops(trace, &one, arena, &out->one, error);
  if (status == PME_OK)
    status = pme__team_loops(trace, &other, arena, &out->other, error);
  return status == PME_OK ? pme__team_loops(trace, question, arena, &out->team, error) : status;
}

static double misses_in(const pme__team_loop *loop, int level) {
  const double(*m)[2] = loop->misses[level];
  return m[0][0] + m[0][1] + m[1][0] + m[1][1] + loop->lost[level];
}

static void add(const often_runs *runs, int loop, int levels, pme__often_misses *to) {
  const pme__team_loop *one = &runs->one[loop], *team = &runs->team[loop];
  double w = runs->weight;
  for (int l = 0; l < levels; l++) {
    double alone = misses_in(one, l), more = misses_in(team, l) - alone,
           other = misses_in(&runs->other[loop], l) - alone;
    /* Where only some of the lines are in the sample: two standard errors. */
    double chance = w > 1 ? 2 * sqrt(team->lost_squares * (1 - 1 / w) + fabs(more) + 1) : 0;
    to->more[l] += w * more;
    to->lost[l] += w * team->lost[l];
    to->cold[l] += w * (team->cold[l] - one->cold[l]);
    to->half_width[l] += w * (fabs(other - more) + OF_LOST * team->lost[l] + chance);
  }
}

pme_status pme__run_often_lines(const pme_line_sample *often, int loops, const pme__team_question *question,
                                pme_arena *arena, pme__often_misses **out, pme_error *error) {
  *out = PME_ARENA_NEW(arena, pme__often_misses, loops + 1);
  pme_status status = *out ? PME_OK : PME_NO_MEMORY;
  for (int level = 0; level <= PME_OFTEN_MOST_LEVEL && status == PME_OK && question->threads > 1; level++) {
    pme_line_sample sample = *often;
    pme__sequential_trace trace;
    often_runs runs = {.weight = (double)(UINT64_C(1) << level)};
    if (!has_touches(often, level))
      continue;
    status = keep_touches(&sample, level, arena);
    if (status == PME_OK)
      status = pme__sampled_trace(&sample, loops, (uint32_t)question->machine->levels[0].line_bytes, arena, &trace);
    if (status == PME_OK)
      status = run_all(&trace, question, arena, &runs, error);
    for (int l = 0; l < loops && status == PME_OK; l++)
      add(&runs, l, question->machine->level_count, &(*out)[l]);
  }
  return status;
}
