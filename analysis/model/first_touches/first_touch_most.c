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

/* So many misses tell which share of them is cold, about. */
static const double KINDS_SEEN = 32;

/* Half-widths that misses may be lowered by: samples say that there are not so few. */
static const double REACH = 1.5;

/* How first touches scatter: as the misses do, and as the kinds of those that were looked at. */
typedef struct scatter {
  double cold;        /* variance of the first touches */
  double with_misses; /* their covariance with the misses: with what was seen of them where kinds differ */
} scatter;

static scatter scatter_of(const pme_misses *m) {
  double misses = m->misses - m->coherence, half_width = fmax(fmin(m->misses - m->low, m->high - m->misses), 0);
  double share = misses > m->cold ? m->cold / misses : 1, variance = 0.25 * half_width * half_width;
  double unseen = share < 1 ? m->unseen : 0;
  double seen = 0.25 * fmax(half_width * half_width - unseen * unseen - m->cancelled, 0);
  return (scatter){share * share * variance + misses * misses * share * (1 - share) / KINDS_SEEN, share * seen};
}

/* `excess` of the first touches are too many, of which `of_misses` are no misses at all. */
static void lower(pme_misses *m, double excess, double of_misses) {
  double above = m->high > m->misses ? m->high - m->misses : 0, left = m->cold > 0 ? 1 - of_misses / m->cold : 1;
  m->misses -= of_misses;
  m->self += excess - of_misses;
  m->cold -= excess;
  m->low = m->low < m->misses ? m->low : m->misses;
  /* Few samples tell little of kinds as well: then all may be misses. */
  m->high = m->unseen > 0 ? fmax(m->high, m->misses) : m->misses + above * left;
}

/* The array of a reference whose first touches were sampled at the level; PME_NONE: it has none of that kind. */
static int sampled_array(const pme_prediction *p, int r, int level) {
  const pme_reference_prediction *reference = &p->references[r];
  if (!reference->modelled || reference->levels[level].precision == PME_PRECISION_EXACT)
    return PME_NONE;
  return pme_concrete_node_at(p->concrete, reference->node)->u.access.array;
}

/* Of the references to an array. */
typedef struct first_touches {
  double cold, variance;
} first_touches;

static void sum_level(const pme_prediction *p, int level, first_touches *sums, int arrays) {
  for (int a = 0; a < arrays; a++)
    sums[a] = (first_touches){0};
  for (int r = 0, a; r < p->reference_count; r++)
    if ((a = sampled_array(p, r, level)) != PME_NONE) {
      sums[a].cold += p->references[r].levels[level].cold;
      sums[a].variance += scatter_of(&p->references[r].levels[level]).cold;
    }
}

/* What is too much is taken from those that are known the least, as linear regression says. sums: room for one an
 * array. */
static void lower_level(pme_prediction *p, int level, first_touches *sums, int arrays) {
  sum_level(p, level, sums, arrays);
  for (int r = 0, a; r < p->reference_count; r++) {
    if ((a = sampled_array(p, r, level)) == PME_NONE)
      continue;
    double most = most_of_level(p, level, pme_concrete_array_at(p->concrete, a)), all = sums[a].cold - most;
    if (!(all > 0))
      continue;
    pme_misses *m = &p->references[r].levels[level];
    scatter own = scatter_of(m);
    double excess =
        fmin(sums[a].variance > 0 ? all * own.cold / sums[a].variance : all * m->cold / sums[a].cold, m->cold);
    double of_misses = own.cold > 0 ? excess * fmin(own.with_misses / own.cold, 1) : excess;
    lower(m, excess, fmin(of_misses, REACH * fmax(m->misses - m->low, 0)));
  }
}

pme_status pme__lower_to_lines(pme_prediction *p) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  first_touches *sums = (first_touches *)pme_reallocate(NULL, ((size_t)arrays + 1) * sizeof *sums);
  if (!sums)
    return PME_NO_MEMORY;
  for (int l = 0; l < p->level_count; l++)
    lower_level(p, l, sums, arrays);
  pme_reallocate(sums, 0);
  return PME_OK;
}
