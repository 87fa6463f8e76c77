/* References of sites on their way to the engine and to the counts of their sites. */
#ifndef PMECACHE_MEASURE_REFERENCES_H
#define PMECACHE_MEASURE_REFERENCES_H

#include "measurement_state.h"

/* No reference waits. */
void pmert_references_start(pmert_online *online);
/* What pmert_count does for first references, and the first time in a row of a histogram. */
void pmert_count_unusual(pmert_online *online, uint32_t number, uint64_t distance, uint64_t times);
/* Gives the engine what waits; afterwards it may have another form. */
void pmert_count_waiting(pmert_online *online);

/* As pmert_count, for a distance of at least NEAR. */
static inline __attribute__((always_inline)) void pmert_count_far(pmert_online *online, uint32_t number,
                                                                  uint64_t distance, uint64_t times) {
  double one = (double)(int64_t)distance; /* signed numbers are converted by one instruction */
  uint32_t bin = (uint32_t)(distance < PME_BINS_EXACT ? (int)distance : pme_bin_of_double(one));
  pme_bin *row = distance < PME_BINS_END ? online->sites[number].whole.rows[bin / PME_BINS_ROW] : NULL;
  if (!row) {
    pmert_count_unusual(online, number, distance, times);
    return;
  }
  row[bin % PME_BINS_ROW].count += (double)(int64_t)times;
  row[bin % PME_BINS_ROW].sum += (double)(int64_t)(times * distance);
}

/* `times` references of a site have this distance, which is no estimate. */
static inline __attribute__((always_inline)) void pmert_count(pmert_online *online, uint32_t site, uint64_t distance,
                                                              uint64_t times) {
  if (distance < NEAR)
    online->sites[site].near[distance] += times;
  else
    pmert_count_far(online, site, distance, times);
}

/* True when nothing waits any more. */
static inline bool pmert_wait(pmert_online *online, uint32_t site) {
  online->owners[online->waiting] = site;
  if (++online->waiting < online->most_waiting)
    return false;
  pmert_count_waiting(online);
  return true;
}

/* Most references are to one of the last lines; the others wait until there are many. */
static inline __attribute__((always_inline)) void pmert_touch_line(pmert_online *online, uint32_t site, uint64_t line) {
  if (online->recent) {
    uint32_t place = pme_recent_touch(online->recent, line, &online->misses[online->waiting]);
    if (place < PME_RECENT_LINES)
      online->sites[site].near[place]++;
    else
      pmert_wait(online, site);
  } else if (line == online->last_line) {
    online->sites[site].near[0]++;
  } else {
    online->last_line = line;
    online->lines[online->waiting] = line;
    pmert_wait(online, site);
  }
}

/* An access that straddles lines is a reference of each. */
static inline __attribute__((always_inline)) void pmert_touch(pmert_online *online, uint32_t site, uint64_t address,
                                                              uint32_t bytes) {
  uint64_t line = address >> LINE_BITS, last = (address + bytes - 1) >> LINE_BITS;
  pmert_touch_line(online, site, line);
  while (line < last)
    pmert_touch_line(online, site, ++line);
}

#endif
