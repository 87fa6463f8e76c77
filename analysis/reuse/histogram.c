/* Histograms of reuse distances. See docs/model/profiles.md 1.4. */
#include "pmecache/histogram.h"

#include <string.h>

#include "distance.h"

uint64_t pme_bin_start(int bin) {
  if (bin < PME_BINS_EXACT)
    return (uint64_t)bin;
  int octave = PME_BIN_FIRST_OCTAVE + (bin - PME_BINS_EXACT) / PME_BINS_PER_OCTAVE;
  uint64_t sub = (uint64_t)((bin - PME_BINS_EXACT) % PME_BINS_PER_OCTAVE);
  return (UINT64_C(1) << octave) + (sub << (octave - PME_BIN_SUB_BITS));
}

static pme_bin *bin_at(pme_histogram *h, int bin, const pme_allocator *allocator) {
  pme_bin **row = &h->rows[bin / PME_BINS_ROW];
  if (!*row) {
    pme_bin *fresh = (pme_bin *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(pme_bin) * PME_BINS_ROW);
    if (!fresh)
      return NULL;
    memset(fresh, 0, sizeof(pme_bin) * PME_BINS_ROW);
    *row = fresh;
  }
  return &(*row)[bin % PME_BINS_ROW];
}

pme_status pme_histogram_add_bin(pme_histogram *h, int bin, double count, double sum, const pme_allocator *allocator) {
  pme_bin *b = bin_at(h, bin, allocator);
  if (!b)
    return PME_NO_MEMORY;
  b->count += count;
  b->sum += sum;
  return PME_OK;
}

pme_status pme_histogram_add(pme_histogram *h, uint64_t distance, double weight, uint64_t window,
                             const pme_allocator *allocator) {
  bool is_far = distance >= window && window != UINT64_MAX;
  if (!is_far)
    weight = 1;
  if (distance == PME_DISTANCE_INFINITE)
    h->cold += weight;
  else if (distance != PME_DISTANCE_UNKNOWN &&
           pme_histogram_add_bin(h, pme_bin_of(distance), weight, weight * (double)distance, allocator))
    return PME_NO_MEMORY;
  h->total += 1;
  h->far += is_far || distance == PME_DISTANCE_UNKNOWN;
  return PME_OK;
}

pme_status pme_histogram_merge(pme_histogram *to, const pme_histogram *from, double scale,
                               const pme_allocator *allocator) {
  for (int row = 0; row < PME_BIN_ROWS; row++)
    for (int i = 0; from->rows[row] && i < PME_BINS_ROW; i++) {
      pme_bin bin = from->rows[row][i];
      if (bin.count != 0 &&
          pme_histogram_add_bin(to, row * PME_BINS_ROW + i, scale * bin.count, scale * bin.sum, allocator))
        return PME_NO_MEMORY;
    }
  to->total += scale * from->total;
  to->cold += scale * from->cold;
  to->far += scale * from->far;
  return PME_OK;
}

void pme_histogram_destroy(pme_histogram *h, const pme_allocator *allocator) {
  for (int row = 0; row < PME_BIN_ROWS; row++)
    if (h->rows[row])
      pme_allocator_reallocate(allocator, h->rows[row], sizeof(pme_bin) * PME_BINS_ROW, 0);
  *h = (pme_histogram){.total = 0};
}

pme_bin pme_histogram_bin(const pme_histogram *h, int bin) {
  const pme_bin *row = h->rows[bin / PME_BINS_ROW];
  return row ? row[bin % PME_BINS_ROW] : (pme_bin){0, 0};
}

double pme_histogram_beyond(const pme_histogram *h, uint64_t lines) {
  double weight = h->cold;
  for (int bin = pme_bin_of(lines); bin < PME_BIN_COUNT; bin++)
    weight += pme_histogram_bin(h, bin).count;
  return weight;
}

static double weight_beyond(const pme_histogram *h, uint64_t window_lines) {
  return window_lines ? pme_histogram_beyond(h, window_lines) : 0;
}

bool pme_histogram_far_is_unknown(const pme_histogram *h, uint64_t window_lines) {
  return h->far > 0 && weight_beyond(h, window_lines) <= 0;
}

double pme_histogram_far_scale(const pme_histogram *h, uint64_t window_lines) {
  double weight = h->far > 0 ? weight_beyond(h, window_lines) : 0;
  return weight > 0 ? h->far / weight : 1;
}

/* Share of a bin's references that are at or beyond `lines`. */
static double share_beyond(int bin, double lines) {
  double start = (double)pme_bin_start(bin), end = (double)pme_bin_start(bin + 1);
  if (lines <= start)
    return 1;
  return lines >= end ? 0 : (end - lines) / (end - start);
}

double pme_histogram_miss_rate(const pme_histogram *h, uint64_t window_lines, double lines) {
  if (h->total <= 0)
    return 0;
  double scale = pme_histogram_far_scale(h, window_lines), misses = scale * h->cold;
  int far_bin = pme_bin_of(window_lines);
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    misses += pme_histogram_bin(h, bin).count * share_beyond(bin, lines) * (bin >= far_bin ? scale : 1);
  if (pme_histogram_far_is_unknown(h, window_lines))
    misses += h->far;
  return misses / h->total;
}
