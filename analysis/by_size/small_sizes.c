/* Small sizes, one by one: what rows begin in a line, chunks that are left over and threads that get none tell more there
 * than any law, and a count takes next to nothing. */
#include "search.h"

/* Of what there is to spend, and of one size. */
static const double share_of_small = 0.2, share_of_one = 0.02;

static bool note(pme__size_search *s, pme_arena *scratch, int number, const pme_prediction *prediction, int64_t size) {
  pme_by_size_loop *loop = &s->loops[number];
  pme_size_point point;
  if (loop->small_count > 0 && loop->small[loop->small_count - 1].size != size - 1)
    return true;
  if (!pme__point_of(s, number, prediction, size, &point))
    return true;
  if (!pme__make_room(scratch, &s->small[number], loop->small_count))
    return false;
  s->small[number].points[loop->small_count++] = point;
  loop->small = s->small[number].points;
  return true;
}

static pme_status look_at(pme__size_search *s, pme_arena *scratch, int64_t size, double most_ms, bool *is_counted) {
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction = NULL;
  pme__look look = {.effort_ms = most_ms / 10, .counted_ms = most_ms};
  pme_status status = arena ? pme__predict_size(s, size, &look, arena, &prediction) : PME_NO_MEMORY;
  *is_counted = status == PME_OK && prediction && prediction->is_counted;
  for (int i = 0; i < s->out->loop_count && *is_counted; i++)
    if (s->rounds[i] == s->round && !note(s, scratch, i, prediction, size))
      status = PME_NO_MEMORY;
  pme_arena_destroy(arena);
  return status;
}

/* Lists that have grown in an arena that ends. */
static pme_status settle(pme__size_search *s) {
  for (int i = 0; i < s->out->loop_count; i++) {
    pme_by_size_loop *loop = &s->loops[i];
    if (s->rounds[i] != s->round || loop->small_count == 0)
      continue;
    if (!pme__settle_points(s->arena, &s->small[i], loop->small_count))
      return PME_NO_MEMORY;
    loop->small = s->small[i].points;
  }
  return PME_OK;
}

/* Counts at one place: whole ones, for those of some sets are estimates. */
static pme_status look_at_all(pme__size_search *s, pme_arena *scratch) {
  static const double growth = 1.5;
  double one_ms = share_of_one * s->budget_ms, last_ms = 0;
  double most_ms = s->spent_ms + share_of_small * s->budget_ms;
  bool is_counted = !s->question->rough && s->multiple == 1;
  pme_status status = PME_OK;
  for (int i = 0; i < PME__MOST_SMALL && is_counted && status == PME_OK; i++) {
    if (PME__FIRST_SIZE + i > s->unknown.limit || growth * last_ms > one_ms || s->spent_ms + growth * last_ms > most_ms)
      break;
    double before_ms = s->spent_ms;
    status = look_at(s, scratch, PME__FIRST_SIZE + i, growth * one_ms, &is_counted);
    last_ms = s->spent_ms - before_ms;
  }
  return status;
}

pme_status pme__look_at_small(pme__size_search *s) {
  pme_arena *scratch = pme_arena_create();
  pme_status status = scratch ? look_at_all(s, scratch) : PME_NO_MEMORY;
  pme_status settled = settle(s);
  pme_arena_destroy(scratch);
  return status == PME_OK ? settled : status;
}
