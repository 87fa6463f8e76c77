/* Keeping what engines tell. */
#include "observer.h"

bool pme__recorder_init(pme__recorder *recorder, const pme_prediction *prediction, bool thorough, pme_arena *arena) {
  int nodes = pme_program_node_count(pme_concrete_program(prediction->concrete));
  *recorder = (pme__recorder){.thorough = thorough, .arena = arena, .prediction = prediction};
  recorder->row_of_node = PME_ARENA_NEW(arena, int, nodes);
  recorder->records = PME_ARENA_NEW(arena, pme__record, prediction->reference_count * prediction->level_count);
  if (!recorder->row_of_node || !recorder->records)
    return false;
  for (int r = 0; r < prediction->reference_count; r++)
    recorder->row_of_node[prediction->references[r].node] = r;
  return true;
}

pme__record *pme__record_at(const pme__recorder *recorder, int node, int level) {
  return &recorder->records[recorder->row_of_node[node] * recorder->prediction->level_count + level];
}

/* ---- the walk ---- */

void pme__record_stratum(pme__recorder *recorder, int node, const pme_stratum *stratum) {
  pme__record *record = pme__record_at(recorder, node, recorder->level);
  pme__recorded_stratum *entry = PME_ARENA_NEW(recorder->arena, pme__recorded_stratum, 1);
  if (!entry) {
    recorder->no_memory = true;
    return;
  }
  entry->stratum = *stratum;
  if (record->last_stratum)
    record->last_stratum->next = entry;
  else
    record->strata = entry;
  record->last_stratum = entry;
  record->stratum_count++;
}

/* ---- the closed form ---- */

static bool same_reuse(const pme_reuse *a, const pme_reuse *b) {
  return a->loop == b->loop && a->of_chunks == b->of_chunks && a->is_shared == b->is_shared &&
         a->distance == b->distance && a->source == b->source;
}

/* Adds `factor` times `from` to the entry of the list with the same key, or makes one. */
static bool add(pme__recorded_reuse **list, const pme__recorded_reuse *from, double factor, int ways,
                pme_arena *arena) {
  pme__recorded_reuse *to = *list;
  while (to && !same_reuse(&to->reuse, &from->reuse))
    to = to->next;
  if (!to) {
    to = PME_ARENA_NEW(arena, pme__recorded_reuse, 1);
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

static int ways_of(const pme__recorder *recorder) {
  return recorder->prediction->machine->levels[recorder->level].associativity;
}

void pme__record_position(pme__recorder *recorder, bool counts) {
  for (const pme__recorded_reuse *entry = recorder->present; entry && counts; entry = entry->next)
    if (!add(&recorder->of_class[entry->reference], entry, 1, ways_of(recorder), recorder->class_arena))
      recorder->no_memory = true;
  recorder->present = NULL;
}

void pme__record_reference(pme__recorder *recorder, int reference, int node, double factor, double accesses) {
  pme__record *record = pme__record_at(recorder, node, recorder->level);
  record->form_accesses += factor * accesses;
  for (const pme__recorded_reuse *entry = recorder->of_class[reference]; entry; entry = entry->next)
    if (!add(&record->reuses, entry, factor, ways_of(recorder), recorder->arena))
      recorder->no_memory = true;
}

/* ---- the choice ---- */

void pme__record_engines(pme__recorder *recorder, int level, const pme_prediction *walked, const pme_prediction *formed,
                         bool form_was_asked) {
  for (int r = 0; r < recorder->prediction->reference_count; r++) {
    pme__record *record = &recorder->records[r * recorder->prediction->level_count + level];
    record->walk = walked->references[r].levels[level];
    record->has_walk = walked->references[r].modelled && record->walk.engine == PME_ENGINE_WALK;
    record->has_form = formed && formed->references[r].modelled;
    if (record->has_form)
      record->form = formed->references[r].levels[level];
    record->form_was_asked = form_was_asked;
  }
}
