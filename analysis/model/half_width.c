/* Half-widths of references, added up. */
#include "half_width.h"

#include <math.h>

double pme__half_width_of_sum(const pme_prediction *prediction, int level) {
  double squares = 0;
  for (int r = 0; r < prediction->reference_count; r++) {
    const pme_misses *m = &prediction->references[r].levels[level];
    double half = (m->high - m->low) / 2;
    squares += prediction->references[r].modelled ? half * half : 0;
  }
  return sqrt(squares);
}
