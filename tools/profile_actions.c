/* What pmecache profile does: show, merge, predict, scale. */
#include "profile_actions.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profile/scale_counts.h"
#include "command.h"
#include "message.h"
#include "pmecache/report.h"
#include "teams/profile_time_output.h"

/* ---- show ---- */

static pme_status sum_of_line(const pme_profile *p, int line, pme_histogram *histogram) {
  pme_status status = PME_OK;
  for (int r = 0; r < pme_profile_reference_count(p) && !status; r++) {
    pme_profile_part part = PME_PROFILE_WHOLE;
    part.reference = r;
    if (!line || pme_profile_reference_at(p, r)->place.line == line)
      status = pme_profile_sum(p, &part, histogram, NULL);
  }
  return status;
}

static int write_svg(const profile_options *o, const pme_profile *p, const pme_histogram *h) {
  const pme_profile_options *options = pme_profile_options_of(p);
  pme_machine machine;
  int status = o->machine.text ? choose_machine(&o->machine, &machine) : OPTIONS_GO_ON;
  if (status != OPTIONS_GO_ON)
    return status;
  char title[200];
  const char *name = options->command ? options->command : o->paths[0];
  if (o->line)
    snprintf(title, sizeof title, "reuse distances of line %d of %s", o->line, name);
  else
    snprintf(title, sizeof title, "reuse distances of %s", name);
  FILE *stream = fopen(o->svg, "w");
  if (stream)
    pme_svg_histogram(h, options->window_lines, options->line_bytes, title, o->machine.text ? &machine : NULL, stream);
  bool failed = !stream || ferror(stream);
  if (stream && fclose(stream))
    failed = true;
  if (!failed)
    return EXIT_ANSWERED;
  fprintf(stderr, "--svg: error: cannot write '%s': %s\n", o->svg, strerror(errno));
  return EXIT_NO_ANSWER;
}

static int no_memory(void) {
  pme_error error = {.status = PME_NO_MEMORY};
  return report_fault("pmecache", &error);
}

int profile_show(const profile_options *o, pme_profile **profiles) {
  const pme_profile *p = profiles[0];
  pme_histogram h = {.total = 0};
  int answer = EXIT_ANSWERED;
  if (sum_of_line(p, o->line, &h))
    return no_memory();
  if (o->line && h.total <= 0) {
    fprintf(stderr, "--line: error: the profile has no reference at line %d\n", o->line);
    answer = EXIT_NO_ANSWER;
  } else if (o->svg) {
    answer = write_svg(o, p, &h);
  } else if (o->histogram || o->line) {
    pme_text_histogram(&h, pme_profile_options_of(p)->window_lines, pme_profile_options_of(p)->line_bytes, stdout);
  } else if (pme_text_profile(p, o->most, stdout)) {
    answer = no_memory();
  }
  pme_histogram_destroy(&h, pme_profile_allocator(p));
  return finish_output(answer);
}

/* ---- merge ---- */

static int save(const pme_profile *p, const char *path) {
  pme_error error = {0};
  if (!pme_profile_save(p, path, &error))
    return EXIT_ANSWERED;
  report_fault("--output", &error);
  return EXIT_NO_ANSWER;
}

/* Nothing of the one is added to anything of the other: two programs, or two builds. */
static void doubt_merge(const char *path, const pme_profile *to, const pme_profile *from) {
  bool is_stale = false, is_any_stale = false;
  for (int f = 0; f < pme_profile_function_count(from); f++) {
    const pme_profile_function *function = pme_profile_function_at(from, f);
    if (pme_profile_find_function(to, function->name, function->hash, &is_stale) != PME_NONE)
      return;
    is_any_stale |= is_stale;
  }
  if (pme_profile_function_count(from) > 0)
    fprintf(stderr, "%s: warning: of another %s than the profiles before: its functions stand beside theirs\n", path,
            is_any_stale ? "build" : "program");
}

int profile_merge(const profile_options *o, pme_profile **profiles) {
  for (int i = 1; i < o->path_count; i++) {
    pme_error error = {0};
    doubt_merge(o->paths[i], profiles[0], profiles[i]);
    if (pme_profile_merge(profiles[0], profiles[i], &error))
      return report_fault(o->paths[i], &error);
  }
  return save(profiles[0], o->output);
}

/* ---- predict ---- */

/* What is printed of a profile. */
typedef struct shown {
  const pme_profile *profile;
  const pme_machine *machine;
  bool json, time;
} shown;

static pme_status write_json(const shown *s, const pme_profile_answers *answers, pme_error *error) {
  pme_json *json = NULL;
  pme_status status = pme_json_create("profile", s->machine, &json, error);
  for (int i = 0; i < answers->count && !status; i++) {
    status = pme_json_add_profile(json, &answers->items[i], error);
    if (!status && s->time)
      status = add_times_to_json(json, s->profile, &answers->items[i], error);
  }
  if (!status)
    status = pme_json_write(json, stdout, error);
  pme_json_destroy(json);
  return status;
}

/* Or says why not: of the team that is asked for. */
static bool is_answered(const pme_profile_answers *answers) {
  for (int i = 0; i < answers->count; i++) {
    const pme_prediction *p = answers->items[i].prediction;
    for (int r = 0; r < p->reference_count; r++)
      if (p->references[r].modelled)
        return true;
    for (int r = 0; r < p->reason_count; r++)
      if (p->reasons[r].code == PME_REASON_UNSUPPORTED_CONSTRUCT)
        return true;
  }
  return false;
}

static const char *why_no_answer(const pme_profile *p) {
  if (pme_profile_stream_count(p) > 0)
    return "the profile has no reuse distances that fit this machine";
  if (pme_profile_symbol_count(p) > 0)
    return "the profile has values alone; -pmecache-instrument=irregular or all measures reuse distances";
  return "the profile is empty: no code that was instrumented has run; of code that is in no OpenMP loop "
         "-pmecache-instrument=program measures what it does";
}

/* Below the misses. */
static int print_times(const shown *s, const pme_profile_answers *answers) {
  pme_error error = {0};
  if (s->json || !s->time || print_profile_times(s->profile, answers, &error) == PME_OK)
    return EXIT_ANSWERED;
  fflush(stdout);
  fprintf(stderr, "pmecache profile: error: %s\n", error.message);
  return EXIT_NO_ANSWER;
}

static int print_answers(const shown *s, pme_profile_answers *answers) {
  pme_error error = {0};
  int answer = is_answered(answers) ? EXIT_ANSWERED : EXIT_NO_ANSWER;
  if (s->json && write_json(s, answers, &error)) {
    report_fault("pmecache", &error);
    answer = EXIT_NO_ANSWER;
  }
  for (int i = 0; i < answers->count && !s->json; i++) {
    if (i)
      putchar('\n');
    pme_text_profile_answer(&answers->items[i], stdout);
  }
  if (answer == EXIT_NO_ANSWER && !s->json)
    fprintf(stderr, "pmecache profile: %s\n", why_no_answer(s->profile));
  else if (answer == EXIT_ANSWERED)
    answer = print_times(s, answers);
  pme_profile_answers_destroy(answers);
  return finish_output(answer);
}

static int print_prediction(const shown *s) {
  pme_profile_answers *answers;
  pme_error error = {0};
  if (pme_profile_predict(s->profile, s->machine, &answers, &error))
    return report_fault("pmecache", &error);
  return print_answers(s, answers);
}

static pme_schedule_kind clause_of(const deal_request *schedule) { return pme__team_schedule_clause(schedule->kind); }

static void print_team_head(const pme_machine *machine, int threads) {
  printf("team of %d thread%s:\n", threads, threads == 1 ? "" : "s");
  if (threads > machine->cores)
    printf("  more threads than the machine has cores (%d): several take turns on a core, as one stream\n",
           machine->cores);
  putchar('\n');
}

static int print_team(const profile_options *o, const pme_profile *p, const pme_machine *machine, int threads) {
  pme_team_question question = {.threads = threads,
                                .has_schedule = o->schedule.is_given,
                                .schedule = clause_of(&o->schedule),
                                .chunk = (int64_t)o->schedule.chunk,
                                .interleave = o->interleave};
  pme_profile_answers *answers;
  pme_error error = {0};
  pme_status status = pme_profile_predict_team(p, machine, &question, &answers, &error);
  if (status == PME_OK) {
    if (!o->json)
      print_team_head(machine, threads);
    return print_answers(&(shown){p, machine, o->json, o->time}, answers);
  }
  report_fault(o->paths[0], &error);
  return status == PME_UNSUPPORTED ? EXIT_NO_ANSWER : EXIT_BAD_INPUT;
}

/* Without --threads the team of the run, if only the schedule is asked for. */
static int print_teams(const profile_options *o, const pme_profile *p, const pme_machine *machine) {
  int answer = EXIT_ANSWERED;
  if (!o->teams.is_given)
    return print_team(o, p, machine, pme_profile_options_of(p)->threads);
  if (o->json && o->teams.count > 1)
    return report_usage("profile", "a document is of one team: --threads with one number");
  for (int t = 0; t < o->teams.count && answer == EXIT_ANSWERED; t++) {
    if (t)
      putchar('\n');
    answer = print_team(o, p, machine, (int)o->teams.threads[t]);
  }
  return answer;
}

int profile_predict(const profile_options *o, pme_profile **profiles) {
  pme_machine machine;
  int status = choose_machine(&o->machine, &machine);
  if (status != OPTIONS_GO_ON)
    return status;
  bool asks_for_team = o->teams.is_given || o->schedule.is_given || o->interleave != PME_INTERLEAVE_ANY;
  return asks_for_team ? print_teams(o, profiles[0], &machine)
                       : print_prediction(&(shown){profiles[0], &machine, o->json, o->time});
}

/* ---- scale ---- */

/* The value of the symbol in a profile, which must have one. */
static int size_of_run(const profile_options *o, int run, const pme_profile *p, double *size) {
  if (!o->by) {
    *size = o->sizes.values[run];
    return OPTIONS_GO_ON;
  }
  bool found = false;
  for (int i = 0; i < pme_profile_symbol_count(p); i++) {
    const pme_profile_symbol *s = pme_profile_symbol_at(p, i);
    if (strcmp(s->name, o->by) != 0)
      continue;
    if (s->other || (found && (double)s->value != *size)) {
      fprintf(stderr, "%s: error: '%s' has several values: give the sizes with --sizes\n", o->paths[run], o->by);
      return EXIT_BAD_INPUT;
    }
    *size = (double)s->value;
    found = true;
  }
  if (found)
    return OPTIONS_GO_ON;
  fprintf(stderr, "%s: error: the profile has no symbol '%s': give the sizes with --sizes\n", o->paths[run], o->by);
  return EXIT_BAD_INPUT;
}

static void tell_report(const pme__scale_report *report) {
  static const char *const laws[] = {"1/s", "1", "s^(1/3)", "s^(1/2)", "s^(2/3)", "s", "log s"};
  fprintf(stderr, "distances change with the lines s that are touched (%.0f expected) as", report->lines);
  for (int e = 0; e < PME_SCALE_EXPONENTS; e++)
    if (report->exponents[e] > 0)
      fprintf(stderr, " %s: %.1f%%", laws[e], 100 * report->exponents[e]);
  fputc('\n', stderr);
  if (report->unmatched)
    fprintf(stderr, "warning: %d references were not seen in every run: taken as in the largest one\n",
            report->unmatched);
  if (isnan(report->left_out_error))
    fprintf(stderr, "warning: with two runs nothing tells how good the fit is; three or more do\n");
  else
    fprintf(stderr, "the largest run, predicted from the others: miss rates off by at most %.4f\n",
            report->left_out_error);
  if (report->standard_error > 0)
    fprintf(stderr, "miss rates of the larger size: standard error at most %.4f (in caches of %.0f lines)\n",
            report->standard_error, report->least_sure);
}

/* NULL: the fit can be trusted. */
static const char *doubt(const pme__scale_report *report) {
  if (report->left_out_error > PME_SCALE_GATE)
    return "the largest run is not predicted well by the others";
  return report->standard_error > PME_SCALE_OPEN ? "the answer hangs on single runs" : NULL;
}

static int use_scaled(const profile_options *o, const pme_profile *scaled, const pme_machine *machine) {
  int answer = o->output ? save(scaled, o->output) : EXIT_ANSWERED;
  return answer || !machine ? answer : print_prediction(&(shown){scaled, machine, o->json, o->time});
}

/* From one run and the counts of another. */
static int scale_by_counts(const profile_options *o, const pme_profile *run) {
  const pme__counts_distances distances = o->way == WAY_GROWN ? PME_DISTANCES_GROW : PME_DISTANCES_STAY;
  pme_profile *counts = NULL, *scaled = NULL;
  pme__counts_report report;
  pme_machine machine;
  pme_error error = {0};
  int status = o->machine.text ? choose_machine(&o->machine, &machine) : OPTIONS_GO_ON;
  if (status == OPTIONS_GO_ON && pme_profile_read_file(o->counts, &counts, &error))
    status = report_fault(o->counts, &error);
  if (status == OPTIONS_GO_ON && pme__profile_scale_by_counts(run, counts, distances, &scaled, &report, &error))
    status = report_fault(o->counts, &error);
  if (status == OPTIONS_GO_ON && report.unseen > 0)
    fprintf(stderr, "warning: %.2g%% of the executions are of blocks that the run did not come through: left out\n",
            100 * report.unseen / (report.unseen + report.matched));
  if (status == OPTIONS_GO_ON)
    status = use_scaled(o, scaled, o->machine.text ? &machine : NULL);
  pme_profile_destroy(scaled);
  pme_profile_destroy(counts);
  return status;
}

int profile_scale(const profile_options *o, pme_profile **profiles) {
  if (profile_way_takes_counts(o->way))
    return scale_by_counts(o, profiles[0]);
  pme__scale_run runs[PME_SCALE_MAX_RUNS];
  pme__scale_report report;
  pme_profile *scaled;
  pme_machine machine;
  pme_error error = {0};
  int chosen = o->machine.text ? choose_machine(&o->machine, &machine) : OPTIONS_GO_ON;
  if (chosen != OPTIONS_GO_ON)
    return chosen;
  for (int i = 0; i < o->path_count; i++) {
    runs[i].profile = profiles[i];
    int status = size_of_run(o, i, profiles[i], &runs[i].size);
    if (status != OPTIONS_GO_ON)
      return status;
  }
  const pme_machine *asked = o->machine.text ? &machine : NULL;
  if (pme__profile_scale(&(pme__scale_question){runs, o->path_count, o->to, o->by, (pme__scale_way)o->way, asked},
                         &scaled, &report, &error))
    return report_fault("pmecache", &error);
  int answer;
  if (o->way == WAY_FITTED)
    tell_report(&report);
  const char *why = o->way == WAY_FITTED ? doubt(&report) : NULL;
  if (why && !o->force) {
    fprintf(stderr,
            "pmecache profile: error: %s, so a larger size is not answered; profile larger inputs, or say --force\n",
            why);
    answer = EXIT_NO_ANSWER;
  } else {
    answer = use_scaled(o, scaled, asked);
  }
  pme_profile_destroy(scaled);
  return answer;
}
