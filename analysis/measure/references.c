#include "references.h"

#include <string.h>

#include "runtime/memory.h"
#include "runtime/message.h"

void pmert_fail(pmert_online *online) {
  if (!online->failed)
    pmert_warn("out of memory: what thread %d does from here on is not measured", online->thread);
  online->failed = true;
}

/* Sets want to know of all references, also of those to the last lines. */
static void look_at_form(pmert_online *online) {
  online->recent = online->sets ? NULL : pme_distance_recent(online->engine);
  if (pmert_bursts_are_some(&online->bursts))
    online->live = pme_distance_live_lines(online->engine);
  bool asks = online->set_sample && online->pace.left < WAITING;
  online->most_waiting = asks ? (uint32_t)online->pace.left : WAITING;
}

void pmert_references_start(pmert_online *online) {
  online->waiting = 0;
  online->last_line = UINT64_MAX;
  look_at_form(online);
}

/* Whether it really was the first one, or how far it goes, is decided at the end (pmert_spread_unknown). */
static void count_unknown(pmert_online *online, site_counts *site, uint64_t times) {
  const size_t bytes = sizeof(double) * PME_BIN_COUNT;
  if (!site->at_least && (site->at_least = pmert_reallocate(NULL, 0, bytes)))
    memset(site->at_least, 0, bytes);
  if (site->at_least)
    site->at_least[pme_bin_of(online->live)] += (double)times;
  else
    pmert_fail(online);
}

void pmert_count_unusual(pmert_online *online, uint32_t number, uint64_t distance, uint64_t times) {
  site_counts *site = &online->sites[number];
  pme_histogram *h = &site->whole;
  if (distance == PME_DISTANCE_INFINITE && pmert_bursts_are_some(&online->bursts))
    count_unknown(online, site, times);
  else if (distance == PME_DISTANCE_INFINITE)
    h->cold += (double)times;
  else if (pme_histogram_add_bin(h, pme_bin_of(distance), (double)times, (double)(times * distance), pmert_memory()))
    pmert_fail(online);
}

/* The last reference that waits is of the sample of set_sample.h: the recent lines are as it has left them. */
static void ask_for_last(pmert_online *online) {
  pme_recent_miss *last = &online->misses[online->waiting - 1];
  pme_line_range top[PME_RECENT_LINES];
  uint32_t count = 0;
  for (uint32_t i = 1; i < PME_RECENT_LINES && online->recent->lines[i] != PME_RECENT_NONE; i++)
    top[count++] = (pme_line_range){online->recent->lines[i], 1};
  if (last->oldest != PME_RECENT_NONE)
    top[count++] = (pme_line_range){last->oldest, 1};
  pmert_set_depths depths;
  pme_distance_missed_before(online->engine, online->misses, online->waiting - 1, online->distances);
  if (pmert_set_sample_ask(online->set_sample, online->engine, last->line, top, count, /*recent_too=*/false, &depths))
    pmert_set_sample_count(online->set_sample, online->owners[online->waiting - 1], &depths, online->pace.weight);
  pme_distance_missed(online->engine, last, 1, online->distances + online->waiting - 1);
  pmert_pace_draw(&online->pace);
}

/* The recent lines have answered for the others. */
static void count_misses(pmert_online *online) {
  if (online->set_sample && pmert_pace_pass(&online->pace, online->waiting))
    ask_for_last(online);
  else
    pme_distance_missed(online->engine, online->misses, online->waiting, online->distances);
  for (uint32_t i = 0; i < online->waiting; i++)
    pmert_count_far(online, online->owners[i], online->distances[i], 1);
}

static void count_some(pmert_online *online, uint32_t first, uint32_t count_of) {
  pme_distance_references(online->engine, online->lines + first, count_of, online->distances + first);
  double weight = pme_distance_weight(online->engine);
  for (uint32_t i = first; i < first + count_of; i++)
    if (pmert_bursts_are_some(&online->bursts))
      pmert_count_unusual(online, online->owners[i], online->distances[i], 1);
    else if (pme_histogram_add(&online->sites[online->owners[i]].weighted, online->distances[i], weight, online->window,
                               pmert_memory()) != PME_OK)
      pmert_fail(online);
}

/* The engine looks at the recent lines itself. */
static void count_all(pmert_online *online) {
  uint32_t last = online->waiting - 1;
  if (online->set_sample && pmert_pace_pass(&online->pace, online->waiting)) {
    pmert_set_depths depths;
    count_some(online, 0, last);
    if (pmert_set_sample_ask(online->set_sample, online->engine, online->lines[last], NULL, 0, true, &depths))
      pmert_set_sample_count(online->set_sample, online->owners[last], &depths, online->pace.weight);
    else
      pmert_set_sample_count_beyond(online->set_sample, online->owners[last], &depths);
    count_some(online, last, 1);
    pmert_pace_draw(&online->pace);
  } else {
    count_some(online, 0, online->waiting);
  }
  if (online->sets)
    pmert_sets_take(online->sets, online->lines, online->owners, online->waiting);
}

void pmert_count_waiting(pmert_online *online) {
  if (online->waiting == 0)
    return;
  if (online->recent)
    count_misses(online);
  else
    count_all(online);
  online->waiting = 0;
  if (pme_distance_status(online->engine) != PME_OK)
    pmert_fail(online);
  look_at_form(online);
}
