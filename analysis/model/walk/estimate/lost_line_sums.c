/* Adds up what samples of lost lines say. */
#include "lost_line_sums.h"

#include <math.h>
#include <string.h>

enum { REPLICATES = PME__WALK_REPLICATES, FIRST_CAPACITY = 64 };
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

double pme__lost_line_share(const pme__lost_line_strata *strata, const sums sums[PME__LOST_LINE_STRATA], int stratum) {
  if (strata->has_shares)
    return strata->shares[stratum];
  double drawn = pme__lost_line_points(sums);
  return drawn > 0 ? sums[stratum].drawn / drawn : 0;
}

/* Of a stratum that stays in its lines nothing is unseen: it would be lost to those that write into the line with it.
 * `doubt`: one in the points that tell the shares, 0 where they are known. */
static void add_stratum(const sums *sums, int stratum, double share, double doubt, int likely, loss *all) {
  double samples = pme__lost_line_samples(sums, likely), mean = 0;
  if (samples <= 0) {
    all->unseen = pme__stays_in_line(stratum) ? all->unseen : fmax(all->unseen, share);
    return;
  }
  for (int i = 0; i < likely; i++) {
    mean += sums->lost[i] / samples;
    all->falsely += share * sums->false_lost[i] / samples;
  }
  for (int i = 0; i < REPLICATES; i++)
    all->differences[i] += sums->samples[i] > 0 ? share * (sums->lost[i] / (double)sums->samples[i] - mean) : 0;
  all->lost += share * mean;
  all->noise += share * share * fmax(mean * (1 - mean), 0) * likely / samples;
  all->shares += mean * mean * share * (1 - share) * doubt;
  if (mean <= 0 && !pme__stays_in_line(stratum))
    all->unseen = fmax(all->unseen, share * UNSEEN / fmax(samples, UNSEEN));
}

pme__line_loss pme__line_loss_of(const pme__lost_line_strata *strata, const sums sums[PME__LOST_LINE_STRATA],
                                 int likely) {
  loss all = {0};
  double drawn = pme__lost_line_points(sums), doubt = strata->has_shares || drawn <= 0 ? 0 : 1 / drawn;
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    add_stratum(&sums[k], k, pme__lost_line_share(strata, sums, k), doubt, likely, &all);
  all.unseen = drawn > 0 ? all.unseen : 1;
  return all;
}

void pme__forget_lost(sums *sums) {
  for (int i = 0; i < REPLICATES; i++)
    sums->lost[i] = sums->false_lost[i] = 0;
}

static bool grow(pme__taken_lines *lines, pme_arena *arena) {
  int capacity = lines->capacity > 0 ? 2 * lines->capacity : FIRST_CAPACITY;
  pme__taken_line *at = PME_ARENA_NEW(arena, pme__taken_line, capacity);
  if (!at)
    return false;
  if (lines->count > 0)
    memcpy(at, lines->at, (size_t)lines->count * sizeof *at);
  lines->at = at;
  lines->capacity = capacity;
  return true;
}

bool pme__taken_lines_add(pme__taken_lines *lines, const pme__taken_line *line, pme_arena *arena) {
  if (lines->count == lines->capacity && !grow(lines, arena))
    return false;
  lines->at[lines->count++] = *line;
  return true;
}
