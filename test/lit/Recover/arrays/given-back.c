// A block that a function takes and gives back is, from the second call on, not mapped by malloc, whatever its size up
// to 32 MiB: it has had one as large back. One that stays is mapped, and so are those of main, which is called once.
// RUN: %recover -O0 && cat %t/work.pme %t/main.pme | %FileCheck %s
// RUN: %recover -O2 && cat %t/work.pme %t/main.pme | %FileCheck %s
#include <stdlib.h>

static double *checked(size_t bytes) {
  double *block = malloc(bytes);
  if (!block)
    exit(1);
  return block;
}

double *work(int n, const double *from) {
  double *scratch = malloc(n * sizeof *scratch), *result = malloc(n * sizeof *result);
  double *sums = checked(n * sizeof *sums);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    scratch[i] = 2 * from[i];
    sums[i] = scratch[i] + from[n - 1 - i];
    result[i] = scratch[i] * sums[i];
  }
  free(scratch);
  free(sums);
  return result;
}

int main(int argc, char **argv) {
  int n = 1000 * argc;
  double *once = malloc(n * sizeof *once);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    once[i] = i;
  double last = work(n, once)[n / 2];
  free(once);
  return last > 3;
}

// CHECK-DAG: array scratch element 8 heap unmapped{{$}}
// CHECK-DAG: array {{block|sums}} element 8 heap unmapped{{$}}
// CHECK-DAG: array result element 8 heap{{$}}
// CHECK-DAG: array once element 8 heap{{$}}
