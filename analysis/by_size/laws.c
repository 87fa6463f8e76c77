/* Laws: runs of points whose misses grow like a power of the size. */
#include <math.h>

#include "analysis/core/tree.h"
#include "curve.h"
#include "what_fits.h"

/* A point may be so far from its law: a share of its misses, and a few lines. */
static const double tolerance = 0.1, few_lines = 4;
/* A law must hold over this factor of sizes: less is a transition. */
static const double least_span = 1.5;
/* Fewer misses are none. */
static const double none = 0.5;

/* The run of points that ends at `last` and follows one power. */
typedef struct run {
  int first, exponent;
  double low, high; /* of the coefficients that all its points allow */
} run;

static double misses_of(const pme_size_point *point, int level) { return point->levels[level].misses; }

bool pme__is_told(const pme_size_point *point, int level) {
  return point->data_accesses > 0 || !pme__is_open(&point->levels[level]);
}

/* What the misses are no fewer than. Of places that data choose the lower bound is another answer: there what the upper
 * one is counts. */
static double least_of(const pme_size_point *point, int level) {
  return point->data_accesses > 0 ? misses_of(point, level) : point->levels[level].low;
}

bool pme__is_near(const pme_size_point *point, int level) {
  static const double apart = 3, of_accesses = 0.005;
  const pme_misses *m = &point->levels[level];
  double least = least_of(point, level);
  return (m->precision == PME_PRECISION_EXACT && point->data_accesses <= 0) || m->high <= apart * least ||
         m->high - least <= of_accesses * m->accesses;
}

static run run_through(const pme_size_point *points, int last, int level, int exponent, bool takes_open) {
  run r = {.first = last + 1, .exponent = exponent, .low = 0, .high = INFINITY};
  for (int i = last; i >= 0; i--) {
    double power = pow((double)points[i].size, exponent), misses = misses_of(&points[i], level);
    double low = fmax(r.low, (misses * (1 - tolerance) - few_lines) / power);
    double high = fmin(r.high, (misses * (1 + tolerance) + few_lines) / power);
    if (misses <= none || low > high || !(takes_open || pme__is_told(&points[i], level)))
      return r;
    r = (run){i, exponent, low, high};
  }
  return r;
}

/* A law that two other points tell goes through the middle of one that is left open, where it lies there. */
static run run_of_power(const pme_size_point *points, int last, int level, int exponent) {
  static const int least_told = 2;
  run r = run_through(points, last, level, exponent, true);
  int told = 0;
  for (int i = r.first; i <= last; i++)
    told += pme__is_told(&points[i], level);
  return told >= least_told ? r : run_through(points, last, level, exponent, false);
}

static run run_of_none(const pme_size_point *points, int last, int level) {
  run r = {.first = last + 1};
  while (r.first > 0 && misses_of(&points[r.first - 1], level) <= none && pme__is_told(&points[r.first - 1], level))
    r.first--;
  return r;
}

/* Misses do not grow faster than accesses in the long run. */
static int most_exponent(const pme_size_point *points, int count) {
  const pme_size_point *last = &points[count - 1], *before = count > 1 ? last - 1 : last;
  double growth = log(last->levels[0].accesses / fmax(before->levels[0].accesses, 1));
  double exponent = count > 1 ? growth / log((double)last->size / (double)before->size) : 1;
  return exponent > 0 ? (int)lround(exponent) : 0;
}

static run longest_run(const pme_size_point *points, int last, int level, int most) {
  run longest = run_of_none(points, last, level);
  for (int exponent = 0; exponent <= most; exponent++) {
    run r = run_of_power(points, last, level, exponent);
    if (r.first < longest.first)
      longest = r;
  }
  return longest;
}

/* Points at the lower end that are far from where the largest one lies, which the others between them allow, are part of
 * what is below. */
static void trim(const pme_size_point *points, int last, int level, run *r) {
  double at_end = misses_of(&points[last], level) / pow((double)points[last].size, r->exponent);
  for (; r->first < last; *r = (run){r->first + 1, r->exponent, at_end, at_end}) {
    double misses = misses_of(&points[r->first], level),
           said = at_end * pow((double)points[r->first].size, r->exponent);
    if (fabs(misses - said) <= tolerance * misses + few_lines)
      return;
  }
}

static bool is_law(const pme_size_point *points, int last, const run *r) {
  return r->first < last && (double)points[last].size >= least_span * (double)points[r->first].size;
}

/* The largest size of a law tells its coefficient best, as far as the others allow, and how well it is known. */
static pme_size_law law_of(const pme_size_point *points, int count, int last, const run *r, int level) {
  double power = pow((double)points[last].size, r->exponent), at_end = misses_of(&points[last], level) / power;
  bool is_none = misses_of(&points[last], level) <= none;
  double coefficient = is_none ? 0 : fmin(fmax(at_end, r->low), r->high);
  bool is_known = is_none || pme__is_near(&points[last], level);
  return (pme_size_law){.from = points[r->first].size,
                        .to = last + 1 == count ? INT64_MAX : points[last].size,
                        .coefficient = coefficient,
                        .low = is_known ? coefficient : fmin(coefficient, least_of(&points[last], level) / power),
                        .high = is_known ? coefficient : fmax(coefficient, points[last].levels[level].high / power),
                        .exponent = is_none ? 0 : r->exponent};
}

static void reverse(pme_size_law *laws, int count) {
  for (int i = 0; i < count / 2; i++) {
    pme_size_law law = laws[i];
    laws[i] = laws[count - 1 - i];
    laws[count - 1 - i] = law;
  }
}

/* Two laws with a point or two between them that do not follow: a size whose rows meet in few sets. */
static bool are_one(const pme_size_law *below, const pme_size_law *above) {
  return below->exponent == above->exponent &&
         fabs(below->coefficient - above->coefficient) <= 2 * tolerance * fmax(below->coefficient, above->coefficient);
}

static int join(pme_size_law *laws, int count) {
  int kept = 0;
  for (int i = 1; i < count; i++)
    if (are_one(&laws[kept], &laws[i])) {
      laws[i].from = laws[kept].from;
      laws[kept] = laws[i];
    } else {
      laws[++kept] = laws[i];
    }
  return count > 0 ? kept + 1 : 0;
}

static double error_of(const pme_size_point *points, int count, int level, const pme_size_law *law) {
  double most = 0;
  for (int i = 0; i < count; i++) {
    double said = law->coefficient * pow((double)points[i].size, law->exponent);
    if (points[i].size >= law->from && points[i].size <= law->to)
      most = fmax(most, fabs(said - misses_of(&points[i], level)) / fmax(misses_of(&points[i], level), few_lines));
  }
  return most;
}

/* The symbol is where loops begin, and not how much there is: no power of it holds for every value, and none for larger
 * ones than were looked at. */
static bool has_less_work(const pme_size_point *points, int count) {
  static const double notably = 0.9;
  double most = 0;
  for (int i = 0; i < count; i++) {
    if (points[i].levels[0].accesses < notably * most)
      return true;
    most = fmax(most, points[i].levels[0].accesses);
  }
  return false;
}

/* From the largest size down: what large sizes do matters most. */
const pme_size_law *pme__find_laws(const pme_size_point *points, int count, int level, pme_arena *arena,
                                   int *law_count) {
  pme_size_law *laws = PME_ARENA_NEW(arena, pme_size_law, count);
  int most = count > 0 ? most_exponent(points, count) : 0;
  *law_count = 0;
  for (int last = has_less_work(points, count) ? -1 : count - 1; laws && last >= 0;) {
    run r = longest_run(points, last, level, most);
    if (r.first < last && misses_of(&points[last], level) > none)
      trim(points, last, level, &r);
    if (is_law(points, last, &r)) {
      laws[(*law_count)++] = law_of(points, count, last, &r, level);
      last = r.first - 1;
    } else {
      last--;
    }
  }
  if (!laws)
    return NULL;
  reverse(laws, *law_count);
  *law_count = join(laws, *law_count);
  for (int i = 0; i < *law_count; i++)
    laws[i].error = error_of(points, count, level, &laws[i]);
  return laws;
}

/* ---- turning points ---- */

/* Of the lines that a loop has to fetch in any case, so many are lost where next to none are. */
static const double least_loss = 0.02;

/* Where what is lost becomes notable between two sizes, on a straight line of logarithms. */
static double turn_between(const pme_size_point *fits, const pme_size_point *other, int level) {
  double below = log(fmax(pme__loss_share(&fits->levels[level]), least_loss));
  double above = log(pme__loss_share(&other->levels[level])), width = log((double)other->size / (double)fits->size);
  return (double)fits->size * exp(width * fmin(fmax((log(PME__NOTABLE_LOSS) - below) / (above - below), 0), 1));
}

int64_t pme__fits_up_to(const pme_by_size_loop *loop, int level) {
  for (int i = 0; i < loop->point_count; i++)
    if (!pme__fits(&loop->points[i].levels[level]))
      return i ? llround(turn_between(&loop->points[i - 1], &loop->points[i], level)) : 0;
  return INT64_MAX;
}
