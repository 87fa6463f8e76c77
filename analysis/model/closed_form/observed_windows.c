/* Tells the observer which windows the closed form evaluated, and which reuses end in them. */
#include "observed_windows.h"

#include "analysis/model/closed_form/area/area_vector.h"

bool pme__observe_view(pme__context *context, pme_arena *arena) {
  pme__observer *observer = context->observer;
  int entries = context->ways + 1;
  double *vectors = PME_ARENA_NEW(arena, double, context->memo_slots *entries);
  context->windows = PME_ARENA_NEW(arena, pme__observed_window, context->memo_slots);
  observer->of_class = PME_ARENA_NEW(arena, pme__observed_reuse *, context->view->reference_count + 1);
  observer->class_arena = arena;
  observer->present = NULL;
  if (!vectors || !context->windows || !observer->of_class)
    return false;
  for (int i = 0; i < context->memo_slots; i++)
    context->windows[i].area_vector = vectors + (ptrdiff_t)i * entries;
  return true;
}

void pme__observe_area(pme__context *context, bool is_first, double weight, double lines) {
  pme__observed_window *window = context->window;
  double *both = context->scratch, all = 0;
  pme__area_union(context->own, context->others, context->most, both);
  for (int c = context->ways + 1; c <= context->most; c++)
    both[context->ways] += both[c];
  for (int c = 0; c <= context->ways; c++)
    all += both[c];
  for (int c = 0; c <= context->ways; c++)
    window->area_vector[c] = (is_first ? 0 : window->area_vector[c]) + weight * both[c] / (all > 0 ? all : 1);
  window->lines = (is_first ? 0 : window->lines) + weight * lines;
}

void pme__observe_reuse(pme__context *context, const pme__reuse_window *window, double lines, double probability) {
  pme__observer *observer = context->observer;
  const pme__loop *loop = &context->view->loops[window->carrier];
  pme__observed_reuse *entry = PME_ARENA_NEW(observer->class_arena, pme__observed_reuse, 1);
  double *vector = PME_ARENA_NEW(observer->class_arena, double, context->ways + 1);
  if (!entry || !vector) {
    observer->no_memory = true;
    return;
  }
  entry->reference = window->target;
  entry->reuse = (pme_reuse){.loop = loop->source,
                             .of_chunks = loop->part == PME__PART_ROUNDS,
                             .is_shared = loop->kind == PME__LOOP_SHARED,
                             .distance = (double)window->distance,
                             .source = context->view->references[window->source].node,
                             .lines = lines,
                             .misses = lines * probability,
                             .area_vector = vector,
                             .window_lines = lines * context->window->lines};
  for (int c = 0; c <= context->ways; c++)
    vector[c] = lines * context->window->area_vector[c];
  entry->next = observer->present;
  observer->present = entry;
}

void pme__observe_scale(pme__context *context, int reference, double factor) {
  for (pme__observed_reuse *entry = context->observer->present; entry; entry = entry->next) {
    if (entry->reference != reference)
      continue;
    entry->reuse.lines *= factor;
    entry->reuse.misses *= factor;
    entry->reuse.window_lines *= factor;
    for (int c = 0; c <= context->ways; c++)
      entry->reuse.area_vector[c] *= factor;
  }
}
