/* Sums of deviations over placements, how far they reach, and the intervals that are widened by them. */
#include "placement_variance.h"

#include <math.h>
#include <stdio.h>

/* Share of the misses of a level from which on the placement is worth a word. */
static const double WORTH_TELLING = 0.05;

/* The farthest of sixteen placements lies about 1.8 standard deviations from the mean if they are normal, 1.5 if they
 * are uniform; so many times that holds 95% of others. */
static const double BEYOND_FARTHEST = 1.3;
/* What the points say of themselves is as uncertain as sixteen differences leave it: of the variance that is taken for
 * theirs, this share may be that of placements. Without it, where points are few and tell nothing of placements, these
 * would not count at all. */
static const double DOUBT_OF_NOISE = 0.15;
/* Student's t, 97.5%, by degrees of freedom: so many times the root of the mean square of as many errors. */
static const double STUDENT[PME__CONTRASTS + 1] = {0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36};

void pme__placement_deviations_add(pme__placement_deviations *sum, const pme__placement_deviations *part) {
  for (int half = 0; half < 2; half++)
    for (int j = 0; j < PME__PLACEMENTS; j++)
      sum->deviations[half][j] += part->deviations[half][j];
  for (int h = 0; h < PME__CONTRASTS; h++)
    sum->contrasts[h] += part->contrasts[h];
  sum->contrast_count = part->contrast_count > sum->contrast_count ? part->contrast_count : sum->contrast_count;
  sum->unseen += part->unseen;
}

double pme__sampled_sets_reach(const pme__placement_deviations *placements) {
  int count = placements->contrast_count;
  double squares = 0;
  for (int h = 0; h < count; h++)
    squares += placements->contrasts[h] * placements->contrasts[h];
  return (count > 0 ? STUDENT[count] * sqrt(squares / count) : 0) + placements->unseen;
}

double pme__placement_variance(const pme__placement_deviations *placements, double *noise) {
  double both = 0, apart = 0;
  for (int j = 0; j < PME__PLACEMENTS; j++) {
    double a = placements->deviations[0][j], b = placements->deviations[1][j];
    both += 0.25 * (a + b) * (a + b) / (PME__PLACEMENTS - 1);
    apart += 0.25 * (a - b) * (a - b) / (PME__PLACEMENTS - 1);
  }
  *noise = apart;
  return both > apart ? both - apart : 0;
}

pme__placement_reach pme__placement_reach_of(const pme__placement_deviations *placements) {
  double noise, variance = pme__placement_variance(placements, &noise), lowest = 0, highest = 0;
  double likely = variance + DOUBT_OF_NOISE * noise;
  if (likely <= 0)
    return (pme__placement_reach){0, 0};
  for (int j = 0; j < PME__PLACEMENTS; j++) {
    double deviation = 0.5 * (placements->deviations[0][j] + placements->deviations[1][j]);
    lowest = fmin(lowest, deviation);
    highest = fmax(highest, deviation);
  }
  double share = BEYOND_FARTHEST * sqrt(likely / (variance + noise));
  return (pme__placement_reach){-lowest * share, highest * share};
}

static void widen_to(pme_misses *m, pme__placement_reach reach) {
  double below = m->misses - m->low, above = m->high - m->misses;
  double low = m->misses - sqrt(below * below + reach.below * reach.below);
  m->low = low > 0 ? low : 0;
  m->high = m->misses + sqrt(above * above + reach.above * reach.above);
  m->placement = 0.5 * (reach.below + reach.above);
}

static void widen(pme_misses *m, const pme__placement_deviations *placements) {
  double sampled = pme__sampled_sets_reach(placements);
  widen_to(m, (pme__placement_reach){sampled, sampled});
  widen_to(m, pme__placement_reach_of(placements));
}

/* Of the references below the loop; PME_NONE: of all. */
static pme__placement_deviations sum_below(const pme_prediction *prediction,
                                           const pme__placement_deviations *placements, int level, int loop) {
  pme__placement_deviations sum = {0};
  for (int r = 0; r < prediction->reference_count; r++)
    if (prediction->references[r].modelled &&
        (loop == PME_NONE || pme_subject_is_below(prediction->subject, prediction->references[r].node, loop)))
      pme__placement_deviations_add(&sum, &placements[r * prediction->level_count + level]);
  return sum;
}

void pme__widen_by_placements(pme_prediction *prediction, const pme__placement_deviations *placements) {
  for (int l = 0; l < prediction->level_count; l++) {
    pme__placement_deviations sum = sum_below(prediction, placements, l, PME_NONE);
    widen(&prediction->levels[l], &sum);
    for (int i = 0; i < prediction->loop_count; i++) {
      sum = sum_below(prediction, placements, l, prediction->loops[i].node);
      widen(&prediction->loops[i].levels[l], &sum);
    }
    for (int r = 0; r < prediction->reference_count; r++)
      if (prediction->references[r].modelled)
        widen(&prediction->references[r].levels[l], &placements[r * prediction->level_count + l]);
  }
}

/* None where the points, which are few, disagree as much as placements do. */
static pme__placement_reach sure_reach_of(const pme__placement_deviations *placements) {
  double noise, variance = pme__placement_variance(placements, &noise);
  return variance > noise ? pme__placement_reach_of(placements) : (pme__placement_reach){0, 0};
}

/* Part of what each reference reaches to, so that all together reach as far as the whole. */
static double part_of(double whole, double each_summed) { return each_summed > whole ? whole / each_summed : 1; }

void pme__widen_together(pme_prediction *prediction, const pme__placement_deviations *placements) {
  int levels = prediction->level_count;
  for (int l = 0; l < levels; l++) {
    pme__placement_deviations sum = sum_below(prediction, placements, l, PME_NONE);
    pme__placement_reach whole = sure_reach_of(&sum), each = {0, 0};
    widen_to(&prediction->levels[l], whole);
    for (int r = 0; r < prediction->reference_count; r++) {
      pme__placement_reach reach = pme__placement_reach_of(&placements[r * levels + l]);
      each.below += prediction->references[r].modelled ? reach.below : 0;
      each.above += prediction->references[r].modelled ? reach.above : 0;
    }
    for (int r = 0; r < prediction->reference_count; r++) {
      pme__placement_reach reach = pme__placement_reach_of(&placements[r * levels + l]);
      reach.below *= part_of(whole.below, each.below);
      reach.above *= part_of(whole.above, each.above);
      if (prediction->references[r].modelled)
        widen_to(&prediction->references[r].levels[l], reach);
    }
  }
}

/* ---- in words ---- */

/* "3.42M" */
static void print_count(double value, char *buffer, size_t buffer_bytes) {
  static const char *const units[] = {"", "K", "M", "G", "T"};
  int unit = 0;
  for (; value >= 999.5 && unit < 4; unit++)
    value /= 1000;
  snprintf(buffer, buffer_bytes, "%.*f%s",
           unit == 0 || value >= 99.95 ? 0
           : value >= 9.995            ? 1
                                       : 2,
           value, units[unit]);
}

/* The array whose accesses make most of the difference. */
static const char *most_different(const pme_prediction *prediction, const pme__placement_deviations *placements,
                                  int level) {
  int most = PME_NONE;
  double most_variance = 0;
  int arrays = pme_program_array_count(pme_concrete_program(prediction->concrete));
  for (int a = 0; a < arrays; a++) {
    pme__placement_deviations sum = {0};
    double noise;
    for (int r = 0; r < prediction->reference_count; r++) {
      const pme_reference_prediction *row = &prediction->references[r];
      if (row->modelled && pme_concrete_node_at(prediction->concrete, row->node)->u.access.array == a)
        pme__placement_deviations_add(&sum, &placements[r * prediction->level_count + level]);
    }
    double variance = pme__placement_variance(&sum, &noise);
    if (variance > most_variance) {
      most_variance = variance;
      most = a;
    }
  }
  return most == PME_NONE ? "" : pme_program_array(pme_concrete_program(prediction->concrete), most)->name;
}

bool pme__describe_placements(const pme_prediction *prediction, const pme__placement_deviations *placements,
                              char *buffer, size_t buffer_bytes) {
  for (int l = prediction->level_count - 1; l >= 0; l--) {
    const pme_misses *m = &prediction->levels[l];
    char low[16], high[16];
    if (m->placement <= WORTH_TELLING * m->misses || m->placement < 0.5 * (m->high - m->low) / 2)
      continue;
    print_count(m->low, low, sizeof low);
    print_count(m->high, high, sizeof high);
    snprintf(buffer, buffer_bytes,
             "the addresses of arrays are not known, and they matter: from %s to %s misses of %s, most of the "
             "difference in '%.40s'",
             low, high, prediction->level_info[l].name, most_different(prediction, placements, l));
    return true;
  }
  return false;
}
