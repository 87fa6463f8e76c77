/* Clusters of points: each round gives every point its nearest centre, and threads add up the points of each centre in
 * rows of their own, which are then added together. SIZE points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int omp_get_thread_num(void);
int omp_get_max_threads(void);

enum { COORDINATES = 6, CENTRES = 12 };

static float *point;
static int *centre_of;

static unsigned draw(unsigned below) {
  static unsigned state = 9;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static int nearest(const float *at, float (*centre)[COORDINATES]) {
  int best = 0;
  float least = 1e30f;
  for (int c = 0; c < CENTRES; c++) {
    float distance = 0;
    for (int d = 0; d < COORDINATES; d++)
      distance += (at[d] - centre[c][d]) * (at[d] - centre[c][d]);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

static int one_round(int points, int threads, float (*centre)[COORDINATES], double *sums, int *members) {
  int changed = 0, row = CENTRES * COORDINATES;
  memset(sums, 0, sizeof *sums * (size_t)(threads * row));
  memset(members, 0, sizeof *members * (size_t)(threads * CENTRES));
#pragma omp parallel num_threads(threads) reduction(+ : changed)
  {
    int number = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < points; i++) {
      int to = nearest(&point[i * COORDINATES], centre);
      if (to != centre_of[i]) {
        centre_of[i] = to;
        changed++;
      }
      members[number * CENTRES + to]++;
      for (int d = 0; d < COORDINATES; d++)
        sums[number * row + to * COORDINATES + d] += point[i * COORDINATES + d];
    }
  }
#pragma omp parallel for schedule(static)
  for (int c = 0; c < CENTRES; c++) {
    int count = 0;
    for (int t = 0; t < threads; t++)
      count += members[t * CENTRES + c];
    for (int d = 0; d < COORDINATES; d++) {
      double sum = 0;
      for (int t = 0; t < threads; t++)
        sum += sums[t * row + c * COORDINATES + d];
      if (count)
        centre[c][d] = (float)(sum / count);
    }
  }
  return changed;
}

int main(int argc, char **argv) {
  int points = argc > 1 ? atoi(argv[1]) : 30000, rounds = argc > 2 ? atoi(argv[2]) : 6;
  int threads = omp_get_max_threads();
  static float centre[CENTRES][COORDINATES];
  point = malloc(sizeof *point * (size_t)points * COORDINATES);
  centre_of = malloc(sizeof *centre_of * (size_t)points);
  double *sums = malloc(sizeof *sums * (size_t)(threads * CENTRES * COORDINATES));
  int *members = malloc(sizeof *members * (size_t)(threads * CENTRES));
  for (int i = 0; i < points * COORDINATES; i++)
    point[i] = (float)draw(1000) + (float)(i / COORDINATES % CENTRES * 300);
  for (int i = 0; i < points; i++)
    centre_of[i] = -1;
  for (int c = 0; c < CENTRES; c++)
    memcpy(centre[c], &point[(int)draw((unsigned)points) * COORDINATES], sizeof centre[c]);
  int changed = 0;
  for (int round = 0; round < rounds; round++)
    changed += one_round(points, threads, centre, sums, members);
  printf("%d %g\n", changed, centre[0][0]);
  return 0;
}
