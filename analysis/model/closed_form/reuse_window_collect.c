/* Collects what is accessed between the two touches of a reuse: the tail of one iteration, whole ones, the head of
 * another. */
#include "reuse_window.h"
#include "touched_region.h"

static void add_region(pme__context *context, int reference, const pme__strided_region *region) {
  int at = context->region_count++, block = context->view->references[reference].block;
  context->regions[at] = *region;
  context->region_next[at] = context->block_first[block];
  context->block_first[block] = at;
}

void pme__reuse_window_add(pme__context *context, int reference, pme__iteration_span span) {
  int groups = pme__touched_region_groups(context->view, reference);
  if (!pme__context_can_go_on(context) || span.count <= 0)
    return;
  if (context->region_count + groups > context->most_regions) {
    context->over_budget = true;
    return;
  }
  for (int g = 0; g < groups; g++) {
    pme__strided_region region;
    span.group = groups == 1 ? PME__THREADS_ALL : g == 0 ? PME__THREADS_LONGER : PME__THREADS_SHORTER;
    if (pme__touched_region(context, reference, &span, &region))
      add_region(context, reference, &region);
  }
}

/* Where a reference stands in the body of the carrier. */
typedef struct body_place {
  int child; /* loop, PME_NONE: directly in the body */
  int order;
} body_place;

static body_place body_place_of(const pme__instance_view *view, int carrier, int reference) {
  const pme__reference *r = &view->references[reference];
  int child = pme__instance_view_child(view, carrier, r);
  return (body_place){child, child == PME_NONE ? r->order : view->loops[child].order};
}

static bool stands_still(const pme__instance_view *view, int loop, int reference) {
  return pme__instance_view_stride(view, &view->references[reference], loop) == 0;
}

/* The first touch in an execution of `loop` happens in its first iteration, and the last one in its last
 * (docs/model/equations.md 4.6). */
static bool is_tight(const pme__instance_view *view, const pme__reuse_window *w, body_place source, body_place target) {
  return source.child == target.child && target.child != PME_NONE && view->loops[target.child].trips > 1.5 &&
         stands_still(view, target.child, w->source) && stands_still(view, target.child, w->target);
}

static double iterations_of(const pme__loop *loop) {
  return loop->kind == PME__LOOP_SHARED ? (double)pme__instance_view_parallel_iterations(loop) : loop->trips;
}

static double whole(double count) { return (double)(int64_t)count; }

/* Iterations of `child` before a touch of `reference`, which happens in one of them at the moment. */
static double iterations_before(const pme__context *context, int child, int reference, bool backward) {
  double iterations = iterations_of(&context->view->loops[child]), moment = context->moment < 0 ? 0.5 : context->moment;
  if (stands_still(context->view, child, reference))
    return 0;
  return whole((backward ? 1 - moment : moment) * iterations);
}

/* Iterations that a reference spends in one line before it leaves it: the last touch is at their end, the next first
 * touch at their start. What q does in them lies outside the window; of q in the same block, everything that could meet
 * the line itself is left out. */
static double iterations_in_line(const pme__context *context, int child, int reference, int q) {
  const pme__instance_view *view = context->view;
  double stride = (double)pme__instance_view_stride(view, &view->references[reference], child);
  double line = (double)context->line_bytes, size = (double)view->references[reference].size_bytes;
  stride = stride < 0 ? -stride : stride;
  if (context->moment < 0 || stride == 0 || stride >= line)
    return 0;
  bool same = view->references[q].block == view->references[reference].block;
  return whole(same ? (line - size) / stride : (line - size) / stride / 2);
}

/* Iterations [from, to) of the loop inside the carrier, in the carrier's iteration `shift`. */
static void add_part(pme__context *context, int carrier, int q, int64_t shift, double from, double to) {
  if (to > from)
    pme__reuse_window_add(
        context, q,
        (pme__iteration_span){.carrier = carrier, .shift = shift, .count = 1, .part = to - from, .part_first = from});
}

/* Whether source and target run through their loops in opposite directions: then a line that the one touches early the
 * other touches late. */
static bool is_opposite(const pme__instance_view *view, const pme__reuse_window *w, body_place source,
                        body_place target) {
  return source.child != PME_NONE && target.child != PME_NONE &&
         (double)pme__instance_view_stride(view, &view->references[w->source], source.child) *
                 (double)pme__instance_view_stride(view, &view->references[w->target], target.child) <
             0;
}

/* What q, inside the loop of the source, does after the source's touch. */
static void add_tail(pme__context *context, const pme__reuse_window *w, int q, int child, bool opposite) {
  double iterations = iterations_of(&context->view->loops[child]), first;
  if (stands_still(context->view, child, w->source))
    first = iterations - 1; /* it touches the line in the last iteration once more */
  else if (stands_still(context->view, child, q))
    first = 0;
  else
    first = iterations_before(context, child, w->source, opposite) + iterations_in_line(context, child, w->source, q);
  add_part(context, w->carrier, q, -w->distance, first < 0 ? 0 : first, iterations < 1 ? 1 : iterations);
}

/* What q, inside the loop of the target, does before the target's touch. */
static void add_head(pme__context *context, const pme__reuse_window *w, int q, int child) {
  double iterations = iterations_of(&context->view->loops[child]), last;
  if (stands_still(context->view, child, w->target))
    last = 1;
  else if (stands_still(context->view, child, q))
    last = iterations;
  else
    last = iterations_before(context, child, w->target, false) - iterations_in_line(context, child, w->target, q);
  add_part(context, w->carrier, q, 0, 0, last);
}

/* Source and target inside one loop: its end, then its start. Together that is one iteration of the carrier, and for a
 * reference that the loop does not move it is two (docs/model/equations.md 4.5). */
static void add_around(pme__context *context, const pme__reuse_window *w, int q, body_place place) {
  const pme__instance_view *view = context->view;
  int64_t d = w->distance;
  bool both = place.child != PME_NONE && view->loops[place.child].trips > 1.5 && stands_still(view, place.child, q);
  if (both || place.child == PME_NONE || context->moment < 0) {
    pme__reuse_window_add(
        context, q, (pme__iteration_span){.carrier = w->carrier, .shift = -d, .count = (double)(both ? d + 1 : d)});
    return;
  }
  pme__reuse_window_add(context, q,
                        (pme__iteration_span){.carrier = w->carrier, .shift = 1 - d, .count = (double)(d - 1)});
  add_tail(context, w, q, place.child, false);
  add_head(context, w, q, place.child);
}

/* Iterations between the touches that q sees in full, and what it sees of the iterations of the touches themselves. */
static void add_between(pme__context *context, const pme__reuse_window *w, body_place source, body_place target, int q,
                        body_place place) {
  int64_t d = w->distance;
  bool in_source = place.order == source.order, in_target = place.order == target.order;
  bool behind = place.order > source.order, before = place.order < target.order;
  if (in_source && in_target) {
    add_around(context, w, q, place);
    return;
  }
  int64_t full = d - 1 + behind + before;
  pme__reuse_window_add(
      context, q, (pme__iteration_span){.carrier = w->carrier, .shift = behind ? -d : 1 - d, .count = (double)full});
  if (place.child == PME_NONE) {
    if (in_source || in_target) /* the touches of other threads */
      pme__reuse_window_add(context, q,
                            (pme__iteration_span){.carrier = w->carrier, .shift = in_source ? -d : 0, .count = 1});
    return;
  }
  if (in_source)
    add_tail(context, w, q, place.child, is_opposite(context->view, w, source, target));
  if (in_target)
    add_head(context, w, q, place.child);
}

void pme__reuse_window_collect(pme__context *context, const pme__reuse_window *w) {
  const pme__instance_view *view = context->view;
  body_place source = body_place_of(view, w->carrier, w->source), target = body_place_of(view, w->carrier, w->target);
  bool tight = w->distance > 0 && is_tight(view, w, source, target);
  for (int q = 0; q < view->reference_count; q++) {
    if (!pme__instance_view_encloses(view, w->carrier, &view->references[q]) || view->references[q].executions == 0)
      continue;
    body_place place = body_place_of(view, w->carrier, q);
    if (tight && place.child == target.child) {
      pme__reuse_window_add(
          context, q,
          (pme__iteration_span){.carrier = w->carrier, .shift = -w->distance, .count = (double)(w->distance - 1)});
      continue;
    }
    add_between(context, w, source, target, q, place);
  }
  if (tight && w->distance == 1) {
    pme__reuse_window inner = *w;
    inner.carrier = target.child;
    pme__reuse_window_collect(context, &inner);
  }
}

int pme__reuse_window_innermost(const pme__instance_view *view, const pme__reuse_window *w) {
  int carrier = w->carrier;
  while (w->distance == 1) {
    body_place source = body_place_of(view, carrier, w->source), target = body_place_of(view, carrier, w->target);
    if (!is_tight(view, w, source, target))
      break;
    carrier = target.child;
  }
  return carrier;
}

int pme__reuse_window_moving_child(const pme__instance_view *view, const pme__reuse_window *w, int carrier) {
  body_place source = body_place_of(view, carrier, w->source), target = body_place_of(view, carrier, w->target);
  bool moves = source.child == target.child && target.child != PME_NONE &&
               !stands_still(view, target.child, w->source) && !stands_still(view, target.child, w->target);
  return moves && iterations_of(&view->loops[target.child]) >= 4 ? target.child : PME_NONE;
}
