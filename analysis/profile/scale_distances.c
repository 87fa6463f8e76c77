/* The reuse distances of one reference at the target, in groups of equal mass: far ones by where they lie, near ones by
 * how many there are.
 *
 * Of a search in halves the last rounds are as near to each other in any array, and each doubling adds one that is
 * farther away: counted in rounds, not in shares, near distances stay, and far ones are the same number of rounds from
 * the farthest. Of the chains of a hash table what is near by chance gets rarer and rarer. So below some distance, how
 * many there are within each distance is fitted; beyond it, the mean distances of groups that are counted from the far
 * end. Which distance it is, is tried for each reference: that with which the largest run is foretold best from the
 * others (0: groups alone). */
#include <math.h>
#include <stdlib.h>

#include "scaling.h"

enum { IN_ROUNDS = -1 };

typedef struct atom {
  double distance, weight;
} atom;

double pme__scale_edge(int i) {
  static const int exact = 2;
  return i <= exact ? i : i % 2 ? ldexp(3, (i - 3) / 2) : ldexp(1, i / 2);
}

/* ---- runs, and what is asked of them ---- */

static void add_run(pme__forecast *f, const scaling *s, int k) {
  f->runs[f->count] = k;
  f->lines[f->count++] = s->lines[k];
}

static pme__forecast forecast_without(const scaling *s, int left_out) {
  pme__forecast f = {.at_lines = s->target_lines};
  for (int k = 0; k < s->count; k++)
    if (k != left_out)
      add_run(&f, s, k);
  if (left_out != PME_NONE)
    f.at_lines = s->lines_without[left_out];
  return f;
}

/* Finite distances of an entry. */
static double rounds_of(const stream_data *d, int k) { return (d->accesses[k] - d->cold[k]) / d->entries[k]; }

/* ---- near ---- */

/* Shares of distances below edges. */
static int add_shares(const stream_data *d, const pme__forecast *f, int edges, double *within, atom *atoms) {
  double shares[PME_SCALE_MAX_RUNS];
  int count = 0;
  *within = 0;
  for (int i = 1; i <= edges; i++) {
    for (int j = 0; j < f->count; j++)
      shares[j] = d->near[f->runs[j]][i];
    double below = fmax(pme__scale_share(f->lines, shares, f->count, f->at_lines), *within);
    if (below > *within)
      atoms[count++] = (atom){d->near_mean[i - 1], below - *within};
    *within = below;
  }
  return count;
}

/* ---- at the same depth ---- */

/* Sum of the means of groups below quantile q, in groups. */
static double sum_below(const double *sums, const double *means, double q) {
  double at = q * PME_SCALE_GROUPS;
  int whole = (int)at;
  return whole < PME_SCALE_GROUPS ? sums[whole] + (at - whole) * means[whole] : sums[PME_SCALE_GROUPS];
}

/* Mean distance of a run between two quantiles. */
static double mean_between(const stream_data *d, int k, double low, double high) {
  low = fmin(fmax(low, 0), 1);
  high = fmin(fmax(high, 0), 1);
  if (high - low < 1e-9)
    return d->means[k][low < 0.5 ? 0 : PME_SCALE_GROUPS - 1];
  return (sum_below(d->sums[k], d->means[k], high) - sum_below(d->sums[k], d->means[k], low)) /
         ((high - low) * PME_SCALE_GROUPS);
}

/* Where groups are looked for in the runs. */
typedef enum counted { BY_SHARE, FROM_NEAREST, FROM_FARTHEST } counted;

typedef struct stretch {
  counted how;
  int border;      /* by share: edges below which distances are counted already */
  double from, to; /* shares of the finite distances at the target */
  int groups;
} stretch;

/* Where a share of the finite distances at the target is in a run. What is beyond the border, as a share of that. */
static double quantile_in(const stream_data *d, const pme__forecast *f, int k, const stretch *of, double share) {
  if (of->how == BY_SHARE) {
    double near = of->border > 0 ? d->near[k][of->border] : 0;
    return near + (share - of->from) / (1 - of->from) * (1 - near);
  }
  double ratio = f->rounds / rounds_of(d, k);
  return of->how == FROM_FARTHEST ? 1 - (1 - share) * ratio : share * ratio;
}

static void add_groups(const stream_data *d, const pme__forecast *f, const stretch *of, double *laws, atom *atoms) {
  double distances[PME_SCALE_MAX_RUNS], width = (of->to - of->from) / of->groups;
  int law;
  for (int g = 0; g < of->groups; g++) {
    for (int j = 0; j < f->count; j++) {
      const int k = f->runs[j];
      distances[j] = mean_between(d, k, quantile_in(d, f, k, of, of->from + g * width),
                                  quantile_in(d, f, k, of, of->from + (g + 1) * width));
    }
    atoms[g].weight = width;
    atoms[g].distance = pme__scale_distance_by(f->lines, distances, f->count, f->at_lines,
                                               of->how == FROM_NEAREST ? PME_SCALE_ROUNDS : d->laws, &law);
    if (laws)
      laws[law] += width;
  }
}

/* ---- both ---- */

static int by_distance(const void *a, const void *b) {
  double x = ((const atom *)a)->distance, y = ((const atom *)b)->distance;
  return (x > y) - (x < y);
}

/* Means of groups of equal mass; of atoms that have 1 in all. */
static void cut(const atom *atoms, int count, double *means) {
  pme__scale_cut groups = pme__scale_begin_cut(1, means);
  for (int i = 0; i < count; i++)
    pme__scale_add_to_cut(&groups, atoms[i].distance, atoms[i].weight);
  pme__scale_end_cut(&groups);
}

/* Of the rounds at the target, which are looked for from the nearest: as many as the smallest run has, but the last ones,
 * which its size cuts off. */
static double rounds_from_nearest(const stream_data *d, const pme__forecast *f) {
  static const double all_but_last = 0.9;
  double least = f->rounds;
  for (int j = 0; j < f->count; j++)
    least = fmin(least, rounds_of(d, f->runs[j]));
  return all_but_last * least / f->rounds;
}

/* `border`: edges below which distances are counted, or IN_ROUNDS. */
static void foretell(const stream_data *d, const pme__forecast *f, int border, double *laws, double *means) {
  atom atoms[PME_SCALE_GROUPS + PME_SCALE_EDGES];
  double within = 0;
  int count = PME_SCALE_GROUPS / 2;
  stretch beyond = {BY_SHARE, border, 0, 1, PME_SCALE_GROUPS};
  if (border == IN_ROUNDS) {
    within = rounds_from_nearest(d, f);
    const stretch near = {FROM_NEAREST, 0, 0, within, count};
    add_groups(d, f, &near, laws, atoms);
    beyond = (stretch){FROM_FARTHEST, 0, within, 1, PME_SCALE_GROUPS - count};
  } else {
    count = add_shares(d, f, border, &within, atoms);
    if (laws)
      laws[PME_SCALE_CONSTANT] += within;
    beyond.from = within;
  }
  if (within < 1) {
    add_groups(d, f, &beyond, laws, atoms + count);
    count += beyond.groups;
  }
  qsort(atoms, (size_t)count, sizeof *atoms, by_distance);
  cut(atoms, count, means);
}

/* ---- where near ends ---- */

/* Between the largest run and what the others say of it: the area between the two curves of misses over the logarithm
 * of the lines. */
static double error_with(const scaling *s, const stream_data *d, int border) {
  const int last = s->count - 1;
  double means[PME_SCALE_GROUPS], error = 0;
  pme__forecast others = {.at_lines = s->lines[last], .rounds = d->slow_loop != PME_NONE ? rounds_of(d, last) : 0};
  for (int k = 0; k < last; k++)
    add_run(&others, s, k);
  foretell(d, &others, border, NULL, means);
  for (int g = 0; g < PME_SCALE_GROUPS; g++)
    error += fabs(log((means[g] + 1) / (d->means[last][g] + 1)));
  return error;
}

/* Only what is much nearer than the smallest run is large is near for a reason that has nothing to do with its size. */
static int most_edges(const scaling *s) {
  enum { LINES_PER_NEAR_LINE = 16 };
  int edges = 0;
  while (edges + 1 < PME_SCALE_EDGES && pme__scale_edge(edges + 1) * LINES_PER_NEAR_LINE <= s->lines[0])
    edges++;
  return edges;
}

static int border_of(const scaling *s, const stream_data *d) {
  enum { LEAST_RUNS = 3, FIRST_TRIED = 2 };
  static const double worth = 0.9; /* of the error, to take more of the near distances */
  const int most = most_edges(s);
  int best = 0;
  if (s->count < LEAST_RUNS)
    return 0;
  double least = error_with(s, d, 0), error;
  if (d->slow_loop != PME_NONE && error_with(s, d, IN_ROUNDS) < least)
    return IN_ROUNDS;
  for (int edges = FIRST_TRIED; edges <= most; edges += 2)
    if ((error = error_with(s, d, edges)) < worth * least) {
      least = error;
      best = edges;
    }
  return best;
}

void pme__scale_distances(const scaling *s, const stream_data *d, double rounds, double *laws,
                          pme__scale_spread *spread) {
  const int border = border_of(s, d);
  double means[PME_SCALE_GROUPS];
  pme__forecast all = forecast_without(s, PME_NONE);
  all.rounds = rounds;
  foretell(d, &all, border, laws, spread->value);
  for (int g = 0; g < PME_SCALE_GROUPS; g++)
    spread->low[g] = spread->high[g] = spread->value[g];
  for (int k = 0; k < s->count && pme__scale_has_range(s); k++) {
    pme__forecast others = forecast_without(s, k);
    others.rounds = rounds;
    foretell(d, &others, border, NULL, means);
    for (int g = 0; g < PME_SCALE_GROUPS; g++) {
      spread->low[g] = fmin(spread->low[g], means[g]);
      spread->high[g] = fmax(spread->high[g], means[g]);
    }
  }
}
