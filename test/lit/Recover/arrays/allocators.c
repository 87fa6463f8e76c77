// Where arrays can be follows from who allocated them, also in a function that all callers give such blocks, and in a
// variable that holds nothing else. What may be of one kind or the other has what both have in common; what may come
// from anywhere is probably of the heap.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all
#include <stdlib.h>
static double *variable, *anything;
static double fixed[4000];

static void *checked(size_t bytes) {
  void *block = malloc(bytes);
  if (!block)
    exit(1);
  return block;
}

static void *lined(size_t bytes) {
  void *block = NULL;
  if (posix_memalign(&block, 64, bytes))
    exit(1);
  return block;
}

static void kernel(int n, double *a, double *b, double *c, double *d, double *e, double *f) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i] + d[i] + e[i] + f[i] + variable[i] + anything[i];
}

void set(double *pointer) { anything = pointer; }

void run(int n) {
  double *a = checked(n * sizeof *a), *b = lined(n * sizeof *b), *c = aligned_alloc(4096, n * sizeof *c);
  double *d = calloc(n, sizeof *d);
  variable = malloc(n * sizeof *variable);
  anything = malloc(n * sizeof *anything);
#pragma omp parallel
  a[0] = 1;
  kernel(n, a, b, c, d, d + 1, fixed);
  kernel(n, a, b, c, b, d + 1, fixed);
  free(variable);
}

// CHECK-DAG: array a element 8 heap
// CHECK-DAG: array b element 8 align 64 heap{{$}}
// CHECK-DAG: array c element 8 align 4096 heap{{$}}
// CHECK-DAG: array d element 8 align 16{{$}}
// CHECK-DAG: array e element 8{{$}}
// CHECK-DAG: array f element 8{{$}}
// CHECK-DAG: array variable element 8 heap
// CHECK-DAG: array anything element 8 heap likely{{$}}
