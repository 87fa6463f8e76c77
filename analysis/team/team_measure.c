/* The merged stream of a team, measured: levels with the same threads share distances, and sets that refine others are
 * spared what moves nothing. */
#include <math.h>
#include <string.h>

#include "analysis/reuse/sdcm.h"
#include "analysis/reuse/set_stacks.h"
#include "team_private.h"

enum { BATCH = 1024 };

/* ---- a measured stream ---- */

/* Exact sets of the instances of a level, beside the meter of distances. */
typedef struct level_sets {
  uint32_t count;
  pme__set_stacks **sets; /* by instance; NULL: fully associative, or more ways than can be followed */
  bool refines;           /* the same threads as the level before, whose sets are unions of the sets here */
  uint64_t misses;
} level_sets;

/* Levels with the same threads in their instances have the same distances: one meter for all of them. */
typedef struct level_meters {
  pme__meter *meter[PME_MAX_LEVELS + 1];
  int count;
  int of_level[PME_MAX_LEVELS];
  int alone; /* the meter in which every thread has an instance to itself */
} level_meters;

static void close_sets(level_sets *s) {
  for (uint32_t i = 0; s->sets && i < s->count; i++)
    pme__set_stacks_close(s->sets[i]);
}

static pme_status open_sets(const pme__team_prediction *p, int l, level_sets *out) {
  const pme_cache_level *level = &p->question->machine->levels[l];
  *out = (level_sets){.count = p->answer.level[l].instances};
  if (pme_cache_sets(level) == 1 || level->associativity > PME_PROFILE_MAX_WAYS)
    return PME_OK;
  out->sets = PME_ARENA_NEW(p->arena, pme__set_stacks *, out->count);
  if (!out->sets)
    return PME_NO_MEMORY;
  pme_geometry geometry = {.sets = pme_cache_sets(level), .ways = level->associativity};
  for (uint32_t i = 0; i < out->count; i++) {
    pme_status status = pme__set_stacks_open(&geometry, 1, NULL, &out->sets[i]);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

/* References of the merged stream, as many as stay in the first cache of this machine while all look at them. */
typedef struct batch {
  size_t count;
  uint32_t thread[BATCH];
  pme__line_reference reference[BATCH];
  uint64_t line[BATCH];
  uint8_t depth[BATCH];
} batch;

/* A line that is the newest of its set is the newest of the part of that set that has it: nothing moves there. */
static void feed_sets(const pme__team_prediction *p, level_sets *sets, batch *b) {
  for (size_t i = 0; i < b->count; i++)
    b->line[i] = pme__reference_line(b->reference[i]);
  for (int l = 0; l < p->question->machine->level_count; l++) {
    level_sets *s = &sets[l];
    if (!s->refines)
      memset(b->depth, 1, b->count);
    if (!s->sets)
      continue;
    s->misses += pme__set_stacks_references(s->sets, p->instance[l], b->thread, b->line, b->count, b->depth);
  }
}

/* All levels in one pass over the merged stream. */
static pme_status feed_all(pme__team_prediction *p, const level_meters *meters, level_sets *sets) {
  const pme__interleave_options options = {.order = p->question->order, .seed = p->question->seed};
  batch *b = PME_ARENA_NEW(p->arena, batch, 1);
  pme_status status = b ? PME_OK : PME_NO_MEMORY;
  for (size_t phase = 0; phase < p->phases.count && status == PME_OK; phase++) {
    pme__streams streams = p->phases.streams(p->phases.context, phase);
    pme__interleaver *il;
    status = pme__interleaver_open(&streams, &options, &il);
    if (status != PME_OK)
      return status;
    while (status == PME_OK && (b->count = pme__interleaver_read(il, b->thread, b->reference, BATCH)) > 0) {
      for (int m = 0; m < meters->count && status == PME_OK; m++)
        status = pme__meter_feed(meters->meter[m], b->thread, b->reference, b->count);
      feed_sets(p, sets, b);
    }
    pme__interleaver_close(il);
  }
  for (int m = 0; m < meters->count && status == PME_OK; m++)
    status = pme__meter_flush(meters->meter[m]);
  return status;
}

static void add_octaves(const pme_histogram *histogram, pme__team_level *out) {
  for (int b = 0; b < PME_BIN_COUNT; b++) {
    pme_bin bin = pme_histogram_bin(histogram, b);
    uint64_t first = pme_bin_start(b);
    int octave = first == 0 ? 0 : 64 - __builtin_clzll(first);
    out->octave[octave < PME_TEAM_OCTAVES ? octave : PME_TEAM_OCTAVES - 1] += bin.count;
  }
}

/* SDCM and full associativity for the profile of one instance, or of all of a level. */
pme_status pme__team_add_profile(const pme__team_prediction *p, int l, const pme__concurrent_profile *profile,
                                 pme__team_level *out) {
  const pme_cache_level *level = &p->question->machine->levels[l];
  pme__sdcm cache = pme__sdcm_prepare(level->associativity, pme__lines_of_level(level));
  pme_histogram histogram;
  if (pme__concurrent_profile_histogram(profile, &histogram) != PME_OK)
    return PME_NO_MEMORY;
  out->accesses += profile->references;
  out->cold += profile->infinite;
  out->fully += profile->references * pme__concurrent_miss_rate(profile, (double)pme__lines_of_level(level));
  out->sdcm += pme__sdcm_misses(&cache, &histogram, UINT64_MAX);
  add_octaves(&histogram, out);
  pme_histogram_destroy(&histogram, NULL);
  return PME_OK;
}

/* What a thread would do with caches to itself. */
pme_status pme__team_add_alone(pme__team_prediction *p, const pme__concurrent_profile *profile) {
  p->answer.idle += profile->references == 0;
  p->answer.references += (uint64_t)profile->references;
  if (profile->references > (double)p->answer.longest)
    p->answer.longest = (uint64_t)profile->references;
  for (int l = 0; !p->question->no_alone && l < p->question->machine->level_count; l++) {
    pme__team_level alone = {0};
    if (pme__team_add_profile(p, l, profile, &alone) != PME_OK)
      return PME_NO_MEMORY;
    p->answer.level[l].alone += alone.sdcm;
  }
  return PME_OK;
}

static pme_status read_meters(pme__team_prediction *p, const level_meters *meters, const level_sets *sets) {
  for (int l = 0; l < p->question->machine->level_count; l++) {
    pme__team_level *level = &p->answer.level[l];
    for (uint32_t t = 0; t < p->question->threads; t++)
      if (pme__team_add_profile(p, l, pme__meter_thread(meters->meter[meters->of_level[l]], t), level) != PME_OK)
        return PME_NO_MEMORY;
    level->is_exact_index = sets[l].sets != NULL;
    level->misses = level->is_exact_index                                   ? (double)sets[l].misses
                    : pme_cache_sets(&p->question->machine->levels[l]) == 1 ? level->fully
                                                                            : level->sdcm;
    level->has_set_conflicts =
        level->is_exact_index && fabs((double)sets[l].misses - level->sdcm) > PME__TEAM_GAP * level->accesses;
  }
  for (uint32_t t = 0; t < p->question->threads;
       t++) /* whichever meter where `alone` is not needed: each has them all */
    if (pme__team_add_alone(p, pme__meter_thread(meters->meter[meters->alone], t)) != PME_OK)
      return PME_NO_MEMORY;
  return PME_OK;
}

static bool has_same_threads(const pme__team_prediction *p, const uint32_t *a, const uint32_t *b) {
  for (uint32_t t = 0; t < p->question->threads; t++)
    if (a[t] != b[t])
      return false;
  return true;
}

static pme_status open_meter(const pme__team_prediction *p, const uint32_t *instance, level_meters *meters) {
  pme__meter_options options = {.threads = p->question->threads, .instance = instance};
  pme_status status = pme__meter_open(&options, &meters->meter[meters->count]);
  meters->count += status == PME_OK;
  return status;
}

/* The meter of these instances: that of another level, or a new one. */
static pme_status find_meter(const pme__team_prediction *p, int levels, const uint32_t *instance, level_meters *meters,
                             int *out) {
  for (int l = 0; l < levels; l++)
    if (has_same_threads(p, p->instance[l], instance)) {
      *out = meters->of_level[l];
      return PME_OK;
    }
  *out = meters->count;
  return open_meter(p, instance, meters);
}

static pme_status open_meters(const pme__team_prediction *p, level_meters *meters) {
  int levels = p->question->machine->level_count;
  uint32_t *own = PME_ARENA_NEW(p->arena, uint32_t, p->question->threads);
  pme_status status = own ? PME_OK : PME_NO_MEMORY;
  for (int l = 0; l < levels && status == PME_OK; l++)
    status = find_meter(p, l, p->instance[l], meters, &meters->of_level[l]);
  for (uint32_t t = 0; status == PME_OK && t < p->question->threads; t++)
    own[t] = t;
  if (status != PME_OK || p->question->no_alone)
    return status;
  return find_meter(p, levels, own, meters, &meters->alone);
}

static bool refines(const pme__team_prediction *p, int l, const level_sets *sets) {
  const pme_cache_level *level = &p->question->machine->levels[l];
  return l > 0 && sets[l].sets && sets[l - 1].sets && has_same_threads(p, p->instance[l], p->instance[l - 1]) &&
         pme_cache_sets(level) % pme_cache_sets(level - 1) == 0;
}

pme_status pme__team_measure(pme__team_prediction *p) {
  int levels = p->question->machine->level_count;
  level_meters meters = {.count = 0};
  level_sets sets[PME_MAX_LEVELS] = {{0}};
  pme_status status = open_meters(p, &meters);
  for (int l = 0; l < levels && status == PME_OK; l++) {
    status = open_sets(p, l, &sets[l]);
    sets[l].refines = status == PME_OK && refines(p, l, sets);
  }
  if (status == PME_OK)
    status = feed_all(p, &meters, sets);
  if (status == PME_OK)
    status = read_meters(p, &meters, sets);
  for (int m = 0; m < meters.count; m++)
    pme__meter_close(meters.meter[m]);
  for (int l = 0; l < levels; l++)
    close_sets(&sets[l]);
  return status;
}
