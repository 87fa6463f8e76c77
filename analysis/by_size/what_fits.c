/* What a prediction at one size gives. */
#include "what_fits.h"

#include <math.h>

double pme__touched_bytes(const pme_prediction *prediction) {
  int outermost = prediction->level_count - 1;
  return prediction->levels[outermost].cold * prediction->machine->levels[outermost].line_bytes;
}

bool pme__is_too_large(const pme_prediction *prediction) {
  return pme__touched_bytes(prediction) > PME__MOST_ARRAY_BYTES;
}

bool pme__has_large_arrays(const pme_concrete *concrete) {
  const pme_program *program = pme_concrete_program(concrete);
  double bytes = 0;
  for (int i = 0; i < pme_program_array_count(program); i++)
    bytes += (double)pme_concrete_array_at(concrete, i)->size_bytes;
  return bytes > PME__MOST_ARRAY_BYTES;
}

void pme__take_first_touches(pme_misses *m) {
  static const double sampled_share = 0.05, sure = 0.99; /* `least` is that share of what is counted */
  double known = m->least / sure + m->coherence, half_width = 0.5 * (m->high - m->low);
  if (m->precision == PME_PRECISION_BOUND || m->least <= 0 ||
      fabs(m->misses - known) > fmin(half_width, sampled_share * m->misses))
    return;
  m->misses = known;
  m->cold = m->least / sure;
  m->self = m->other_threads = 0;
}

double pme__loss_share(const pme_misses *misses) {
  return (misses->self + misses->other_threads) / fmax(misses->cold, 1);
}

bool pme__fits(const pme_misses *misses) { return pme__loss_share(misses) <= PME__NOTABLE_LOSS; }
