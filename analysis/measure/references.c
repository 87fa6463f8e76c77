/* References in batches: the engine says their distances, the sites of the references count them. */
#include "references.h"

#include <string.h>

void pme__measurement_fail(pme__measurement *m) {
  if (!m->failed)
    m->host->warn("out of memory: what thread %d does from here on is not measured", m->thread);
  m->failed = true;
}

/* Sets want to know of all references, also of those to the last lines. */
static void look_at_form(pme__measurement *m) {
  m->recent = m->sets ? NULL : pme__distance_recent(m->engine);
  m->is_exact = pme__distance_is_exact(m->engine);
  if (pme__bursts_are_some(&m->bursts))
    m->live = pme__distance_live_lines(m->engine);
  else if (m->has_early)
    m->live = pme__distance_open_window(m->engine);
  bool asks = m->set_sampler && m->pace.left < WAITING;
  m->most_waiting = asks ? (uint32_t)m->pace.left : WAITING;
}

void pme__references_start(pme__measurement *m) {
  m->waiting = 0;
  m->last_line = UINT64_MAX;
  look_at_form(m);
}

/* Whether it really was the first one, or how far it goes, is decided at the end (pme__spread_unknown). */
static void count_unknown(pme__measurement *m, site_counts *site, uint64_t times) {
  const size_t bytes = sizeof(double) * PME_BIN_COUNT;
  if (!site->at_least && (site->at_least = pme__host_reallocate(m->host, NULL, 0, bytes)))
    memset(site->at_least, 0, bytes);
  if (site->at_least)
    site->at_least[pme_bin_of(m->live)] += (double)times;
  else
    pme__measurement_fail(m);
}

void pme__count_unusual(pme__measurement *m, uint32_t number, uint64_t distance, uint64_t times) {
  site_counts *site = &m->sites[number];
  pme_histogram *h = &site->whole;
  if (distance == PME_DISTANCE_INFINITE && pme__bursts_are_some(&m->bursts))
    count_unknown(m, site, times);
  else if (distance == PME_DISTANCE_INFINITE)
    h->cold += (double)times;
  else if (pme_histogram_add_bin(h, pme_bin_of(distance), (double)times, (double)(times * distance),
                                 m->host->allocator))
    pme__measurement_fail(m);
}

void pme__ask_recent(pme__measurement *m, const pme__recent *recent, uint32_t site, uint32_t place) {
  pme__set_depths depths = {.distance = place};
  if (m->set_sampler) {
    for (uint32_t i = 1; i <= place; i++)
      pme__set_sampler_meet(m->set_sampler, &depths, recent->lines[0], recent->lines[i]);
    pme__set_sampler_count(m->set_sampler, site, &depths, m->recent_pace.weight);
  }
  pme__pace_draw(&m->recent_pace);
}

/* An engine that looks at a sample says estimates from its window on, and how many references each stands for. */
static void count_distances(pme__measurement *m, uint32_t first, uint32_t end) {
  double weight = pme__distance_weight(m->engine);
  for (uint32_t i = first; i < end; i++)
    if (m->is_exact || m->distances[i] < m->window)
      pme__count_far(m, m->owners[i], m->distances[i], 1);
    else if (m->distances[i] == PME_DISTANCE_UNKNOWN && m->has_early && m->live != UINT64_MAX)
      count_unknown(m, &m->sites[m->owners[i]], 1);
    else if (pme_histogram_add(&m->sites[m->owners[i]].weighted, m->distances[i], weight, m->window,
                               m->host->allocator) != PME_OK)
      pme__measurement_fail(m);
}

/* The last reference that waits is of the sample of set_sampler.h: the recent lines are as it has left them. */
static void ask_for_last(pme__measurement *m) {
  pme__recent_miss *last = &m->misses[m->waiting - 1];
  pme__line_range top[PME_RECENT_LINES];
  uint32_t count = 0;
  for (uint32_t i = 1; i < PME_RECENT_LINES && m->recent->lines[i] != PME_RECENT_NONE; i++)
    top[count++] = (pme__line_range){m->recent->lines[i], 1};
  if (last->oldest != PME_RECENT_NONE)
    top[count++] = (pme__line_range){last->oldest, 1};
  const pme__set_question question = {last->line, top, count, .recent_too = false};
  pme__set_depths depths;
  pme__distance_missed_before(m->engine, m->misses, m->waiting - 1, m->distances);
  count_distances(m, 0, m->waiting - 1);
  if (pme__set_sampler_ask(m->set_sampler, m->engine, &question, &depths))
    pme__set_sampler_count(m->set_sampler, m->owners[m->waiting - 1], &depths, m->pace.weight);
  else if (!m->is_exact)
    pme__set_sampler_count_beyond(m->set_sampler, m->owners[m->waiting - 1], &depths);
  pme__distance_missed(m->engine, last, 1, m->distances + m->waiting - 1);
  count_distances(m, m->waiting - 1, m->waiting);
  pme__pace_draw(&m->pace);
}

/* The recent lines have answered for the others. */
static void count_misses(pme__measurement *m) {
  if (m->set_sampler && pme__pace_pass(&m->pace, m->waiting)) {
    ask_for_last(m);
  } else {
    pme__distance_missed(m->engine, m->misses, m->waiting, m->distances);
    count_distances(m, 0, m->waiting);
  }
}

static void count_some(pme__measurement *m, uint32_t first, uint32_t count_of) {
  pme_distance_references(m->engine, m->lines + first, count_of, m->distances + first);
  double weight = pme__distance_weight(m->engine);
  for (uint32_t i = first; i < first + count_of; i++)
    if (pme__bursts_are_some(&m->bursts))
      pme__count_unusual(m, m->owners[i], m->distances[i], 1);
    else if (pme_histogram_add(&m->sites[m->owners[i]].weighted, m->distances[i], weight, m->window,
                               m->host->allocator) != PME_OK)
      pme__measurement_fail(m);
}

/* The engine looks at the recent lines itself. */
static void count_all(pme__measurement *m) {
  uint32_t last = m->waiting - 1;
  if (m->set_sampler && pme__pace_pass(&m->pace, m->waiting)) {
    pme__set_depths depths;
    count_some(m, 0, last);
    const pme__set_question question = {.line = m->lines[last], .recent_too = true};
    if (pme__set_sampler_ask(m->set_sampler, m->engine, &question, &depths))
      pme__set_sampler_count(m->set_sampler, m->owners[last], &depths, m->pace.weight);
    else
      pme__set_sampler_count_beyond(m->set_sampler, m->owners[last], &depths);
    count_some(m, last, 1);
    pme__pace_draw(&m->pace);
  } else {
    count_some(m, 0, m->waiting);
  }
  if (m->sets)
    pme__followed_sets_take(m->sets, m->lines, m->owners, m->waiting);
}

void pme__count_waiting(pme__measurement *m) {
  if (m->waiting == 0)
    return;
  if (m->recent)
    count_misses(m);
  else
    count_all(m);
  m->waiting = 0;
  if (pme__distance_status(m->engine) != PME_OK)
    pme__measurement_fail(m);
  look_at_form(m);
}
