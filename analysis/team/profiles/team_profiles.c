/* Profiles of a team: one pass over the merged stream for those that are measured, the method for the others. */
#include "team_profiles.h"

#include "analysis/shared_caches/concurrent_error.h"
#include "analysis/shared_caches/concurrent_meter.h"
#include "analysis/team/team_private.h"

typedef pme__concurrent_profile *(*profile_field)(pme__thread_profiles *);
static pme__concurrent_profile *alone_of(pme__thread_profiles *p) { return &p->alone; }
static pme__concurrent_profile *measured_of(pme__thread_profiles *p) { return &p->measured; }
static pme__concurrent_profile *estimated_of(pme__thread_profiles *p) { return &p->estimated; }

static pme_status copy(const pme__concurrent_profile *from, pme_arena *arena, pme__concurrent_profile *out) {
  return pme__concurrent_combine(from, 1, arena, out);
}

/* ---- measured ---- */

/* Meters: every thread alone; and all on one cache, or with coherent ones of their own. */
static pme_status open_meters(uint32_t threads, bool is_coherent, const uint32_t *own, pme__meter *meters[2]) {
  pme__meter_options alone = {.threads = threads, .instance = own};
  pme__meter_options together = {.threads = threads, .instance = is_coherent ? own : NULL, .coherent = is_coherent};
  pme_status status = pme__meter_open(&alone, &meters[0]);
  return status == PME_OK ? pme__meter_open(&together, &meters[1]) : status;
}

static pme_status measure(pme__team_prediction *p, bool is_coherent, pme_arena *arena, pme__thread_profiles *out,
                          profile_field together) {
  const pme__team_question *q = p->question;
  const pme__interleave_options order = {.order = q->order, .seed = q->seed};
  uint32_t *own = PME_ARENA_NEW(arena, uint32_t, q->threads);
  pme__meter *meters[2] = {NULL, NULL};
  pme_status status = own ? PME_OK : PME_NO_MEMORY;
  for (uint32_t t = 0; t < q->threads && own; t++)
    own[t] = t;
  if (status == PME_OK)
    status = open_meters(q->threads, is_coherent, own, meters);
  if (status == PME_OK)
    status = pme__meter_run(&p->phases, &order, meters, 2);
  for (uint32_t t = 0; t < q->threads && status == PME_OK; t++) {
    status = copy(pme__meter_thread(meters[0], t), arena, &out[t].alone);
    if (status == PME_OK)
      status = copy(pme__meter_thread(meters[1], t), arena, together(&out[t]));
  }
  pme__meter_close(meters[0]);
  pme__meter_close(meters[1]);
  return status;
}

/* Deals the trace out by `method`, and measures. */
static pme_status measure_by(const pme__sequential_trace *trace, const pme__team_question *question,
                             pme__team_method method, pme_arena *arena, pme__thread_profiles *out,
                             profile_field together, pme_error *error) {
  pme__team_question as = *question;
  as.method = method;
  pme__team_prediction p = {.trace = trace, .question = &as};
  pme_status status = pme__team_open_prediction(&p, error);
  if (status == PME_OK) {
    status = measure(&p, pme__team_is_coherent(question->method), arena, out, together);
    if (status != PME_OK)
      pme__team_fail(&p, status, error);
  }
  pme__team_close_prediction(&p);
  return status;
}

/* ---- estimated ---- */

static pme_status estimate_threads(pme__team_prediction *p, const pme__sharing *sharing, pme_arena *arena,
                                   pme__thread_profiles *out) {
  bool is_coherent = pme__team_is_coherent(p->answer.method);
  uint32_t threads = p->question->threads, *member = PME_ARENA_NEW(p->arena, uint32_t, threads);
  pme__concurrent_profile *profiles = PME_ARENA_NEW(p->arena, pme__concurrent_profile, threads);
  pme_status status = member && profiles ? PME_OK : PME_NO_MEMORY;
  for (uint32_t t = 0; t < threads && status == PME_OK; t++)
    member[t] = t;
  for (uint32_t t = 0; t < (is_coherent ? threads : 1) && status == PME_OK; t++) {
    pme__cache_threads cache = {member + t, is_coherent ? 1 : threads};
    status = pme__team_estimate(p, sharing, &cache, profiles + t);
  }
  for (uint32_t t = 0; t < threads && status == PME_OK; t++)
    status = copy(&profiles[t], arena, &out[t].estimated);
  return status;
}

static pme_status estimate(const pme__sequential_trace *trace, const pme__team_question *question, pme_arena *arena,
                           pme__thread_profiles *out, pme_error *error) {
  pme__team_prediction p = {.trace = trace, .question = question};
  pme_status status = pme__team_open_prediction(&p, error);
  if (status == PME_OK) {
    pme__sharing sharing;
    pme__streams streams = pme__team_all_streams(&p);
    status = pme__sharing_collect(&streams, &(pme__sharing_options){0}, p.arena, &sharing);
    if (status == PME_OK)
      status = estimate_threads(&p, &sharing, arena, out);
    if (status != PME_OK)
      pme__team_fail(&p, status, error);
  }
  pme__team_close_prediction(&p);
  return status;
}

/* ---- all ---- */

static pme_status combine(pme__team_profiles *out, pme_arena *arena, profile_field field) {
  pme__concurrent_profile *parts = PME_ARENA_NEW(arena, pme__concurrent_profile, out->threads);
  if (!parts)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < out->threads; t++)
    parts[t] = *field(&out->thread[t]);
  return pme__concurrent_combine(parts, out->threads, arena, field(&out->combined));
}

static pme_status compare(pme__team_profiles *out, pme_arena *arena) {
  static const profile_field fields[] = {alone_of, measured_of, estimated_of};
  pme_status status = PME_OK;
  for (int f = 0; f < 3 && status == PME_OK; f++)
    status = combine(out, arena, fields[f]);
  for (uint32_t t = 0; t < out->threads && status == PME_OK; t++)
    out->thread[t].nrmse = pme__concurrent_nrmse(&out->thread[t].measured, &out->thread[t].estimated);
  if (status == PME_OK)
    out->combined.nrmse = pme__concurrent_nrmse(&out->combined.measured, &out->combined.estimated);
  return status;
}

/* The method that the trace has data for, where none is asked for. */
static pme__team_method method_of(const pme__sequential_trace *trace, pme__team_method asked) {
  bool can_deal = trace->has_iterations || trace->blocks.executions == 0;
  return asked != PME_METHOD_AUTO ? asked : can_deal ? PME_METHOD_ITERATIONS : PME_METHOD_BLOCKS;
}

pme_status pme__team_profiles_of(const pme__sequential_trace *trace, const pme__team_question *question,
                                 pme_arena *arena, pme__team_profiles *out, pme_error *error) {
  pme__team_question q = *question;
  q.method = method_of(trace, question->method);
  bool by_blocks = q.method == PME_METHOD_BLOCKS;
  pme__team_method truth = by_blocks && !trace->has_iterations ? PME_METHOD_BLOCKS : PME_METHOD_ITERATIONS;
  *out = (pme__team_profiles){.method = q.method,
                              .is_coherent = pme__team_is_coherent(q.method),
                              .threads = q.threads,
                              .thread = PME_ARENA_NEW(arena, pme__thread_profiles, q.threads + 1)};
  if (!out->thread)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "%s", pme_status_text(PME_NO_MEMORY));
  pme_status status = measure_by(trace, &q, truth, arena, out->thread, measured_of, error);
  if (status == PME_OK && by_blocks)
    status = measure_by(trace, &q, q.method, arena, out->thread, estimated_of, error);
  else if (status == PME_OK && !pme__team_is_measured(q.method))
    status = estimate(trace, &q, arena, out->thread, error);
  for (uint32_t t = 0; t < q.threads && status == PME_OK && q.method == PME_METHOD_ITERATIONS; t++)
    out->thread[t].estimated = out->thread[t].measured;
  if (status == PME_OK)
    status = compare(out, arena);
  if (status == PME_OK)
    status = pme__sequential_trace_status(trace);
  return status;
}
