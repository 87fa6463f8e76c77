/* Profiles of larger inputs: the runs are put in order, their numbers fitted, and the result is filled part by part. */
#include "scale.h"

#include <math.h>
#include <stdio.h>

#include "scaling.h"

enum { NAMED_RUNS_BYTES = 1000 };

/* ---- numbers at the target ---- */

int pme__scale_function_in(const scaling *s, int k, int f) {
  bool stale;
  const pme_profile_function *function = &FUNCTIONS(base_of(s))[f];
  return pme_profile_find_function(s->runs[k].profile, function->name, function->hash, &stale);
}

double pme__scale_count_at_target(const scaling *s, const double *values) {
  return pme__scale_count(s->sizes, values, s->count, s->question->target);
}

bool pme__scale_has_range(const scaling *s) { return s->count > 2 && s->question->way == PME_SCALE_FITTED; }

static void leave_out(const double *values, int count, int left_out, double *others) {
  for (int i = 0; i < count; i++)
    if (i != left_out)
      *others++ = values[i];
}

static double count_without(const scaling *s, const double *values, int left_out) {
  double sizes[PME_SCALE_MAX_RUNS], others[PME_SCALE_MAX_RUNS];
  leave_out(s->sizes, s->count, left_out, sizes);
  leave_out(values, s->count, left_out, others);
  return pme__scale_count(sizes, others, s->count - 1, s->question->target);
}

interval pme__scale_interval(const scaling *s, const double *values, double value) {
  interval found = {value, value, value};
  for (int k = 0; k < s->count && pme__scale_has_range(s); k++) {
    double other = count_without(s, values, k);
    found.low = fmin(found.low, other);
    found.high = fmax(found.high, other);
  }
  return found;
}

/* ---- all of it ---- */

bool pme__scale_sort_runs(const pme__scale_question *question, scaling *s) {
  const pme__scale_run *runs = question->runs;
  const int count = question->count;
  for (int i = 0; i < count; i++) {
    int at = i;
    if (!(runs[i].size > 0))
      return false;
    for (; at > 0 && s->runs[at - 1].size > runs[i].size; at--)
      s->runs[at] = s->runs[at - 1];
    s->runs[at] = runs[i];
  }
  for (int i = 0; i < count; i++) {
    s->sizes[i] = s->runs[i].size;
    if (i && s->sizes[i] == s->sizes[i - 1])
      return false;
  }
  s->question = question;
  s->count = count;
  return true;
}

/* Lines that a run touches: its first references. */
static pme_status count_lines(scaling *s) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  for (int k = 0; k < s->count; k++) {
    pme_histogram h = {.total = 0};
    pme_status status = pme_profile_sum(s->runs[k].profile, &whole, &h, NULL);
    s->lines[k] = pme__scale_cold_weight(&h, s->runs[k].profile->options.window_lines);
    pme_histogram_destroy(&h, pme__profile_allocator(s->runs[k].profile));
    if (status)
      return status;
    if (s->lines[k] < 1)
      s->lines[k] = 1;
  }
  s->target_lines = fmax(1, pme__scale_count_at_target(s, s->lines));
  s->report->lines = s->target_lines;
  for (int k = 0; k < s->count && pme__scale_has_range(s); k++)
    s->lines_without[k] = fmax(1, count_without(s, s->lines, k));
  return PME_OK;
}

static pme_profile_options options_of_result(const pme_profile *base) {
  pme_profile_options options = base->options;
  options.geometry_count = 0;
  options.sampling = PME_SAMPLING_EXACT;
  options.window_lines = options.sample_lines = 0;
  return options;
}

/* "n = 100, 200, 400". */
static void name_runs(const scaling *s, char *text, size_t room) {
  size_t used = (size_t)snprintf(text, room, "%s%s", s->question->symbol ? s->question->symbol : "size",
                                 s->question->symbol ? " =" : "");
  for (int k = 0; k < s->count && used < room; k++)
    used += (size_t)snprintf(text + used, room - used, "%s %.15g", k ? "," : "", s->sizes[k]);
}

pme_status pme__scale_once(const pme__scale_question *question, pme_profile **out, pme__scale_report *report) {
  scaling s = {.report = report};
  *report = (pme__scale_report){.left_out_error = NAN, .standard_error = NAN};
  if (!pme__scale_sort_runs(question, &s))
    return PME_BAD_ARGUMENT;
  pme_status status = count_lines(&s);
  char runs[NAMED_RUNS_BYTES];
  name_runs(&s, runs, sizeof runs);
  pme_profile_options options = options_of_result(base_of(&s));
  options.scaled = runs;
  if (!status)
    status = pme_profile_create(&options, NULL, &s.result);
  if (!status) {
    pme__scale_code(&s);
    status = pme__scale_streams(&s);
  }
  if (status)
    pme_profile_destroy(s.result);
  else
    *out = s.result;
  return status;
}

/* Functions of `a` that `b` has, too; `stale`: of some of them it has another code. */
static int shared_functions(const pme_profile *a, const pme_profile *b, bool *stale) {
  int shared = 0;
  for (int f = 0; f < a->functions.count; f++) {
    bool is_stale;
    const pme_profile_function *function = &FUNCTIONS(a)[f];
    shared += pme_profile_find_function(b, function->name, function->hash, &is_stale) != PME_NONE;
    *stale |= is_stale;
  }
  return shared;
}

static pme_status check_program(const pme__scale_run *runs, int count, pme_error *error) {
  for (int i = 1; i < count; i++) {
    bool stale = false;
    if (runs[0].profile->functions.count == 0 || shared_functions(runs[0].profile, runs[i].profile, &stale) > 0)
      continue;
    return pme_error_set(error, PME_BAD_INPUT, 0, 0,
                         stale ? "the runs are of different builds: a function has other code in run %d than in the "
                                 "first one; instrument once, and run that for each size"
                               : "the runs are of different programs: no function of the first one is in run %d",
                         i + 1);
  }
  return PME_OK;
}

static pme_status check(const pme__scale_question *question, pme_error *error) {
  if (question->count < 2 || question->count > PME_SCALE_MAX_RUNS || !(question->target > 0))
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "2 to %d runs and a size above 0 are needed",
                         PME_SCALE_MAX_RUNS);
  const pme__scale_run *runs = question->runs;
  for (int i = 1; i < question->count; i++)
    if (runs[i].profile->options.line_bytes != runs[0].profile->options.line_bytes)
      return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the runs have different line sizes");
  return check_program(runs, question->count, error);
}

static pme_status judge(const pme__scale_question *question, const pme_profile *result, pme__scale_report *report) {
  double left_out = NAN;
  pme_status status = PME_OK;
  if (question->count > 2) {
    status = pme__scale_leave_largest_out(question, &left_out);
    if (!status && question->way == PME_SCALE_FITTED)
      status = pme__scale_standard_error(question, result, report);
  }
  report->left_out_error = left_out;
  return status;
}

pme_status pme__profile_scale(const pme__scale_question *question, pme_profile **out, pme__scale_report *report,
                              pme_error *error) {
  pme_profile *result;
  pme_status status = check(question, error);
  if (status)
    return status;
  status = pme__scale_once(question, &result, report);
  if (status == PME_BAD_ARGUMENT)
    return pme_error_set(error, status, 0, 0, "the sizes of the runs must be above 0 and different");
  if (!status) {
    status = judge(question, result, report);
    if (status)
      pme_profile_destroy(result);
  }
  if (status)
    return pme_error_set(error, status, 0, 0, "the profiles cannot be scaled: %s", pme_status_text(status));
  *out = result;
  return PME_OK;
}
