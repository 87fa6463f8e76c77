/* Least and greatest of each thread in a struct of 16 bytes, combined at the end. */
#include <omp.h>
#include <stdio.h>

#define N 1500000

struct range {
  double low, high;
};

static double v[N];
static struct range of[16];

int main(void) {
  for (int i = 0; i < N; i++)
    v[i] = (i * 7919 % 100003) * 0.5;
#pragma omp parallel num_threads(2)
  {
    struct range *mine = &of[omp_get_thread_num()];
    mine->low = 1e30;
    mine->high = -1e30;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      if (v[i] < mine->low)
        mine->low = v[i];
      if (v[i] > mine->high)
        mine->high = v[i];
    }
  }
  printf("%.1f %.1f\n", of[0].low, of[1].high);
  return 0;
}
