#include <stdio.h>

#define ROWS 48
#define COLS 10
#define STEPS 4000

static volatile double t[ROWS][COLS];

static void accumulate(void) {
#pragma omp parallel for num_threads(16) schedule(static)
  for (int r = 0; r < ROWS; r++)
    for (int s = 0; s < STEPS; s++)
      for (int c = 0; c < COLS; c++)
        t[r][c] += (s + c) % 3;
}

int main(void) {
  accumulate();
  double sum = 0;
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLS; c++)
      sum += t[r][c] * (r + 1);
  printf("%.1f\n", sum);
  return 0;
}
