/* Pointer chases, streams and a line that goes to and fro. Every figure is what an eighth of some repetitions is faster
 * than (what else the machine does mostly slows them down), in cycles of the frequency that a chain of multiplications
 * runs at. */
#include "calibrate.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "calibrate_bench.h"
#include "pmecache/arena.h"

/* A measurement is repeated until its AGREEING fastest runs are within `close_enough`, or it has taken too long. */
enum { REPETITIONS = 25, AGREEING = 13, MOST_REPETITIONS = 500, PING_PONGS = 64, RALLIES = 16 };
static const double close_enough = 0.1, longest_s = 1;

/* What the optimiser must not take away. */
static volatile double sink;

double bench_now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- repetitions ---- */

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

/* What `rank` of the runs are faster than. On a busy machine most runs are disturbed, by other programs that take the
 * processor or evict lines: the more there are, the more of them are not. */
static double measure_at(bench *b, const char *what, bench_run *run, const void *argument, int rank) {
  double values[MOST_REPETITIONS], spread = 0, start = bench_now_s();
  int count = 0;
  b->progress(b->context, b->number++, b->count, what);
  run(b, argument); /* warms up */
  do {
    for (int i = 0; i < REPETITIONS; i++)
      values[count++] = run(b, argument);
    qsort(values, (size_t)count, sizeof *values, by_size);
    spread = values[rank] > 0 ? (values[AGREEING - 1] - values[rank]) / values[rank] : 0;
  } while (spread > close_enough && count < MOST_REPETITIONS && bench_now_s() - start < longest_s);
  if (spread > b->spread) {
    b->spread = spread;
    snprintf(b->least_sure, sizeof b->least_sure, "%s", what);
  }
  return values[rank] * (b->cycles_per_second > 0 ? b->cycles_per_second : 1);
}

double bench_fastest(bench *b, const char *what, bench_run *run, const void *argument) {
  double fastest = INFINITY;
  b->progress(b->context, b->number++, b->count, what);
  for (int i = 0; i < REPETITIONS; i++)
    fastest = fmin(fastest, run(b, argument));
  return fastest * b->cycles_per_second;
}

double bench_measure(bench *b, const char *what, bench_run *run, const void *argument) {
  return measure_at(b, what, run, argument, REPETITIONS / 8);
}

/* ---- the core ---- */

/* Multiplications of whole numbers, each waiting for the one before: 3 cycles each on the processors of the last ten
 * years. (Additions of constants take none on some.) */
static double run_multiplications(bench *b, const void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000, CYCLES_EACH = 3 };
  volatile unsigned long given = 3;
  unsigned long x = 1, factor = given;
  double start = bench_now_s();
  for (long i = 0; i < STEPS; i += 4) {
    x *= factor;
    x ^= 1;
    x *= factor;
    x ^= 1;
    x *= factor;
    x ^= 1;
    x *= factor;
    x ^= 1;
  }
  double seconds = bench_now_s() - start;
  sink = (double)x;
  return seconds / STEPS / (CYCLES_EACH + 1);
}

static double run_chain(bench *b, const void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000 };
  volatile double given = 1e-9;
  double x = given, step = given, start = bench_now_s();
  for (long i = 0; i < STEPS; i++)
    x += step;
  double seconds = bench_now_s() - start;
  sink = x;
  return seconds / STEPS;
}

/* One at a time, as in loops that are not done in vectors; two sums in turns, so that no addition is waited for. */
static double run_divisions(bench *b, const void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000 };
  volatile double given = 1.1;
  double sum = 0, other = 0, by = 1, start = bench_now_s();
  for (long i = 0; i < STEPS; i++) {
    double next = other + given / by;
    other = sum;
    sum = next;
    by += 1;
  }
  double seconds = bench_now_s() - start;
  sink = sum + other;
  return seconds / STEPS;
}

/* Seconds an operation of a loop like those of programs: loads, additions, multiplications. */
static double run_operations(bench *b, const void *argument) {
  (void)argument;
  enum { STEPS = 200000, OPERATIONS = 14 };
  volatile double *v = b->numbers;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0, start = bench_now_s();
  for (long i = 0; i < STEPS; i++) {
    long at = (i & 255) * 4;
    s0 += v[at] * 1.5;
    s1 += v[at + 1] * 1.25;
    s2 += v[at + 2] * 1.125;
    s3 += v[at + 3] * 1.0625;
  }
  double seconds = bench_now_s() - start;
  sink = s0 + s1 + s2 + s3;
  return seconds / STEPS / OPERATIONS;
}

/* ---- two cores ---- */

typedef struct court {
  _Alignas(2 * CALIBRATE_LINE_BYTES) atomic_long ball;
} court;

enum { BALLS = PING_PONGS * RALLIES };

static void *return_ball(void *argument) {
  court *c = (court *)argument;
  for (long i = 0; i < BALLS; i++) {
    while (atomic_load_explicit(&c->ball, memory_order_acquire) != 2 * i + 1)
      ;
    atomic_store_explicit(&c->ball, 2 * i + 2, memory_order_release);
  }
  return NULL;
}

/* Both threads have to run at the same time, which on a busy machine they do now and then: the shortest rally counts. */
static double run_transfer(bench *b, const void *argument) {
  (void)b, (void)argument;
  court c;
  pthread_t other;
  double shortest = INFINITY;
  atomic_init(&c.ball, 0);
  if (pthread_create(&other, NULL, return_ball, &c) != 0)
    return 0;
  for (long rally = 0; rally < RALLIES; rally++) {
    double start = bench_now_s();
    for (long i = rally * PING_PONGS; i < (rally + 1) * PING_PONGS; i++) {
      atomic_store_explicit(&c.ball, 2 * i + 1, memory_order_release);
      while (atomic_load_explicit(&c.ball, memory_order_acquire) != 2 * i + 2)
        ;
    }
    shortest = fmin(shortest, bench_now_s() - start);
  }
  pthread_join(other, NULL);
  return shortest / PING_PONGS / 2;
}

/* ---- what else there was ---- */

/* Of all processors since the system started, in ticks; 0 where the system does not tell. */
typedef struct processor_times {
  double all, busy, stolen, own_s;
} processor_times;

static processor_times read_processor_times(void) {
  enum { FIGURES = 8 };
  double t[FIGURES] = {0};
  char line[256], *at = line + strlen("cpu"), *end = at;
  FILE *stream = fopen("/proc/stat", "r");
  bool known = stream && fgets(line, sizeof line, stream) && !strncmp(line, "cpu ", 4);
  for (int i = 0; known && i < FIGURES; i++, at = end) {
    t[i] = strtod(at, &end);
    known = end != at;
  }
  if (stream)
    fclose(stream);
  if (!known)
    return (processor_times){0};
  double busy = t[0] + t[1] + t[2] + t[5] + t[6], idle = t[3] + t[4];
  struct timespec own;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  return (processor_times){busy + idle + t[7], busy, t[7], (double)own.tv_sec + 1e-9 * (double)own.tv_nsec};
}

static void set_shares(calibration *c, const processor_times *before) {
  processor_times now = read_processor_times();
  double all = now.all - before->all, own = (now.own_s - before->own_s) * (double)sysconf(_SC_CLK_TCK);
  if (all <= 0)
    return;
  c->others_share = fmax(0, now.busy - before->busy - own) / all;
  c->stolen_share = (now.stolen - before->stolen) / all;
}

/* ---- all of it ---- */

static void measure_core(bench *b) {
  pme_machine *m = &b->machine;
  double seconds = bench_measure(b, "frequency", run_multiplications, NULL);
  b->cycles_per_second = 1 / seconds;
  m->frequency_hz = b->cycles_per_second;
  m->chain_cycles = bench_measure(b, "chains of operations", run_chain, NULL);
  m->divide_cycles = bench_measure(b, "divisions", run_divisions, NULL);
  m->issue = 1 / bench_measure(b, "operations", run_operations, NULL);
  m->branch_cycles = bench_measure(b, "branches guessed wrong", calibrate_run_branch, NULL);
  m->library = bench_measure(b, "calls of the mathematical library", calibrate_run_library, NULL);
  /* Of two threads one waits for its turn on a busy machine: only the fastest run tells. */
  if (m->cores > 1)
    m->transfer_cycles = measure_at(b, "lines between cores", run_transfer, NULL, 0);
}

/* Costs to three digits: more are noise. */
static double rounded(double value) {
  if (value <= 0)
    return 0;
  double unit = pow(10, floor(log10(value)) - 2);
  return round(value / unit) * unit;
}

static void round_costs(pme_machine *m) {
  double *costs[] = {&m->memory_latency_cycles,
                     &m->memory_throughput_cycles,
                     &m->memory_core_cycles,
                     &m->memory_scattered_cycles,
                     &m->memory_gathered_cycles,
                     &m->memory_streams_cycles,
                     &m->page_walk_cycles,
                     &m->page_hit_cycles,
                     &m->transfer_cycles,
                     &m->issue,
                     &m->chain_cycles,
                     &m->divide_cycles,
                     &m->branch_cycles,
                     &m->library,
                     &m->team_cycles,
                     &m->handout_cycles,
                     &m->frequency_hz,
                     &m->uncertainty};
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
    *costs[i] = rounded(*costs[i]);
  for (int l = 0; l < m->level_count; l++) {
    m->levels[l].latency_cycles = rounded(m->levels[l].latency_cycles);
    m->levels[l].throughput_cycles = rounded(m->levels[l].throughput_cycles);
    m->levels[l].scattered_cycles = rounded(m->levels[l].scattered_cycles);
  }
}

pme_status calibrate(const pme_machine *host, const char *runtime, calibrate_progress *progress, void *context,
                     calibration *out, pme_error *error) {
  /* What repetitions do not show, and what makes any advice impossible. */
  static const double least_uncertainty = 0.05, most_uncertainty = 0.5;
  bench b = {.machine = *host,
             .progress = progress,
             .context = context,
             .count = 6 + (host->cores > 1) + calibrate_lines_count(host) + CALIBRATE_SIZES + CALIBRATE_PAGES +
                      CALIBRATE_RUNTIME,
             .memory_bytes = calibrate_lines_bytes(host)};
  void *memory = pme_reallocate(NULL, (size_t)b.memory_bytes + 4096);
  b.order = (int64_t *)pme_reallocate(NULL, (size_t)(b.memory_bytes / CALIBRATE_LINE_BYTES) * sizeof *b.order);
  if (!memory || !b.order) {
    pme_reallocate(memory, 0);
    pme_reallocate(b.order, 0);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  b.numbers = (double *)(((uintptr_t)memory + 4095) & ~(uintptr_t)4095);
  b.memory = (char *)b.numbers;
  memset(b.memory, 0, (size_t)b.memory_bytes);
  processor_times before = read_processor_times();
  measure_core(&b);
  if (host->untold[0])
    calibrate_find_cache(&b);
  else
    calibrate_find_share(&b);
  calibrate_lines(&b);
  calibrate_pages(&b);
  calibrate_runtime(&b, runtime);
  pme_reallocate(memory, 0);
  pme_reallocate(b.order, 0);
  b.machine.uncertainty = fmin(fmax(least_uncertainty, b.spread), most_uncertainty);
  round_costs(&b.machine);
  *out = (calibration){.machine = b.machine, .spread = b.spread};
  memcpy(out->least_sure, b.least_sure, sizeof out->least_sure);
  set_shares(out, &before);
  return PME_OK;
}
