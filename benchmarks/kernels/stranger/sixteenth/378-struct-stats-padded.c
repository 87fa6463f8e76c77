/* Per-worker moments, each in its own line; looks like sharing, is not. */
#include <omp.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXW 64

struct moments {
  alignas(64) double s1;
  double s2, s3;
  long n;
};

static struct moments mom[MAXW];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2500000;
  float *amp = malloc(sizeof(float) * n);
  for (int i = 0; i < n; i++)
    amp[i] = (float)(i * 13 % 1000) * 0.001f;

#pragma omp parallel num_threads(8)
  {
    struct moments *m = &mom[omp_get_thread_num()];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      double v = amp[i];
      m->s1 += v;
      m->s2 += v * v;
      m->s3 += v * v * v;
      m->n++;
    }
  }

  double a = 0, b = 0, c = 0;
  long k = 0;
  for (int w = 0; w < MAXW; w++) {
    a += mom[w].s1;
    b += mom[w].s2;
    c += mom[w].s3;
    k += mom[w].n;
  }
  printf("%ld %.6f %.6f %.6f\n", k, a, b, c);
  free(amp);
  return 0;
}
