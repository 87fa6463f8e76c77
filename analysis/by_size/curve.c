/* Curves over a size: what lies between points, and where a point more would tell most. */
#include "curve.h"

#include <math.h>

/* Fewer misses than these are all the same. */
static const double few_misses = 8;
/* A curve that grows by so much more (exponents) than on both sides of a gap, and by this share in all, steps there. */
static const double least_steepness = 0.3, least_step = 0.05;
/* Exponents of lines that may be followed into a gap: misses do not fall, and a steeper line is part of a step. */
static const double least_exponent = -0.2, exponent_beyond_accesses = 0.5;
/* Half of the 95% intervals of two points lies between them and the line; no more than this is put down to that. */
static const double share_of_width = 0.5, most_noise = 0.05;

static double value_of(const pme_size_point *point, int level) {
  return level < 0 ? point->levels[0].accesses : point->levels[level].misses;
}

static double logarithm(const pme_size_point *point, int level) {
  return log(fmax(value_of(point, level), few_misses));
}

static double exponent_of(const pme_size_point *a, const pme_size_point *b, int level) {
  return (logarithm(b, level) - logarithm(a, level)) / log((double)b->size / (double)a->size);
}

/* A gap between two points, in logarithms: 0 is its first point. */
typedef struct gap_view {
  double width, from, to, exponent;
  bool has_left, has_right; /* a line may be followed into it */
  double left, right;       /* exponents of these */
} gap_view;

static bool is_followed(const pme_size_point *a, const pme_size_point *b, int level, double exponent) {
  return exponent >= least_exponent && exponent <= exponent_of(a, b, -1) + exponent_beyond_accesses + (level < 0);
}

static gap_view view(const pme_size_point *points, int count, int gap, int level) {
  const pme_size_point *from = &points[gap], *to = from + 1;
  gap_view v = {.width = log((double)to->size / (double)from->size),
                .from = logarithm(from, level),
                .to = logarithm(to, level),
                .exponent = exponent_of(from, to, level),
                .has_left = gap > 0,
                .has_right = gap + 2 < count};
  if (v.has_left) {
    v.left = exponent_of(from - 1, from, level);
    v.has_left = is_followed(from - 1, from, level, v.left);
  }
  if (v.has_right) {
    v.right = exponent_of(to, to + 1, level);
    v.has_right = is_followed(to, to + 1, level, v.right);
  }
  return v;
}

static double on_left(const gap_view *v, double at) { return v->from + v->left * at; }
static double on_right(const gap_view *v, double at) { return v->to + v->right * (at - v->width); }
static double straight(const gap_view *v, double at) { return v->from + v->exponent * at; }

/* Where the curve leaves the line that comes from the left for the one that goes on to the right: where they meet; in
 * the middle of a gap that it crosses in a step. < 0: it does neither. */
static double turn_of(const gap_view *v) {
  if (!v->has_left || !v->has_right)
    return -1;
  double more_than_left = v->exponent - v->left, more_than_right = v->exponent - v->right;
  if (more_than_left * more_than_right < 0)
    return more_than_right * v->width / (v->left - v->right);
  double least = fmin(more_than_left, more_than_right);
  return least > least_steepness && least * v->width > least_step ? v->width / 2 : -1;
}

static double between(const gap_view *v, double at) {
  double turn = turn_of(v);
  return turn < 0 ? straight(v, at) : at < turn ? on_left(v, at) : on_right(v, at);
}

/* What intervals of the points let a curve waver. */
static double noise_of(const pme_size_point *point, int level) {
  const pme_misses *m = &point->levels[level < 0 ? 0 : level];
  return level < 0 ? 0 : fmin(share_of_width * 0.5 * (m->high - m->low) / fmax(m->misses, few_misses), most_noise);
}

double pme__curve_doubt(const pme_size_point *points, int count, int gap, int level) {
  gap_view v = view(points, count, gap, level);
  double middle = v.width / 2, doubt = INFINITY;
  if (gap > 0)
    doubt = v.has_left ? fabs(on_left(&v, middle) - straight(&v, middle)) : fabs(v.exponent) * middle;
  if (gap + 2 < count)
    doubt = fmin(doubt, v.has_right ? fabs(on_right(&v, middle) - straight(&v, middle)) : fabs(v.exponent) * middle);
  doubt -= noise_of(&points[gap], level) + noise_of(&points[gap + 1], level);
  return doubt < INFINITY ? expm1(fmax(doubt, 0)) : 0;
}

/* The point of a small size; NULL: it is none, or lies between two. */
static const pme_size_point *small_at(const pme_by_size_loop *loop, double size) {
  double at = loop->small_count > 0 ? size - (double)loop->small[0].size : -1;
  return at >= 0 && at < loop->small_count && at == floor(at) ? &loop->small[(int)at] : NULL;
}

double pme_by_size_misses(const pme_by_size_loop *loop, int level, double size) {
  const pme_size_point *points = loop->points, *small = small_at(loop, size);
  int count = loop->point_count, i = 0;
  if (small)
    return value_of(small, level);
  if (count == 0 || !(size >= (double)points[0].size && size <= (double)points[count - 1].size))
    return NAN;
  while (i + 1 < count && (double)points[i + 1].size < size)
    i++;
  if (i + 1 >= count || (double)points[i].size == size)
    return value_of(&points[i], level);
  double low = value_of(&points[i], level), high = value_of(&points[i + 1], level);
  double at = log(size / (double)points[i].size);
  if (fmin(low, high) < few_misses)
    return low + (high - low) * at / log((double)points[i + 1].size / (double)points[i].size);
  gap_view v = view(points, count, i, level);
  return exp(between(&v, at));
}
