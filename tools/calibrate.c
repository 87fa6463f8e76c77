/* Pointer chases, streams and a line that goes to and fro. Every figure is the fastest of some repetitions (what else
 * the machine does only slows them down), in cycles of the frequency that a chain of multiplications runs at. */
#include "calibrate.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pmecache/arena.h"

enum { REPETITIONS = 25, WALKERS = 12, MOST_THREADS = 64, LINE_BYTES = 64, PING_PONGS = 1000 };
static const int64_t most_bytes = (int64_t)1 << 29, least_memory_bytes = (int64_t)1 << 27;
static const double seconds_of_a_run = 0.003;

typedef struct bench {
  pme_machine machine;
  calibrate_progress *progress;
  void *context;
  int number, count; /* of measurements */
  double *numbers;   /* the same as: */
  char *memory;
  void *at; /* place in the ring */
  int64_t memory_bytes;
  double cycles_per_second, spread;
} bench;

/* What the optimiser must not take away. */
static volatile double sink;
static void *volatile pointer_sink;

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- repetitions ---- */

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

/* One run: seconds a unit of work. */
typedef double run_function(bench *b, void *argument);

static double measure(bench *b, const char *what, run_function *run, void *argument) {
  double values[REPETITIONS];
  b->progress(b->context, b->number++, b->count, what);
  run(b, argument); /* warms up */
  for (int i = 0; i < REPETITIONS; i++)
    values[i] = run(b, argument);
  qsort(values, REPETITIONS, sizeof *values, by_size);
  double least = values[0];
  double spread = least > 0 ? (values[REPETITIONS / 2] - least) / least : 0;
  b->spread = fmax(b->spread, spread);
  return least * (b->cycles_per_second > 0 ? b->cycles_per_second : 1);
}

/* ---- the core ---- */

/* Multiplications of whole numbers, each waiting for the one before: 3 cycles each on the processors of the last ten
 * years. (Additions of constants take none on some.) */
static double run_multiplications(bench *b, void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000, CYCLES_EACH = 3 };
  volatile unsigned long given = 3;
  unsigned long x = 1, factor = given;
  double start = now_s();
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
  double seconds = now_s() - start;
  sink = (double)x;
  return seconds / STEPS / (CYCLES_EACH + 1);
}

static double run_chain(bench *b, void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000 };
  volatile double given = 1e-9;
  double x = given, step = given, start = now_s();
  for (long i = 0; i < STEPS; i++)
    x += step;
  double seconds = now_s() - start;
  sink = x;
  return seconds / STEPS;
}

/* One at a time, as in loops that are not done in vectors; two sums in turns, so that no addition is waited for. */
static double run_divisions(bench *b, void *argument) {
  (void)b, (void)argument;
  enum { STEPS = 200000 };
  volatile double given = 1.1;
  double sum = 0, other = 0, by = 1, start = now_s();
  for (long i = 0; i < STEPS; i++) {
    double next = other + given / by;
    other = sum;
    sum = next;
    by += 1;
  }
  double seconds = now_s() - start;
  sink = sum + other;
  return seconds / STEPS;
}

/* Seconds an operation of a loop like those of programs: loads, additions, multiplications. */
static double run_operations(bench *b, void *argument) {
  (void)argument;
  enum { STEPS = 200000, OPERATIONS = 14 };
  volatile double *v = b->numbers;
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0, start = now_s();
  for (long i = 0; i < STEPS; i++) {
    long at = (i & 255) * 4;
    s0 += v[at] * 1.5;
    s1 += v[at + 1] * 1.25;
    s2 += v[at + 2] * 1.125;
    s3 += v[at + 3] * 1.0625;
  }
  double seconds = now_s() - start;
  sink = s0 + s1 + s2 + s3;
  return seconds / STEPS / OPERATIONS;
}

/* ---- lines ---- */

/* A ring through all lines of the first `bytes`, in an order that no prefetcher guesses. */
static void make_ring(bench *b, int64_t bytes) {
  int64_t lines = bytes / LINE_BYTES;
  uint64_t state = 88172645463325252u;
  b->at = b->memory;
  int64_t *order = (int64_t *)pme_reallocate(NULL, (size_t)lines * sizeof *order);
  if (!order)
    return;
  for (int64_t i = 0; i < lines; i++)
    order[i] = i;
  for (int64_t i = lines - 1; i > 0; i--) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    int64_t j = (int64_t)(state % (uint64_t)(i + 1)), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  for (int64_t i = 0; i < lines; i++)
    memcpy(b->memory + order[i] * LINE_BYTES, &(void *){b->memory + order[(i + 1) % lines] * LINE_BYTES},
           sizeof(void *));
  pme_reallocate(order, 0);
}

/* Goes on where it stopped: a run must not find what the run before brought. */
static double run_chase(bench *b, void *argument) {
  enum { STEPS = 30000 };
  (void)argument;
  void *at = b->at;
  double start = now_s();
  for (int i = 0; i < STEPS; i++)
    at = *(void **)at;
  double seconds = now_s() - start;
  b->at = at;
  pointer_sink = at;
  return seconds / STEPS;
}

static double run_scattered(bench *b, void *argument) {
  int64_t lines = *(int64_t *)argument / LINE_BYTES, steps = 6000;
  void *at[WALKERS];
  for (int w = 0; w < WALKERS; w++)
    at[w] = b->memory + lines / WALKERS * w * LINE_BYTES;
  double start = now_s();
  for (int64_t i = 0; i < steps; i++)
    for (int w = 0; w < WALKERS; w++)
      at[w] = *(void **)at[w];
  double seconds = now_s() - start;
  for (int w = 0; w < WALKERS; w++)
    pointer_sink = at[w];
  return seconds / (double)steps / WALKERS;
}

/* Reads `bytes` from `v` on, again and again; lines that were read. */
static double read_stream(const double *v, int64_t bytes, double seconds, double *taken) {
  double sum[4] = {0, 0, 0, 0}, lines = 0, start = now_s();
  do {
    for (int64_t i = 0; i < bytes / 8; i += 8)
      for (int k = 0; k < 4; k++)
        sum[k] += v[i + k] + v[i + 4 + k];
    lines += (double)(bytes / LINE_BYTES);
    *taken = now_s() - start;
  } while (*taken < seconds);
  sink = sum[0] + sum[1] + sum[2] + sum[3];
  return lines;
}

static double run_stream(bench *b, void *argument) {
  double taken, lines = read_stream(b->numbers, *(int64_t *)argument, seconds_of_a_run, &taken);
  return taken / lines;
}

/* ---- all cores ---- */

typedef struct streamer {
  const double *from;
  int64_t bytes;
  double lines, taken;
  bool started;
  pthread_t thread;
} streamer;

static void *stream_thread(void *argument) {
  streamer *s = (streamer *)argument;
  s->lines = read_stream(s->from, s->bytes, 4 * seconds_of_a_run, &s->taken);
  return NULL;
}

static double run_all_streams(bench *b, void *argument) {
  streamer streamers[MOST_THREADS];
  int count = b->machine.cores < MOST_THREADS ? b->machine.cores : MOST_THREADS;
  int64_t bytes = *(int64_t *)argument / count / 4096 * 4096;
  double rate = 0;
  for (int i = 0; i < count; i++) {
    streamers[i] = (streamer){.from = b->numbers + i * bytes / 8, .bytes = bytes};
    streamers[i].started = pthread_create(&streamers[i].thread, NULL, stream_thread, &streamers[i]) == 0;
  }
  for (int i = 0; i < count; i++)
    if (streamers[i].started && pthread_join(streamers[i].thread, NULL) == 0)
      rate += streamers[i].lines / streamers[i].taken;
  return rate > 0 ? 1 / rate : 0;
}

typedef struct court {
  _Alignas(2 * LINE_BYTES) atomic_long ball;
} court;

static void *return_ball(void *argument) {
  court *c = (court *)argument;
  for (long i = 0; i < PING_PONGS; i++) {
    while (atomic_load_explicit(&c->ball, memory_order_acquire) != 2 * i + 1)
      ;
    atomic_store_explicit(&c->ball, 2 * i + 2, memory_order_release);
  }
  return NULL;
}

static double run_transfer(bench *b, void *argument) {
  (void)b, (void)argument;
  court c;
  pthread_t other;
  atomic_init(&c.ball, 0);
  if (pthread_create(&other, NULL, return_ball, &c) != 0)
    return 0;
  double start = now_s();
  for (long i = 0; i < PING_PONGS; i++) {
    atomic_store_explicit(&c.ball, 2 * i + 1, memory_order_release);
    while (atomic_load_explicit(&c.ball, memory_order_acquire) != 2 * i + 2)
      ;
  }
  double seconds = now_s() - start;
  pthread_join(other, NULL);
  return seconds / PING_PONGS / 2;
}

/* ---- all of it ---- */

/* Bytes that fit into a level and into no inner one. */
static int64_t bytes_of_level(const bench *b, int level) {
  int64_t size = b->machine.levels[level].size_bytes, half = size / 2;
  int64_t inner = level > 0 ? 2 * b->machine.levels[level - 1].size_bytes : 0;
  int64_t bytes = half < inner ? inner : half;
  int64_t most = inner * 16 > 0 && level > 0 ? inner * 16 : bytes; /* of huge caches a part will do */
  bytes = bytes > most ? most : bytes;
  return bytes > b->memory_bytes ? b->memory_bytes : bytes / 4096 * 4096;
}

static void measure_level(bench *b, int level) {
  pme_cache_level *l = &b->machine.levels[level];
  int64_t bytes = bytes_of_level(b, level);
  make_ring(b, bytes);
  l->latency_cycles = measure(b, "latency", run_chase, &bytes);
  l->scattered_cycles = level ? measure(b, "scattered accesses", run_scattered, &bytes) : 0;
  l->throughput_cycles = measure(b, "a stream", run_stream, &bytes);
}

static void measure_memory(bench *b) {
  pme_machine *m = &b->machine;
  int64_t bytes = b->memory_bytes;
  make_ring(b, bytes);
  m->memory_latency_cycles = measure(b, "latency of the memory", run_chase, &bytes);
  m->memory_scattered_cycles = measure(b, "scattered accesses to the memory", run_scattered, &bytes);
  m->memory_core_cycles = measure(b, "a stream from the memory", run_stream, &bytes);
  m->memory_throughput_cycles = measure(b, "streams of all cores", run_all_streams, &bytes);
}

static void measure_core(bench *b) {
  pme_machine *m = &b->machine;
  double seconds = measure(b, "frequency", run_multiplications, NULL);
  b->cycles_per_second = 1 / seconds;
  m->frequency_hz = b->cycles_per_second;
  m->chain_cycles = measure(b, "chains of operations", run_chain, NULL);
  m->divide_cycles = measure(b, "divisions", run_divisions, NULL);
  m->issue = 1 / measure(b, "operations", run_operations, NULL);
  if (m->cores > 1)
    m->transfer_cycles = measure(b, "lines between cores", run_transfer, NULL);
}

/* Costs to three digits: more are noise. */
static double rounded(double value) {
  if (value <= 0)
    return 0;
  double unit = pow(10, floor(log10(value)) - 2);
  return round(value / unit) * unit;
}

static void round_costs(pme_machine *m) {
  double *costs[] = {&m->memory_latency_cycles, &m->memory_throughput_cycles,
                     &m->memory_core_cycles,    &m->memory_scattered_cycles,
                     &m->transfer_cycles,       &m->issue,
                     &m->chain_cycles,          &m->divide_cycles,
                     &m->frequency_hz,          &m->uncertainty};
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
    *costs[i] = rounded(*costs[i]);
  for (int l = 0; l < m->level_count; l++) {
    m->levels[l].latency_cycles = rounded(m->levels[l].latency_cycles);
    m->levels[l].throughput_cycles = rounded(m->levels[l].throughput_cycles);
    m->levels[l].scattered_cycles = rounded(m->levels[l].scattered_cycles);
  }
}

static int64_t memory_to_use(const pme_machine *host) {
  int64_t bytes = 4 * host->levels[host->level_count - 1].size_bytes;
  int64_t quarter = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 4;
  bytes = bytes < least_memory_bytes ? least_memory_bytes : bytes;
  bytes = bytes > most_bytes ? most_bytes : bytes;
  bytes = quarter > 0 && bytes > quarter ? quarter : bytes;
  return bytes / 4096 * 4096;
}

pme_status calibrate(const pme_machine *host, calibrate_progress *progress, void *context, calibration *out,
                     pme_error *error) {
  /* What repetitions do not show, and what makes any advice impossible. */
  static const double least_uncertainty = 0.05, most_uncertainty = 0.5;
  bench b = {.machine = *host,
             .progress = progress,
             .context = context,
             .count = 9 + 3 * host->level_count - 1 - (host->cores < 2),
             .memory_bytes = memory_to_use(host)};
  void *memory = pme_reallocate(NULL, (size_t)b.memory_bytes + 4096);
  if (!memory)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  b.numbers = (double *)(((uintptr_t)memory + 4095) & ~(uintptr_t)4095);
  b.memory = (char *)b.numbers;
  memset(b.memory, 0, (size_t)b.memory_bytes);
  measure_core(&b);
  for (int l = 0; l < host->level_count; l++)
    measure_level(&b, l);
  measure_memory(&b);
  pme_reallocate(memory, 0);
  b.machine.uncertainty = fmin(fmax(least_uncertainty, b.spread), most_uncertainty);
  round_costs(&b.machine);
  *out = (calibration){b.machine, b.spread};
  return PME_OK;
}
