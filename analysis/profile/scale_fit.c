/* Fits of one number over the input size. */
#include <float.h>
#include <math.h>

#include "scale.h"

static const double exponents[PME_SCALE_EXPONENTS] = {-1, 0, 1. / 3, 1. / 2, 2. / 3, 1};
enum { CONVERGES, CONSTANT, FIRST_THAT_GROWS };

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

/* A polynomial of `degree` that goes through more pairs than it needs. */
static bool is_polynomial(const double *sizes, const double *values, int count, int degree) {
  for (int i = degree + 1; i < count; i++)
    if (!is_close(interpolate(sizes, values, degree + 1, sizes[i]), values[i]))
      return false;
  return degree + 1 < count;
}

/* Least squares line in logarithms; all values > 0. */
static double power_law(const double *sizes, const double *values, int count, double target) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < count; i++) {
    double x = log(sizes[i]), y = log(values[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  double spread = sxx - sx * sx / count, slope = spread > 0 ? (sxy - sx * sy / count) / spread : 0;
  return exp(sy / count + slope * (log(target) - sx / count));
}

double pme__scale_count(const double *sizes, const double *values, int count, double target) {
  enum { HIGHEST_DEGREE = 4 };
  for (int degree = 0; degree <= HIGHEST_DEGREE; degree++)
    if (is_polynomial(sizes, values, count, degree)) {
      double value = interpolate(sizes, values, degree + 1, target);
      if (value >= 0)
        return value;
    }
  for (int i = 0; i < count; i++)
    if (values[i] <= 0)
      return values[count - 1];
  return power_law(sizes, values, count, target);
}

/* ---- distances ---- */

typedef struct line_fit {
  double a, b, error; /* sum of squares */
} line_fit;

static double power_of(double lines, double base, int exponent) {
  return exponent == CONSTANT ? 0 : pow(lines / base, exponents[exponent]);
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
static bool is_possible(const line_fit *fit, int exponent) { return exponent == CONVERGES ? fit->a >= 0 : fit->b >= 0; }

static double fit_many(const double *lines, const double *distances, int count, double target, int *exponent) {
  line_fit best = fit_line(lines, distances, count, CONSTANT);
  double slack = 0;
  *exponent = CONSTANT;
  for (int i = 0; i < count; i++)
    slack += 1e-4 * (distances[i] + 1) * (distances[i] + 1) / 4;
  for (int e = 0; e < PME_SCALE_EXPONENTS; e++) {
    line_fit fit = fit_line(lines, distances, count, e);
    /* A constant that is off by 0.5% a run is as good as anything. */
    bool is_better = *exponent == CONSTANT ? fit.error + slack < best.error : fit.error < best.error;
    if (!is_possible(&fit, e) || !is_better)
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
  *exponent = CONSTANT;
  for (int e = FIRST_THAT_GROWS; e < PME_SCALE_EXPONENTS; e++)
    if (fabs(found - exponents[e]) < fabs(found - exponents[*exponent]))
      *exponent = e;
  return (distances[1] + 1) * pow(target / lines[1], exponents[*exponent]) - 1;
}

double pme__scale_distance(const double *lines, const double *distances, int count, double target, int *exponent) {
  double distance =
      count == 2 ? fit_two(lines, distances, target, exponent) : fit_many(lines, distances, count, target, exponent);
  return distance > 0 ? distance : 0;
}
