/* 20000 products of 4 by 4 matrices and vectors, in structs. */
#include <stdio.h>

#define N 20000

struct item {
  float m[4][4], v[4], r[4];
};

static struct item items[N];

int main(void) {
  for (int n = 0; n < N; n++)
    for (int i = 0; i < 4; i++) {
      items[n].v[i] = (float)(n % 10 + i);
      for (int j = 0; j < 4; j++)
        items[n].m[i][j] = (float)(i - j);
    }
#pragma omp parallel for schedule(dynamic, 2)
  for (int n = 0; n < N; n++)
    for (int i = 0; i < 4; i++) {
      float s = 0;
      for (int j = 0; j < 4; j++)
        s += items[n].m[i][j] * items[n].v[j];
      items[n].r[i] = s;
    }
  printf("%.3f\n", items[N / 2].r[2]);
  return 0;
}
