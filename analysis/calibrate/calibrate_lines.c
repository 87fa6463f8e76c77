/* Chases through rings, and streams: what levels and memory cost. */
#include <pthread.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "calibrate_bench.h"

enum { LINE_BYTES = CALIBRATE_LINE_BYTES, WALKERS = 12, MANY_WALKERS = 48, MOST_THREADS = 64 };
/* Of a level as much as this many of the next inner one, so that little of it is found further in. */
enum { INNER_SIZES = 4 };
/* A stream from a level goes over its bytes again so often: a cache that holds what others evict takes lines in by and
 * by, and programs do not come by a hundred times. */
enum { PASSES = 4, STREAMS = 4 };
static const int64_t most_bytes = (int64_t)1 << 29, least_memory_bytes = (int64_t)1 << 27;
static const int64_t stream_bytes = (int64_t)1 << 24, scattered_bytes = (int64_t)1 << 22;
static const int64_t least_stream_lines = (int64_t)1 << 15;

/* What the optimiser must not take away. */
static volatile double sink;
static void *volatile pointer_sink;

/* ---- caches without these lines ---- */

static void forget(const bench *b, const char *from, int64_t bytes) {
#if defined(__x86_64__)
  (void)b;
  for (int64_t i = 0; i < bytes; i += LINE_BYTES)
    _mm_clflush(from + i);
  _mm_mfence();
#else /* no portable way to say it: as much else as the caches hold */
  double sum = 0;
  for (int64_t i = 0; i < b->memory_bytes; i += LINE_BYTES)
    if (b->memory + i < from || b->memory + i >= from + bytes)
      sum += b->memory[i];
  sink = sum;
#endif
}

/* ---- rings ---- */

char *calibrate_place(const bench *b, int64_t number) {
  return b->memory + (b->place_bytes ? b->place_bytes[number] : number * b->stride);
}

/* A ring through so many places, in an order that no prefetcher guesses. */
static void make_ring(bench *b, int64_t places, int64_t stride_bytes) {
  b->stride = stride_bytes;
  calibrate_make_ring(b, places);
}

void calibrate_make_ring(bench *b, int64_t places) {
  uint64_t state = 88172645463325252u;
  b->at = calibrate_place(b, 0);
  b->places = places;
  for (int64_t i = 0; i < places; i++)
    b->order[i] = i;
  for (int64_t i = places - 1; i > 0; i--) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    int64_t j = (int64_t)(state % (uint64_t)(i + 1)), kept = b->order[i];
    b->order[i] = b->order[j];
    b->order[j] = kept;
  }
  for (int64_t i = 0; i < places; i++)
    memcpy(calibrate_place(b, b->order[i]), &(void *){calibrate_place(b, b->order[(i + 1) % places])}, sizeof(void *));
}

/* Goes on where it stopped: a run must not find what the run before brought. */
static double chase(bench *b, int64_t steps) {
  void *at = b->at;
  double start = bench_now_s();
  for (int64_t i = 0; i < steps; i++)
    at = *(void **)at;
  double seconds = bench_now_s() - start;
  b->at = at;
  pointer_sink = at;
  return seconds / (double)steps;
}

double calibrate_run_chase(bench *b, const void *argument) {
  (void)argument;
  return chase(b, 30000);
}

static double run_cold_chase(bench *b, const void *argument) {
  (void)argument;
  forget(b, b->memory, b->places * b->stride);
  return chase(b, b->places / 4);
}

/* Several chases at once, evenly apart in the ring: none comes to where another has been. A constant number of them
 * stays in registers. */
static inline double scatter(bench *b, int64_t steps, int walkers) {
  void *at[MANY_WALKERS];
  for (int w = 0; w < walkers; w++)
    at[w] = calibrate_place(b, b->order[b->places / walkers * w]);
  double start = bench_now_s();
  for (int64_t i = 0; i < steps; i++)
    for (int w = 0; w < walkers; w++)
      at[w] = *(void **)at[w];
  double seconds = bench_now_s() - start;
  for (int w = 0; w < walkers; w++)
    pointer_sink = at[w];
  return seconds / (double)steps / walkers;
}

double calibrate_run_scattered(bench *b, const void *argument) {
  (void)argument;
  int64_t steps = b->places / WALKERS;
  return scatter(b, steps < 6000 ? 6000 : steps, WALKERS);
}

static double run_cold_scattered(bench *b, const void *argument) {
  (void)argument;
  forget(b, b->memory, b->places * b->stride);
  return scatter(b, b->places / WALKERS, WALKERS);
}

/* As many as a core can have under way. */
static double run_cold_gathered(bench *b, const void *argument) {
  (void)argument;
  forget(b, b->memory, b->places * b->stride);
  return scatter(b, b->places / MANY_WALKERS, MANY_WALKERS);
}

/* ---- streams ---- */

/* Reads `streams` pieces of `count` numbers in turns, line by line. */
static inline double read_pieces(const double *v, int64_t count, int streams) {
  double sum[4] = {0, 0, 0, 0};
  for (int64_t i = 0; i < count; i += 8)
    for (int s = 0; s < streams; s++)
      for (int k = 0; k < 4; k++)
        sum[k] += v[s * count + i + k] + v[s * count + i + 4 + k];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

static double run_warm_stream(bench *b, const void *argument) {
  int64_t bytes = *(const int64_t *)argument, lines = bytes / LINE_BYTES;
  int64_t passes = PASSES * lines < least_stream_lines ? least_stream_lines / lines : PASSES;
  forget(b, b->memory, bytes);
  sink = read_pieces(b->numbers, bytes / 8, 1);
  double start = bench_now_s(), sum = 0;
  for (int64_t pass = 0; pass < passes; pass++)
    sum += read_pieces(b->numbers, bytes / 8, 1);
  double seconds = bench_now_s() - start;
  sink = sum;
  return seconds / (double)(passes * lines);
}

/* From the memory; what a machine with little of it has. */
static double read_cold(bench *b, int streams) {
  int64_t bytes = stream_bytes < b->memory_bytes ? stream_bytes : b->memory_bytes / 4096 * 4096;
  forget(b, b->memory, bytes);
  double start = bench_now_s();
  sink = read_pieces(b->numbers, bytes / 8 / streams, streams);
  return (bench_now_s() - start) / (double)(bytes / LINE_BYTES);
}

static double run_cold_stream(bench *b, const void *argument) {
  (void)argument;
  return read_cold(b, 1);
}

static double run_cold_streams(bench *b, const void *argument) {
  (void)argument;
  return read_cold(b, STREAMS);
}

typedef struct streamer {
  const double *from;
  int64_t bytes;
  double taken;
  bool started;
  pthread_t thread;
} streamer;

static void *stream_thread(void *argument) {
  streamer *s = (streamer *)argument;
  double start = bench_now_s();
  sink = read_pieces(s->from, s->bytes / 8 / STREAMS, STREAMS);
  s->taken = bench_now_s() - start;
  return NULL;
}

static double run_all_streams(bench *b, const void *argument) {
  (void)argument;
  streamer streamers[MOST_THREADS];
  int count = b->machine.cores < MOST_THREADS ? b->machine.cores : MOST_THREADS;
  int64_t bytes = b->memory_bytes / count / 4096 * 4096;
  double rate = 0;
  bytes = bytes > stream_bytes ? stream_bytes : bytes;
  forget(b, b->memory, bytes * count);
  for (int i = 0; i < count; i++) {
    streamers[i] = (streamer){.from = b->numbers + i * bytes / 8, .bytes = bytes};
    streamers[i].started = pthread_create(&streamers[i].thread, NULL, stream_thread, &streamers[i]) == 0;
  }
  for (int i = 0; i < count; i++)
    if (streamers[i].started && pthread_join(streamers[i].thread, NULL) == 0)
      rate += (double)(bytes / LINE_BYTES) / streamers[i].taken;
  return rate > 0 ? 1 / rate : 0;
}

/* ---- levels and memory ---- */

/* Bytes that fit into a level and hardly into an inner one. */
static int64_t bytes_of_level(const bench *b, int level) {
  int64_t half = b->machine.levels[level].size_bytes / 2;
  int64_t inner = level > 0 ? b->machine.levels[level - 1].size_bytes : 0;
  int64_t bytes = inner > 0 && half > INNER_SIZES * inner ? INNER_SIZES * inner : half < 2 * inner ? 2 * inner : half;
  return bytes > b->memory_bytes ? b->memory_bytes : bytes / 4096 * 4096;
}

/* Accesses that are to be scattered, but not to need translations as well. */
static int64_t scattered_bytes_of(const bench *b, int level) {
  int64_t bytes = bytes_of_level(b, level), inner = level > 0 ? 2 * b->machine.levels[level - 1].size_bytes : 0;
  int64_t few = scattered_bytes > inner ? scattered_bytes : inner;
  return bytes > few ? few : bytes;
}

static void measure_level(bench *b, int level) {
  pme_cache_level *l = &b->machine.levels[level];
  int64_t bytes = bytes_of_level(b, level);
  make_ring(b, scattered_bytes_of(b, level) / LINE_BYTES, LINE_BYTES);
  l->latency_cycles = bench_measure(b, "latency", calibrate_run_chase, NULL);
  l->scattered_cycles = level ? bench_measure(b, "scattered accesses", calibrate_run_scattered, NULL) : 0;
  l->throughput_cycles = bench_measure(b, "a stream", run_warm_stream, &bytes);
}

double calibrate_latency(bench *b, int64_t bytes) {
  make_ring(b, bytes / LINE_BYTES, LINE_BYTES);
  chase(b, b->places); /* what the ring's making left in the caches is not what a chase leaves */
  return bench_measure(b, "size", calibrate_run_chase, NULL);
}

double calibrate_memory_latency(bench *b) {
  make_ring(b, scattered_bytes / LINE_BYTES, LINE_BYTES);
  return bench_measure(b, "latency of the memory", run_cold_chase, NULL);
}

static void measure_memory(bench *b) {
  pme_machine *m = &b->machine;
  m->memory_latency_cycles = calibrate_memory_latency(b);
  m->memory_scattered_cycles = bench_measure(b, "scattered accesses to the memory", run_cold_scattered, NULL);
  m->memory_gathered_cycles = bench_measure(b, "gathered lines of the memory", run_cold_gathered, NULL);
  m->memory_core_cycles = bench_measure(b, "a stream from the memory", run_cold_stream, NULL);
  m->memory_streams_cycles = bench_measure(b, "several streams from the memory", run_cold_streams, NULL);
  m->memory_throughput_cycles = bench_measure(b, "streams of all cores", run_all_streams, NULL);
}

/* ---- all of it ---- */

int calibrate_lines_count(const pme_machine *host) { return 3 * host->level_count - 1 + 6; }

int64_t calibrate_lines_bytes(const pme_machine *host) {
  int64_t bytes = 4 * host->levels[host->level_count - 1].size_bytes;
  int64_t quarter = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 4;
  bytes = bytes < least_memory_bytes ? least_memory_bytes : bytes;
  bytes = bytes > most_bytes ? most_bytes : bytes;
  bytes = quarter > 0 && bytes > quarter ? quarter : bytes;
  return bytes / 4096 * 4096;
}

void calibrate_lines(bench *b) {
  for (int l = 0; l < b->machine.level_count; l++)
    measure_level(b, l);
  measure_memory(b);
}
