/* What is not known between the sizes that were looked at, and where one more look would tell most of it. */
#include <math.h>

#include "curve.h"
#include "multiples.h"
#include "search.h"
#include "what_fits.h"

/* A value between two points is known well enough when it is in doubt by less than this share ... */
static const double known_well = 0.02, surely_wrong = 0.06;
/* ... or the two are one place. */
static const double one_place = 1.05;
/* The same where two digits will do. */
static const double known_roughly = 0.05, surely_wrong_roughly = 0.15, one_place_roughly = 1.3;
/* A turning point counts as so many values in doubt; nearer than this, or where two digits will do, a quick look tells on
 * which side of it a size is. */
static const double values_at_turn = 3, near_turn = 1.3;

bool pme__was_looked_at(const pme__size_search *s, int64_t size) {
  for (int i = 0; i < s->size_count; i++)
    if (s->sizes[i] == size)
      return true;
  return false;
}

/* What is used again stays in the level at the one end of the gap, and does not at the other. */
static bool has_turn(const pme_size_point *points, int gap, int level) {
  return level >= 0 && pme__fits(&points[gap].levels[level]) != pme__fits(&points[gap + 1].levels[level]);
}

static bool has_any_turn(const pme__size_search *s, const pme_by_size_loop *loop, int gap) {
  for (int level = 0; level < s->question->prediction->level_count; level++)
    if (has_turn(loop->points, gap, level))
      return true;
  return false;
}

/* Two digits are known, once there are enough sizes to tell a law from a few points. */
static bool is_roughly_enough(const pme__size_search *s) {
  return s->question->rough && s->size_count >= PME__LEAST_LOOKS;
}

/* The same share of the accesses is missed at both ends, and what is used again has left the level. */
static bool is_proportional(const pme_size_point *points, int gap, int level) {
  if (level < 0 || pme__fits(&points[gap].levels[level]) || pme__fits(&points[gap + 1].levels[level]))
    return false;
  const pme_misses *below = &points[gap].levels[level], *above = &points[gap + 1].levels[level];
  double at_below = below->misses / fmax(below->accesses, 1), at_above = above->misses / fmax(above->accesses, 1);
  return fabs(at_below - at_above) <= known_roughly * fmax(at_below, at_above);
}

static double doubt_of(const pme__size_search *s, const pme_by_size_loop *loop, int gap, int level) {
  bool rough = is_roughly_enough(s);
  if (s->question->rough && is_proportional(loop->points, gap, level))
    return 0;
  double doubt = pme__curve_doubt(loop, gap, level);
  double known = rough ? known_roughly : known_well, wrong = rough ? surely_wrong_roughly : surely_wrong;
  return has_turn(loop->points, gap, level) ? values_at_turn : doubt > known ? fmin(doubt / wrong, 1) : 0;
}

/* How many values of the loop are in doubt between two points; turning points are sought in any case. */
static double values_in_doubt(const pme__size_search *s, const pme_by_size_loop *loop, int gap) {
  double count = 0;
  for (int level = -1; level < s->question->prediction->level_count; level++)
    count += doubt_of(s, loop, gap, level);
  return count;
}

pme__levels pme__levels_in_doubt(const pme__size_search *s, int64_t size) {
  pme__levels levels = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    for (int gap = 0; s->rounds[i] == s->round && gap + 1 < s->loops[i].point_count; gap++)
      for (int level = 0; level < s->question->prediction->level_count; level++)
        if (s->loops[i].points[gap].size < size && size < s->loops[i].points[gap + 1].size &&
            doubt_of(s, &s->loops[i], gap, level) > 0)
          levels |= 1u << level;
  return levels ? levels : pme__all_levels(s);
}

/* By logarithms; of a gap that the ladder has steps in the one that is next to it. */
static double middle_of(double from, double to) {
  static const double more_than_a_step = 3;
  double middle = sqrt(from * to);
  return to < more_than_a_step * PME__COARSE_STEP * from
             ? middle
             : PME__FIRST_SIZE * pow(PME__COARSE_STEP, round(log(middle / PME__FIRST_SIZE) / log(PME__COARSE_STEP)));
}

int64_t pme__most_doubt(pme__size_search *s) {
  int64_t middle = 0;
  double most = 0, one = is_roughly_enough(s) ? one_place_roughly : one_place;
  for (int i = 0; i < s->out->loop_count; i++)
    for (int gap = 0; s->rounds[i] == s->round && gap + 1 < s->loops[i].point_count; gap++) {
      double from = (double)s->loops[i].points[gap].size, to = (double)s->loops[i].points[gap + 1].size;
      double values = values_in_doubt(s, &s->loops[i], gap) * log(to / from);
      int64_t size = pme__size_near(middle_of(from, to), s->multiple, s->has_rows);
      bool is_between = from < (double)size && (double)size < to;
      if (to > one * from && is_between && values > most && !pme__was_looked_at(s, size)) {
        most = values;
        middle = size;
        s->seeks_turn = (s->question->rough || to < near_turn * from) && has_any_turn(s, &s->loops[i], gap);
      }
    }
  return middle;
}
