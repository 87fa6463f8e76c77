/* Telling a listener of windows of the closed form. */
#include "observed_windows.h"

#include "analysis/model/closed_form/area/area_vector.h"

bool pme__record_view(pme__engine *engine, pme_arena *arena) {
  pme__recorder *recorder = engine->recorder;
  int entries = engine->ways + 1;
  double *vectors = PME_ARENA_NEW(arena, double, engine->memo_slots *entries);
  engine->windows = PME_ARENA_NEW(arena, pme__window_record, engine->memo_slots);
  recorder->of_class = PME_ARENA_NEW(arena, pme__recorded_reuse *, engine->view->reference_count + 1);
  recorder->class_arena = arena;
  recorder->present = NULL;
  if (!vectors || !engine->windows || !recorder->of_class)
    return false;
  for (int i = 0; i < engine->memo_slots; i++)
    engine->windows[i].area_vector = vectors + (ptrdiff_t)i * entries;
  return true;
}

void pme__record_area(pme__engine *engine, bool is_first, double weight, double lines) {
  pme__window_record *window = engine->window;
  double *both = engine->scratch, all = 0;
  pme__area_union(engine->own, engine->others, engine->most, both);
  for (int c = engine->ways + 1; c <= engine->most; c++)
    both[engine->ways] += both[c];
  for (int c = 0; c <= engine->ways; c++)
    all += both[c];
  for (int c = 0; c <= engine->ways; c++)
    window->area_vector[c] = (is_first ? 0 : window->area_vector[c]) + weight * both[c] / (all > 0 ? all : 1);
  window->lines = (is_first ? 0 : window->lines) + weight * lines;
}

void pme__record_reuse(pme__engine *engine, const pme__window *window, double lines, double probability) {
  pme__recorder *recorder = engine->recorder;
  const pme__loop *loop = &engine->view->loops[window->carrier];
  pme__recorded_reuse *entry = PME_ARENA_NEW(recorder->class_arena, pme__recorded_reuse, 1);
  double *vector = PME_ARENA_NEW(recorder->class_arena, double, engine->ways + 1);
  if (!entry || !vector) {
    recorder->no_memory = true;
    return;
  }
  entry->reference = window->target;
  entry->reuse = (pme_reuse){.loop = loop->source,
                             .of_chunks = loop->part == PME__PART_ROUNDS,
                             .is_shared = loop->kind == PME__LOOP_SHARED,
                             .distance = (double)window->distance,
                             .source = engine->view->references[window->source].node,
                             .lines = lines,
                             .misses = lines * probability,
                             .area_vector = vector,
                             .window_lines = lines * engine->window->lines};
  for (int c = 0; c <= engine->ways; c++)
    vector[c] = lines * engine->window->area_vector[c];
  entry->next = recorder->present;
  recorder->present = entry;
}

void pme__record_scale(pme__engine *engine, int reference, double factor) {
  for (pme__recorded_reuse *entry = engine->recorder->present; entry; entry = entry->next) {
    if (entry->reference != reference)
      continue;
    entry->reuse.lines *= factor;
    entry->reuse.misses *= factor;
    entry->reuse.window_lines *= factor;
    for (int c = 0; c <= engine->ways; c++)
      entry->reuse.area_vector[c] *= factor;
  }
}
