/* The methods by name, and a prediction by the one that is asked for. */
#include "team_predict.h"

#include <math.h>
#include <string.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_coherent.h"
#include "analysis/shared_caches/concurrent_error.h"
#include "analysis/shared_caches/concurrent_markov.h"
#include "team_private.h"

enum { MOST_THREADS = 1024 };

static const char *const names[PME_METHOD_COUNT] = {
    "auto",     "mimic",           "blocks",          "rdfp", "footprint", "markov", "markov-printed",
    "coherent", "coherent-markov", "coherent-printed"};

const char *pme__team_method_name(pme__team_method method) { return names[method]; }

pme__team_method pme__team_method_from_name(const char *name) {
  int method = 0;
  while (method < PME_METHOD_COUNT && strcmp(names[method], name) != 0)
    method++;
  return (pme__team_method)method;
}

/* ---- streams ---- */

static pme__streams phase_of_team(void *context, size_t phase) {
  return pme__team_streams((pme__team *)context, phase);
}

static pme_status open_team(pme__team_prediction *p) {
  const pme__team_question *q = p->question;
  pme__piece *work = PME_ARENA_NEW(p->arena, pme__piece, p->trace->work_count + 1);
  if (!work)
    return PME_NO_MEMORY;
  for (size_t w = 0; w < p->trace->work_count; w++) {
    work[w] = p->trace->work[w];
    if (q->has_schedule && work[w].kind == PME_PIECE_LOOP) {
      work[w].schedule = q->schedule;
      work[w].chunk = q->chunk;
    }
  }
  pme_status status = pme__team_open(work, p->trace->work_count, q->threads, 0, &p->team);
  if (status == PME_OK)
    p->phases = (pme__phases){p->team, pme__team_phases(p->team), phase_of_team};
  return status;
}

static pme_status open_blocks(pme__team_prediction *p) {
  pme__private_options options = {
      .cores = p->question->threads, .chunk = p->question->chunk, .offset_lines = PME_THREAD_DISTANCE_LINES};
  pme_status status = pme__private_traces_open(&p->trace->blocks, &options, &p->private_traces);
  if (status != PME_OK)
    return status;
  p->by_blocks = pme__private_traces_streams(p->private_traces);
  p->phases = pme__phases_of_streams(&p->by_blocks);
  return PME_OK;
}

pme__streams pme__team_all_streams(pme__team_prediction *p) {
  return p->team ? pme__team_streams(p->team, SIZE_MAX) : p->by_blocks;
}

/* ---- instances ---- */

static pme_status name_instances(pme__team_prediction *p) {
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

/* ---- analysis ---- */

static pme_status estimate_coherent(const pme__team_prediction *p, const pme__sharing *sharing, uint32_t thread,
                                    pme__concurrent_profile *out) {
  if (p->answer.method == PME_METHOD_COHERENT)
    return pme__coherent_profile(sharing, thread, p->arena, out, NULL);
  pme__markov_form form = p->answer.method == PME_METHOD_COHERENT_PRINTED ? PME_MARKOV_PRINTED : PME_MARKOV_REPAIRED;
  return pme__coherent_profile_markov(sharing, thread, form, p->arena, out, NULL);
}

static pme_status estimate_markov(const pme__team_prediction *p, const pme__sharing *sharing,
                                  const pme__cache_threads *cache, pme__markov_form form,
                                  pme__concurrent_profile *profiles) {
  pme_status status = pme__concurrent_markov(sharing, cache, form, p->arena, profiles);
  for (uint32_t i = 0; i < cache->count && status == PME_OK && form == PME_MARKOV_PRINTED; i++)
    pme__concurrent_normalise(&profiles[i]);
  return status;
}

pme_status pme__team_estimate(const pme__team_prediction *p, const pme__sharing *sharing,
                              const pme__cache_threads *cache, pme__concurrent_profile *profiles) {
  if (pme__team_is_coherent(p->answer.method) && cache->count == 1)
    return estimate_coherent(p, sharing, cache->thread[0], profiles);
  switch (p->answer.method) {
  case PME_METHOD_FOOTPRINT:
    return pme__concurrent_footprint(sharing, cache, false, p->arena, profiles);
  case PME_METHOD_MARKOV:
  case PME_METHOD_COHERENT_MARKOV:
    return estimate_markov(p, sharing, cache, PME_MARKOV_REPAIRED, profiles);
  case PME_METHOD_MARKOV_PRINTED:
  case PME_METHOD_COHERENT_PRINTED:
    return estimate_markov(p, sharing, cache, PME_MARKOV_PRINTED, profiles);
  default:
    return pme__concurrent_rdfp(sharing, cache, p->arena, profiles);
  }
}

static pme_status analyse_instance(pme__team_prediction *p, const pme__sharing *sharing, int l, uint32_t instance) {
  uint32_t threads = p->question->threads, *member = PME_ARENA_NEW(p->arena, uint32_t, threads);
  pme__concurrent_profile *profiles = PME_ARENA_NEW(p->arena, pme__concurrent_profile, threads), whole;
  if (!member || !profiles)
    return PME_NO_MEMORY;
  pme__cache_threads cache = {member, 0};
  for (uint32_t t = 0; t < threads; t++)
    if (p->instance[l][t] == instance)
      member[cache.count++] = t;
  pme_status status = pme__team_estimate(p, sharing, &cache, profiles);
  if (status == PME_OK)
    status = pme__concurrent_combine(profiles, cache.count, p->arena, &whole);
  return status == PME_OK ? pme__team_add_profile(p, l, &whole, &p->answer.level[l]) : status;
}

static pme_status analyse(pme__team_prediction *p, const pme__sharing *sharing) {
  for (uint32_t t = 0; t < sharing->threads; t++) {
    pme__concurrent_profile profile;
    pme_status status = pme__concurrent_alone(sharing, t, p->arena, &profile);
    if (status == PME_OK)
      status = pme__team_add_alone(p, &profile);
    if (status != PME_OK)
      return status;
  }
  for (int l = 0; l < p->question->machine->level_count; l++) {
    pme__team_level *level = &p->answer.level[l];
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

/* Caches that hold all threads of the team: how far the answer moves with the interleaving, as misses. */
static pme_status add_interval(pme__team_prediction *p) {
  const pme_machine *machine = p->question->machine;
  for (int l = 0; l < machine->level_count; l++) {
    pme__team_level *level = &p->answer.level[l];
    level->low = level->high = level->misses;
    if (p->question->no_interval || p->question->threads == 1 || level->instances != 1)
      continue;
    double lines = (double)pme__lines_of_level(&machine->levels[l]);
    pme__order_interval interval;
    pme_status status =
        pme__concurrent_interval(&p->phases, p->question->threads, p->question->seed, &lines, 1, &interval);
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
static const char *note_of(const pme__team_prediction *p, const pme__sharing *sharing) {
  pme__team_method method = p->answer.method;
  if (method == PME_METHOD_RDFP || method == PME_METHOD_FOOTPRINT || method == PME_METHOD_COHERENT)
    return NULL;
  for (uint32_t t = 0; t < sharing->threads; t++)
    if (sharing->thread[t].references > 0 && sharing->shared_lines > sharing->thread[t].lines)
      return "threads share more lines than one of them touches: the Markov chain supposes fewer";
  return NULL;
}

/* ---- which method ---- */

static pme_status choose_method(pme__team_prediction *p, pme_error *error) {
  const pme__sequential_trace *t = p->trace;
  pme__team_method asked = p->question->method;
  bool can_deal = t->has_iterations || t->blocks.executions == 0;
  if (asked == PME_METHOD_BLOCKS && t->blocks.executions == 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "the trace has no basic blocks to deal out");
  if (asked != PME_METHOD_AUTO && asked != PME_METHOD_BLOCKS && !can_deal)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0,
                         "the trace has no borders of iterations to deal out, only blocks: that leaves Algorithm 1 "
                         "(--method blocks)");
  p->answer.method = asked != PME_METHOD_AUTO ? asked : can_deal ? PME_METHOD_ITERATIONS : PME_METHOD_BLOCKS;
  p->answer.why = asked != PME_METHOD_AUTO ? "asked for"
                  : can_deal               ? "the trace has the iterations of its loops"
                             : "the trace has blocks, but no borders of iterations: that leaves Algorithm 1";
  return PME_OK;
}

pme_status pme__team_check(const pme__sequential_trace *trace, const pme__team_question *q, pme_error *error) {
  if (q->threads == 0 || q->threads > MOST_THREADS)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a team has 1 to %d threads", MOST_THREADS);
  for (int l = 0; l < q->machine->level_count; l++)
    if ((uint32_t)q->machine->levels[l].line_bytes != trace->line_bytes)
      return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "%s has lines of %d bytes, the trace was read with %u",
                           q->machine->levels[l].name, q->machine->levels[l].line_bytes, trace->line_bytes);
  return PME_OK;
}

static pme_status collect_and_analyse(pme__team_prediction *p) {
  pme__sharing sharing;
  pme__streams streams = pme__team_all_streams(p);
  pme_status status = pme__sharing_collect(&streams, &(pme__sharing_options){0}, p->arena, &sharing);
  if (status == PME_OK)
    status = analyse(p, &sharing);
  if (status == PME_OK)
    p->answer.note = note_of(p, &sharing);
  return status;
}

static bool is_markov(pme__team_method method) {
  return method == PME_METHOD_MARKOV || method == PME_METHOD_MARKOV_PRINTED || method == PME_METHOD_COHERENT_MARKOV ||
         method == PME_METHOD_COHERENT_PRINTED;
}

static pme_status run(pme__team_prediction *p) {
  pme_status status = name_instances(p);
  if (status == PME_OK)
    status = pme__team_is_measured(p->answer.method) ? pme__team_measure(p) : collect_and_analyse(p);
  if (status == PME_OK)
    status = add_interval(p);
  return status;
}

pme_status pme__team_open_prediction(pme__team_prediction *p, pme_error *error) {
  pme_status status = pme__team_check(p->trace, p->question, error);
  if (status == PME_OK)
    status = choose_method(p, error);
  if (status != PME_OK)
    return status;
  p->arena = pme_arena_create();
  status = !p->arena ? PME_NO_MEMORY : p->answer.method == PME_METHOD_BLOCKS ? open_blocks(p) : open_team(p);
  return status == PME_OK ? PME_OK : pme__team_fail(p, status, error);
}

void pme__team_close_prediction(pme__team_prediction *p) {
  pme__team_close(p->team);
  pme__private_traces_close(p->private_traces);
  pme_arena_destroy(p->arena);
}

pme_status pme__team_fail(const pme__team_prediction *p, pme_status status, pme_error *error) {
  if (status == PME_OVER_BUDGET && is_markov(p->answer.method))
    return pme_error_set(error, status, 0, 0,
                         "the Markov chain takes too long for %u threads and the lines of this trace: rdfp answers",
                         p->question->threads);
  return pme_error_set(error, status, 0, 0, "the trace cannot be evaluated: %s", pme_status_text(status));
}

pme_status pme__team_predict(const pme__sequential_trace *trace, const pme__team_question *question,
                             pme__team_answer *out, pme_error *error) {
  pme__team_prediction p = {.trace = trace, .question = question};
  pme_status status = pme__team_open_prediction(&p, error);
  if (status == PME_OK) {
    status = run(&p);
    status = status == PME_OK ? pme__sequential_trace_status(trace) : status;
    if (status != PME_OK)
      pme__team_fail(&p, status, error);
  }
  pme__team_close_prediction(&p);
  if (status == PME_OK)
    *out = p.answer;
  return status;
}
