#include "test/property/concurrent/concurrent_accuracy.h"
#include "test/reference/printed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/shared_caches/concurrent_coherent.h"
#include "analysis/shared_caches/concurrent_error.h"
#include "analysis/shared_caches/concurrent_interval.h"
#include "analysis/shared_caches/concurrent_markov.h"

static void need(bool holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "failed: %s\n", what);
    exit(2);
  }
}

/* ---- errors ---- */

static const double *sizes_of_table(void) {
  static const double sizes[] = {32, 128, 512, 1024};
  return sizes;
}

profile_error profile_error_between(const pme__concurrent_profile *truth, const pme__concurrent_profile *estimate) {
  profile_error error = {pme__concurrent_nrmse(truth, estimate), 0, pme_concurrent_profile_mass(estimate)};
  for (int i = 0; i < 4; i++)
    error.miss_rate += fabs(pme__concurrent_miss_rate(truth, sizes_of_table()[i]) -
                            pme__concurrent_miss_rate(estimate, sizes_of_table()[i])) /
                       4;
  return error;
}

/* ---- profiles ---- */

void measure_merged(const pme__streams *streams, pme__merge_order order, uint64_t seed, pme_arena *arena,
                    pme__concurrent_profile *out) {
  pme__phases phases = pme__phases_of_streams(streams);
  pme__interleave_options options = {.order = order, .seed = seed};
  pme__meter *meter;
  need(pme__meter_open(&(pme__meter_options){.threads = streams->threads}, &meter) == PME_OK &&
           pme__meter_run(&phases, &options, &meter, 1) == PME_OK &&
           pme__meter_instance(meter, 0, arena, out) == PME_OK,
       "measuring");
  pme__meter_close(meter);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pme_status estimate(const char *method, const pme__sharing *sharing, pme_arena *arena,
                           pme__concurrent_profile *profiles) {
  if (!strcmp(method, "rdfp"))
    return pme__concurrent_rdfp(sharing, NULL, arena, profiles);
  if (!strcmp(method, "class") || !strcmp(method, "union"))
    return pme__concurrent_footprint(sharing, NULL, false, arena, profiles);
  if (!strcmp(method, "noshare"))
    return pme__concurrent_footprint(sharing, NULL, true, arena, profiles);
  if (!strcmp(method, "markov") || !strcmp(method, "printed"))
    return pme__concurrent_markov(sharing, NULL, !strcmp(method, "printed") ? PME_MARKOV_PRINTED : PME_MARKOV_REPAIRED,
                                  arena, profiles);
  return PME_UNSUPPORTED;
}

bool estimate_profile(const char *method, const pme__streams *streams, pme_arena *arena, pme__concurrent_profile *out,
                      double *seconds) {
  double start;
  *seconds = 0;
  if (!strcmp(method, "rr") || !strcmp(method, "skewed") || !strcmp(method, "uniform")) {
    measure_merged(streams,
                   method[0] == 'r'   ? PME_MERGE_ROUND_ROBIN
                   : method[0] == 's' ? PME_MERGE_SKEWED
                                      : PME_MERGE_UNIFORM,
                   7, arena, out);
    return true;
  }
  pme__sharing_options options = {.ignore_popularity = !strcmp(method, "union")};
  pme__sharing sharing;
  need(pme__sharing_collect(streams, &options, arena, &sharing) == PME_OK, "collecting");
  pme__concurrent_profile *profiles = PME_ARENA_NEW(arena, pme__concurrent_profile, streams->threads);
  start = now();
  pme_status status = estimate(method, &sharing, arena, profiles);
  *seconds = now() - start;
  need(status == PME_OK || status == PME_UNSUPPORTED, method);
  need(pme__concurrent_combine(profiles, streams->threads, arena, out) == PME_OK, "combining");
  if (!strcmp(method, "printed"))
    pme__concurrent_normalise(out);
  return status == PME_OK;
}

/* ---- the table ---- */

typedef struct column {
  char name[16];
  int cases, judged;
  double nrmse[512], miss_rate[512], seconds[512], judged_rate[512];
} column;

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double quantile(double *values, int count, double q) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count ? values[(int)(q * (count - 1))] : 0;
}

bool accuracy_methods_known(const char *methods) {
  static const char *const known[] = {"rdfp",    "class", "union",  "noshare", "markov",
                                      "printed", "rr",    "skewed", "uniform"};
  for (const char *at = methods; *at;) {
    size_t length = strcspn(at, ","), found = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
      found += strlen(known[k]) == length && !strncmp(at, known[k], length);
    if (!found)
      return false;
    at += length + (at[length] == ',');
  }
  return *methods != 0;
}

static int name_columns(const char *methods, column *columns) {
  int count = 0;
  for (const char *at = methods; *at && count < ACCURACY_METHODS;) {
    size_t length = strcspn(at, ",");
    if (length < sizeof columns->name)
      memcpy(columns[count++].name, at, length);
    at += length + (at[length] == ',');
  }
  return count;
}

static bool add_case(const sharing_workload *workload, uint32_t threads, column *columns, int count, FILE *out) {
  team_trace trace = team_trace_make(workload, threads, 777);
  pme__streams streams = team_trace_streams(&trace);
  pme_arena *arena = pme_arena_create();
  pme__concurrent_profile truth;
  bool is_known = true;
  measure_merged(&streams, PME_MERGE_RANDOM, 99, arena, &truth);
  fprintf(out, "| %s %.2f | %u |", workload->name, workload->shared, threads);
  for (int i = 0; i < count && is_known; i++) {
    column *c = &columns[i];
    pme__concurrent_profile found;
    is_known = estimate_profile(c->name, &streams, arena, &found, &c->seconds[c->cases]);
    profile_error error = profile_error_between(&truth, &found);
    c->nrmse[c->cases] = error.nrmse;
    c->miss_rate[c->cases++] = error.miss_rate;
    if (workload->kind != MATMUL)
      c->judged_rate[c->judged++] = error.miss_rate;
    fprintf(out, " %.1f%% / %.4f |", 100 * error.nrmse, error.miss_rate);
  }
  fputc('\n', out);
  fflush(out);
  pme_arena_destroy(arena);
  team_trace_close(&trace);
  return is_known;
}

static void summary(const char *title, column *columns, int count, FILE *out, int which) {
  fprintf(out, "| %s | |", title);
  for (int i = 0; i < count; i++) {
    column *c = &columns[i];
    if (which == 0)
      fprintf(out, " %.1f%% / %.4f |", 100 * quantile(c->nrmse, c->cases, 0.5), quantile(c->miss_rate, c->cases, 0.5));
    else if (which == 1)
      fprintf(out, " %.1f%% / %.4f |", 100 * quantile(c->nrmse, c->cases, 1), quantile(c->miss_rate, c->cases, 1));
    else if (which == 2)
      fprintf(out, " %.4f |", quantile(c->judged_rate, c->judged, 1));
    else
      fprintf(out, " %.3f s |", quantile(c->seconds, c->cases, 1));
  }
  fputc('\n', out);
}

int accuracy_table(const accuracy_options *options, FILE *out) {
  static column columns[ACCURACY_METHODS];
  memset(columns, 0, sizeof columns);
  int count = name_columns(options->methods, columns);
  fputs("| workload f | T |", out);
  for (int i = 0; i < count; i++)
    fprintf(out, " %s |", columns[i].name);
  fputs("\n|---|---|", out);
  for (int i = 0; i < count; i++)
    fputs("---|", out);
  fputc('\n', out);
  for (int w = 0; w < SHARING_WORKLOADS; w++)
    for (int t = 0; t < options->thread_counts; t++)
      if (!options->workload || !strcmp(options->workload, sharing_workloads[w].name))
        if (!add_case(&sharing_workloads[w], options->threads[t], columns, count, out))
          return 1;
  summary("median", columns, count, out, 0);
  summary("worst", columns, count, out, 1);
  summary("worst without matmul", columns, count, out, 2);
  summary("longest", columns, count, out, 3);
  return 0;
}

/* ---- coherent profiles ---- */

static void measure_coherent(const pme__streams *streams, pme_arena *arena, pme__concurrent_profile *out) {
  pme__phases phases = pme__phases_of_streams(streams);
  pme__interleave_options interleave = {.order = PME_MERGE_RANDOM, .seed = 5};
  uint32_t *own = PME_ARENA_NEW(arena, uint32_t, streams->threads);
  pme__concurrent_profile *profiles = PME_ARENA_NEW(arena, pme__concurrent_profile, streams->threads);
  for (uint32_t t = 0; t < streams->threads; t++)
    own[t] = t;
  pme__meter_options options = {.threads = streams->threads, .instance = own, .coherent = true};
  pme__meter *meter;
  need(pme__meter_open(&options, &meter) == PME_OK && pme__meter_run(&phases, &interleave, &meter, 1) == PME_OK,
       "measuring coherence");
  for (uint32_t t = 0; t < streams->threads; t++)
    profiles[t] = *pme__meter_thread(meter, t);
  need(pme__concurrent_combine(profiles, streams->threads, arena, out) == PME_OK, "combining");
  pme__meter_close(meter);
}

static pme_status coherent_estimate(int method, const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                                    pme__concurrent_profile *out) {
  if (method == 0)
    return pme__coherent_profile(sharing, thread, arena, out, NULL);
  return pme__coherent_profile_markov(sharing, thread, method == 1 ? PME_MARKOV_REPAIRED : PME_MARKOV_PRINTED, arena,
                                      out, NULL);
}

void coherent_errors(const pme__streams *streams, double errors[COHERENT_METHODS]) {
  pme_arena *arena = pme_arena_create();
  pme__concurrent_profile truth, found, *profiles = PME_ARENA_NEW(arena, pme__concurrent_profile, streams->threads);
  pme__sharing sharing;
  need(pme__sharing_collect(streams, &(pme__sharing_options){0}, arena, &sharing) == PME_OK, "collecting");
  measure_coherent(streams, arena, &truth);
  for (int method = 0; method < COHERENT_METHODS; method++) {
    for (uint32_t t = 0; t < streams->threads; t++)
      need(coherent_estimate(method, &sharing, t, arena, &profiles[t]) == PME_OK, "estimating coherence");
    need(pme__concurrent_combine(profiles, streams->threads, arena, &found) == PME_OK, "combining");
    errors[method] = 0;
    for (double lines = 1; lines < 2 * sharing.lines; lines = ceil(lines * 1.05))
      errors[method] = fmax(errors[method],
                            fabs(pme__concurrent_miss_rate(&truth, lines) - pme__concurrent_miss_rate(&found, lines)));
  }
  pme_arena_destroy(arena);
}

void coherent_table(const accuracy_options *options, FILE *out) {
  double worst[COHERENT_METHODS] = {0};
  fputs("| workload f | T | by write footprints | Eqs 19-24 repaired | printed |\n|---|---|---|---|---|\n", out);
  for (int w = 0; w < SHARING_WORKLOADS; w++)
    for (int t = 0; t < options->thread_counts; t++) {
      team_trace trace = team_trace_make(&sharing_workloads[w], options->threads[t], 777);
      pme__streams streams = team_trace_streams(&trace);
      double errors[COHERENT_METHODS];
      coherent_errors(&streams, errors);
      fprintf(out, "| %s %.2f | %u |", sharing_workloads[w].name, sharing_workloads[w].shared, options->threads[t]);
      for (int m = 0; m < COHERENT_METHODS; m++) {
        fprintf(out, " %.4f |", errors[m]);
        worst[m] = fmax(worst[m], errors[m]);
      }
      fputc('\n', out);
      team_trace_close(&trace);
    }
  fprintf(out, "| worst | | %.4f | %.4f | %.4f |\n", worst[0], worst[1], worst[2]);
}

/* ---- the interval ---- */

static double outside_of(const pme__order_interval *intervals, const pme__concurrent_profile *profile) {
  double outside = 0;
  for (int i = 0; i < 4; i++) {
    double rate = pme__concurrent_miss_rate(profile, sizes_of_table()[i]);
    outside = fmax(outside, fmax(intervals[i].low - rate, rate - intervals[i].high));
  }
  return outside;
}

interval_error interval_error_of(const pme__streams *streams, int starts) {
  pme_arena *arena = pme_arena_create();
  pme__phases phases = pme__phases_of_streams(streams);
  pme__order_interval intervals[4];
  pme__concurrent_profile profile;
  interval_error error = {0, 0};
  need(pme__concurrent_interval(&phases, streams->threads, 1, sizes_of_table(), 4, intervals) == PME_OK, "interval");
  for (int i = 0; i < 4; i++)
    error.width = fmax(error.width, intervals[i].high - intervals[i].low);
  for (int i = -2; i < starts; i++) {
    measure_merged(streams,
                   i == -2   ? PME_MERGE_ROUND_ROBIN
                   : i == -1 ? PME_MERGE_UNIFORM
                             : PME_MERGE_SKEWED,
                   1000 + (uint64_t)i, arena, &profile);
    error.outside = fmax(error.outside, outside_of(intervals, &profile));
  }
  pme_arena_destroy(arena);
  return error;
}

void interval_table(const accuracy_options *options, FILE *out) {
  fputs("| workload f | T | width | outside |\n|---|---|---|---|\n", out);
  for (int w = 0; w < SHARING_WORKLOADS; w++)
    for (int t = 0; t < options->thread_counts; t++) {
      team_trace trace = team_trace_make(&sharing_workloads[w], options->threads[t], 777);
      pme__streams streams = team_trace_streams(&trace);
      interval_error error = interval_error_of(&streams, 5);
      fprintf(out, "| %s %.2f | %u | %.4f | %.4f |\n", sharing_workloads[w].name, sharing_workloads[w].shared,
              options->threads[t], error.width, error.outside);
      fflush(out);
      team_trace_close(&trace);
    }
}
