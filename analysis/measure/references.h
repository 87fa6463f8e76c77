/* References of sites on their way to the engine and to the counts of their sites. */
#ifndef PMECACHE_MEASURE_REFERENCES_H
#define PMECACHE_MEASURE_REFERENCES_H

#include "analysis/base/always_inline.h"
#include "measurement_state.h"

/* No reference waits. */
void pme__references_start(pme__measurement *m);
/* What pme__count_distance does for first references, and the first time in a row of a histogram. */
void pme__count_unusual(pme__measurement *m, uint32_t number, uint64_t distance, uint64_t times);
/* The reference to the newest of the recent lines, which was at `place` of them, is of the sample of set_sampler.h. */
void pme__ask_recent(pme__measurement *m, const pme__recent *recent, uint32_t site, uint32_t place);
/* Gives the engine what waits; afterwards it may have another form. */
void pme__count_waiting(pme__measurement *m);

/* As pme__count_distance, for a distance of at least NEAR. */
ALWAYS_INLINE void pme__count_far(pme__measurement *m, uint32_t number, uint64_t distance, uint64_t times) {
  double one = (double)(int64_t)distance; /* signed numbers are converted by one instruction */
  uint32_t bin = (uint32_t)(distance < PME_BINS_EXACT ? (int)distance : pme_bin_of_double(one));
  pme_bin *row = distance < PME_BINS_END ? m->sites[number].whole.rows[bin / PME_BINS_ROW] : NULL;
  if (!row) {
    pme__count_unusual(m, number, distance, times);
    return;
  }
  row[bin % PME_BINS_ROW].count += (double)(int64_t)times;
  row[bin % PME_BINS_ROW].sum += (double)(int64_t)(times * distance);
}

/* `times` references of a site have this distance, which is no estimate. */
ALWAYS_INLINE void pme__count_distance(pme__measurement *m, uint32_t site, uint64_t distance, uint64_t times) {
  if (distance < NEAR)
    m->sites[site].near[distance] += times;
  else
    pme__count_far(m, site, distance, times);
}

/* The line of the reference was at this place of the recent lines. */
ALWAYS_INLINE void pme__count_recent(pme__measurement *m, const pme__recent *recent, site_counts *site,
                                     uint32_t place) {
  site->near[place]++;
  if (__builtin_expect(place >= PME_CERTAIN_LINES, 0) && pme__pace_pass(&m->recent_pace, 1))
    pme__ask_recent(m, recent, site->number, place);
}

/* True when nothing waits any more. */
static inline bool pme__wait_for_engine(pme__measurement *m, uint32_t site) {
  m->owners[m->waiting] = site;
  if (++m->waiting < m->most_waiting)
    return false;
  pme__count_waiting(m);
  return true;
}

/* Most references are to one of the last lines; the others wait until there are many. */
ALWAYS_INLINE void pme__touch_line(pme__measurement *m, uint32_t site, uint64_t line) {
  if (m->recent) {
    uint32_t place = pme__recent_touch(m->recent, line, &m->misses[m->waiting]);
    if (place < PME_RECENT_LINES)
      pme__count_recent(m, m->recent, &m->sites[site], place);
    else
      pme__wait_for_engine(m, site);
  } else if (line == m->last_line) {
    m->sites[site].near[0]++;
  } else {
    m->last_line = line;
    m->lines[m->waiting] = line;
    pme__wait_for_engine(m, site);
  }
}

/* An access that straddles lines is a reference of each. */
ALWAYS_INLINE void pme__touch_bytes(pme__measurement *m, uint32_t site, uint64_t address, uint32_t bytes) {
  uint64_t line = address >> LINE_BITS, last = (address + bytes - 1) >> LINE_BITS;
  pme__touch_line(m, site, line);
  while (line < last)
    pme__touch_line(m, site, ++line);
}

#endif
