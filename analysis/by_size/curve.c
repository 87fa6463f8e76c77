/* Curves over a size: what lies between points, and where a point more would tell most. */
#include "curve.h"

#include <math.h>

/* Fewer misses than these are all the same. */
static const double few_misses = 8;

static double value_of(const pme_size_point *point, int level) {
  return level < 0 ? point->levels[0].accesses : point->levels[level].misses;
}

static double logarithm(const pme_size_point *point, int level) {
  return log(fmax(value_of(point, level), few_misses));
}

/* The logarithm of the value at `size` on the line through two points. */
static double on_line(const pme_size_point *a, const pme_size_point *b, int level, double size) {
  double from = log((double)a->size), to = log((double)b->size);
  double low = logarithm(a, level), high = logarithm(b, level);
  return low + (high - low) * (log(size) - from) / (to - from);
}

double pme__curve_doubt(const pme_size_point *points, int count, int gap, int level) {
  const pme_size_point *from = &points[gap], *to = &points[gap + 1];
  double middle = sqrt((double)from->size * (double)to->size), here = on_line(from, to, level, middle);
  double doubt = INFINITY;
  if (gap > 0)
    doubt = fabs(on_line(from - 1, from, level, middle) - here);
  if (gap + 2 < count)
    doubt = fmin(doubt, fabs(on_line(to, to + 1, level, middle) - here));
  return doubt < INFINITY ? expm1(doubt) : 0;
}

double pme_by_size_misses(const pme_by_size_loop *loop, int level, double size) {
  const pme_size_point *points = loop->points;
  int count = loop->point_count, i = 0;
  if (count == 0 || !(size >= (double)points[0].size && size <= (double)points[count - 1].size))
    return NAN;
  while (i + 1 < count && (double)points[i + 1].size < size)
    i++;
  if (i + 1 >= count || (double)points[i].size == size)
    return value_of(&points[i], level);
  double low = value_of(&points[i], level), high = value_of(&points[i + 1], level);
  double share = log(size / (double)points[i].size) / log((double)points[i + 1].size / (double)points[i].size);
  return low > 0 && high > 0 ? low * pow(high / low, share) : low + (high - low) * share;
}
