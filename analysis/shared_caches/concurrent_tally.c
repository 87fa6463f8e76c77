/* Adding to a histogram of distances and times, and reading miss rates off it. */
#include "concurrent_tally.h"

#include <math.h>
pme_status pme__tally_open(pme_arena *arena, uint64_t largest, pme__tally *out) {
  uint32_t room = pme__tally_bin_of(largest) + 1;
  pme__tally_bin *bin = PME_ARENA_NEW(arena, pme__tally_bin, room);
  if (!bin)
    return PME_NO_MEMORY;
  *out = (pme__tally){room, bin};
  return PME_OK;
}

void pme__tally_add_real(pme__tally *tally, double value, double weight) {
  double below = floor(value), above = value - below;
  pme__tally_add(tally, (uint64_t)below, weight * (1 - above), 0);
  if (above > 0)
    pme__tally_add(tally, (uint64_t)below + 1, weight * above, 0);
}

void pme__tally_add_range(pme__tally *tally, double first, double last, double weight) {
  double density = weight / (last - first);
  uint32_t end = pme__tally_bin_of((uint64_t)last);
  for (uint32_t b = pme__tally_bin_of((uint64_t)first); b <= end; b++) {
    double low = fmax(first, (double)pme__tally_first(b)), high = fmin(last, (double)pme__tally_first(b + 1));
    if (high <= low)
      continue;
    pme__tally_bin *bin = &tally->bin[b < tally->room ? b : tally->room - 1];
    bin->count += density * (high - low);
    bin->sum += density * (high - low) * (low + high - 1) / 2;
  }
}

double pme__tally_count(const pme__tally *tally) {
  double count = 0;
  for (uint32_t b = 0; b < tally->room; b++)
    count += tally->bin[b].count;
  return count;
}

/* The part of bin `b` above a threshold that lies in it. Values are integers. */
static double part_above(uint32_t b, double threshold) {
  double first = (double)pme__tally_first(b), last = (double)pme__tally_last(b);
  return (last - floor(threshold)) / (last + 1 - first);
}

double pme__tally_above(const pme__tally *tally, double threshold) {
  double count = 0;
  if (threshold < 0)
    return pme__tally_count(tally);
  uint32_t at = pme__tally_bin_of((uint64_t)threshold);
  for (uint32_t b = at + 1; b < tally->room; b++)
    count += tally->bin[b].count;
  return at < tally->room ? count + tally->bin[at].count * part_above(at, threshold) : count;
}

pme_status pme__tally_compact(pme_arena *arena, const pme__tally *tally, pme__tally_list *out) {
  uint32_t count = 0;
  for (uint32_t b = 0; b < tally->room; b++)
    count += tally->bin[b].count > 0;
  pme__tally_bin *bin = PME_ARENA_NEW(arena, pme__tally_bin, count ? count : 1);
  if (!bin)
    return PME_NO_MEMORY;
  *out = (pme__tally_list){0, bin};
  for (uint32_t b = 0; b < tally->room; b++)
    if (tally->bin[b].count > 0)
      bin[out->count++] = tally->bin[b];
  return PME_OK;
}

double pme__tally_list_above(const pme__tally_list *list, double threshold) {
  double count = 0;
  uint32_t at = threshold < 0 ? 0 : pme__tally_bin_of((uint64_t)threshold);
  for (uint32_t i = list->count; i-- > 0;) {
    const pme__tally_bin *bin = &list->bin[i];
    uint32_t b = pme__tally_bin_of((uint64_t)(bin->sum / bin->count));
    if (b < at)
      break;
    count += b > at || threshold < 0 ? bin->count : bin->count * part_above(b, threshold);
  }
  return count;
}

pme_status pme__concurrent_profile_open(pme_arena *arena, uint64_t lines, pme__concurrent_profile *out) {
  out->references = out->infinite = 0;
  return pme__tally_open(arena, lines, &out->finite);
}

void pme__concurrent_profile_add(pme__concurrent_profile *whole, const pme__concurrent_profile *part) {
  whole->references += part->references;
  whole->infinite += part->infinite;
  for (uint32_t b = 0; b < part->finite.room; b++) {
    pme__tally_bin *to = &whole->finite.bin[b < whole->finite.room ? b : whole->finite.room - 1];
    to->count += part->finite.bin[b].count;
    to->sum += part->finite.bin[b].sum;
    to->time += part->finite.bin[b].time;
  }
}

double pme__concurrent_miss_rate(const pme__concurrent_profile *profile, double lines) {
  if (profile->references <= 0)
    return 0;
  return (profile->infinite + pme__tally_above(&profile->finite, lines - 1)) / profile->references;
}

pme_status pme__concurrent_profile_histogram(const pme__concurrent_profile *profile, pme_histogram *out) {
  pme_histogram histogram = {.total = profile->references, .cold = profile->infinite};
  for (uint32_t b = 0; b < profile->finite.room; b++) {
    const pme__tally_bin *bin = &profile->finite.bin[b];
    if (bin->count > 0 && pme_histogram_add_bin(&histogram, (int)b, bin->count, bin->sum, NULL) != PME_OK) {
      pme_histogram_destroy(&histogram, NULL);
      return PME_NO_MEMORY;
    }
  }
  *out = histogram;
  return PME_OK;
}
