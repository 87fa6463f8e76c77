/* Adds up what samples of lost lines say. */
#include "lost_line_sums.h"

#include <math.h>

enum { REPLICATES = PME__WALK_REPLICATES };
/* n samples that lose nothing are seen in 3% of the cases where 3.4 / n of all do. */
static const double UNSEEN = 3.4;

typedef pme__lost_line_sums sums;
typedef pme__line_loss loss;

double pme__lost_line_samples(const sums *sums, int replicates) {
  double sum = 0;
  for (int i = 0; i < replicates; i++)
    sum += (double)sums->samples[i];
  return sum;
}

bool pme__loses_any(const sums *sums) {
  for (int i = 0; i < REPLICATES; i++)
    if (sums->lost[i] > 0)
      return true;
  return false;
}

double pme__lost_line_points(const sums strata[PME__LOST_LINE_STRATA]) {
  double drawn = 0;
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    drawn += strata[k].drawn;
  return drawn;
}

/* Of a stratum that stays in its lines nothing is unseen: it would be lost to those that write into the line with it. */
static void add_stratum(const sums strata[PME__LOST_LINE_STRATA], int stratum, double drawn, int likely, loss *all) {
  const sums *sums = &strata[stratum];
  double samples = pme__lost_line_samples(sums, likely), share = drawn > 0 ? sums->drawn / drawn : 0, mean = 0;
  if (samples <= 0)
    return;
  for (int i = 0; i < likely; i++) {
    mean += sums->lost[i] / samples;
    all->falsely += share * sums->false_lost[i] / samples;
  }
  for (int i = 0; i < REPLICATES; i++)
    all->differences[i] += sums->samples[i] > 0 ? share * (sums->lost[i] / (double)sums->samples[i] - mean) : 0;
  all->lost += share * mean;
  all->noise += share * share * fmax(mean * (1 - mean), 0) * likely / samples;
  all->shares += mean * mean * share * (1 - share) / drawn;
  if (mean <= 0 && !pme__stays_in_line(stratum))
    all->unseen = fmax(all->unseen, share * UNSEEN / fmax(samples, UNSEEN));
}

pme__line_loss pme__line_loss_of(const sums strata[PME__LOST_LINE_STRATA], int likely) {
  loss all = {0};
  double drawn = pme__lost_line_points(strata);
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    add_stratum(strata, k, drawn, likely, &all);
  all.unseen = drawn > 0 ? all.unseen : 1;
  return all;
}

static double taken_of(const sums strata[PME__LOST_LINE_STRATA]) {
  double taken = 0;
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    taken += strata[k].taken;
  return taken;
}

pme__untaken pme__untaken_of(const sums strata[PME__LOST_LINE_STRATA], int rounds) {
  pme__untaken found = {.rounds = taken_of(strata) > 0 ? 0 : rounds};
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++) {
    found.samples[k] = (int)pme__lost_line_samples(&strata[k], REPLICATES);
    found.drawn[k] = (float)strata[k].drawn;
    found.passed_on[k] = (float)strata[k].passed_on;
  }
  return found;
}

void pme__take_untaken(const pme__untaken *found, sums strata[PME__LOST_LINE_STRATA]) {
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++) {
    strata[k].drawn = found->drawn[k];
    strata[k].passed_on = found->passed_on[k];
    for (int i = 0; i < REPLICATES; i++)
      strata[k].samples[i] = found->samples[k] / REPLICATES + (i < found->samples[k] % REPLICATES);
  }
}
