/* Which entry of a sweep is of the sample, and which lines are above its line then.
 *
 * Lines are entered in this order: those of round 0, then one by each stream that moves, period after period. What was
 * entered before an entry is on top of the stack, whatever the engine, which knows nothing of the sweep yet, says. */
#include "sweep_sample.h"

typedef struct entries {
  const pme__sweep *sweep;
  uint32_t total;
  uint32_t moving; /* streams that enter more than one line, in the order in which they do */
  uint32_t order[PME_SWEEP_STREAMS];
} entries;

static void look_at(entries *e, const pme__sweep *sweep) {
  *e = (entries){.sweep = sweep};
  for (uint32_t i = 0; i < sweep->stream_count; i++) {
    const pme__sweep_stream *s = &sweep->streams[i];
    e->total += s->lines;
    if (s->lines < 2)
      continue;
    uint32_t at = e->moving++;
    for (; at > 0; at--) {
      const pme__sweep_stream *before = &sweep->streams[e->order[at - 1]];
      if (before->enter < s->enter || (before->enter == s->enter && before->enter_place < s->enter_place))
        break;
      e->order[at] = e->order[at - 1];
    }
    e->order[at] = i;
  }
}

/* Entry `number`: the line, its access, and the lines that were entered before. */
static uint64_t find(const entries *e, uint32_t number, pme__line_range *top, uint32_t *top_count, uint32_t *place) {
  const pme__sweep *sweep = e->sweep;
  *top_count = sweep->stream_count;
  for (uint32_t i = 0; i < sweep->stream_count; i++)
    top[i] = (pme__line_range){sweep->streams[i].line, 1};
  if (number < sweep->stream_count) {
    *top_count = number;
    *place = sweep->streams[number].first_place;
    return sweep->streams[number].line;
  }
  uint32_t period = (number - sweep->stream_count) / e->moving, turn = (number - sweep->stream_count) % e->moving;
  for (uint32_t k = 0; k < e->moving; k++)
    top[e->order[k]].count = period + 1 + (k < turn);
  const pme__sweep_stream *s = &sweep->streams[e->order[turn]];
  *place = s->enter_place;
  return s->line + period + 1;
}

void pme__sweep_sample_ask(pme__measurement *m, const pme__sweep *sweep, sweep_samples *samples) {
  entries e;
  look_at(&e, sweep);
  samples->pace = m->sweep_pace;
  samples->count = 0;
  uint64_t done = 0;
  while (samples->pace.left <= e.total - done) {
    uint64_t count = samples->pace.left;
    pme__pace_pass(&samples->pace, count);
    done += count;
    if (samples->count < SWEEP_SAMPLES) {
      struct sweep_sampled *s = &samples->samples[samples->count];
      pme__line_range top[PME_SWEEP_STREAMS];
      uint32_t top_count;
      uint64_t line = find(&e, (uint32_t)done - 1, top, &top_count, &s->place);
      const pme__set_question question = {line, top, top_count, .recent_too = true};
      s->weight = samples->pace.weight;
      samples->count += pme__set_sampler_ask(m->set_sampler, m->engine, &question, &s->depths);
    }
    pme__pace_draw(&samples->pace);
  }
  pme__pace_pass(&samples->pace, e.total - done);
}

void pme__sweep_sample_count(pme__measurement *m, uint32_t first_site, const sweep_samples *samples) {
  for (uint32_t i = 0; i < samples->count; i++) {
    const struct sweep_sampled *s = &samples->samples[i];
    pme__set_sampler_count(m->set_sampler, first_site + s->place, &s->depths, s->weight);
  }
  m->sweep_pace = samples->pace;
}
