/* Keeps what the engines tell: strata of the walk, reuses of the closed form, the numbers of both. */
#include "observer.h"

bool pme__observer_init(pme__observer *observer, const pme_prediction *prediction, bool thorough, pme_arena *arena) {
  int nodes = pme_program_node_count(pme_concrete_program(prediction->concrete));
  *observer = (pme__observer){.thorough = thorough, .arena = arena, .prediction = prediction};
  observer->row_of_node = PME_ARENA_NEW(arena, int, nodes);
  observer->observations =
      PME_ARENA_NEW(arena, pme__observation, prediction->reference_count * prediction->level_count);
  if (!observer->row_of_node || !observer->observations)
    return false;
  for (int r = 0; r < prediction->reference_count; r++)
    observer->row_of_node[prediction->references[r].node] = r;
  return true;
}

pme__observation *pme__observer_at(const pme__observer *observer, int node, int level) {
  return &observer->observations[observer->row_of_node[node] * observer->prediction->level_count + level];
}

/* ---- the walk ---- */

void pme__observe_stratum(pme__observer *observer, int node, const pme_stratum *stratum) {
  pme__observation *observation = pme__observer_at(observer, node, observer->level);
  pme__observed_stratum *entry = PME_ARENA_NEW(observer->arena, pme__observed_stratum, 1);
  if (!entry) {
    observer->no_memory = true;
    return;
  }
  entry->stratum = *stratum;
  if (observation->last_stratum)
    observation->last_stratum->next = entry;
  else
    observation->strata = entry;
  observation->last_stratum = entry;
  observation->stratum_count++;
}

/* ---- the closed form ---- */

static bool same_reuse(const pme_reuse *a, const pme_reuse *b) {
  return a->loop == b->loop && a->of_chunks == b->of_chunks && a->is_shared == b->is_shared &&
         a->distance == b->distance && a->source == b->source;
}

/* Adds `factor` times `from` to the entry of the list with the same key, or makes one. */
static bool add(pme__observed_reuse **list, const pme__observed_reuse *from, double factor, int ways,
                pme_arena *arena) {
  pme__observed_reuse *to = *list;
  while (to && !same_reuse(&to->reuse, &from->reuse))
    to = to->next;
  if (!to) {
    to = PME_ARENA_NEW(arena, pme__observed_reuse, 1);
    double *vector = PME_ARENA_NEW(arena, double, ways + 1);
    if (!to || !vector)
      return false;
    to->reference = from->reference;
    to->reuse = (pme_reuse){from->reuse.loop,     from->reuse.of_chunks, from->reuse.is_shared,
                            from->reuse.distance, from->reuse.source,    .area_vector = vector};
    to->next = *list;
    *list = to;
  }
  to->reuse.lines += factor * from->reuse.lines;
  to->reuse.misses += factor * from->reuse.misses;
  to->reuse.window_lines += factor * from->reuse.window_lines;
  for (int c = 0; c <= ways; c++)
    to->reuse.area_vector[c] += factor * from->reuse.area_vector[c];
  return true;
}

static int ways_of(const pme__observer *observer) {
  return observer->prediction->machine->levels[observer->level].associativity;
}

void pme__observe_position(pme__observer *observer, bool counts) {
  for (const pme__observed_reuse *entry = observer->present; entry && counts; entry = entry->next)
    if (!add(&observer->of_class[entry->reference], entry, 1, ways_of(observer), observer->class_arena))
      observer->no_memory = true;
  observer->present = NULL;
}

void pme__observe_reference(pme__observer *observer, int reference, int node, double factor, double accesses) {
  pme__observation *observation = pme__observer_at(observer, node, observer->level);
  observation->form_accesses += factor * accesses;
  for (const pme__observed_reuse *entry = observer->of_class[reference]; entry; entry = entry->next)
    if (!add(&observation->reuses, entry, factor, ways_of(observer), observer->arena))
      observer->no_memory = true;
}

/* ---- the choice ---- */

void pme__observe_engines(pme__observer *observer, int level, const pme_prediction *walked,
                          const pme_prediction *formed, bool form_was_asked) {
  for (int r = 0; r < observer->prediction->reference_count; r++) {
    pme__observation *observation = &observer->observations[r * observer->prediction->level_count + level];
    observation->walk = walked->references[r].levels[level];
    observation->has_walk = walked->references[r].modelled && observation->walk.engine == PME_ENGINE_WALK;
    observation->has_form = formed && formed->references[r].modelled;
    if (observation->has_form)
      observation->form = formed->references[r].levels[level];
    observation->form_was_asked = form_was_asked;
  }
}
