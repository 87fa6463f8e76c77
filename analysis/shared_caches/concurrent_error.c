/* Errors of profiles. */
#include "concurrent_error.h"

#include <math.h>

enum { LOG_BINS = 200 };

/* Eight single distances, then four bins an octave. */
static int log_bin_of(uint64_t distance) {
  if (distance < 8)
    return (int)distance;
  int octave = 63 - __builtin_clzll(distance);
  return 8 + (octave - 3) * 4 + (int)(distance >> (octave - 2) & 3);
}

static int log_bins(const pme__concurrent_profile *profile, double *bins) {
  int used = 0;
  for (uint32_t b = 0; b < profile->finite.room; b++) {
    if (profile->finite.bin[b].count == 0)
      continue;
    int at = log_bin_of(pme__tally_first(b));
    bins[at] += profile->finite.bin[b].count / profile->references;
    used = at + 1 > used ? at + 1 : used;
  }
  return used;
}

double pme__concurrent_nrmse(const pme__concurrent_profile *truth, const pme__concurrent_profile *estimate) {
  double actual[LOG_BINS] = {0}, found[LOG_BINS] = {0}, squares = 0, most = 0, least = 1;
  int used = log_bins(truth, actual), used_found = log_bins(estimate, found);
  used = used_found > used ? used_found : used;
  for (int i = 0; i < used; i++) {
    squares += (actual[i] - found[i]) * (actual[i] - found[i]);
    most = fmax(most, found[i]);
    least = fmin(least, found[i]);
  }
  return used == 0 ? 0 : sqrt(squares / used) / fmax(1e-12, most - least);
}

void pme__concurrent_normalise(pme__concurrent_profile *profile) {
  double mass = pme__tally_count(&profile->finite), wanted = profile->references - profile->infinite;
  if (mass <= 0)
    return;
  for (uint32_t b = 0; b < profile->finite.room; b++) {
    profile->finite.bin[b].count *= wanted / mass;
    profile->finite.bin[b].sum *= wanted / mass;
  }
}
