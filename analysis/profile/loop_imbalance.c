/* Parts of a loop's iterations are dealt out to a team as its schedule does. */
#include <math.h>

#include "predict_as.h"

/* So many chunks of a thread are as good as all. */
static const double MANY_CHUNKS = 4 * PME_PROFILE_PARTS;

/* References before a share of the iterations. */
static double references_until(const pme_profile_loop *loop, double share) {
  double at = fmin(fmax(share, 0), 1) * PME_PROFILE_PARTS, sum = 0;
  for (int i = 0; i < PME_PROFILE_PARTS && i < at; i++)
    sum += loop->part[i] * fmin(at - i, 1);
  return sum;
}

/* Of the thread that has every `threads`-th chunk from one on. */
static double references_of(const pme_profile_loop *loop, int thread, int threads, double chunk) {
  double sum = 0;
  for (double first = thread * chunk; first < 1; first += threads * chunk)
    sum += references_until(loop, first + chunk) - references_until(loop, first);
  return sum;
}

double pme__loop_imbalance(const pme_profile_loop *loop, const pme_team_question *team) {
  pme_schedule_kind schedule = team->has_schedule ? team->schedule : loop->schedule;
  double iterations = loop->executions > 0 ? loop->iterations / loop->executions : 0;
  int64_t given = team->has_schedule ? team->chunk : loop->chunk;
  double all = references_until(loop, 1), busiest = 0;
  if (schedule == PME_SCHEDULE_DYNAMIC && iterations > 0) /* somebody has a whole chunk */
    return fmax(fmin((given > 0 ? (double)given : 1) / iterations, 1) * team->threads, 1);
  double chunk = given > 0 && iterations > 0 ? (double)given / iterations : 1.0 / team->threads;
  if (schedule != PME_SCHEDULE_STATIC || all <= 0 || chunk * team->threads * MANY_CHUNKS < 1)
    return 1;
  for (int t = 0; t < team->threads; t++)
    busiest = fmax(busiest, references_of(loop, t, team->threads, chunk));
  return fmax(busiest * team->threads / all, 1);
}
