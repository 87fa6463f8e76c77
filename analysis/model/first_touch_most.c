/* Lowers first touches to the lines that there are. */
#include "first_touch_most.h"

#include <math.h>

/* Wherever the array begins within a line. */
static double most_lines(const pme_concrete_array *array, int line_bytes) {
  return (double)((array->size_bytes + 2 * (int64_t)line_bytes - 2) / line_bytes);
}

static double most_of_level(const pme_prediction *p, int level, const pme_concrete_array *array) {
  if (array->size_bytes <= 0 || array->is_private)
    return INFINITY;
  return most_lines(array, p->machine->levels[level].line_bytes) * p->level_info[level].instances;
}

static void lower(pme_misses *m, double share) {
  double above = m->high > m->misses ? m->high - m->misses : 0;
  m->misses -= m->cold * (1 - share);
  m->cold *= share;
  m->low = m->low < m->misses ? m->low : m->misses;
  m->high = m->misses + above * share;
}

/* The array of a reference whose first touches were sampled at the level; PME_NONE: it has none of that kind. */
static int sampled_array(const pme_prediction *p, int r, int level) {
  const pme_reference_prediction *reference = &p->references[r];
  if (!reference->modelled || reference->levels[level].precision == PME_PRECISION_EXACT)
    return PME_NONE;
  return pme_concrete_node_at(p->concrete, reference->node)->u.access.array;
}

/* cold: room for a number an array. */
static void lower_level(pme_prediction *p, int level, double *cold, int arrays) {
  for (int a = 0; a < arrays; a++)
    cold[a] = 0;
  for (int r = 0, a; r < p->reference_count; r++)
    if ((a = sampled_array(p, r, level)) != PME_NONE)
      cold[a] += p->references[r].levels[level].cold;
  for (int r = 0, a; r < p->reference_count; r++) {
    if ((a = sampled_array(p, r, level)) == PME_NONE)
      continue;
    double most = most_of_level(p, level, pme_concrete_array_at(p->concrete, a));
    if (cold[a] > most)
      lower(&p->references[r].levels[level], most / cold[a]);
  }
}

pme_status pme__lower_to_lines(pme_prediction *p) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  double *cold = (double *)pme_reallocate(NULL, ((size_t)arrays + 1) * sizeof *cold);
  if (!cold)
    return PME_NO_MEMORY;
  for (int l = 0; l < p->level_count; l++)
    lower_level(p, l, cold, arrays);
  pme_reallocate(cold, 0);
  return PME_OK;
}
