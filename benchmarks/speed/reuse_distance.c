/* Speed of the reuse-distance engines beside a naive stack and a plain Fenwick tree, on one core, in one run.
 *
 *   reuse_distance [MILLION_REFERENCES [REPEATS]]
 *
 * Million references per second of processor time, the best of the repeats: on a machine that does other work, too, the
 * best is the one that was disturbed least. The naive stack and the tree run once, the stack for a second. A row ends
 * with the largest error of a miss rate of the hybrid engine over caches of 64, 128, ... lines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/reuse/distance.h"
#include "analysis/reuse/set_stacks.h"
#include "pmecache/histogram.h"
#include "test/reference/distance_split.h"

enum { BATCH = 1024 };
static const double naive_seconds = 1;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

/* ---- traces, as lines ---- */

typedef struct trace {
  uint64_t *lines;
  size_t count, room;
} trace;

static int add(trace *t, uint64_t address) {
  if (t->count == t->room)
    return 0;
  t->lines[t->count++] = address / 64;
  return 1;
}

static void matmul(trace *t, uint64_t n) {
  for (uint64_t i = 0;; i = (i + 1) % n)
    for (uint64_t j = 0; j < n; j++) {
      for (uint64_t k = 0; k < n; k++)
        if (!add(t, (UINT64_C(1) << 30) + 8 * (i * n + k)) || !add(t, (UINT64_C(2) << 30) + 8 * (k * n + j)))
          return;
      if (!add(t, (UINT64_C(3) << 30) + 8 * (i * n + j)))
        return;
    }
}

static void jacobi(trace *t, uint64_t n) {
  for (;;)
    for (uint64_t i = 1; i < n - 1; i++)
      for (uint64_t j = 1; j < n - 1; j++) {
        uint64_t a = (UINT64_C(1) << 30) + 8 * (i * n + j), b = (UINT64_C(2) << 30) + 8 * (i * n + j);
        if (!(add(t, a) && add(t, a - 8) && add(t, a + 8) && add(t, a - 8 * n) && add(t, a + 8 * n) && add(t, b)))
          return;
      }
}

/* Popularity 1 / rank. */
static void log_uniform(trace *t, uint64_t n) {
  for (uint64_t i = 0;; i++) {
    double u = (double)(mix(i) >> 11) * 0x1p-53;
    if (!add(t, 64 * (mix((uint64_t)exp(u * log((double)n))) % (4 * n))))
      return;
  }
}

static void uniform(trace *t, uint64_t n) {
  for (uint64_t i = 0; add(t, 64 * (mix(i) % n)); i++)
    ;
}

static void cyclic(trace *t, uint64_t n) {
  for (uint64_t i = 0; add(t, 64 * (i % n)); i++)
    ;
}

static const struct {
  const char *name;
  void (*fill)(trace *t, uint64_t n);
  uint64_t n;
} traces[] = {{"matmul 300", matmul, 300},
              {"jacobi 1000", jacobi, 1000},
              {"1/rank, 800k lines", log_uniform, 1000000},
              {"uniform, 4k lines", uniform, 4096},
              {"uniform, 100k lines", uniform, 100000},
              {"uniform, 4M lines", uniform, 4000000},
              {"cyclic, 100k lines", cyclic, 100000}};
enum { TRACE_COUNT = sizeof traces / sizeof *traces };

/* ---- what is compared ---- */

/* Gives up after a while; *checked references were measured. */
static double naive_rate(const trace *t, uint64_t *distances, size_t *checked) {
  size_t live = 0, i = 0;
  uint64_t *stack = (uint64_t *)malloc(sizeof *stack * (t->count + 1));
  double start = seconds(), spent = 0;
  for (; stack && i < t->count; i++) {
    size_t d = 0;
    while (d < live && stack[d] != t->lines[i])
      d++;
    distances[i] = d < live ? d : PME_DISTANCE_INFINITE;
    live += d == live;
    memmove(stack + 1, stack, sizeof *stack * d);
    stack[0] = t->lines[i];
    if (i % 256 == 0 && (spent = seconds() - start) > naive_seconds)
      break;
  }
  *checked = i;
  double rate = (double)i / (seconds() - start) / 1e6;
  free(stack);
  return rate;
}

/* A counter for each reference of the trace, and a hash table from lines to their last use: the textbook way. */
static double fenwick_rate(const trace *t, uint64_t *distances) {
  size_t size = 1;
  while (size < 2 * t->count)
    size *= 2;
  uint64_t *keys = (uint64_t *)calloc(size, sizeof *keys);
  uint32_t *last = (uint32_t *)malloc(sizeof *last * size);
  uint32_t *tree = (uint32_t *)calloc(t->count + 1, sizeof *tree);
  uint64_t live = 0;
  double start = seconds();
  for (size_t i = 0; keys && last && tree && i < t->count; i++) {
    size_t at = mix(t->lines[i]) & (size - 1);
    while (keys[at] && keys[at] != t->lines[i] + 1)
      at = (at + 1) & (size - 1);
    distances[i] = PME_DISTANCE_INFINITE;
    if (keys[at]) {
      uint32_t before = 0;
      for (uint32_t k = last[at] + 1; k; k -= k & (0 - k))
        before += tree[k];
      distances[i] = live - before;
      for (size_t k = last[at] + 1; k <= t->count; k += k & (0 - k))
        tree[k]--;
    } else {
      live++;
    }
    keys[at] = t->lines[i] + 1;
    last[at] = (uint32_t)i;
    for (size_t k = i + 1; k <= t->count; k += k & (0 - k))
      tree[k]++;
  }
  double rate = (double)t->count / (seconds() - start) / 1e6;
  free(keys);
  free(last);
  free(tree);
  return rate;
}

static double engine_rate(const trace *t, pme__distance_mode mode, uint64_t *distances, pme_histogram *histogram) {
  pme__distance *e;
  pme__distance_options options = {.mode = mode};
  if (pme__distance_open(&options, &e))
    return 0;
  double spent = 0;
  for (size_t i = 0; i < t->count; i += BATCH) {
    size_t count = t->count - i < BATCH ? t->count - i : BATCH;
    if (!histogram) {
      /* The clock is read once for the whole trace. */
      if (i == 0)
        spent = -seconds();
      pme_distance_references(e, t->lines + i, count, distances + i);
      continue;
    }
    pme_distance_references(e, t->lines + i, count, distances);
    for (size_t k = 0; k < count; k++)
      if (pme_histogram_add(histogram, distances[k], pme__distance_weight(e), pme__distance_window(e), NULL))
        exit(1);
  }
  spent += seconds();
  pme__distance_close(e);
  return (double)t->count / spent / 1e6;
}

static double sets_rate(const trace *t) {
  static const pme_geometry l1 = {64, 8, false};
  pme__set_stacks *sets;
  uint8_t depth[1];
  if (pme__set_stacks_open(&l1, 1, NULL, &sets))
    return 0;
  double start = seconds();
  for (size_t i = 0; i < t->count; i++)
    pme__set_stacks_reference(sets, t->lines[i], depth);
  double spent = seconds() - start;
  pme__set_stacks_close(sets);
  return (double)t->count / spent / 1e6;
}

/* Sequential processor time over that of the slowest of two workers and the merge. */
static double split_gain(const trace *t, uint64_t *distances, const uint64_t *expected) {
  pme_split_times one, two;
  if (pme_distance_split(t->lines, t->count, 1, distances, &one) ||
      pme_distance_split(t->lines, t->count, 2, distances, &two))
    return 0;
  if (memcmp(distances, expected, sizeof *distances * t->count) != 0) {
    fprintf(stderr, "the split trace has other distances\n");
    exit(1);
  }
  return (one.worker_s + one.merge_s) / (two.worker_s + two.merge_s);
}

static double hybrid_error(const trace *t, uint64_t *distances) {
  pme_histogram exact = {0}, hybrid = {0};
  double worst = 0;
  engine_rate(t, PME_DISTANCE_EXACT, distances, &exact);
  engine_rate(t, PME_DISTANCE_HYBRID, distances, &hybrid);
  for (double lines = 64; lines <= 0x1p23; lines *= 2)
    worst =
        fmax(worst, fabs(pme_histogram_miss_rate(&exact, 0, lines) - pme_histogram_miss_rate(&hybrid, 4096, lines)));
  pme_histogram_destroy(&exact, NULL);
  pme_histogram_destroy(&hybrid, NULL);
  return worst;
}

static void check_same(const uint64_t *got, const uint64_t *expected, size_t count, const char *who) {
  if (!memcmp(got, expected, sizeof *got * count))
    return;
  fprintf(stderr, "%s has other distances\n", who);
  exit(1);
}

int main(int argument_count, char **arguments) {
  size_t room = (size_t)(argument_count > 1 ? atof(arguments[1]) * 1e6 : 20e6);
  int repeats = argument_count > 2 ? atoi(arguments[2]) : 3;
  trace t = {(uint64_t *)malloc(8 * room), 0, room};
  uint64_t *expected = (uint64_t *)malloc(8 * room), *got = (uint64_t *)malloc(8 * room);
  if (!t.lines || !expected || !got || repeats < 1)
    return 1;
  memset(expected, 0, 8 * room);
  memset(got, 0, 8 * room);
  printf("million references a second, %zu million references, best of %d\n%-22s%9s%9s%9s%9s%9s%9s%9s%9s\n",
         room / 1000000, repeats, "trace", "naive", "Fenwick", "exact", "bounded", "hybrid", "sets", "split 2",
         "error");
  for (int i = 0; i < TRACE_COUNT; i++) {
    double best[7] = {0};
    t.count = 0;
    traces[i].fill(&t, traces[i].n);
    for (int r = 0; r < repeats; r++) {
      best[2] = fmax(best[2], engine_rate(&t, PME_DISTANCE_EXACT, expected, NULL));
      if (r == 0) {
        size_t checked;
        best[0] = naive_rate(&t, got, &checked);
        check_same(got, expected, checked, "the naive stack");
        best[1] = fenwick_rate(&t, got);
        check_same(got, expected, t.count, "the Fenwick tree");
      }
      best[3] = fmax(best[3], engine_rate(&t, PME_DISTANCE_BOUNDED, got, NULL));
      best[4] = fmax(best[4], engine_rate(&t, PME_DISTANCE_HYBRID, got, NULL));
      best[5] = fmax(best[5], sets_rate(&t));
      best[6] = fmax(best[6], split_gain(&t, got, expected));
    }
    printf("%-22s%9.2f%9.1f%9.1f%9.1f%9.1f%9.1f%9.2f%9.4f\n", traces[i].name, best[0], best[1], best[2], best[3],
           best[4], best[5], best[6], hybrid_error(&t, got));
    fflush(stdout);
  }
  free(t.lines);
  free(expected);
  free(got);
  return 0;
}
