#include "sampling.h"

#include <stdlib.h>
#include <string.h>

/* Long enough that a cache of this size is warm for most of it: two million words. */
enum { BURST_BUFFERS = 256 };

static const double smallest_rate = 1e-6;

bool pmert_sampling_asked(pmert_sampling *sampling) {
  const char *text = getenv("PMECACHE_SAMPLE");
  *sampling = (pmert_sampling){PME_DISTANCE_HYBRID, 1};
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

void pmert_bursts_start(pmert_bursts *b, double rate) {
  *b = (pmert_bursts){.rate = rate, .left = BURST_BUFFERS, .in_gap = false};
}

bool pmert_bursts_next(pmert_bursts *b) {
  if (b->rate >= 1 || --b->left > 0)
    return false;
  double gap = BURST_BUFFERS * (1 / b->rate - 1);
  b->in_gap = !b->in_gap && gap >= 1;
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
