/* What a look is at, and whether it saw enough. */
#include "looks.h"

#include <math.h>
#include <string.h>

#include "excerpt.h"

/* An interval is wide by these shares of the misses and of the accesses, and by so many. */
static const double wide_share = 0.06, wide_share_of_accesses = 1e-5, few_misses = 8;

void pme__keep_levels(const pme_machine *machine, pme__levels levels, pme_machine *out) {
  *out = *machine;
  out->level_count = 0;
  for (int level = 0; level < machine->level_count; level++)
    if (levels >> level & 1)
      out->levels[out->level_count++] = machine->levels[level];
}

/* Two points, and how far from the first to the second. */
typedef struct place {
  const pme_misses *below, *above;
  double at;
} place;

static double share_of(double part, const pme_misses *all) { return all->misses > 0 ? part / all->misses : 0; }

static double mixed(const place *p, double below, double above) {
  return (1 - p->at) * share_of(below, p->below) + p->at * share_of(above, p->above);
}

static pme_misses mix(const place *p, double accesses, double misses) {
  const pme_misses *a = p->below, *b = p->above;
  return (pme_misses){.accesses = accesses,
                      .misses = misses,
                      .cold = misses * mixed(p, a->cold, b->cold),
                      .self = misses * mixed(p, a->self, b->self),
                      .other_threads = misses * mixed(p, a->other_threads, b->other_threads),
                      .coherence = misses * mixed(p, a->coherence, b->coherence),
                      .false_sharing = misses * mixed(p, a->false_sharing, b->false_sharing),
                      .low = misses * mixed(p, a->low, b->low),
                      .high = misses * mixed(p, a->high, b->high),
                      .least = misses * mixed(p, a->least, b->least),
                      .placement = misses * mixed(p, a->placement, b->placement),
                      .precision = a->precision > b->precision ? a->precision : b->precision,
                      .engine = a->engine};
}

bool pme__complete_point(const pme_by_size_loop *loop, int level_count, pme__levels levels, pme_size_point *found) {
  int after = 0, next = 0;
  pme_misses sparse[PME_MAX_LEVELS];
  while (after < loop->point_count && loop->points[after].size < found->size)
    after++;
  if (after == 0 || after == loop->point_count)
    return false;
  const pme_size_point *below = &loop->points[after - 1], *above = &loop->points[after];
  double at = log((double)found->size / (double)below->size) / log((double)above->size / (double)below->size);
  memcpy(sparse, found->levels, sizeof sparse);
  for (int level = 0; level < level_count; level++) {
    place p = {&below->levels[level], &above->levels[level], at};
    bool is_found = levels >> level & 1;
    found->levels[level] =
        is_found ? sparse[next++] : mix(&p, sparse[0].accesses, pme_by_size_misses(loop, level, (double)found->size));
  }
  return true;
}

bool pme__is_wide(const pme_misses *m) {
  bool is_bound = m->precision == PME_PRECISION_BOUND; /* how far it is from the least no effort changes */
  double half_width = 0.5 * (m->high - m->low);
  half_width = is_bound ? m->high - m->misses : sqrt(fmax(half_width * half_width - m->placement * m->placement, 0));
  return half_width > wide_share * m->misses && half_width > wide_share_of_accesses * m->accesses &&
         half_width > few_misses;
}

bool pme__touches_memory(const pme_program *program, int loop) {
  for (int id = loop + 1; id < pme_program_node_count(program); id++)
    if (pme_program_node(program, id)->kind == PME_NODE_ACCESS && pme__is_in(program, id, loop))
      return true;
  return false;
}

bool pme__is_cut_short(const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reason_count; i++)
    if (prediction->reasons[i].code == PME_REASON_OVER_BUDGET)
      return true;
  return false;
}
