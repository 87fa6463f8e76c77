/* Miss curve of a shared cache from footprints alone (docs/model/profiles.md 6.3): a cache of C lines holds what all
 * threads touch in a window W with F(W) = C, and a reference misses when its line was not touched in that window, by
 * anybody. */
#include <math.h>

#include "concurrent.h"
#include "concurrent_away.h"

typedef struct curve {
  const pme__away *away;
  uint32_t thread; /* of the sharing */
  double fraction;
  bool no_sharing;
  double *filled; /* F at each node */
  double *others; /* P(no other thread touches a line of the part's class) at each node */
  double *missed; /* references of the thread that miss, at each node */
} curve;

static pme_status open_curve(curve *c, pme_arena *arena) {
  c->filled = PME_ARENA_NEW(arena, double, c->away->nodes);
  c->others = PME_ARENA_NEW(arena, double, c->away->nodes);
  c->missed = PME_ARENA_NEW(arena, double, c->away->nodes);
  return c->filled && c->others && c->missed ? PME_OK : PME_NO_MEMORY;
}

static void fill_sizes(curve *c) {
  const pme__away *a = c->away;
  for (uint32_t b = 0; b < a->nodes; b++)
    c->filled[b] = c->no_sharing ? 0 : a->touched[b];
  for (uint32_t i = 0; c->no_sharing && i < a->count; i++) {
    const pme__sharing_thread *thread = &a->sharing->thread[a->thread[i]];
    for (uint32_t p = 0; p < thread->parts; p++)
      for (uint32_t b = 0; b < a->nodes; b++)
        c->filled[b] += pme__footprint_at(&a->sharing->part[thread->first_part + p].footprint,
                                          a->window[b] * pme__away_fraction(a, i));
  }
}

static void fill_misses(curve *c) {
  const pme__away *a = c->away;
  const pme__sharing_thread *thread = &a->sharing->thread[c->thread];
  for (uint32_t b = 0; b < a->nodes; b++)
    c->missed[b] = 0;
  for (uint32_t p = thread->first_part; p < thread->first_part + thread->parts; p++) {
    const pme__sharing_part *part = &a->sharing->part[p];
    pme__away_others(a, p, c->others);
    for (uint32_t b = 0; b < a->nodes; b++)
      c->missed[b] += (part->lines + pme__tally_list_above(&part->reuse_times, a->window[b] * c->fraction)) *
                      (c->no_sharing ? 1 : c->others[b]);
  }
}

/* Misses that end between two nodes have a distance between the cache sizes there. */
static void make_profile(const curve *c, pme__concurrent_profile *profile) {
  double missed = profile->references, filled = 0, most = c->away->sharing->lines;
  for (uint32_t b = 0; b < c->away->nodes; b++) {
    double next = fmin(missed, c->missed[b]), size = fmin(most, fmax(filled, c->filled[b]));
    if (size - filled >= 1e-6 * fmax(1, size))
      pme__tally_add_range(&profile->finite, filled, size, missed - next);
    else
      pme__tally_add_real(&profile->finite, filled, missed - next);
    missed = next;
    filled = size;
  }
  profile->infinite = missed;
}

static pme_status all_threads(const pme__away *away, bool no_sharing, pme_arena *scratch, pme_arena *arena,
                              pme__concurrent_profile *profiles) {
  curve c = {.away = away, .no_sharing = no_sharing};
  pme_status status = open_curve(&c, scratch);
  if (status != PME_OK)
    return status;
  fill_sizes(&c);
  for (uint32_t i = 0; status == PME_OK && i < away->count; i++) {
    c.thread = away->thread[i];
    c.fraction = pme__away_fraction(away, i);
    status = pme__concurrent_profile_open(arena, (uint64_t)away->sharing->lines, &profiles[i]);
    if (status != PME_OK || c.fraction == 0)
      continue;
    profiles[i].references = away->sharing->thread[c.thread].references;
    fill_misses(&c);
    make_profile(&c, &profiles[i]);
  }
  return status;
}

pme_status pme__concurrent_footprint(const pme__sharing *sharing, const pme__cache_threads *cache, bool no_sharing,
                                     pme_arena *arena, pme__concurrent_profile *profiles) {
  pme_arena *scratch = pme_arena_create();
  pme__away away;
  pme_status status = scratch ? pme__away_build(sharing, cache, scratch, &away) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = all_threads(&away, no_sharing, scratch, arena, profiles);
  pme_arena_destroy(scratch);
  return status;
}

pme_status pme__concurrent_alone(const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                                 pme__concurrent_profile *out) {
  const pme__sharing_thread *t = &sharing->thread[thread];
  pme_status status = pme__concurrent_profile_open(arena, (uint64_t)sharing->lines, out);
  if (status != PME_OK)
    return status;
  out->references = t->references;
  out->infinite = t->lines;
  for (uint32_t i = 0; i < t->distances.count; i++) {
    const pme__tally_bin *from = &t->distances.bin[i];
    pme__tally_bin *to = &out->finite.bin[pme__tally_bin_of((uint64_t)(from->sum / from->count))];
    *to = *from;
  }
  return PME_OK;
}

pme_status pme__concurrent_combine(const pme__concurrent_profile *profiles, uint32_t count, pme_arena *arena,
                                   pme__concurrent_profile *out) {
  uint32_t room = 1;
  for (uint32_t i = 0; i < count; i++)
    room = profiles[i].finite.room > room ? profiles[i].finite.room : room;
  pme_status status = pme__concurrent_profile_open(arena, pme__tally_first(room - 1), out);
  for (uint32_t i = 0; i < count && status == PME_OK; i++)
    pme__concurrent_profile_add(out, &profiles[i]);
  return status;
}
