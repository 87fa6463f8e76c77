#include "mimic_predict.h"

#include <math.h>
#include <string.h>

#include "concurrent.h"
#include "concurrent_interval.h"
#include "concurrent_markov.h"
#include "sdcm.h"
#include "set_profile.h"

enum { MOST_THREADS = 1024, BATCH = 4096 };
static const double GAP = 0.02; /* of the miss rate: worth a word */

static const char *const names[PME_METHOD_COUNT] = {"auto", "mimic", "blocks", "rdfp", "footprint", "markov"};

const char *pme_mimic_method_name(pme_mimic_method method) { return names[method]; }

pme_mimic_method pme_mimic_method_from_name(const char *name) {
  int method = 0;
  while (method < PME_METHOD_COUNT && strcmp(names[method], name) != 0)
    method++;
  return (pme_mimic_method)method;
}

typedef struct prediction {
  const pme_sequential_trace *trace;
  const pme_mimic_question *question;
  pme_arena *arena;
  pme_team *team;
  pme_mimic *mimic;
  pme_streams by_blocks;
  pme_phases phases;
  uint32_t *instance[PME_MAX_LEVELS]; /* by level, by thread; numbered from 0 without gaps */
  pme_mimic_answer answer;
} prediction;

/* ---- streams ---- */

static pme_streams phase_of_team(void *context, size_t phase) { return pme_team_streams((pme_team *)context, phase); }

static pme_status open_team(prediction *p) {
  const pme_mimic_question *q = p->question;
  pme_piece *work = PME_ARENA_NEW(p->arena, pme_piece, p->trace->work_count + 1);
  if (!work)
    return PME_NO_MEMORY;
  for (size_t w = 0; w < p->trace->work_count; w++) {
    work[w] = p->trace->work[w];
    if (q->has_schedule && work[w].kind == PME_PIECE_LOOP) {
      work[w].deal = q->deal;
      work[w].chunk = q->chunk;
    }
  }
  pme_status status = pme_team_open(work, p->trace->work_count, q->threads, 0, &p->team);
  if (status == PME_OK)
    p->phases = (pme_phases){p->team, pme_team_phases(p->team), phase_of_team};
  return status;
}

static pme_status open_blocks(prediction *p) {
  pme_mimic_options options = {
      .cores = p->question->threads, .chunk = p->question->chunk, .offset_lines = UINT64_C(1) << 36};
  pme_status status = pme_mimic_open(&p->trace->blocks, &options, &p->mimic);
  if (status != PME_OK)
    return status;
  p->by_blocks = pme_mimic_streams(p->mimic);
  p->phases = pme_phases_of_streams(&p->by_blocks);
  return PME_OK;
}

static pme_streams all_streams(prediction *p) { return p->team ? pme_team_streams(p->team, SIZE_MAX) : p->by_blocks; }

/* ---- instances ---- */

static pme_status name_instances(prediction *p) {
  const pme_machine *machine = p->question->machine;
  uint32_t threads = p->question->threads;
  for (int l = 0; l < machine->level_count; l++) {
    p->instance[l] = PME_ARENA_NEW(p->arena, uint32_t, threads);
    uint32_t *number = PME_ARENA_NEW(p->arena, uint32_t, PME_MAX_CORES);
    if (!p->instance[l] || !number)
      return PME_NO_MEMORY;
    uint32_t count = 0;
    for (uint32_t t = 0; t < threads; t++) {
      int at = pme_machine_instance_of(machine, l, (int)t, (int)threads);
      if (!number[at])
        number[at] = ++count;
      p->instance[l][t] = number[at] - 1;
    }
    p->answer.level[l].instances = count;
  }
  return PME_OK;
}

static int64_t lines_of(const pme_cache_level *level) { return level->size_bytes / level->line_bytes; }

/* ---- a measured stream ---- */

/* Exact sets of the instances of a level, beside the meter of distances. */
typedef struct level_sets {
  uint32_t count;
  pme_set_profile **sets; /* by instance; NULL: fully associative, or more ways than can be followed */
  uint32_t ways;
  double misses;
} level_sets;

static void close_sets(level_sets *s) {
  for (uint32_t i = 0; s->sets && i < s->count; i++)
    pme_set_profile_close(s->sets[i]);
}

static pme_status open_sets(const prediction *p, int l, level_sets *out) {
  const pme_cache_level *level = &p->question->machine->levels[l];
  *out = (level_sets){.count = p->answer.level[l].instances, .ways = (uint32_t)level->associativity};
  if (pme_cache_sets(level) == 1 || level->associativity > PME_PROFILE_MAX_WAYS)
    return PME_OK;
  out->sets = PME_ARENA_NEW(p->arena, pme_set_profile *, out->count);
  if (!out->sets)
    return PME_NO_MEMORY;
  pme_geometry geometry = {.sets = pme_cache_sets(level), .ways = level->associativity};
  for (uint32_t i = 0; i < out->count; i++) {
    pme_status status = pme_set_profile_open(&geometry, 1, NULL, &out->sets[i]);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

static void feed_sets(const prediction *p, int l, level_sets *s, const uint32_t *thread, const pme_reference *reference,
                      size_t count) {
  for (size_t i = 0; s->sets && i < count; i++) {
    uint8_t depth;
    pme_set_profile_reference(s->sets[p->instance[l][thread[i]]], pme_reference_line(reference[i]), &depth);
    s->misses += depth >= s->ways;
  }
}

/* All levels in one pass over the merged stream. */
static pme_status feed_all(prediction *p, pme_meter *const *meters, level_sets *sets) {
  static const pme_interleave_options options = {.policy = PME_INTERLEAVE_PROPORTIONAL};
  int levels = p->question->machine->level_count;
  uint32_t *thread = PME_ARENA_NEW(p->arena, uint32_t, BATCH);
  pme_reference *reference = PME_ARENA_NEW(p->arena, pme_reference, BATCH);
  pme_status status = thread && reference ? PME_OK : PME_NO_MEMORY;
  for (size_t phase = 0; phase < p->phases.count && status == PME_OK; phase++) {
    pme_streams streams = p->phases.streams(p->phases.context, phase);
    pme_interleaver *il;
    status = pme_interleaver_open(&streams, &options, &il);
    if (status != PME_OK)
      return status;
    for (size_t n; status == PME_OK && (n = pme_interleaver_read(il, thread, reference, BATCH)) > 0;)
      for (int l = 0; l < levels && status == PME_OK; l++) {
        status = pme_meter_feed(meters[l], thread, reference, n);
        feed_sets(p, l, &sets[l], thread, reference, n);
      }
    pme_interleaver_close(il);
  }
  for (int l = 0; l < levels && status == PME_OK; l++)
    status = pme_meter_flush(meters[l]);
  return status;
}

static void add_octaves(const pme_histogram *histogram, pme_mimic_level *out) {
  for (int b = 0; b < PME_BIN_COUNT; b++) {
    pme_bin bin = pme_histogram_bin(histogram, b);
    uint64_t first = pme_bin_start(b);
    int octave = first == 0 ? 0 : 64 - __builtin_clzll(first);
    out->octave[octave < PME_MIMIC_OCTAVES ? octave : PME_MIMIC_OCTAVES - 1] += bin.count;
  }
}

/* SDCM and full associativity for the profile of one instance, or of all of a level. */
static pme_status add_profile(const prediction *p, int l, const pme_concurrent_profile *profile, pme_mimic_level *out) {
  const pme_cache_level *level = &p->question->machine->levels[l];
  pme_sdcm cache = pme_sdcm_prepare(level->associativity, lines_of(level));
  pme_histogram histogram;
  if (pme_concurrent_profile_histogram(profile, &histogram) != PME_OK)
    return PME_NO_MEMORY;
  out->accesses += profile->references;
  out->cold += profile->infinite;
  out->fully += profile->references * pme_concurrent_miss_rate(profile, (double)lines_of(level));
  out->sdcm += pme_sdcm_misses(&cache, &histogram, UINT64_MAX);
  add_octaves(&histogram, out);
  pme_histogram_destroy(&histogram, NULL);
  return PME_OK;
}

static pme_status read_meters(prediction *p, pme_meter *const *meters, const level_sets *sets) {
  for (int l = 0; l < p->question->machine->level_count; l++) {
    pme_mimic_level *level = &p->answer.level[l];
    for (uint32_t t = 0; t < p->question->threads; t++)
      if (add_profile(p, l, pme_meter_thread(meters[l], t), level) != PME_OK)
        return PME_NO_MEMORY;
    level->is_exact_index = sets[l].sets != NULL;
    level->misses = level->is_exact_index                                   ? sets[l].misses
                    : pme_cache_sets(&p->question->machine->levels[l]) == 1 ? level->fully
                                                                            : level->sdcm;
    level->has_set_conflicts = level->is_exact_index && fabs(sets[l].misses - level->sdcm) > GAP * level->accesses;
  }
  return PME_OK;
}

static pme_status measure(prediction *p) {
  int levels = p->question->machine->level_count;
  pme_meter *meters[PME_MAX_LEVELS] = {NULL};
  level_sets sets[PME_MAX_LEVELS] = {{0}};
  pme_status status = PME_OK;
  for (int l = 0; l < levels && status == PME_OK; l++) {
    status =
        pme_meter_open(&(pme_meter_options){.threads = p->question->threads, .instance = p->instance[l]}, &meters[l]);
    if (status == PME_OK)
      status = open_sets(p, l, &sets[l]);
  }
  if (status == PME_OK)
    status = feed_all(p, meters, sets);
  if (status == PME_OK)
    status = read_meters(p, meters, sets);
  for (int l = 0; l < levels; l++) {
    pme_meter_close(meters[l]);
    close_sets(&sets[l]);
  }
  return status;
}

/* ---- analysis ---- */

static pme_status estimate(const prediction *p, const pme_sharing *sharing, const pme_cache_threads *cache,
                           pme_concurrent_profile *profiles) {
  switch (p->answer.method) {
  case PME_METHOD_FOOTPRINT:
    return pme_concurrent_footprint(sharing, cache, false, p->arena, profiles);
  case PME_METHOD_MARKOV:
    return pme_concurrent_markov(sharing, cache, PME_MARKOV_REPAIRED, p->arena, profiles);
  default:
    return pme_concurrent_rdfp(sharing, cache, p->arena, profiles);
  }
}

static pme_status analyse_instance(prediction *p, const pme_sharing *sharing, int l, uint32_t instance) {
  uint32_t threads = p->question->threads, *member = PME_ARENA_NEW(p->arena, uint32_t, threads);
  pme_concurrent_profile *profiles = PME_ARENA_NEW(p->arena, pme_concurrent_profile, threads), whole;
  if (!member || !profiles)
    return PME_NO_MEMORY;
  pme_cache_threads cache = {member, 0};
  for (uint32_t t = 0; t < threads; t++)
    if (p->instance[l][t] == instance)
      member[cache.count++] = t;
  pme_status status = estimate(p, sharing, &cache, profiles);
  if (status == PME_OK)
    status = pme_concurrent_combine(profiles, cache.count, p->arena, &whole);
  return status == PME_OK ? add_profile(p, l, &whole, &p->answer.level[l]) : status;
}

static pme_status analyse(prediction *p, const pme_sharing *sharing) {
  for (int l = 0; l < p->question->machine->level_count; l++) {
    pme_mimic_level *level = &p->answer.level[l];
    for (uint32_t i = 0; i < level->instances; i++) {
      pme_status status = analyse_instance(p, sharing, l, i);
      if (status != PME_OK)
        return status;
    }
    level->misses = pme_cache_sets(&p->question->machine->levels[l]) == 1 ? level->fully : level->sdcm;
  }
  return PME_OK;
}

/* ---- what is told besides ---- */

static pme_status add_alone(prediction *p, const pme_sharing *sharing) {
  for (uint32_t t = 0; t < sharing->threads; t++) {
    pme_concurrent_profile profile;
    double references = sharing->thread[t].references;
    p->answer.idle += references == 0;
    pme_status status = pme_concurrent_alone(sharing, t, p->arena, &profile);
    if (status != PME_OK)
      return status;
    p->answer.references += (uint64_t)references;
    p->answer.longest = references > (double)p->answer.longest ? (uint64_t)references : p->answer.longest;
    for (int l = 0; l < p->question->machine->level_count; l++) {
      pme_mimic_level alone = {0};
      if (add_profile(p, l, &profile, &alone) != PME_OK)
        return PME_NO_MEMORY;
      p->answer.level[l].alone += alone.sdcm;
    }
  }
  return PME_OK;
}

/* Caches that hold all threads of the team: how far the answer moves with the interleaving, as misses. */
static pme_status add_interval(prediction *p) {
  const pme_machine *machine = p->question->machine;
  for (int l = 0; l < machine->level_count; l++) {
    pme_mimic_level *level = &p->answer.level[l];
    level->low = level->high = level->misses;
    if (p->question->no_interval || p->question->threads == 1 || level->instances != 1)
      continue;
    double lines = (double)lines_of(&machine->levels[l]);
    pme_interval interval;
    pme_status status =
        pme_concurrent_interval(&p->phases, p->question->threads, p->question->seed, &lines, 1, &interval);
    if (status != PME_OK)
      return status;
    /* The interval is that of a fully associative cache: its ends are moved with the answer. */
    double shift = level->misses - level->fully;
    level->low = fmax(0, fmin(level->misses, interval.low * level->accesses + shift));
    level->high = fmax(level->misses, interval.high * level->accesses + shift);
    level->is_sensitive = interval.is_sensitive;
  }
  return PME_OK;
}

/* Equations 8 to 14 take every thread to touch the shared lines evenly, and first touches to be misses. */
static const char *note_of(const prediction *p, const pme_sharing *sharing) {
  if (p->answer.method != PME_METHOD_MARKOV)
    return NULL;
  for (uint32_t t = 0; t < sharing->threads; t++)
    if (sharing->thread[t].references > 0 && sharing->shared_lines > sharing->thread[t].lines)
      return "threads share more lines than one of them touches: the Markov chain supposes fewer";
  return NULL;
}

/* ---- which method ---- */

static pme_status choose_method(prediction *p, pme_error *error) {
  const pme_sequential_trace *t = p->trace;
  pme_mimic_method asked = p->question->method;
  bool can_deal = t->has_iterations || t->blocks.executions == 0;
  if (asked == PME_METHOD_BLOCKS && t->blocks.executions == 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "the trace has no basic blocks to deal out");
  if (asked != PME_METHOD_AUTO && asked != PME_METHOD_BLOCKS && !can_deal)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0,
                         "the trace has no borders of iterations to deal out, only blocks: that leaves Algorithm 1 "
                         "(--method blocks)");
  p->answer.method = asked != PME_METHOD_AUTO ? asked : can_deal ? PME_METHOD_MIMIC : PME_METHOD_BLOCKS;
  p->answer.why = asked != PME_METHOD_AUTO ? "asked for"
                  : can_deal               ? "the trace has the iterations of its loops"
                             : "the trace has blocks, but no borders of iterations: that leaves Algorithm 1";
  return PME_OK;
}

pme_status pme_mimic_check(const pme_sequential_trace *trace, const pme_mimic_question *q, pme_error *error) {
  if (q->threads == 0 || q->threads > MOST_THREADS)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a team has 1 to %d threads", MOST_THREADS);
  for (int l = 0; l < q->machine->level_count; l++)
    if ((uint32_t)q->machine->levels[l].line_bytes != trace->line_bytes)
      return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "%s has lines of %d bytes, the trace was read with %u",
                           q->machine->levels[l].name, q->machine->levels[l].line_bytes, trace->line_bytes);
  return PME_OK;
}

static pme_status run(prediction *p) {
  pme_sharing sharing;
  pme_status status = p->answer.method == PME_METHOD_BLOCKS ? open_blocks(p) : open_team(p);
  if (status == PME_OK)
    status = name_instances(p);
  if (status != PME_OK)
    return status;
  bool is_measured = p->answer.method == PME_METHOD_MIMIC || p->answer.method == PME_METHOD_BLOCKS;
  pme_streams streams = all_streams(p);
  if ((status = pme_sharing_collect(&streams, &(pme_sharing_options){0}, p->arena, &sharing)) != PME_OK ||
      (status = add_alone(p, &sharing)) != PME_OK ||
      (status = is_measured ? measure(p) : analyse(p, &sharing)) != PME_OK)
    return status;
  p->answer.note = note_of(p, &sharing);
  return add_interval(p);
}

pme_status pme_mimic_predict(const pme_sequential_trace *trace, const pme_mimic_question *question,
                             pme_mimic_answer *out, pme_error *error) {
  prediction p = {.trace = trace, .question = question};
  pme_status status = pme_mimic_check(trace, question, error);
  if (status == PME_OK)
    status = choose_method(&p, error);
  if (status != PME_OK)
    return status;
  p.arena = pme_arena_create();
  status = p.arena ? run(&p) : PME_NO_MEMORY;
  pme_team_close(p.team);
  pme_mimic_close(p.mimic);
  pme_arena_destroy(p.arena);
  if (status == PME_OVER_BUDGET && p.answer.method == PME_METHOD_MARKOV)
    return pme_error_set(error, status, 0, 0,
                         "the Markov chain takes too long for %u threads and the lines of this trace: rdfp answers",
                         question->threads);
  if (status != PME_OK)
    return pme_error_set(error, status, 0, 0, "the trace cannot be evaluated: %s", pme_status_text(status));
  *out = p.answer;
  return PME_OK;
}
