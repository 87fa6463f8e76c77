/* Two profiles become one. */
#include <string.h>

#include "pmecache/arena.h"
#include "profile_internal.h"

/* Indices of `from` as indices of `to`. */
typedef struct merge {
  pme_profile *to;
  const pme_profile *from;
  int *functions, *loops, *blocks, *references;
} merge;

static bool same_sets(const pme_profile_options *a, const pme_profile_options *b) {
  bool same = a->geometry_count == b->geometry_count;
  for (int g = 0; same && g < a->geometry_count; g++) {
    const pme_geometry *x = &a->geometries[g], *y = &b->geometries[g];
    same = x->sets == y->sets && x->ways == y->ways && x->sampled == y->sampled;
  }
  return same;
}

static const char *disagreement(const pme_profile_options *a, const pme_profile_options *b) {
  if (a->line_bytes != b->line_bytes)
    return "the line sizes differ";
  if (a->sampling != b->sampling || a->window_lines != b->window_lines)
    return "one is sampled in another way than the other";
  if (!same_sets(a, b))
    return "they follow different numbers of sets";
  return NULL;
}

static int mapped(const int *map, int index) { return index == PME_NONE ? PME_NONE : map[index]; }

static void merge_code(merge *m) {
  for (int i = 0; i < m->from->functions.count; i++)
    m->functions[i] = pme_profile_add_function(m->to, &FUNCTIONS(m->from)[i]);
  for (int i = 0; i < m->from->loops.count; i++) {
    pme_profile_loop l = LOOPS(m->from)[i];
    l.function = mapped(m->functions, l.function);
    l.parent = mapped(m->loops, l.parent);
    m->loops[i] = pme_profile_add_loop(m->to, &l);
  }
  for (int i = 0; i < m->from->blocks.count; i++) {
    pme_profile_block b = BLOCKS(m->from)[i];
    b.function = mapped(m->functions, b.function);
    b.loop = mapped(m->loops, b.loop);
    m->blocks[i] = pme_profile_add_block(m->to, &b);
  }
  for (int i = 0; i < m->from->references.count; i++) {
    pme_profile_reference r = REFERENCES(m->from)[i];
    r.block = mapped(m->blocks, r.block);
    m->references[i] = pme_profile_add_reference(m->to, &r);
  }
}

static void merge_symbol(merge *m, const pme_profile_symbol *s) {
  int function = mapped(m->functions, s->function), loop = mapped(m->loops, s->loop);
  if (s->other)
    pme_profile_add_other_values(m->to, function, loop, s->name, s->times);
  else if (s->mean)
    pme_profile_add_mean(m->to, function, loop, s->name, s->total, s->times);
  else
    pme_profile_add_symbol(m->to, function, loop, s->name, s->value, s->times);
}

static void merge_advice(merge *m, const pme_profile_advice *from) {
  pme_profile_advice advice = *from;
  advice.loop = mapped(m->loops, from->loop);
  pme_profile_add_advice(m->to, &advice);
}

static void merge_sample(pme_set_sample *to, const pme_set_sample *from) {
  to->hits += from->hits;
  to->expected += from->expected;
  to->variance += from->variance;
  to->weight = from->weight > to->weight ? from->weight : to->weight;
  to->partly |= from->partly;
  to->met += from->met;
  to->met_evenly += from->met_evenly;
}

static void merge_stream(merge *m, const pme_profile_stream *from) {
  pme_profile_stream *to = pme_profile_stream_of(m->to, mapped(m->references, from->reference), from->thread);
  if (!to)
    return;
  to->accesses += from->accesses;
  to->set_total += from->set_total;
  for (int g = 0; g < m->to->options.geometry_count; g++) {
    merge_sample(&to->set_sample[g], &from->set_sample[g]);
    for (int depth = 0; to->set_hits[g] && depth < m->to->options.geometries[g].ways; depth++)
      to->set_hits[g][depth] += from->set_hits[g][depth];
  }
  pme__range_merge(m->to, to, from);
  if (pme_histogram_merge(&to->histogram, &from->histogram, 1, pme__profile_allocator(m->to)) && !m->to->status)
    m->to->status = PME_NO_MEMORY;
}

static void merge_all(merge *m) {
  merge_code(m);
  for (int i = 0; i < m->from->symbols.count && !m->to->status; i++)
    merge_symbol(m, &SYMBOLS(m->from)[i]);
  for (int i = 0; i < m->from->advice.count && !m->to->status; i++)
    merge_advice(m, &ADVICE(m->from)[i]);
  for (int i = 0; i < m->from->streams.count && !m->to->status; i++)
    merge_stream(m, STREAMS(m->from)[i]);
  pme_profile_set_threads(m->to, m->from->options.threads);
  if (m->from->options.rate < m->to->options.rate)
    m->to->options.rate = m->from->options.rate;
}

/* How distances were measured says nothing of values: without any, those of the other one count. */
static void adopt_options(pme_profile *to, const pme_profile *from) {
  pme_profile_options options = from->options;
  options.threads = to->options.threads;
  options.command = to->options.command;
  options.scaled = to->options.scaled;
  to->options = options;
}

pme_status pme_profile_merge(pme_profile *to, const pme_profile *from, pme_error *error) {
  bool both = to->streams.count > 0 && from->streams.count > 0;
  const char *why = both ? disagreement(&to->options, &from->options) : NULL;
  if (to->streams.count == 0 && from->streams.count > 0)
    adopt_options(to, from);
  if (why)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "these profiles cannot be merged: %s", why);
  size_t count = (size_t)from->functions.count + (size_t)from->loops.count + (size_t)from->blocks.count +
                 (size_t)from->references.count + 1;
  merge m = {.to = to, .from = from};
  m.functions = (int *)pme_allocator_reallocate(pme__profile_allocator(to), NULL, 0, sizeof(int) * count);
  if (m.functions) {
    m.loops = m.functions + from->functions.count;
    m.blocks = m.loops + from->loops.count;
    m.references = m.blocks + from->blocks.count;
    merge_all(&m);
    pme_allocator_reallocate(pme__profile_allocator(to), m.functions, sizeof(int) * count, 0);
  }
  if (m.functions && !to->status)
    return PME_OK;
  return pme_error_set(error, m.functions ? to->status : PME_NO_MEMORY, 0, 0, "the profiles cannot be merged");
}
