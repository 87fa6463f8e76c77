/* What stands between two touches of a line. */
#include "reuse_window.h"
#include "touched_region.h"

static void add_comb(pme__engine *engine, int reference, const pme__comb *comb) {
  int at = engine->comb_count++, block = engine->view->references[reference].block;
  engine->combs[at] = *comb;
  engine->comb_next[at] = engine->block_first[block];
  engine->block_first[block] = at;
}

void pme__window_add(pme__engine *engine, int reference, pme__sweep sweep) {
  int groups = pme__region_groups(engine->view, reference);
  if (!pme__engine_can_go_on(engine) || sweep.count <= 0)
    return;
  if (engine->comb_count + groups > engine->most_combs) {
    engine->over_budget = true;
    return;
  }
  for (int g = 0; g < groups; g++) {
    pme__comb comb;
    sweep.group = groups == 1 ? PME__THREADS_ALL : g == 0 ? PME__THREADS_LONGER : PME__THREADS_SHORTER;
    if (pme__region_comb(engine, reference, &sweep, &comb))
      add_comb(engine, reference, &comb);
  }
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

static double turns_of(const pme__loop *loop) {
  return loop->kind == PME__LOOP_SHARED ? (double)pme__view_turns(loop) : loop->trips;
}

static double whole(double count) { return (double)(int64_t)count; }

/* Iterations of `child` before a touch of `reference`, which happens in one of them at the moment. */
static double iterations_before(const pme__engine *engine, int child, int reference, bool backward) {
  double turns = turns_of(&engine->view->loops[child]), moment = engine->moment < 0 ? 0.5 : engine->moment;
  if (stands_still(engine->view, child, reference))
    return 0;
  return whole((backward ? 1 - moment : moment) * turns);
}

/* Iterations that a reference spends in one line before it leaves it: the last touch is at their end, the next first
 * touch at their start. What q does in them lies outside the window; of q in the same block, everything that could meet
 * the line itself is left out. */
static double iterations_in_line(const pme__engine *engine, int child, int reference, int q) {
  const pme__view *view = engine->view;
  double stride = (double)pme__view_stride(view, &view->references[reference], child);
  double line = (double)engine->line_bytes, size = (double)view->references[reference].size_bytes;
  stride = stride < 0 ? -stride : stride;
  if (engine->moment < 0 || stride == 0 || stride >= line)
    return 0;
  bool same = view->references[q].block == view->references[reference].block;
  return whole(same ? (line - size) / stride : (line - size) / stride / 2);
}

/* Iterations [from, to) of the loop inside the carrier, in the carrier's iteration `shift`. */
static void add_part(pme__engine *engine, int carrier, int q, int64_t shift, double from, double to) {
  if (to > from)
    pme__window_add(
        engine, q, (pme__sweep){.carrier = carrier, .shift = shift, .count = 1, .part = to - from, .part_first = from});
}

/* Whether source and target run through their loops in opposite directions: then a line that the one touches early the
 * other touches late. */
static bool is_opposite(const pme__view *view, const pme__window *w, seat source, seat target) {
  return source.child != PME_NONE && target.child != PME_NONE &&
         (double)pme__view_stride(view, &view->references[w->source], source.child) *
                 (double)pme__view_stride(view, &view->references[w->target], target.child) <
             0;
}

/* What q, inside the loop of the source, does after the source's touch. */
static void add_tail(pme__engine *engine, const pme__window *w, int q, int child, bool opposite) {
  double turns = turns_of(&engine->view->loops[child]), first;
  if (stands_still(engine->view, child, w->source))
    first = turns - 1; /* it touches the line in the last iteration once more */
  else if (stands_still(engine->view, child, q))
    first = 0;
  else
    first = iterations_before(engine, child, w->source, opposite) + iterations_in_line(engine, child, w->source, q);
  add_part(engine, w->carrier, q, -w->distance, first < 0 ? 0 : first, turns < 1 ? 1 : turns);
}

/* What q, inside the loop of the target, does before the target's touch. */
static void add_head(pme__engine *engine, const pme__window *w, int q, int child) {
  double turns = turns_of(&engine->view->loops[child]), last;
  if (stands_still(engine->view, child, w->target))
    last = 1;
  else if (stands_still(engine->view, child, q))
    last = turns;
  else
    last = iterations_before(engine, child, w->target, false) - iterations_in_line(engine, child, w->target, q);
  add_part(engine, w->carrier, q, 0, 0, last);
}

/* Source and target inside one loop: its end, then its start. Together that is one iteration of the carrier, and for a
 * reference that the loop does not move it is two (spec 4.5). */
static void add_around(pme__engine *engine, const pme__window *w, int q, seat place) {
  const pme__view *view = engine->view;
  int64_t d = w->distance;
  bool both = place.child != PME_NONE && view->loops[place.child].trips > 1.5 && stands_still(view, place.child, q);
  if (both || place.child == PME_NONE || engine->moment < 0) {
    pme__window_add(engine, q, (pme__sweep){.carrier = w->carrier, .shift = -d, .count = (double)(both ? d + 1 : d)});
    return;
  }
  pme__window_add(engine, q, (pme__sweep){.carrier = w->carrier, .shift = 1 - d, .count = (double)(d - 1)});
  add_tail(engine, w, q, place.child, false);
  add_head(engine, w, q, place.child);
}

/* Iterations between the touches that q sees in full, and what it sees of the iterations of the touches themselves. */
static void add_between(pme__engine *engine, const pme__window *w, seat source, seat target, int q, seat place) {
  int64_t d = w->distance;
  bool in_source = place.order == source.order, in_target = place.order == target.order;
  bool behind = place.order > source.order, before = place.order < target.order;
  if (in_source && in_target) {
    add_around(engine, w, q, place);
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
    add_tail(engine, w, q, place.child, is_opposite(engine->view, w, source, target));
  if (in_target)
    add_head(engine, w, q, place.child);
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

int pme__window_moving_child(const pme__view *view, const pme__window *w, int carrier) {
  seat source = seat_of(view, carrier, w->source), target = seat_of(view, carrier, w->target);
  bool moves = source.child == target.child && target.child != PME_NONE &&
               !stands_still(view, target.child, w->source) && !stands_still(view, target.child, w->target);
  return moves && turns_of(&view->loops[target.child]) >= 4 ? target.child : PME_NONE;
}
