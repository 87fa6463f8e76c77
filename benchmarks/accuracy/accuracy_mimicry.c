/* Mimicry against the parallel run: kernels are recorded with one thread and with T threads under OpenMP.
 *
 *   accuracy_mimicry [--threads 1,2,4,8,16,32] [--kernel NAME] [--short]
 *
 * Predicted from the recording with one thread: whole iterations dealt out by the schedule; Algorithm 1 of PPT-SASMM
 * and PPT-Multicore, repaired and printed; RD+FP on the dealt streams. The truth is the recording with T threads. Both
 * sides are merged in lock step and at random, and hit rates of private and shared caches (fully associative LRU) are
 * compared.
 * --short: four threads; exit status 1 when dealing by schedule misses its bars.
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_interval.h"
#include "analysis/team/private_traces.h"
#include "analysis/team/team_streams.h"
#include "benchmarks/kernels/mimicry/kernels.h"
#include "benchmarks/kernels/mimicry/record.h"

enum { PRIVATE_SIZES = 3, SHARED_SIZES = 5, SIZES = PRIVATE_SIZES + SHARED_SIZES };
static const double sizes[SIZES] = {64, 512, 4096, 512, 2048, 8192, 98304, 409600};

static void need(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "failed: %s\n", what);
    exit(2);
  }
}

/* ---- recordings ---- */

static void run_kernel(const kernel *k, int threads, omp_sched_t schedule, int chunk) {
  kernels_prepare();
  record_clear();
  omp_set_dynamic(0);
  omp_set_schedule(schedule, chunk);
#pragma omp parallel num_threads(threads)
  {
    record_join(omp_get_thread_num());
    k->run();
  }
}

/* A recording of a team, kept while the next is made. */
typedef struct team_recording {
  uint32_t threads;
  uint64_t phases;
  recording thread[RECORD_THREADS];
  uint64_t position[RECORD_THREADS], end[RECORD_THREADS];
  size_t phase;
} team_recording;

static void *copy_of(const void *from, size_t bytes) {
  void *to = malloc(bytes ? bytes : 1);
  need(to != NULL, "memory");
  return bytes ? memcpy(to, from, bytes) : to;
}

static void keep(team_recording *team, uint32_t threads) {
  team->threads = threads;
  team->phases = record_thread[0].phase_count;
  for (uint32_t t = 0; t < threads; t++) {
    recording *r = &team->thread[t];
    *r = record_thread[t];
    need(r->phase_count == team->phases, "all threads have the same phases");
    r->reference = (pme__line_reference *)copy_of(r->reference, r->count * sizeof *r->reference);
    r->phase = (uint64_t *)copy_of(r->phase, r->phase_count * sizeof *r->phase);
    /* Private lines are where they are: only a sequential trace needs the flag. */
    for (uint64_t i = 0; i < r->count; i++)
      r->reference[i] &= ~PME_REFERENCE_PRIVATE;
  }
}

static void drop(team_recording *team) {
  for (uint32_t t = 0; t < team->threads; t++) {
    free(team->thread[t].reference);
    free(team->thread[t].phase);
  }
}

static void team_rewind(void *context, uint32_t thread) {
  team_recording *team = (team_recording *)context;
  const recording *r = &team->thread[thread];
  team->position[thread] = r->phase[team->phase];
  team->end[thread] = team->phase + 1 < team->phases ? r->phase[team->phase + 1] : r->count;
}

static size_t team_read(void *context, uint32_t thread, pme__line_reference *buffer, size_t room) {
  team_recording *team = (team_recording *)context;
  uint64_t left = team->end[thread] - team->position[thread];
  size_t count = left < room ? (size_t)left : room;
  if (count)
    memcpy(buffer, team->thread[thread].reference + team->position[thread], count * sizeof *buffer);
  team->position[thread] += count;
  return count;
}

static uint64_t team_length(void *context, uint32_t thread) {
  const team_recording *team = (const team_recording *)context;
  const recording *r = &team->thread[thread];
  return (team->phase + 1 < team->phases ? r->phase[team->phase + 1] : r->count) - r->phase[team->phase];
}

static pme__streams team_streams(void *context, size_t phase) {
  team_recording *team = (team_recording *)context;
  team->phase = phase;
  return (pme__streams){team, team->threads, team_rewind, team_read, team_length, NULL, NULL};
}

/* ---- measuring ---- */

static void measure(const pme__phases *phases, uint32_t threads, pme__merge_order order, uint64_t seed,
                    double *hit_rates) {
  uint32_t own[RECORD_THREADS];
  pme__meter *meters[2];
  pme_arena *arena = pme_arena_create();
  for (uint32_t t = 0; t < threads; t++)
    own[t] = t;
  pme__interleave_options options = {.order = order, .seed = seed};
  need(pme__meter_open(&(pme__meter_options){.threads = threads, .instance = own}, &meters[0]) == PME_OK &&
           pme__meter_open(&(pme__meter_options){.threads = threads}, &meters[1]) == PME_OK &&
           pme__meter_run(phases, &options, meters, 2) == PME_OK,
       "measuring");
  pme__concurrent_profile private, shared, threads_of[RECORD_THREADS];
  for (uint32_t t = 0; t < threads; t++)
    threads_of[t] = *pme__meter_thread(meters[0], t);
  need(pme__concurrent_combine(threads_of, threads, arena, &private) == PME_OK &&
           pme__meter_instance(meters[1], 0, arena, &shared) == PME_OK,
       "combining");
  for (int i = 0; i < SIZES; i++)
    hit_rates[i] = 1 - pme__concurrent_miss_rate(i < PRIVATE_SIZES ? &private : &shared, sizes[i]);
  pme__meter_close(meters[0]);
  pme__meter_close(meters[1]);
  pme_arena_destroy(arena);
}

/* ---- predictions from the sequential recording ---- */

typedef struct sequential {
  recording r;
  pme__iteration_array *arrays;
  pme__piece *work;
} sequential;

/* One piece of work a phase: a loop with a barrier at its end. */
static void make_work(sequential *s, pme__team_schedule_kind schedule, uint64_t chunk) {
  const recording *r = &s->r;
  for (uint64_t p = 0; p < r->phase_count; p++) {
    uint64_t first = r->phase_iteration[p],
             last = p + 1 < r->phase_count ? r->phase_iteration[p + 1] : r->iteration_count;
    s->arrays[p] = (pme__iteration_array){last - first, r->iteration + first, r->reference};
    s->work[p] = (pme__piece){.kind = PME_PIECE_LOOP,
                              .iterations = pme__iterations_of_array(&s->arrays[p]),
                              .schedule = schedule,
                              .chunk = chunk};
  }
}

static pme__streams phase_of_team(void *context, size_t phase) {
  return pme__team_streams((pme__team *)context, phase);
}

static void by_schedule(const sequential *s, uint32_t threads, pme__merge_order order, double *hit_rates) {
  pme__team *team;
  need(pme__team_open(s->work, s->r.phase_count, threads, 0, &team) == PME_OK, "team");
  pme__phases phases = {team, pme__team_phases(team), phase_of_team};
  measure(&phases, threads, order, 2, hit_rates);
  pme__team_close(team);
}

static void by_blocks(const sequential *s, uint32_t threads, pme__private_form form, pme__merge_order order,
                      double *hit_rates) {
  pme__private_traces *mimic;
  pme__block_trace trace = {s->r.block_count, s->r.block_number, s->r.block, s->r.reference, 16};
  pme__private_options options = {.form = form, .cores = threads, .offset_lines = UINT64_C(1) << 44};
  need(pme__private_traces_open(&trace, &options, &mimic) == PME_OK, "Algorithm 1");
  pme__streams streams = pme__private_traces_streams(mimic);
  pme__phases phases = pme__phases_of_streams(&streams);
  measure(&phases, threads, order, 2, hit_rates);
  pme__private_traces_close(mimic);
}

static void by_rdfp(const sequential *s, uint32_t threads, double *hit_rates) {
  pme__team *team;
  pme_arena *arena = pme_arena_create();
  pme__sharing sharing;
  pme__concurrent_profile profiles[RECORD_THREADS], shared, private;
  need(pme__team_open(s->work, s->r.phase_count, threads, 0, &team) == PME_OK, "team");
  pme__streams streams = pme__team_streams(team, SIZE_MAX);
  need(pme__sharing_collect(&streams, &(pme__sharing_options){0}, arena, &sharing) == PME_OK, "collecting");
  need(pme__concurrent_rdfp(&sharing, NULL, arena, profiles) == PME_OK &&
           pme__concurrent_combine(profiles, threads, arena, &shared) == PME_OK,
       "RD+FP");
  for (uint32_t t = 0; t < threads; t++)
    need(pme__concurrent_alone(&sharing, t, arena, &profiles[t]) == PME_OK, "alone");
  need(pme__concurrent_combine(profiles, threads, arena, &private) == PME_OK, "combining");
  for (int i = 0; i < SIZES; i++)
    hit_rates[i] = 1 - pme__concurrent_miss_rate(i < PRIVATE_SIZES ? &private : &shared, sizes[i]);
  pme__team_close(team);
  pme_arena_destroy(arena);
}

/* ---- the table ---- */

/* RD+FP apart for the two schedules: chunks that are smaller than lines make threads share lines in lock step. */
enum { BY_SCHEDULE, BY_REPAIRED, BY_PRINTED, BY_RDFP, BY_RDFP_CHUNKED, METHODS };
static const char *const method_names[METHODS] = {"by schedule", "Algorithm 1 repaired", "printed", "RD+FP, static",
                                                  "RD+FP, static,4"};

typedef struct tally {
  int count;
  double error[1 << 14];
} tally;
static tally tallies[METHODS], paper_tallies[METHODS];

static void note(tally *t, double error) {
  if (t->count < 1 << 14)
    t->error[t->count++] = error;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double quantile(tally *t, double q) {
  qsort(t->error, (size_t)t->count, sizeof *t->error, ascending);
  return t->count ? 100 * t->error[(int)(q * (t->count - 1))] : 0;
}

static void add_order(const kernel *k, const sequential *s, team_recording *truth, pme__merge_order order, int rdfp,
                      double worst[METHODS]) {
  double actual[SIZES], found[METHODS][SIZES];
  pme__phases phases = {truth, truth->phases, team_streams};
  int is_paper = !strcmp(k->name, "bfs") || !strcmp(k->name, "matmul_62");
  measure(&phases, truth->threads, order, 1, actual);
  by_schedule(s, truth->threads, order, found[BY_SCHEDULE]);
  by_blocks(s, truth->threads, PME_PRIVATE_REPAIRED, order, found[BY_REPAIRED]);
  by_blocks(s, truth->threads, PME_PRIVATE_PRINTED, order, found[BY_PRINTED]);
  by_rdfp(s, truth->threads, found[rdfp]);
  for (int m = 0; m < METHODS; m++)
    for (int i = 0; i < SIZES; i++) {
      if (m >= BY_RDFP && (m != rdfp || order != PME_MERGE_RANDOM || i < PRIVATE_SIZES))
        continue;
      double error = fabs(found[m][i] - actual[i]);
      note(&tallies[m], error);
      if (is_paper && i >= SIZES - 2)
        note(&paper_tallies[m], error);
      worst[m] = fmax(worst[m], error);
    }
}

static void add_case(const kernel *k, uint32_t threads) {
  static team_recording truth;
  double worst[METHODS] = {0};
  static const struct {
    int chunk;
    pme__team_schedule_kind schedule;
  } schedules[] = {{0, PME_TEAM_BALANCED}, {4, PME_TEAM_CHUNKED}};
  for (int i = 0; i < 2; i++) {
    run_kernel(k, (int)threads, omp_sched_static, schedules[i].chunk);
    keep(&truth, threads);
    run_kernel(k, 1, omp_sched_static, 0);
    record_join(0);
    record_iteration(); /* the end of the last iteration, and of the last block */
    record_block(0);
    sequential s = {.r = record_thread[0]};
    s.r.iteration_count--;
    s.r.block_count--;
    s.arrays = (pme__iteration_array *)calloc(s.r.phase_count + 1, sizeof *s.arrays);
    s.work = (pme__piece *)calloc(s.r.phase_count + 1, sizeof *s.work);
    need(s.arrays && s.work, "memory");
    make_work(&s, schedules[i].schedule, (uint64_t)schedules[i].chunk);
    add_order(k, &s, &truth, PME_MERGE_ROUND_ROBIN, BY_RDFP + i, worst);
    add_order(k, &s, &truth, PME_MERGE_RANDOM, BY_RDFP + i, worst);
    free(s.arrays);
    free(s.work);
    drop(&truth);
  }
  printf("| %s | %u |", k->name, threads);
  for (int m = 0; m < METHODS; m++)
    printf(" %.2f |", 100 * worst[m]);
  putchar('\n');
  fflush(stdout);
}

static void summary(const char *title, tally *t) {
  printf("| %s: median |  |", title);
  for (int m = 0; m < METHODS; m++)
    printf(" %.3f |", quantile(&t[m], 0.5));
  printf("\n| %s: 9 of 10 |  |", title);
  for (int m = 0; m < METHODS; m++)
    printf(" %.3f |", quantile(&t[m], 0.9));
  printf("\n| %s: worst |  |", title);
  for (int m = 0; m < METHODS; m++)
    printf(" %.3f |", quantile(&t[m], 1));
  putchar('\n');
}

static bool is_kernel(const char *name) {
  for (int k = 0; k < kernel_count; k++)
    if (!strcmp(name, kernels[k].name))
      return true;
  return false;
}

int main(int argc, char **argv) {
  uint32_t threads[8] = {1, 2, 4, 8, 16, 32};
  int counts = 6, is_short = 0;
  const char *only = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--short")) {
      is_short = 1;
      counts = 1;
      threads[0] = 4;
    } else if (!strcmp(argv[i], "--kernel") && i + 1 < argc) {
      only = argv[++i];
      need(is_kernel(only), "--kernel: no such kernel");
    } else if (!strcmp(argv[i], "--threads") && i + 1 < argc) {
      counts = 0;
      for (char *at = argv[++i]; *at && counts < 8; at += *at == ',') {
        threads[counts] = (uint32_t)strtoul(at, &at, 10);
        need(threads[counts] >= 1 && threads[counts] <= RECORD_THREADS, "1 to 64 threads");
        counts++;
      }
    } else {
      need(false, "usage: accuracy_mimicry [--short] [--kernel NAME] [--threads T,T,...]");
    }
  }
  printf("| kernel | T |");
  for (int m = 0; m < METHODS; m++)
    printf(" %s |", method_names[m]);
  printf("\n|---|---|---|---|---|---|---|\n");
  for (int k = 0; k < kernel_count; k++)
    for (int t = 0; t < counts; t++)
      if (!only || !strcmp(only, kernels[k].name))
        add_case(&kernels[k], threads[t]);
  summary("all", tallies);
  summary("bfs and matmul_62, 6 and 25 MB", paper_tallies);
  int is_good = quantile(&tallies[BY_SCHEDULE], 0.5) <= 0.2 && quantile(&tallies[BY_SCHEDULE], 0.9) <= 1 &&
                quantile(&paper_tallies[BY_SCHEDULE], 1) <= 0.3;
  return is_short && !is_good;
}
