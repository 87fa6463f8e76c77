#include "sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Long enough that a cache of this size is warm for most of it: two million words. */
enum { BURST_BUFFERS = 256 };

static const double smallest_rate = 1e-6, smallest_slowdown = 1.1, largest_slowdown = 1000;

double pmert_slowdown_asked(void) {
  const char *text = getenv("PMECACHE_OVERHEAD");
  if (!text || !*text)
    return 0;
  char *end;
  double slowdown = strtod(text, &end);
  bool is_number = end != text && !*end && slowdown >= smallest_slowdown && slowdown <= largest_slowdown;
  return is_number ? slowdown : NAN;
}

bool pmert_sampling_asked(pmert_sampling *sampling) {
  const char *text = getenv("PMECACHE_SAMPLE");
  double slowdown = pmert_slowdown_asked();
  *sampling = (pmert_sampling){PME_DISTANCE_HYBRID, 1, 0};
  if (slowdown > 1) { /* bursts have exact distances */
    *sampling = (pmert_sampling){PME_DISTANCE_EXACT, 1, slowdown - 1};
    return true;
  }
  if (!text || !*text || strcmp(text, "hybrid") == 0)
    return true;
  char *end;
  double rate = strtod(text, &end);
  bool is_share = end != text && !*end && rate >= smallest_rate && rate <= 1;
  if (is_share)
    sampling->rate = rate;
  if (!is_share && strcmp(text, "exact") != 0)
    return false;
  sampling->mode = PME_DISTANCE_EXACT;
  return true;
}

void pmert_bursts_start(pmert_bursts *b, const pmert_sampling *sampling) {
  *b = (pmert_bursts){.rate = sampling->rate, .overhead = sampling->overhead, .left = BURST_BUFFERS};
}

void pmert_bursts_end_gap(pmert_bursts *b) {
  b->in_gap = false;
  b->left = BURST_BUFFERS;
}

/* A burst goes on while there is time for it, a gap until there is again. */
static bool next_by_time(pmert_bursts *b) {
  bool has_time = b->own <= b->overhead * b->program, starts = b->in_gap && has_time;
  if (!b->in_gap && --b->left > 0)
    return false;
  b->in_gap = !has_time;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? 1 : BURST_BUFFERS;
  return starts;
}

bool pmert_bursts_next(pmert_bursts *b) {
  b->all++;
  b->measured += !b->in_gap;
  if (b->overhead > 0)
    return next_by_time(b);
  if (b->rate >= 1 || --b->left > 0)
    return false;
  double gap = BURST_BUFFERS * (1 / b->rate - 1);
  b->in_gap = !b->in_gap && gap >= 1;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? (unsigned)gap : BURST_BUFFERS;
  return !b->in_gap;
}

static pme_bin *bin_of_row(pme_histogram *h, int bin) {
  pme_bin *row = h->rows[bin / PME_BINS_ROW];
  return row ? &row[bin % PME_BINS_ROW] : NULL;
}

void pmert_spread_unknown(pme_histogram *h, const double *at_least) {
  double left = 0, weight = 1;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    left += pme_histogram_bin(h, bin).count + at_least[bin];
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin *known = bin_of_row(h, bin);
    if (known) {
      left -= known->count;
      known->count *= weight;
      known->sum *= weight;
    }
    left -= at_least[bin];
    if (left > 0.5)
      weight *= (left + at_least[bin]) / left;
    else
      h->cold += weight * at_least[bin];
  }
}

void pmert_all_are_first(pme_histogram *h, const double *at_least) {
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    h->cold += at_least[bin];
}
