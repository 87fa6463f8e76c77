/* A second look at points that no quick look has told anything of. */
#include "open_points.h"

#include "analysis/by_size/curve.h"
#include "analysis/by_size/looks.h"
#include "analysis/by_size/multiples.h"
#include "analysis/core/tree.h"

/* A law takes two points, and one more tells where it begins. */
enum { MOST_CLOSED = 3 };
/* Laws of what does not fit begin about there. */
static const double large_size = 5000;
/* Effort of a look, more for programs of many accesses. */
static const double whole_ms = 4, whole_ms_of_access = 0.15;

static bool is_of_round(const pme__size_search *s, int loop) {
  return s->rounds[loop] == s->round && s->loops[loop].point_count > 0;
}

/* What a law of the other sizes tells needs no look, where that is known itself. */
static bool is_in_law(const pme__size_search *s, int loop, int level, int64_t size) {
  int count = 0;
  const pme_size_law *laws =
      pme__find_laws(s->points[loop].points, s->loops[loop].point_count, level, s->arena, &count);
  for (int i = 0; i < count; i++)
    if (laws[i].from <= size && size <= laws[i].to && laws[i].low == laws[i].high)
      return true;
  return false;
}

/* Larger sizes tell a law and a smaller one the curve up to it: a document has looks to spend in between. */
static bool is_between_told(const pme__size_search *s, int loop, int level, int at) {
  static const int points_of_law = 2;
  const pme_size_point *points = s->points[loop].points;
  int told_below = 0, told_above = 0;
  for (int i = 0; i < at; i++)
    told_below += pme__is_near(&points[i], level);
  for (int i = at + 1; i < s->loops[loop].point_count; i++)
    told_above += pme__is_near(&points[i], level);
  return !s->question->rough && told_below > 0 && told_above >= points_of_law;
}

/* Where two digits will do, a bound of what data choose does as long as it says anything. */
static bool is_known(const pme__size_search *s, const pme_size_point *point, int level) {
  bool is_bound = s->question->rough && point->data_accesses > 0;
  return is_bound ? pme__is_told(point, level) : pme__is_near(point, level);
}

/* Those that are not known well where some are open; none: no level is open. */
static pme__levels open_levels(const pme__size_search *s, int64_t size) {
  pme__levels open = 0, wide = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    for (int at = 0; is_of_round(s, i) && at < s->loops[i].point_count; at++)
      for (int level = 0; level < s->question->prediction->level_count && s->points[i].points[at].size == size;
           level++) {
        bool is_open = !is_known(s, &s->points[i].points[at], level) && !is_between_told(s, i, level, at) &&
                       !is_in_law(s, i, level, size);
        open |= (unsigned)is_open << level;
        wide |= (unsigned)pme__is_wide(&s->points[i].points[at].levels[level]) << level;
      }
  return open ? open | wide : 0;
}

/* What a look saw of some levels; how many of them it closed. */
static int take(const pme__size_search *s, int loop, pme__levels levels, const pme_size_point *seen) {
  int closed = 0;
  for (int at = 0; at < s->loops[loop].point_count; at++) {
    pme_size_point *point = &s->points[loop].points[at];
    for (int level = 0, from = 0; point->size == seen->size && level < s->question->prediction->level_count; level++)
      if (levels >> level & 1) {
        bool was_open = !is_known(s, point, level);
        point->levels[level] = seen->levels[from++];
        closed += was_open && is_known(s, point, level);
      }
  }
  return closed;
}

static pme_status look_again(pme__size_search *s, int64_t size, pme__levels levels, const pme__look *look,
                             int *closed) {
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction = NULL;
  s->levels = levels;
  pme__keep_levels(s->question->prediction->machine, levels, &s->machine);
  pme_status status = arena ? pme__predict_size(s, size, look, arena, &prediction) : PME_NO_MEMORY;
  for (int i = 0; i < s->out->loop_count && status == PME_OK && prediction; i++) {
    pme_size_point seen;
    if (is_of_round(s, i) && pme__point_of(s, i, prediction, size, &seen))
      *closed += take(s, i, levels, &seen);
  }
  pme_arena_destroy(arena);
  return status;
}

/* ---- sizes ---- */

typedef struct closing {
  pme__size_search *search;
  pme__look look;
  double kept_ms; /* for other rounds */
  int at;         /* sizes from here on were seen to */
  int closed;     /* by the last look */
} closing;

static bool can_look(const closing *c) {
  return c->look.effort_ms <= c->search->open_ms - c->kept_ms && c->search->size_count < PME__MOST_LOOKS;
}

/* The next size that is open, from the largest down. */
static pme_status close_next(closing *c) {
  pme__size_search *s = c->search;
  pme__levels levels = 0;
  while (levels == 0 && c->at > 0)
    levels = open_levels(s, s->sizes[--c->at]);
  c->closed = 0;
  if (levels == 0 || !can_look(c))
    return PME_OK;
  double before_ms = s->spent_ms;
  pme_status status = look_again(s, s->sizes[c->at], levels, &c->look, &c->closed);
  s->open_ms -= s->spent_ms - before_ms;
  return status;
}

/* Of loops that it tells less of than the size before. */
static void drop_open_points(pme__size_search *s, int64_t size) {
  for (int i = 0; i < s->out->loop_count; i++) {
    int last = s->loops[i].point_count - 1;
    bool is_open = false;
    for (int level = 0; level < s->question->prediction->level_count && is_of_round(s, i) && last > 0; level++)
      is_open |= s->points[i].points[last].size == size && !pme__is_told(&s->points[i].points[last], level);
    s->loops[i].point_count -= is_open;
  }
}

/* Quick looks came no further than where next to all fits, as they took too much. */
static pme_status look_further(closing *c) {
  pme__size_search *s = c->search;
  int64_t last = s->sizes[s->size_count - 1];
  int64_t next = pme__size_near(PME__COARSE_STEP * (double)last, s->multiple, s->has_rows);
  bool too_large;
  if (last >= large_size || next > s->unknown.limit || !can_look(c))
    return PME_OK;
  double before_ms = s->spent_ms;
  pme_status status = pme__look_at_size(s, next, pme__all_levels(s), &c->look, &too_large);
  s->open_ms -= s->spent_ms - before_ms;
  drop_open_points(s, next);
  return status;
}

pme_status pme__close_open_points(pme__size_search *s, int rounds) {
  double effort_ms = whole_ms + whole_ms_of_access * s->reference_count;
  closing c = {.search = s,
               .look = {.effort_ms = effort_ms, .counted_ms = effort_ms},
               .kept_ms = s->open_ms * (rounds - 1) / rounds,
               .at = s->size_count};
  pme_status status = close_next(&c);
  if (status == PME_OK && c.closed > 0)
    status = look_further(&c);
  for (int looks = 1; looks < MOST_CLOSED && c.closed > 0 && status == PME_OK; looks++)
    status = close_next(&c);
  return status;
}
