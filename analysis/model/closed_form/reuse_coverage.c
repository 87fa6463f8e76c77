/* Common lines of references whose distance varies. */
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
static int64_t displacement(const pme__explanation *e, int q, int draw, bool level_fixed) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference], *other = &view->references[q];
  double sum = 0;
  for (int l = level_fixed ? view->loops[e->loop].parent : e->loop; l > 0; l = view->loops[l].parent) {
    int64_t apart = pme__view_drift(view, other, l) - pme__view_drift(view, r, l);
    if (apart == 0)
      continue;
    int64_t at = (int64_t)(fraction(draw, l) * view->loops[l].trips);
    sum += (double)apart * (double)(at - view->loops[l].at);
  }
  sum /= (double)e->engine->units[r->block].unit_bytes;
  return sum > 1e17 ? (int64_t)1e17 : sum < -1e17 ? (int64_t)-1e17 : (int64_t)sum;
}

static bool moves_alike(const pme__explanation *e, int q, bool level_fixed) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference], *other = &view->references[q];
  for (int l = level_fixed ? view->loops[e->loop].parent : e->loop; l > 0; l = view->loops[l].parent)
    if (pme__view_drift(view, other, l) != pme__view_drift(view, r, l))
      return false;
  return true;
}

double pme__explain_covered(const pme__explanation *e, const pme__comb *target, const pme__comb *sources,
                            const int *references, int count, bool level_fixed) {
  int64_t line = e->engine->units[e->engine->view->references[e->reference].block].line;
  bool alike = true;
  count = count < MOST_SOURCES ? count : MOST_SOURCES;
  for (int i = 0; i < count && alike && e->engine->crosses[e->reference]; i++)
    alike = moves_alike(e, references[i], level_fixed);
  pme__engine_spend(e->engine, (alike ? 100.0 : 100.0 * DRAWS) * count);
  if (alike)
    return pme__comb_covered(target, sources, count, line);
  pme__comb moved[MOST_SOURCES];
  double sum = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    for (int i = 0; i < count; i++) {
      moved[i] = sources[i];
      moved[i].start += displacement(e, references[i], draw, level_fixed);
    }
    sum += pme__comb_covered(target, moved, count, line);
  }
  return sum / DRAWS;
}
