/* What stands between two touches of a line. */
#include "region.h"
#include "window.h"

void pme__window_add(pme__engine *engine, int reference, pme__sweep sweep) {
  if (!pme__engine_can_go_on(engine) || sweep.count <= 0)
    return;
  if (engine->comb_count == PME__ENGINE_MOST_COMBS) {
    engine->over_budget = true;
    return;
  }
  pme__comb comb;
  if (!pme__region_comb(engine, reference, &sweep, &comb))
    return;
  int at = engine->comb_count++;
  engine->combs[at] = comb;
  int block = engine->view->references[reference].block;
  engine->comb_next[at] = engine->block_first[block];
  engine->block_first[block] = at;
}

/* Where a reference stands in the body of the carrier. */
typedef struct seat {
  int child; /* loop, PME_NONE: directly in the body */
  int order;
} seat;

static seat seat_of(const pme__view *view, int carrier, int reference) {
  const pme__reference *r = &view->references[reference];
  int child = pme__view_child(view, carrier, r);
  return (seat){child, child == PME_NONE ? r->order : view->loops[child].order};
}

static bool stands_still(const pme__view *view, int loop, int reference) {
  return pme__view_stride(view, &view->references[reference], loop) == 0;
}

/* The first touch in an execution of `loop` happens in its first iteration, and the last one in its last (spec 4.6). */
static bool is_tight(const pme__view *view, const pme__window *w, seat source, seat target) {
  return source.child == target.child && target.child != PME_NONE && view->loops[target.child].trips > 1.5 &&
         stands_still(view, target.child, w->source) && stands_still(view, target.child, w->target);
}

/* How much of one execution of `child` the part before (or behind) a touch of `reference` runs, for q inside it. */
static double part_of(const pme__view *view, int child, int reference, int q) {
  const pme__loop *loop = &view->loops[child];
  double trips = loop->kind == PME__LOOP_SHARED ? (double)pme__view_turns(loop) : loop->trips;
  if (stands_still(view, child, reference) || trips < 2)
    return 1;
  if (stands_still(view, child, q))
    return trips;
  return trips / 2;
}

/* Iterations between the touches that q sees in full, and what it sees of the iterations of the touches themselves. */
static void add_between(pme__engine *engine, const pme__window *w, seat source, seat target, int q, seat place) {
  const pme__view *view = engine->view;
  int64_t d = w->distance;
  bool in_source = place.order == source.order, in_target = place.order == target.order;
  bool behind = place.order > source.order, before = place.order < target.order;
  if (in_source && in_target) {
    bool both = place.child != PME_NONE && view->loops[place.child].trips > 1.5 && stands_still(view, place.child, q);
    pme__window_add(engine, q, (pme__sweep){.carrier = w->carrier, .shift = -d, .count = (double)(both ? d + 1 : d)});
    return;
  }
  int64_t full = d - 1 + behind + before;
  pme__window_add(engine, q, (pme__sweep){.carrier = w->carrier, .shift = behind ? -d : 1 - d, .count = (double)full});
  if (place.child == PME_NONE) {
    if (in_source || in_target) /* the touches of other threads */
      pme__window_add(engine, q, (pme__sweep){.carrier = w->carrier, .shift = in_source ? -d : 0, .count = 1});
    return;
  }
  if (in_source)
    pme__window_add(engine, q,
                    (pme__sweep){.carrier = w->carrier,
                                 .shift = -d,
                                 .count = 1,
                                 .part = part_of(view, place.child, w->source, q),
                                 .part_is_tail = true});
  if (in_target)
    pme__window_add(engine, q,
                    (pme__sweep){.carrier = w->carrier, .count = 1, .part = part_of(view, place.child, w->target, q)});
}

void pme__window_collect(pme__engine *engine, const pme__window *w) {
  const pme__view *view = engine->view;
  seat source = seat_of(view, w->carrier, w->source), target = seat_of(view, w->carrier, w->target);
  bool tight = w->distance > 0 && is_tight(view, w, source, target);
  for (int q = 0; q < view->reference_count; q++) {
    if (!pme__view_encloses(view, w->carrier, &view->references[q]) || view->references[q].executions == 0)
      continue;
    seat place = seat_of(view, w->carrier, q);
    if (tight && place.child == target.child) {
      pme__window_add(engine, q,
                      (pme__sweep){.carrier = w->carrier, .shift = -w->distance, .count = (double)(w->distance - 1)});
      continue;
    }
    add_between(engine, w, source, target, q, place);
  }
  if (tight && w->distance == 1) {
    pme__window inner = *w;
    inner.carrier = target.child;
    pme__window_collect(engine, &inner);
  }
}

int pme__window_innermost(const pme__view *view, const pme__window *w) {
  int carrier = w->carrier;
  while (w->distance == 1) {
    seat source = seat_of(view, carrier, w->source), target = seat_of(view, carrier, w->target);
    if (!is_tight(view, w, source, target))
      break;
    carrier = target.child;
  }
  return carrier;
}
