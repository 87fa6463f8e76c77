/* Lines that references have in common where loops move them differently: a mean over random iterations. */
#include "reuse_sources.h"

enum { DRAWS = 16, MOST_SOURCES = 64 };

/* A fraction in [0, 1) for a loop: another one in each draw, the same for all references. */
static double fraction(int draw, int loop) {
  uint64_t h = ((uint64_t)draw + 1) * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)loop * UINT64_C(0xD1B54A32D192ED03);
  h = (h ^ h >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
  h = (h ^ h >> 29) * UINT64_C(0x94D049BB133111EB);
  return (double)((h ^ h >> 32) >> 11) / 9007199254740992.0;
}

/* Units by which q comes nearer to the reference when loops go from the position to those of the draw. */
static int64_t displacement(const pme__level_sum *sum, int q, int draw, bool level_fixed) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *other = &view->references[q];
  double total = 0;
  for (int l = level_fixed ? view->loops[sum->loop].parent : sum->loop; l > 0; l = view->loops[l].parent) {
    int64_t apart = pme__instance_view_drift(view, other, l) - pme__instance_view_drift(view, r, l);
    if (apart == 0)
      continue;
    int64_t at = (int64_t)(fraction(draw, l) * view->loops[l].trips);
    total += (double)apart * (double)(at - view->loops[l].at);
  }
  total /= (double)sum->context->units[r->block].unit_bytes;
  return total > 1e17 ? (int64_t)1e17 : total < -1e17 ? (int64_t)-1e17 : (int64_t)total;
}

static bool moves_alike(const pme__level_sum *sum, int q, bool level_fixed) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *other = &view->references[q];
  for (int l = level_fixed ? view->loops[sum->loop].parent : sum->loop; l > 0; l = view->loops[l].parent)
    if (pme__instance_view_drift(view, other, l) != pme__instance_view_drift(view, r, l))
      return false;
  return true;
}

double pme__reuse_coverage(const pme__level_sum *sum, const pme__strided_region *target,
                           const pme__strided_region *sources, const int *references, int count, bool level_fixed) {
  int64_t line = sum->context->units[sum->context->view->references[sum->reference].block].line;
  bool alike = true;
  count = count < MOST_SOURCES ? count : MOST_SOURCES;
  for (int i = 0; i < count && alike && sum->context->crosses[sum->reference]; i++)
    alike = moves_alike(sum, references[i], level_fixed);
  pme__context_spend(sum->context, (alike ? 100.0 : 100.0 * DRAWS) * count);
  if (alike)
    return pme__strided_region_covered(target, sources, count, line);
  pme__strided_region moved[MOST_SOURCES];
  double total = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    for (int i = 0; i < count; i++) {
      moved[i] = sources[i];
      moved[i].start += displacement(sum, references[i], draw, level_fixed);
    }
    total += pme__strided_region_covered(target, moved, count, line);
  }
  return total / DRAWS;
}
