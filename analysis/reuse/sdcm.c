/* The probability of SDCM by a recursion of logarithms, and sums of it over a histogram. */
#include "sdcm.h"

#include <math.h>

static const double negligible = 1e-12;

/* sum over a < ways of C(D, a) p^a (1-p)^(D-a), p = 1 / sets; the terms are scaled by the largest one. Two passes, so
 * that nothing is stored. */
static double binomial_sum(double distance, int64_t ways, double p) {
  double log_q = log1p(-p), log_ratio = log(p) - log_q, term = distance * log_q, largest = term, sum = 0;
  for (int64_t a = 1; a < ways; a++) {
    term += log((distance - (double)a + 1) / (double)a) + log_ratio;
    largest = term > largest ? term : largest;
  }
  term = distance * log_q;
  sum = exp(term - largest);
  for (int64_t a = 1; a < ways; a++) {
    term += log((distance - (double)a + 1) / (double)a) + log_ratio;
    sum += exp(term - largest);
  }
  double probability = exp(largest) * sum;
  return probability < 1 ? probability : 1;
}

double pme__sdcm_hit(double distance, int64_t ways, int64_t lines) {
  if (isinf(distance))
    return 0;
  if (ways >= lines)
    return distance < (double)lines ? 1 : 0;
  if (distance < (double)ways)
    return 1;
  return binomial_sum(distance, ways, (double)ways / (double)lines);
}

/* Smallest whole distance at which the hit probability is below `target`. */
static double crossing(int64_t ways, int64_t lines, double target) {
  double low = (double)ways - 1, high = 2 * (double)lines;
  while (pme__sdcm_hit(high, ways, lines) >= target)
    high *= 2;
  while (high - low > 1) {
    double middle = floor((low + high) / 2);
    if (pme__sdcm_hit(middle, ways, lines) >= target)
      low = middle;
    else
      high = middle;
  }
  return high;
}

pme__sdcm pme__sdcm_prepare(int64_t ways, int64_t lines) {
  pme__sdcm cache = {.ways = ways, .lines = lines, .sure_hit = (double)ways - 1, .sure_miss = (double)lines};
  if (ways < lines) {
    cache.sure_hit = crossing(ways, lines, 1 - negligible) - 1;
    cache.sure_miss = crossing(ways, lines, negligible);
  }
  return cache;
}

double pme__sdcm_prepared_hit(const pme__sdcm *cache, double distance) {
  if (distance <= cache->sure_hit)
    return 1;
  return distance >= cache->sure_miss ? 0 : pme__sdcm_hit(distance, cache->ways, cache->lines);
}

/* `misses` and those of the bins from `first` on. */
static double add_bins(const pme__sdcm *cache, const pme_histogram *h, uint64_t window_lines, int first,
                       double misses) {
  double scale = pme_histogram_far_scale(h, window_lines);
  int far_bin = pme_bin_of(window_lines);
  for (int bin = first; bin < PME_BIN_COUNT; bin++) {
    pme_bin b = pme_histogram_bin(h, bin);
    if (b.count > 0)
      misses += (bin >= far_bin ? scale : 1) * b.count * (1 - pme__sdcm_prepared_hit(cache, b.sum / b.count));
  }
  return misses;
}

double pme__sdcm_misses(const pme__sdcm *cache, const pme_histogram *h, uint64_t window_lines) {
  return add_bins(cache, h, window_lines, 0, pme_histogram_far_scale(h, window_lines) * h->cold);
}

double pme__sdcm_misses_beyond(const pme__sdcm *cache, const pme_histogram *h, uint64_t window_lines) {
  return add_bins(cache, h, window_lines, pme_bin_of(window_lines), 0);
}
