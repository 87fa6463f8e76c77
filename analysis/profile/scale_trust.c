/* How far a scaled profile is to be trusted: by the largest run, predicted from the others, and by what changes when a
 * run is left out. */
#include <math.h>

#include "scaling.h"

enum { FIRST_CACHE = 8, MOST_CACHES = 48 };

/* The caches that the fit is judged by, in lines. */
typedef struct judged_caches {
  int count;
  double lines[MOST_CACHES];
} judged_caches;

static judged_caches caches_of(const pme__scale_question *question) {
  const pme_machine *machine = question->machine;
  judged_caches caches = {.count = machine ? machine->level_count : MOST_CACHES};
  for (int c = 0; c < caches.count; c++)
    caches.lines[c] =
        machine ? (double)(machine->levels[c].size_bytes / machine->levels[c].line_bytes) : ldexp(FIRST_CACHE, c);
  return caches;
}

/* Largest difference of the miss rates of two profiles over the caches that have at most `most_lines`. */
static pme_status largest_gap(const pme_profile *a, const pme_profile *b, const judged_caches *caches,
                              double most_lines, double *gap) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram x = {.total = 0}, y = {.total = 0};
  pme_status status = pme_profile_sum(a, &whole, &x, NULL);
  if (!status)
    status = pme_profile_sum(b, &whole, &y, NULL);
  *gap = 0;
  for (int c = 0; c < caches->count && !status; c++)
    if (caches->lines[c] <= most_lines)
      *gap = fmax(*gap, fabs(pme_histogram_miss_rate(&x, a->options.window_lines, caches->lines[c]) -
                             pme_histogram_miss_rate(&y, b->options.window_lines, caches->lines[c])));
  pme_histogram_destroy(&x, pme__profile_allocator(a));
  pme_histogram_destroy(&y, pme__profile_allocator(b));
  return status;
}

pme_status pme__scale_leave_largest_out(const pme__scale_question *question, double *error) {
  scaling sorted = {.count = 0};
  pme__scale_report report;
  pme_profile *predicted;
  pme__scale_sort_runs(question, &sorted);
  const int last = sorted.count - 1;
  const pme__scale_question others = {
      .runs = sorted.runs, .count = last, .target = sorted.sizes[last], .way = PME_SCALE_FITTED};
  pme_status status = pme__scale_once(&others, &predicted, &report);
  if (status)
    return status;
  const judged_caches caches = caches_of(question);
  status = largest_gap(predicted, sorted.runs[last].profile, &caches, 2 * report.lines, error);
  pme_profile_destroy(predicted);
  return status;
}

/* ---- how far the answer hangs on single runs ---- */

static pme_status miss_rates(const pme_profile *p, const judged_caches *caches, double rates[MOST_CACHES]) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram h = {.total = 0};
  pme_status status = pme_profile_sum(p, &whole, &h, NULL);
  for (int c = 0; c < caches->count && !status; c++)
    rates[c] = pme_histogram_miss_rate(&h, p->options.window_lines, caches->lines[c]);
  pme_histogram_destroy(&h, pme__profile_allocator(p));
  return status;
}

/* What of a run's influence on a line in log s is its own: 1 - leverage. The smallest run holds such a line, so what
 * happens without it says less. */
static double influence(const scaling *s, int run) {
  double mean = 0, spread = 0;
  for (int k = 0; k < s->count; k++)
    mean += log(s->sizes[k]) / s->count;
  for (int k = 0; k < s->count; k++)
    spread += pow(log(s->sizes[k]) - mean, 2);
  return 1 - 1. / s->count - pow(log(s->sizes[run]) - mean, 2) / spread;
}

/* Adds to `variance` what leaving out a run changes in the miss rates. */
static pme_status leave_run_out(const scaling *s, int run, const judged_caches *caches, const double *rates,
                                double *variance) {
  pme__scale_run others[PME_SCALE_MAX_RUNS];
  double without[MOST_CACHES];
  pme__scale_report report;
  pme_profile *p;
  for (int k = 0, at = 0; k < s->count; k++)
    if (k != run)
      others[at++] = s->runs[k];
  const pme__scale_question without_it = {
      .runs = others, .count = s->count - 1, .target = s->question->target, .way = PME_SCALE_FITTED};
  pme_status status = pme__scale_once(&without_it, &p, &report);
  if (status)
    return status;
  status = miss_rates(p, caches, without);
  pme_profile_destroy(p);
  for (int c = 0; c < caches->count && !status; c++)
    variance[c] += influence(s, run) * (without[c] - rates[c]) * (without[c] - rates[c]);
  return status;
}

pme_status pme__scale_standard_error(const pme__scale_question *question, const pme_profile *answer,
                                     pme__scale_report *report) {
  scaling sorted = {.count = 0};
  double rates[MOST_CACHES], variance[MOST_CACHES] = {0};
  pme__scale_sort_runs(question, &sorted);
  const judged_caches caches = caches_of(question);
  pme_status status = miss_rates(answer, &caches, rates);
  for (int run = 0; run < sorted.count && !status; run++)
    status = leave_run_out(&sorted, run, &caches, rates, variance);
  report->standard_error = 0;
  for (int c = 0; c < caches.count && !status; c++)
    if (sqrt(variance[c]) > report->standard_error) {
      report->standard_error = sqrt(variance[c]);
      report->least_sure = caches.lines[c];
    }
  return status;
}
