/* What was counted for the sites of a function becomes loops, blocks and references of a profile. */
#include <string.h>

#include "gaps.h"

/* References in the histogram of whole distances, and those that are unknown. */
static double counted(const site_counts *site) {
  double count = pme_histogram_beyond(&site->whole, 0);
  for (int bin = 0; site->at_least && bin < PME_BIN_COUNT; bin++)
    count += site->at_least[bin];
  return count;
}

/* The engine's window begins where a bin does. */
bool pme__add_site_counts(const pme__measurement *m, const site_counts *site, pme_histogram *histogram) {
  if (pme_histogram_merge(histogram, &site->weighted, 1, m->host->allocator) != PME_OK ||
      pme_histogram_merge(histogram, &site->whole, 1, m->host->allocator) != PME_OK)
    return false;
  histogram->total += counted(site);
  histogram->far += m->window == UINT64_MAX ? 0 : pme_histogram_beyond(&site->whole, m->window);
  for (int distance = 0; distance < NEAR; distance++) {
    double times = (double)site->near[distance];
    histogram->total += times;
    if (times > 0 && pme_histogram_add_bin(histogram, pme_bin_of((uint64_t)distance), times, times * distance,
                                           m->host->allocator) != PME_OK)
      return false;
  }
  return true;
}

/* Whether another block tells how often the run's loop is entered: where the loop is handed out in chunks, a run is
 * one chunk. */
static bool is_chunk(const pme_instrumented_function *function, const pme_instrumented_block *run) {
  if (run->kind != PME_BLOCK_RUN)
    return false;
  for (uint32_t b = 0; b < function->block_count; b++)
    if (function->blocks[b]->kind == PME_BLOCK_LOOP && function->blocks[b]->loop == run->loop)
      return true;
  return false;
}

/* How often the block says that one round of the loop was made; 0 when it is no block of a round. */
static double rounds_by(const pme__measurement *m, const pme_instrumented_function *function,
                        const pme_instrumented_block *block, int32_t loop) {
  if (block->first_site >= m->site_count)
    return 0;
  const site_counts *counts = &m->sites[block->first_site];
  if (block->kind == PME_BLOCK_PLAIN || block->kind == PME_BLOCK_ITERATION)
    return block->loop == loop ? (double)counts->records : 0;
  bool inside = block->loop >= 0 && function->loops[block->loop].parent == loop && !is_chunk(function, block);
  return inside ? (double)counts->records : 0;
}

/* Rounds of a loop that is no run: executions of what in it is executed most, a block or a loop that is entered. */
static void count_rounds(const pme__measurement *m, pme_profile *profile, const pme_instrumented_function *function,
                         int32_t loop, int index) {
  double most = 0;
  for (uint32_t b = 0; b < function->block_count; b++) {
    double rounds = rounds_by(m, function, function->blocks[b], loop);
    most = rounds > most ? rounds : most;
  }
  pme_profile_count_loop(profile, index, 0, most, most > 0 ? m->thread + 1 : 0);
}

/* How often the loop was entered. All threads of a team enter a worksharing loop, that is once: thread 0 counts. Tasks are
 * made by one. */
static void count_entries(const pme__measurement *m, pme_profile *profile, int loop,
                          const pme_instrumented_function *function, const pme_instrumented_block *block) {
  const site_counts *counts = &m->sites[block->first_site];
  bool shared = block->loop >= 0 && function->loops[block->loop].parallel == PME_LOOP_SHARED;
  bool enters = block->kind == PME_BLOCK_RUN || block->kind == PME_BLOCK_LOOP;
  bool counted = enters && (!shared || m->thread == 0) && !is_chunk(function, block);
  double iterations = block->kind == PME_BLOCK_RUN ? (double)counts->rounds : 0;
  if (loop != PME_NONE)
    pme_profile_count_loop(profile, loop, counted ? (double)counts->records : 0, iterations,
                           counts->records > 0 ? m->thread + 1 : 0);
}

/* References for which SDCM may be wrong. */
static double in_question(const site_counts *site) {
  uint64_t near = 0;
  for (int distance = PME_CERTAIN_LINES; distance < NEAR; distance++)
    near += site->near[distance];
  return (double)near + counted(site) - site->whole.cold;
}

static void add_set_sample(const pme__measurement *m, const pme_instrumented_block *block, uint32_t number,
                           pme_profile_stream *stream) {
  uint64_t one = m->pace.weight, other = m->sweep_pace.weight;
  one = m->recent_pace.weight > one ? m->recent_pace.weight : one;
  double references = in_question(&m->sites[number]);
  /* After a change of the engine's form references are not counted here, and not all of them are looked at. */
  bool all = pme__distance_is_exact(m->engine);
  if (references > 0 || !all)
    pme__set_sampler_add_to(m->set_sampler, number, all ? references : 0, (double)(one > other ? one : other), stream);
  if (m->has_early)
    pme__scale_set_sample(m, block, stream);
}

/* First references to their lines in a burst. */
static void add_unknown(const pme__measurement *m, pme_profile *profile, const double *at_least,
                        pme_profile_stream *stream) {
  if (!m->bursts.forgot) {
    pme__all_are_first(&stream->histogram, at_least);
    return;
  }
  pme_profile_range *range = pme_profile_range_of(profile, stream);
  if (!range || pme__range_of_unknown(&stream->histogram, at_least, m->host->allocator, range) != PME_OK)
    m->host->warn("out of memory: the profile is not complete");
  pme__spread_unknown(&stream->histogram, at_least);
}

static void add_block(const pme__measurement *m, pme_profile *profile, int function, int loop,
                      const pme_instrumented_block *block) {
  uint32_t first = (uint32_t)block->first_site;
  const site_counts *counts = &m->sites[first];
  pme_profile_block entry = {.function = function, .number = (int)block->number, .loop = loop};
  entry.place = (pme_place){NULL, (int)block->line, (int)block->column};
  double executions = (double)(block->kind == PME_BLOCK_RUN ? counts->rounds : counts->records);
  entry.executions = executions;
  int index = pme_profile_add_block(profile, &entry);
  if (m->work_sampler)
    pme__work_sampler_add_block(m->work_sampler, block, profile, index);
  for (uint32_t s = 0; s < block->site_count; s++) {
    const pme_instrumented_site *site = &block->sites[s];
    pme_profile_reference reference = {.block = index, .number = (int)(block->number * PME_BLOCK_SITES + s)};
    reference.place = (pme_place){site->file, (int)site->line, (int)site->column};
    reference.array = *site->array ? site->array : NULL;
    reference.is_write = site->flags & PME_SITE_WRITE;
    reference.size_bytes = (int)site->bytes;
    int known = pme_profile_add_reference(profile, &reference);
    if (m->work_sampler)
      pme__work_sampler_add_site(m->work_sampler, block, s, profile, known);
    pme_profile_stream *stream = pme_profile_stream_of(profile, known, m->thread);
    if (!stream || executions == 0)
      continue;
    stream->accesses += executions;
    bool is_complete = m->has_early ? pme__add_thinned(m, block, first + s, profile, stream)
                                    : pme__add_site_counts(m, &counts[s], &stream->histogram);
    if (!is_complete)
      m->host->warn("out of memory: the profile is not complete");
    if (counts[s].at_least && !m->has_early)
      add_unknown(m, profile, counts[s].at_least, stream);
    if (m->sets)
      pme__followed_sets_add_to(m->sets, first + s, (double)counts[s].near[0], stream);
    if (m->set_sampler)
      add_set_sample(m, block, first + s, stream);
  }
}

void pme__measurement_add_to(const pme__measurement *m, pme_profile *profile, int index,
                             const pme_instrumented_function *function, const int *loops) {
  if (m->line_sampler)
    pme__line_sampler_name_loops(m->line_sampler, function, loops);
  for (uint32_t l = 0; l < function->loop_count; l++)
    count_rounds(m, profile, function, (int32_t)l, loops[l]);
  for (uint32_t b = 0; b < function->block_count; b++) {
    const pme_instrumented_block *block = function->blocks[b];
    int loop = block->loop >= 0 ? loops[block->loop] : PME_NONE;
    if (block->first_site + block->site_count > m->site_count || block->first_site >= m->site_count)
      continue;
    count_entries(m, profile, loop, function, block);
    if (block->kind == PME_BLOCK_PLAIN || block->kind == PME_BLOCK_RUN)
      add_block(m, profile, index, loop, block);
  }
}
