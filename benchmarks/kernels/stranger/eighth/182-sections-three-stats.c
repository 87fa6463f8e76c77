#include <stdio.h>
#include <stdlib.h>

#define N 1500000

struct res {
  int min, max;
  long sum;
};

static struct res stats(const int *a) {
  struct res r = {0, 0, 0};
#pragma omp parallel sections
  {
#pragma omp section
    {
      int m = a[0];
      for (int i = 1; i < N; i++)
        if (a[i] < m)
          m = a[i];
      r.min = m;
    }
#pragma omp section
    {
      int m = a[0];
      for (int i = 1; i < N; i++)
        if (a[i] > m)
          m = a[i];
      r.max = m;
    }
#pragma omp section
    {
      long s = 0;
      for (int i = 0; i < N; i++)
        s += a[i];
      r.sum = s;
    }
  }
  return r;
}

int main(void) {
  int *a = malloc(N * sizeof *a);
  if (!a)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = (int)(((unsigned)i * 2654435761u) >> 8) - 5000000;
  struct res r = stats(a);
  printf("%d %d %ld\n", r.min, r.max, r.sum);
  free(a);
  return 0;
}
