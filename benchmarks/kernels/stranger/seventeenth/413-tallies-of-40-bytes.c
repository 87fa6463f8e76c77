/* Tallies of a transport code: forty bytes a thread, one after another. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double absorbed, escaped, scattered, energy;
  long n;
} tally;

int main(void) {
  const int n = 300000;
  double *e = malloc(n * sizeof *e);
  tally *t = calloc(omp_get_max_threads(), sizeof *t);
  for (int i = 0; i < n; i++)
    e[i] = (i * 7919L % 10007) / 10007.0;

#pragma omp parallel
  {
    tally *mine = &t[omp_get_thread_num()];
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (e[i] < 0.3)
        mine->absorbed += e[i];
      else if (e[i] < 0.5)
        mine->escaped += e[i];
      else
        mine->scattered += e[i];
      mine->energy += e[i] * e[i];
      mine->n++;
    }
  }

  double s = 0.0;
  for (int i = 0; i < omp_get_max_threads(); i++)
    s += t[i].absorbed + t[i].escaped + t[i].scattered + t[i].energy + (double)t[i].n;
  printf("%.3f\n", s);
  free(e);
  free(t);
  return 0;
}
