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

/* The curve of a level that is looked along: misses, or accesses of a level < 0. */
typedef struct curve {
  const pme_by_size_loop *loop;
  int level;
  bool is_swept; /* misses are looked at by the lines of a row, in place of its elements */
} curve;

/* How many elements the lines of a row hold, by those that it has. */
static double lines_by_elements(const pme_by_size_loop *loop, double size) {
  return loop->row_elements > 0 ? loop->row_elements * ceil(size / loop->row_elements) / size : 1;
}

static double logarithm(const curve *c, int point) {
  const pme_size_point *p = &c->loop->points[point];
  double lines = c->is_swept ? lines_by_elements(c->loop, (double)p->size) : 1;
  return log(fmax(value_of(p, c->level), few_misses) / lines);
}

static double exponent_of(const curve *c, int a, int b) {
  const pme_size_point *points = c->loop->points;
  return (logarithm(c, b) - logarithm(c, a)) / log((double)points[b].size / (double)points[a].size);
}

/* What intervals of the points let a curve waver. */
static double noise_of(const pme_size_point *point, int level) {
  const pme_misses *m = &point->levels[level < 0 ? 0 : level];
  return level < 0 ? 0 : fmin(share_of_width * 0.5 * (m->high - m->low) / fmax(m->misses, few_misses), most_noise);
}

/* A gap between two points, in logarithms: 0 is its first point. */
typedef struct gap_view {
  double width, from, to, exponent;
  double accesses; /* their exponent */
  bool is_swept;
  bool has_left, has_right; /* a line may be followed into it */
  double left, right;       /* exponents of these */
} gap_view;

static bool is_followed(const curve *c, int a, int b, double exponent) {
  const curve accesses = {c->loop, -1, false};
  double most = exponent_of(&accesses, a, b) + exponent_beyond_accesses + (c->level < 0);
  return exponent >= least_exponent && exponent <= most;
}

/* Fewer misses than half of what accesses to one element after the other have are of rows that are swept: a line at a
 * time, whether all of it is used or not. */
static bool is_swept(const curve *c, int point) {
  const pme_misses *m = &c->loop->points[point].levels[c->level < 0 ? 0 : c->level];
  return c->level >= 0 && c->loop->row_elements > 0 && 2 * m->misses * c->loop->row_elements < m->accesses;
}

static gap_view view(const pme_by_size_loop *loop, int gap, int level) {
  curve c = {loop, level, false};
  const curve accesses = {loop, -1, false};
  const int from = gap, to = gap + 1;
  c.is_swept = is_swept(&c, from) && is_swept(&c, to);
  gap_view v = {.width = log((double)loop->points[to].size / (double)loop->points[from].size),
                .from = logarithm(&c, from),
                .to = logarithm(&c, to),
                .exponent = exponent_of(&c, from, to),
                .accesses = exponent_of(&accesses, from, to),
                .is_swept = c.is_swept,
                .has_left = from > 0,
                .has_right = to + 1 < loop->point_count};
  if (v.has_left) {
    v.left = exponent_of(&c, from - 1, from);
    v.has_left = is_followed(&c, from - 1, from, v.left);
  }
  if (v.has_right) {
    v.right = exponent_of(&c, to, to + 1);
    v.has_right = is_followed(&c, to, to + 1, v.right);
  }
  return v;
}

static double on_left(const gap_view *v, double at) { return v->from + v->left * at; }
static double on_right(const gap_view *v, double at) { return v->to + v->right * (at - v->width); }

static double straight(const gap_view *v, double at) { return v->from + v->exponent * at; }

/* The sum of two powers that goes through both points: that of the accesses and the one below, a n^k + b n^(k-1), as of
 * loops with a body and borders; where misses by accesses change by too much for that, or fall faster, one power. */
static double joined(const gap_view *v, double at) {
  static const double most_change = 0.4, steepest_fall = 1.2;
  double body = round(v->accesses), more = v->exponent - body, smallest = exp(-v->width);
  if (body < 1 || fabs(more) * v->width > most_change || more < -steepest_fall)
    return straight(v, at);
  double border = (exp(-at) - smallest) / (1 - smallest);
  return v->from + body * at + log(border + exp(more * v->width) * (1 - border));
}

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
  return turn < 0 ? joined(v, at) : at < turn ? on_left(v, at) : on_right(v, at);
}

double pme__curve_doubt(const pme_by_size_loop *loop, int gap, int level) {
  gap_view v = view(loop, gap, level);
  double middle = v.width / 2, doubt = INFINITY;
  if (gap > 0)
    doubt = v.has_left ? fabs(on_left(&v, middle) - straight(&v, middle)) : fabs(v.exponent) * middle;
  if (gap + 2 < loop->point_count)
    doubt = fmin(doubt, v.has_right ? fabs(on_right(&v, middle) - straight(&v, middle)) : fabs(v.exponent) * middle);
  doubt -= noise_of(&loop->points[gap], level) + noise_of(&loop->points[gap + 1], level);
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
  gap_view v = view(loop, i, level);
  return exp(between(&v, at)) * (v.is_swept ? lines_by_elements(loop, size) : 1);
}
