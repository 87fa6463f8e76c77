/* Bins get twice as wide when iterations come that are beyond the last one: widths are powers of two. */
#include "work_spread.h"

static void widen(pme__work_spread *s) {
  for (int64_t b = 0; b < PME_SPREAD_BINS; b++)
    s->bin[b] = b < PME_SPREAD_BINS / 2 ? s->bin[2 * b] + s->bin[2 * b + 1] : 0;
  s->width *= 2;
}

void pme__work_spread_add(pme__work_spread *s, uint64_t first, uint64_t count, double references) {
  s->width = s->width ? s->width : 1;
  while (first + count > s->width * PME_SPREAD_BINS && s->width < UINT64_MAX / 4 / PME_SPREAD_BINS)
    widen(s);
  int shift = __builtin_ctzll(s->width);
  while (count > 0) {
    uint64_t bin = first >> shift, here = ((bin + 1) << shift) - first;
    here = here < count ? here : count;
    s->bin[bin < PME_SPREAD_BINS ? bin : PME_SPREAD_BINS - 1] += references * (double)here;
    first += here;
    count -= here;
  }
}

/* A bin that lies in two parts is that of its middle: it is a small piece of either. */
void pme__work_spread_end(const pme__work_spread *s, uint64_t iterations, double part[PME_PROFILE_PARTS]) {
  for (int b = 0; b < PME_SPREAD_BINS && s->width > 0 && iterations > 0; b++) {
    double middle = ((double)b + 0.5) * (double)s->width / (double)iterations;
    int to = (int)(middle * PME_PROFILE_PARTS);
    part[to < PME_PROFILE_PARTS ? to : PME_PROFILE_PARTS - 1] += s->bin[b];
  }
}
