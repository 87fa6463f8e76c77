/* The life of a measurement: opened with the thread, given records buffer by buffer, closed. A batch of references goes
 * through the reuse distance engine, and the distances are added to the histograms of their sites. */
#include <stdlib.h>
#include <string.h>

#include "gaps.h"
#include "records.h"
#include "references.h"

/* ---- how to measure ---- */

/* A line that a sweep enters costs so many times less than another reference to a line that is not recent. */
enum { SWEEP_SPREAD = 64 };

pme_profile_options pme__measurement_options(const pme__measure_host *host) {
  pme_profile_options options = pme_profile_default_options();
  options.line_bytes = LINE_BYTES;
  pme__sampling_request sampling;
  pme__sampling_asked(&sampling);
  options.rate = sampling.rate;
  if (sampling.mode == PME_DISTANCE_HYBRID) {
    options.sampling = PME_SAMPLING_HYBRID;
    options.window_lines = 4096;
    options.sample_lines = 8192;
  }
  pme__sets_asked(host->caches, &options);
  bool has_bursts = sampling.rate < 1 || sampling.overhead > 0;
  if (has_bursts && options.geometry_count && !options.geometries[0].sampled) /* a set is not known after a gap */
    options.geometry_count = 0;
  return options;
}

pme__measurement *pme__measurement_open(const pme__measure_host *host, int thread) {
  pme__measurement *m = pme__host_reallocate(host, NULL, 0, sizeof *m);
  if (!m)
    return NULL;
  m->host = host;
  m->thread = thread;
  m->drops = getenv("PMECACHE_RECORD_ONLY") != NULL;
  m->failed = false;
  m->site_count = 0;
  m->sites = NULL;
  memset(m->plans, 0, sizeof m->plans);
  pme__sampling_request sampling;
  pme__sampling_asked(&sampling);
  pme__bursts_start(&m->bursts, &sampling);
  pme__distance_options options = {.mode = sampling.mode, .allocator = host->allocator};
  if (pme__distance_open(&options, &m->engine) != PME_OK) {
    host->warn("out of memory: a thread is not measured");
    pme__host_reallocate(host, m, sizeof *m, 0);
    return NULL;
  }
  m->window = pme__distance_window(m->engine);
  m->has_avx2 = pme__distance_has_avx2(m->engine);
  pme_profile_options profile_options = pme__measurement_options(host);
  m->sets = pme__followed_sets_open(host, &profile_options);
  m->set_sampler = pme__set_sampler_open(host, &profile_options);
  bool is_whole = sampling.rate >= 1 && sampling.overhead <= 0;
  m->thins = is_whole && sampling.mode == PME_DISTANCE_HYBRID && !m->sets;
  m->has_early = false;
  m->expanded = 0;
  m->line_sampler = thread == 0 && is_whole ? pme__line_sampler_open(host->allocator) : NULL;
  m->work_sampler = pme__work_sampler_open(host->allocator);
  m->sampled = NULL;
  pme__pace_start(&m->pace, 1, (uint64_t)thread);
  pme__pace_start(&m->recent_pace, 1, (uint64_t)thread);
  pme__pace_start(&m->sweep_pace, SWEEP_SPREAD, (uint64_t)thread);
  pme__references_start(m);
  return m;
}

void pme__measurement_close(pme__measurement *m) {
  if (!m)
    return;
  for (uint32_t s = 0; s < m->site_count; s++) {
    pme_histogram_destroy(&m->sites[s].whole, m->host->allocator);
    pme_histogram_destroy(&m->sites[s].weighted, m->host->allocator);
    if (m->sites[s].at_least)
      pme__host_reallocate(m->host, m->sites[s].at_least, sizeof(double) * PME_BIN_COUNT, 0);
    if (m->sites[s].early) {
      pme_histogram_destroy(&m->sites[s].early->histogram, m->host->allocator);
      pme__host_reallocate(m->host, m->sites[s].early, sizeof *m->sites[s].early, 0);
    }
  }
  if (m->sites)
    pme__host_reallocate(m->host, m->sites, m->site_count * sizeof *m->sites, 0);
  pme__distance_close(m->engine);
  pme__followed_sets_close(m->sets);
  pme__set_sampler_close(m->set_sampler);
  pme__line_sampler_close(m->line_sampler);
  pme__work_sampler_close(m->work_sampler);
  pme__host_reallocate(m->host, m, sizeof *m, 0);
}

static void start_burst(pme__measurement *m) {
  if (!m->thins) {
    pme__distance_forget(m->engine);
    if (m->set_sampler)
      pme__set_sampler_forget(m->set_sampler);
  }
  pme__references_start(m);
}

static void end_buffer(pme__measurement *m, uint64_t words) {
  if (!m->thins) {
    if (pme__bursts_next(&m->bursts))
      start_burst(m);
    return;
  }
  bool was_in_gap = m->bursts.in_gap, begins = !m->is_exact && pme__bursts_next_thin(&m->bursts, words + m->expanded);
  m->expanded = 0;
  m->bursts.all++;
  m->bursts.measured += !was_in_gap;
  if (begins)
    pme__start_thin_gap(m);
  else if (was_in_gap && !m->bursts.in_gap)
    start_burst(m);
}

bool pme__measurement_samples_lines(const pme__measurement *m) { return m->line_sampler != NULL; }

void pme__measurement_border(pme__measurement *m, const pme_trace_border *border, const uint64_t *from,
                             const uint64_t *to) {
  if (!m->line_sampler || m->drops)
    return;
  pme__line_sampler_take(m->line_sampler, m->sampled ? m->sampled : from, to);
  m->sampled = to;
  pme__line_sampler_border(m->line_sampler, border);
}

void pme__measurement_follow(pme__measurement *m) {
  if (m->line_sampler)
    pme__line_sampler_follow(m->line_sampler);
  for (int p = 0; p < SWEEP_PLANS; p++)
    if (m->plans[p].block && m->plans[p].block->kind == PME_BLOCK_MOVED)
      m->plans[p].block = NULL; /* they are made again */
}

void pme__measurement_add_schedules(const pme__measurement *m, pme_profile *profile) {
  if (m->line_sampler)
    pme__line_sampler_add_schedules(m->line_sampler, profile);
}

void pme__measurement_add_lines(const pme__measurement *m, pme_profile *profile) {
  if (m->line_sampler)
    pme__line_sampler_add_to(m->line_sampler, profile);
}

/* Records up to `sampled` are known to the line sampler, the others are seen by it in passing. */
static const uint64_t *pass_over(pme__measurement *m, const uint64_t *from, const uint64_t *sampled, const uint64_t *to,
                                 pme__line_pass *pass) {
  from = pme__pass_over(m, from, sampled, NULL);
  if (from == sampled)
    from = pme__pass_over(m, from, to, pass);
  if (from < to) {
    pme__bursts_end_gap(&m->bursts);
    start_burst(m);
  }
  return from;
}

static void take_records(pme__measurement *m, const uint64_t *from, const uint64_t *sampled, const uint64_t *to,
                         pme__line_pass *pass) {
  if (from < sampled) {
    pme__take_records(m, from, sampled, NULL);
    from = sampled;
  }
  pme__take_records(m, from, to, pass);
}

void pme__measurement_take(pme__measurement *m, const uint64_t *from, const uint64_t *to) {
  if (m->drops || m->failed)
    return;
  uint64_t words = (uint64_t)(to - from);
  const uint64_t *sampled = m->sampled ? m->sampled : from;
  bool is_seen = m->line_sampler && sampled < to;
  pme__line_pass *pass = is_seen ? pme__line_sampler_start(m->line_sampler, sampled, to) : NULL;
  m->sampled = NULL;
  if (m->bursts.in_gap)
    from = pass_over(m, from, sampled, to, pass);
  if (from < to && m->work_sampler)
    pme__work_sampler_take(m->work_sampler, pme__host_site_count(m->host), from, to);
  if (from < to)
    take_records(m, from, sampled, to, pass);
  end_buffer(m, words);
}

void pme__measurement_spend(pme__measurement *m, double own_seconds, double program_seconds) {
  m->bursts.own += own_seconds;
  m->bursts.program += program_seconds;
}

void pme__measurement_add_buffers(const pme__measurement *m, uint64_t *measured, uint64_t *all) {
  *measured += m->bursts.measured;
  *all += m->bursts.all;
}
