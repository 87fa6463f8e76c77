// Where blocks of the heap stand follows from the order and the sizes of the program's allocations, which are run through
// the C library's allocator up to the first call of each function. Large blocks are mapped, below all others. What hangs
// on an argument of the program is as without arguments; parts of blocks are so far behind their beginning.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double *u, *v;
  int n;
} grid;
double *table;

static double *make(size_t n) {
  double *p = calloc(n, sizeof *p);
  if (!p)
    exit(1);
  for (size_t i = 0; i < n; i++)
    p[i] = i;
  return p;
}

__attribute__((noinline)) void kernel(int n, double *a, const double *b, const double *half, grid *g, double *late) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i] * table[i] + half[i] + g->u[i] * g->v[i] * late[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 700;
  double *b = make(n), *unused = make(9), *a = make(n + 1), *given = make(2 * n), *all;
  table = malloc(n * sizeof *table);
  free(given);
  if (posix_memalign((void **)&all, 64, 2 * n * sizeof *all))
    return 1;
  grid g = {make(30000), make(40000), n};
  kernel(n, a, b, all + n, &g, make(atoi("9")));
  kernel(n, b, a, all, &g, a);
  printf("%g %g\n", a[3], unused[0]);
}
// CHECK-DAG: array b element 8 {{.*}}allocated 5600 at 0{{$}}
// CHECK-DAG: array a element 8 {{.*}}allocated 5608 at 5696{{$}}
// CHECK-DAG: array table element 8 {{.*}}allocated 5600 at 22528{{$}}
// CHECK-DAG: array half element 8 {{.*}}allocated 5600 at 33792{{$}}
// CHECK-DAG: array "g->u" element 8 {{.*}}allocated 240000 at -241648{{$}}
// CHECK-DAG: array "g->v" element 8 {{.*}}allocated 320000 at -565232{{$}}
// CHECK-DAG: array late element 8 {{.*}}heap{{$}}
