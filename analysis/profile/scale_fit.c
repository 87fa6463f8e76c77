/* Fits of one number over the input size. */
#include <float.h>
#include <math.h>

#include "scale.h"

static const double exponents[PME_SCALE_EXPONENTS] = {-1, 0, 1. / 3, 1. / 2, 2. / 3, 1, 0};

/* ---- counts ---- */

/* The polynomial through the last `points` pairs, at x (Neville). */
static double interpolate(const double *sizes, const double *values, int points, double x) {
  double p[PME_SCALE_MAX_RUNS];
  for (int i = 0; i < points; i++)
    p[i] = values[i];
  for (int width = 1; width < points; width++)
    for (int i = 0; i + width < points; i++)
      p[i] = ((x - sizes[i + width]) * p[i] + (sizes[i] - x) * p[i + 1]) / (sizes[i] - sizes[i + width]);
  return p[0];
}

static bool is_close(double a, double b) { return fabs(a - b) <= 1e-9 * fabs(b) + 1e-9; }

static bool is_monotone(const double *values, int count) {
  bool up = true, down = true;
  for (int i = 1; i < count; i++) {
    up &= values[i] >= values[i - 1];
    down &= values[i] <= values[i - 1];
  }
  return up || down;
}

/* A polynomial of `degree` that goes through more pairs than it needs. Through 5, 4, 4, 5 it goes by chance. */
static bool is_polynomial(const double *sizes, const double *values, int count, int degree) {
  if (!is_monotone(values, count))
    return false;
  for (int i = degree + 1; i < count; i++)
    if (!is_close(interpolate(sizes, values, degree + 1, sizes[i]), values[i]))
      return false;
  return degree + 1 < count;
}

/* Least squares line in logarithms; all values > 0. */
static double power_slope(const double *sizes, const double *values, int count) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < count; i++) {
    double x = log(sizes[i]), y = log(values[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  double spread = sxx - sx * sx / count;
  return spread > 0 ? (sxy - sx * sy / count) / spread : 0;
}

static double power_law(const double *sizes, const double *values, int count, double target) {
  double x = 0, y = 0;
  for (int i = 0; i < count; i++) {
    x += log(sizes[i]) / count;
    y += log(values[i]) / count;
  }
  return exp(y + power_slope(sizes, values, count) * (log(target) - x));
}

/* What grows by a step each time that the size is multiplied by something: levels of a tree, rounds of a search in
 * halves that are the same for all. ceil(log_B s), or floor(log_B s) + 1 where the sizes are powers of B. */
static double levels_of(double size, double base, bool is_floor) {
  static const double rounding = 1e-9;
  double levels = log(size) / log(base);
  return is_floor ? floor(levels + rounding) + 1 : ceil(levels - rounding);
}

/* The bases with which every run has as many levels as were counted. */
static bool bases_of(const double *sizes, const double *levels, int count, bool is_floor, double *low, double *high) {
  *low = 1;
  *high = INFINITY;
  for (int i = 0; i < count; i++) {
    double more = is_floor ? levels[i] : levels[i] - 1; /* base^less .. base^more holds the size */
    double less = is_floor ? levels[i] - 1 : levels[i];
    double inner = exp(log(sizes[i]) / fmax(more, less)), outer = exp(log(sizes[i]) / fmin(more, less));
    *low = fmax(*low, inner);
    *high = fmin(*high, outer);
  }
  return *low < *high && isfinite(*high);
}

static bool are_levels(const double *sizes, const double *values, int count) {
  for (int i = 0; i < count; i++)
    if (values[i] != floor(values[i]) || values[i] < 2 || !(sizes[i] > 1) || (i && values[i] < values[i - 1]))
      return false;
  return values[count - 1] > values[0];
}

static bool find_levels(const double *sizes, const double *values, int count, double target, double *found) {
  double low, high;
  if (!are_levels(sizes, values, count))
    return false;
  for (int is_floor = 0; is_floor < 2; is_floor++)
    if (bases_of(sizes, values, count, is_floor, &low, &high)) {
      *found = levels_of(target, sqrt(low * high), is_floor);
      return true;
    }
  return false;
}

/* a + b log s, where b is taken to be as much smaller as its own variance says (Stein): of counts that differ by chance
 * b is 0. */
static double logarithm(const double *sizes, const double *values, int count, double target) {
  double x = 0, y = 0, spread = 0, together = 0, error = 0;
  for (int i = 0; i < count; i++) {
    x += log(sizes[i]) / count;
    y += values[i] / count;
  }
  for (int i = 0; i < count; i++) {
    spread += (log(sizes[i]) - x) * (log(sizes[i]) - x);
    together += (log(sizes[i]) - x) * (values[i] - y);
  }
  double slope = together / spread;
  for (int i = 0; i < count; i++)
    error += pow(values[i] - y - slope * (log(sizes[i]) - x), 2);
  if (count > 2 && slope * slope > 0)
    slope *= fmax(0, 1 - error / (count - 2) / spread / (slope * slope));
  return y + slope * (log(target) - x);
}

/* Between a constant and the slowest root that programs have, s^(1/3), nothing but a logarithm is likely. */
bool pme__scale_is_slow(const double *sizes, const double *values, int count) {
  static const double slow = 0.25;
  return fabs(power_slope(sizes, values, count)) < slow;
}

double pme__scale_count(const double *sizes, const double *values, int count, double target) {
  enum { HIGHEST_DEGREE = 4, LEAST_RUNS = 3 /* for a logarithm */ };
  for (int degree = 0; degree <= HIGHEST_DEGREE; degree++)
    if (is_polynomial(sizes, values, count, degree)) {
      double value = interpolate(sizes, values, degree + 1, target);
      if (value >= 0)
        return value;
    }
  for (int i = 0; i < count; i++)
    if (values[i] <= 0)
      return values[count - 1];
  double value;
  if (find_levels(sizes, values, count, target, &value))
    return value;
  value = count >= LEAST_RUNS && pme__scale_is_slow(sizes, values, count) ? logarithm(sizes, values, count, target) : 0;
  return value > 0 ? value : power_law(sizes, values, count, target);
}

static bool is_any_polynomial(const double *sizes, const double *values, int count) {
  for (int degree = 0; degree < count - 1; degree++)
    if (is_polynomial(sizes, values, count, degree))
      return true;
  return false;
}

double pme__scale_nested_count(const double *sizes, const pme__scale_counts *nest, int depth, int count,
                               double target) {
  double ratios[PME_SCALE_MAX_RUNS];
  if (depth == 1 || is_any_polynomial(sizes, nest->of_run, count))
    return pme__scale_count(sizes, nest->of_run, count, target);
  for (int k = 0; k < count; k++) {
    if (!(nest[0].of_run[k] > 0) || !(nest[1].of_run[k] > 0))
      return pme__scale_count(sizes, nest->of_run, count, target);
    ratios[k] = nest[0].of_run[k] / nest[1].of_run[k];
  }
  return pme__scale_count(sizes, ratios, count, target) *
         pme__scale_nested_count(sizes, nest + 1, depth - 1, count, target);
}

/* ---- distances ---- */

typedef struct line_fit {
  double a, b, error; /* sum of squares */
} line_fit;

static double power_of(double lines, double base, int exponent) {
  if (exponent == PME_SCALE_LAST)
    return log(lines / base);
  return exponent == PME_SCALE_CONSTANT ? 0 : pow(lines / base, exponents[exponent]);
}

static line_fit fit_line(const double *lines, const double *distances, int count, int exponent) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0, base = lines[count - 1];
  for (int i = 0; i < count; i++) {
    double x = power_of(lines[i], base, exponent);
    sx += x;
    sy += distances[i];
    sxx += x * x;
    sxy += x * distances[i];
  }
  double spread = sxx - sx * sx / count;
  line_fit fit = {.b = spread > DBL_EPSILON * sxx ? (sxy - sx * sy / count) / spread : 0};
  fit.a = (sy - fit.b * sx) / count;
  for (int i = 0; i < count; i++) {
    double miss = distances[i] - fit.a - fit.b * power_of(lines[i], base, exponent);
    fit.error += miss * miss;
  }
  return fit;
}

/* What grows has no bound, what converges comes from either side to a distance. */
static bool is_possible(const line_fit *fit, int exponent) {
  return exponent == PME_SCALE_CONVERGES ? fit->a >= 0 : fit->b >= 0;
}

static double fit_many(const double *lines, const double *distances, int count, double target, unsigned laws,
                       int *exponent) {
  line_fit best = fit_line(lines, distances, count, PME_SCALE_CONSTANT);
  double slack = 0;
  *exponent = PME_SCALE_CONSTANT;
  for (int i = 0; i < count; i++)
    slack += 1e-4 * (distances[i] + 1) * (distances[i] + 1) / 4;
  for (int e = 0; e < PME_SCALE_EXPONENTS; e++) {
    line_fit fit = fit_line(lines, distances, count, e);
    /* A constant that is off by 0.5% a run is as good as anything. */
    bool is_better = *exponent == PME_SCALE_CONSTANT ? fit.error + slack < best.error : fit.error < best.error;
    if (!(laws >> e & 1) || !is_possible(&fit, e) || !is_better)
      continue;
    best = fit;
    *exponent = e;
  }
  return best.a + best.b * power_of(target, lines[count - 1], *exponent);
}

/* (d + 1) = b s^e through two pairs. */
static double fit_two(const double *lines, const double *distances, double target, int *exponent) {
  double ratio = lines[1] / lines[0];
  double found = ratio > 1 ? log((distances[1] + 1) / (distances[0] + 1)) / log(ratio) : 0;
  *exponent = PME_SCALE_CONSTANT;
  for (int e = PME_SCALE_FIRST_THAT_GROWS; e < PME_SCALE_LAST; e++)
    if (fabs(found - exponents[e]) < fabs(found - exponents[*exponent]))
      *exponent = e;
  return (distances[1] + 1) * pow(target / lines[1], exponents[*exponent]) - 1;
}

double pme__scale_share(const double *lines, const double *shares, int count, double target) {
  line_fit limit = fit_line(lines, shares, count, PME_SCALE_CONVERGES);
  double error = 0, value = limit.a + limit.b * power_of(target, lines[count - 1], PME_SCALE_CONVERGES);
  bool falls = true;
  for (int i = 0; i < count && falls; i++)
    falls = shares[i] > 0 && (i == 0 || shares[i] < shares[i - 1]);
  for (int i = 0; i < count && falls; i++)
    error += pow(shares[i] - power_law(lines, shares, count, lines[i]), 2);
  if (falls && (value < 0 || error < limit.error))
    value = power_law(lines, shares, count, target);
  return fmin(fmax(value, 0), 1);
}

double pme__scale_distance_by(const double *lines, const double *distances, int count, double target, unsigned laws,
                              int *exponent) {
  double distance = count == 2 ? fit_two(lines, distances, target, exponent)
                               : fit_many(lines, distances, count, target, laws, exponent);
  return distance > 0 ? distance : 0;
}
