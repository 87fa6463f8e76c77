/* Footprints in a reuse window: what their addresses depend on, and which threads make them. */
#include "footprint.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_instance walk_instance;
typedef pme__window_footprint footprint;
typedef pme__occupancy occupancy;

footprint pme__window_footprint_begin(const occupancy *occupancy, const tree_reference *reference) {
  footprint p = {.reference = reference, .copies = {reference->offset.constant, reference->size_bytes, 0, {{0, 0}}}};
  if (reference->worksharing_level >= 0 && reference->worksharing_level <= occupancy->window.level)
    p.lead_bytes = pme__tree_coefficient(&reference->offset, reference->path[reference->worksharing_level]->depth);
  return p;
}

bool pme__window_footprint_find_terms(const occupancy *f, footprint *p) {
  for (int level = 0; level <= f->window.level; level++) {
    int depth = p->reference->path[level]->depth;
    int64_t coefficient = pme__tree_coefficient(&p->reference->offset, depth);
    if (coefficient == 0)
      continue;
    if (p->term_count == PME__MOST_COPY_DIMENSIONS)
      return false;
    p->terms[p->term_count].depth = depth;
    p->terms[p->term_count++].coefficient = coefficient;
  }
  return true;
}

int pme__sharers_of_footprint(const occupancy *occupancy, const footprint *footprint, const walk_instance *instance,
                              const int **threads) {
  static const int alone[] = {0};
  *threads = alone;
  if (footprint->reference->phase_level < 0 || footprint->reference->one_thread)
    return 1;
  if (occupancy->interference == PME__INTERFERENCE_OWN) {
    *threads = &instance->thread;
    return 1;
  }
  return pme__sharers_of_instance(occupancy->state, instance,
                                  footprint->reference->path[footprint->reference->phase_level]->threads, threads);
}
