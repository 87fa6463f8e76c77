/* Bursts and gaps in turns, by a share of the buffers or by time; what a burst cannot know is made up for at the end.
 */
#include "bursts.h"

void pme__bursts_start(pme__bursts *b, const pme__sampling_request *sampling) {
  *b = (pme__bursts){.rate = sampling->rate, .overhead = sampling->overhead, .left = PME_BURST_BUFFERS};
}

void pme__bursts_end_gap(pme__bursts *b) {
  b->in_gap = false;
  b->left = PME_BURST_BUFFERS;
}

/* A burst goes on while there is time for it, a gap until there is again. */
static bool next_by_time(pme__bursts *b) {
  bool has_time = b->own <= b->overhead * b->program, starts = b->in_gap && has_time;
  if (!b->in_gap && --b->left > 0)
    return false;
  b->in_gap = !has_time;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? 1 : PME_BURST_BUFFERS;
  return starts;
}

bool pme__bursts_next(pme__bursts *b) {
  b->all++;
  b->measured += !b->in_gap;
  if (b->overhead > 0)
    return next_by_time(b);
  if (b->rate >= 1 || --b->left > 0)
    return false;
  double gap = PME_BURST_BUFFERS * (1 / b->rate - 1);
  b->in_gap = !b->in_gap && gap >= 1;
  b->forgot |= b->in_gap;
  b->left = b->in_gap ? (unsigned)gap : PME_BURST_BUFFERS;
  return !b->in_gap;
}

static pme_bin *bin_of_row(pme_histogram *h, int bin) {
  pme_bin *row = h->rows[bin / PME_BINS_ROW];
  return row ? &row[bin % PME_BINS_ROW] : NULL;
}

void pme__spread_unknown(pme_histogram *h, const double *at_least) {
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

void pme__all_are_first(pme_histogram *h, const double *at_least) {
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    h->cold += at_least[bin];
}

pme_status pme__range_of_unknown(const pme_histogram *h, const double *at_least, const pme_allocator *allocator,
                                 pme_profile_range *range) {
  pme_status status = pme_histogram_merge(&range->nearest, h, 1, allocator);
  if (!status)
    status = pme_histogram_merge(&range->farthest, h, 1, allocator);
  for (int bin = 0; bin < PME_BIN_COUNT && !status; bin++)
    if (at_least[bin] > 0)
      status = pme_histogram_add_bin(&range->nearest, bin, at_least[bin], at_least[bin] * (double)pme_bin_start(bin),
                                     allocator);
  pme__all_are_first(&range->farthest, at_least);
  return status;
}
