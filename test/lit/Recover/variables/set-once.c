// Variables of the file that are never written, or given one constant, have a value, which the user may replace. Those
// that are read from somewhere, given two values, or written where nobody sees it are symbols without one.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clang -O1 -g -fopenmp %load -c %s -o %t.o
// RUN: cat %t/never.pme | %FileCheck %s --check-prefix=NEVER
// RUN: cat %t/given.pme | %FileCheck %s --check-prefix=GIVEN
// RUN: cat %t/open.pme | %FileCheck %s --check-prefix=OPEN
// RUN: %not cat %t/main.pme
#include <stdio.h>
#include <stdlib.h>

static int first = 1000, once, scanned, two = 100, dims[3], chosen[2], passed, zero;
static struct {
  int rows, columns;
} grid;
int whole = 300, set_elsewhere;
static double *a;

// NEVER-DAG: param first = 1000
// NEVER-DAG: param whole = 300
// NEVER-DAG: param set_elsewhere{{$}}
// NEVER-DAG: param zero = 0
// NEVER-NOT: given its only value
// NEVER: assume set-alike "other files give 'whole' the value that this one does"
// NEVER-NOT: given its only value
void never(void) {
#pragma omp parallel for
  for (int i = zero; i < first; i++)
    for (int j = set_elsewhere; j < whole; j++)
      a[i * whole + j] = 0;
}

// GIVEN-DAG: param once = 4000
// GIVEN-DAG: param grid.rows = 30
// GIVEN-DAG: param "dims[1]" = 50
// GIVEN-DAG: param passed = 8
// GIVEN: assume set-alike "'once' has been given its only value"
void given(void) {
#pragma omp parallel for
  for (int i = 0; i < once; i++)
    for (int j = 0; j < grid.rows; j++)
      for (int k = 0; k < dims[1]; k++)
        for (int l = 0; l < passed; l++)
          a[((i * grid.rows + j) * dims[1] + k) * passed + l] = 0;
}

// OPEN-DAG: param scanned{{$}}
// OPEN-DAG: param two{{$}}
// OPEN-DAG: param "chosen[0]"{{$}}
// OPEN-DAG: param grid.columns{{$}}
void open(void) {
#pragma omp parallel for
  for (int i = 0; i < scanned; i++)
    for (int j = 0; j < two; j++)
      for (int k = 0; k < chosen[0]; k++)
        for (int l = 0; l < grid.columns; l++)
          a[((i * two + j) * chosen[0] + k) * grid.columns + l] = 0;
}

static void half(const int *size, int *result) { *result = *size / 2; }
static void set(int *size, int to) { *size = to; }

int main(int argc, char **argv) {
  int result;
  once = 4000;
  dims[1] = 50;
  grid.rows = 30;
  grid.columns = atoi(argv[1]);
  two = argc > 1 ? 200 : two;
  chosen[argc] = 3;
  set(&passed, 8);
  half(&passed, &result);
  if (scanf("%d", &scanned) != 1)
    return result;
  a = malloc(1 << 20);
  never();
  given();
  open();
}
