/* Footprints of all threads and classes are tabulated over windows, then combined. */
#include "concurrent_away.h"

#include <math.h>

/* exp(LEAST) is 0 for all purposes, and differences of such logs stay exact. */
static const double LEAST = -690;

double pme__away_fraction(const pme__away *away, uint32_t i) {
  return away->references > 0 ? away->sharing->thread[away->thread[i]].references / away->references : 0;
}

static double log_away(double touched, double lines) {
  double stays = 1 - touched / lines;
  return stays > 1e-300 ? log(stays) : LEAST;
}

/* The number of lines of the part whose first access is among the first `window` references of its thread. */
static double touched_from_start(const pme__tally_list *firsts, double lines, double window) {
  return lines - pme__tally_list_above(firsts, window);
}

static pme_status add_part(pme__away *a, pme_arena *arena, uint32_t p, double fraction) {
  const pme__sharing_part *part = &a->sharing->part[p];
  uint32_t k = part->line_class;
  double lines = a->sharing->class_lines[k];
  if (!a->class_away[k]) {
    a->class_away[k] = PME_ARENA_NEW(arena, double, a->nodes);
    a->class_first[k] = PME_ARENA_NEW(arena, double, a->nodes);
  }
  a->away[p] = PME_ARENA_NEW(arena, double, a->nodes);
  a->first_away[p] = PME_ARENA_NEW(arena, double, a->nodes);
  if (!a->class_away[k] || !a->class_first[k] || !a->away[p] || !a->first_away[p])
    return PME_NO_MEMORY;
  a->class_parts[k]++;
  for (uint32_t b = 0; b < a->nodes; b++) {
    double own = a->window[b] * fraction;
    a->away[p][b] = log_away(pme__footprint_at(&part->footprint, own), lines);
    a->first_away[p][b] = log_away(touched_from_start(&part->firsts, part->lines, own), lines);
    a->class_away[k][b] += a->away[p][b];
    a->class_first[k][b] += a->first_away[p][b];
  }
  return PME_OK;
}

static pme_status allocate(pme__away *a, pme_arena *arena) {
  const pme__sharing *sharing = a->sharing;
  a->nodes = pme__tally_bin_of((uint64_t)a->references) + 2;
  a->window = PME_ARENA_NEW(arena, double, a->nodes);
  a->touched = PME_ARENA_NEW(arena, double, a->nodes);
  a->away = PME_ARENA_NEW(arena, double *, sharing->parts + 1);
  a->first_away = PME_ARENA_NEW(arena, double *, sharing->parts + 1);
  a->class_away = PME_ARENA_NEW(arena, double *, sharing->classes + 1);
  a->class_first = PME_ARENA_NEW(arena, double *, sharing->classes + 1);
  a->class_parts = PME_ARENA_NEW(arena, uint32_t, sharing->classes + 1);
  if (!a->window || !a->touched || !a->away || !a->first_away || !a->class_away || !a->class_first || !a->class_parts)
    return PME_NO_MEMORY;
  for (uint32_t b = 0; b < a->nodes; b++)
    a->window[b] = (double)pme__tally_last(b);
  return PME_OK;
}

static pme_status name_threads(pme__away *a, const pme__cache_threads *cache, pme_arena *arena) {
  a->count = cache ? cache->count : a->sharing->threads;
  uint32_t *thread = PME_ARENA_NEW(arena, uint32_t, a->count + 1);
  if (!thread)
    return PME_NO_MEMORY;
  for (uint32_t i = 0; i < a->count; i++) {
    thread[i] = cache ? cache->thread[i] : i;
    if (thread[i] >= a->sharing->threads || (i > 0 && thread[i] <= thread[i - 1]))
      return PME_BAD_ARGUMENT;
    a->references += a->sharing->thread[thread[i]].references;
  }
  a->thread = thread;
  return PME_OK;
}

pme_status pme__away_build(const pme__sharing *sharing, const pme__cache_threads *cache, pme_arena *arena,
                           pme__away *out) {
  pme__away a = {.sharing = sharing};
  pme_status status = name_threads(&a, cache, arena);
  if (status == PME_OK)
    status = allocate(&a, arena);
  for (uint32_t i = 0; i < a.count && status == PME_OK; i++) {
    const pme__sharing_thread *thread = &sharing->thread[a.thread[i]];
    for (uint32_t p = 0; p < thread->parts && status == PME_OK; p++)
      status = add_part(&a, arena, thread->first_part + p, pme__away_fraction(&a, i));
  }
  if (status != PME_OK)
    return status;
  for (uint32_t k = 0; k < sharing->classes; k++)
    for (uint32_t b = 0; a.class_away[k] && b < a.nodes; b++)
      a.touched[b] += sharing->class_lines[k] * -expm1(a.class_away[k][b]);
  *out = a;
  return PME_OK;
}

void pme__away_others(const pme__away *a, uint32_t part, double *at_node) {
  const double *whole = a->class_away[a->sharing->part[part].line_class], *own = a->away[part];
  for (uint32_t b = 0; b < a->nodes; b++)
    at_node[b] = exp(whole[b] - own[b]);
}

void pme__away_others_first(const pme__away *a, uint32_t part, double *at_node) {
  const double *whole = a->class_first[a->sharing->part[part].line_class], *own = a->first_away[part];
  for (uint32_t b = 0; b < a->nodes; b++)
    at_node[b] = exp(whole[b] - own[b]);
}
