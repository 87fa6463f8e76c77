/* Lowers first touches to the lines that there are. */
#include "first_touch_most.h"

/* Wherever the array begins within a line. */
static double most_lines(const pme_concrete_array *array, int line_bytes) {
  return (double)((array->size_bytes + 2 * (int64_t)line_bytes - 2) / line_bytes);
}

static bool is_sampled(const pme_prediction *p, int r, int level, int array) {
  const pme_reference_prediction *reference = &p->references[r];
  return reference->modelled && reference->levels[level].precision != PME_PRECISION_EXACT &&
         pme_concrete_node_at(p->concrete, reference->node)->u.access.array == array;
}

static void lower(pme_misses *m, double share) {
  double above = m->high > m->misses ? m->high - m->misses : 0;
  m->misses -= m->cold * (1 - share);
  m->cold *= share;
  m->low = m->low < m->misses ? m->low : m->misses;
  m->high = m->misses + above * share;
}

static void lower_array(pme_prediction *p, int level, int array) {
  const pme_concrete_array *a = pme_concrete_array_at(p->concrete, array);
  double most = most_lines(a, p->machine->levels[level].line_bytes) * p->level_info[level].instances, cold = 0;
  for (int r = 0; r < p->reference_count; r++)
    cold += is_sampled(p, r, level, array) ? p->references[r].levels[level].cold : 0;
  for (int r = 0; r < p->reference_count && cold > most; r++)
    if (is_sampled(p, r, level, array))
      lower(&p->references[r].levels[level], most / cold);
}

void pme__lower_to_lines(pme_prediction *p) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  for (int a = 0; a < arrays; a++) {
    const pme_concrete_array *array = pme_concrete_array_at(p->concrete, a);
    for (int l = 0; l < p->level_count && array->size_bytes > 0 && !array->is_private; l++)
      lower_array(p, l, a);
  }
}
