/* Means of clusters, with sums of each thread in rows of its own, which stand one behind the other and share lines. SIZE
 * points of four coordinates, five clusters, three rounds. */
#include "kernel.h"

enum { COORDINATES = 4, CLUSTERS = 5, ROUNDS = 3, MOST_THREADS = 64 };
const int kernel_default_size = 16384;

static float *point, *centre, *sum[MOST_THREADS];
static int *count[MOST_THREADS], *member;
static int points;

void kernel_prepare(int size) {
  points = size;
  point = place(sizeof *point * (size_t)size * COORDINATES);
  centre = place(sizeof *centre * CLUSTERS * COORDINATES);
  member = place(sizeof *member * (size_t)size);
  int threads = omp_get_max_threads();
  float *sums = place(sizeof *sums * (size_t)threads * CLUSTERS * COORDINATES);
  int *counts = place(sizeof *counts * (size_t)threads * CLUSTERS);
  for (int t = 0; t < threads && t < MOST_THREADS; t++) {
    sum[t] = sums + t * CLUSTERS * COORDINATES;
    count[t] = counts + t * CLUSTERS;
  }
  for (int p = 0; p < size * COORDINATES; p++)
    point[p] = (float)draw(1000);
  for (int c = 0; c < CLUSTERS * COORDINATES; c++)
    centre[c] = (float)draw(1000);
}

static int nearest(const float *p, const float *centres) {
  int best = 0;
  float least = 3e38f;
  for (int c = 0; c < CLUSTERS; c++) {
    float away = 0;
    for (int k = 0; k < COORDINATES; k++)
      away += (p[k] - centres[c * COORDINATES + k]) * (p[k] - centres[c * COORDINATES + k]);
    best = away < least ? c : best;
    least = away < least ? away : least;
  }
  return best;
}

static void assign(int size, const float *points_of, const float *centres, int *members, float **sums, int **counts) {
#pragma omp parallel
  {
    int own = omp_get_thread_num();
#pragma omp for
    for (int p = 0; p < size; p++) {
      int c = members[p] = nearest(points_of + p * COORDINATES, centres);
      counts[own][c]++;
      for (int k = 0; k < COORDINATES; k++)
        sums[own][c * COORDINATES + k] += points_of[p * COORDINATES + k];
    }
  }
}

static void move_centres(int threads) {
  for (int c = 0; c < CLUSTERS; c++)
    for (int k = 0; k < COORDINATES; k++) {
      float all = 0;
      int of = 1;
      for (int t = 0; t < threads; t++) {
        all += sum[t][c * COORDINATES + k];
        of += count[t][c];
        sum[t][c * COORDINATES + k] = 0;
      }
      centre[c * COORDINATES + k] = all / (float)of;
    }
}

void kernel_run(int size) {
  for (int t = 0; t < ROUNDS; t++) {
    assign(size, point, centre, member, sum, count);
    move_centres(omp_get_max_threads());
  }
}

uint64_t kernel_checksum(void) {
  uint64_t all = 0;
  for (int p = 0; p < points; p++)
    all += (uint64_t)member[p];
  return all;
}
