/* The negative binomial: summed term by term where its mean is small, else by a quadrature. */
#include "concurrent_gaps.h"

#include <math.h>

static const double EXACT_MEAN = 150; /* docs/model/profiles.md 6.4 */
enum { POINTS = 16 };

double pme__gap_mean(double between, double fraction) { return (between + 1) * (1 - fraction) / fraction; }

double pme__gap_deviation(double between, double fraction) { return sqrt((between + 1) * (1 - fraction)) / fraction; }

pme_status pme__gap_points_open(pme_arena *arena, double fraction, pme__gap_points *out) {
  /* The widest of the exact ones: mean EXACT_MEAN, deviation sqrt(EXACT_MEAN / AF_t). */
  double room = EXACT_MEAN + 9 * sqrt(EXACT_MEAN / fraction) + 64;
  if (room > 1 << 20)
    room = 1 << 20;
  out->count = 0;
  out->room = (uint32_t)room;
  out->point = PME_ARENA_NEW(arena, pme__gap_point, out->room);
  return out->point ? PME_OK : PME_NO_MEMORY;
}

/* Every number up to mean + 9 deviations; what is left over goes to the last. */
static void fill_exact(pme__gap_points *points, double between, double fraction, double mean, double deviation) {
  double end = fmin(mean + 9 * deviation + 12, points->room - 1), left = 1;
  double weight = exp((between + 1) * log(fraction)), rest = 1 - fraction;
  points->count = 0;
  for (double k = 0; k <= end; k++) {
    points->point[points->count++] = (pme__gap_point){k, weight};
    left -= weight;
    weight *= (k + 1 + between) / (k + 1) * rest;
  }
  points->point[points->count - 1].weight = fmax(0, points->point[points->count - 1].weight + left);
}

/* Upper quantile of the normal distribution for 0 < p <= 1/2 (Abramowitz and Stegun 26.2.23). */
static double normal_tail(double p) {
  double t = sqrt(-2 * log(p));
  return t -
         (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

/* Wilson and Hilferty: the cube root of a gamma variable with the same mean and deviation is about normal, which keeps
 * the skew of short intervals of a thread with a small share. */
static void fill_quantiles(pme__gap_points *points, double mean, double deviation) {
  double shape = mean * mean / (deviation * deviation);
  points->count = POINTS;
  for (int i = 0; i < POINTS; i++) {
    double p = (i + 0.5) / POINTS, z = p < 0.5 ? -normal_tail(p) : normal_tail(1 - p);
    double root = 1 - 1 / (9 * shape) + z / (3 * sqrt(shape));
    points->point[i] = (pme__gap_point){mean * fmax(0, root * root * root), 1.0 / POINTS};
  }
}

void pme__gap_points_fill(pme__gap_points *points, double between, double fraction) {
  double mean = pme__gap_mean(between, fraction), deviation = pme__gap_deviation(between, fraction);
  if (mean < EXACT_MEAN)
    fill_exact(points, between, fraction, mean, deviation);
  else
    fill_quantiles(points, mean, deviation);
}
