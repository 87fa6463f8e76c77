// What runs after a loop says nothing of its sizes: rows, the size of the sweep, is what `if (rows > 2000)` asks for in the
// loop before it. That loop asked for values, since blocks of as many elements left no size above 2000.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void share(int number, int parts, int rows, int *begin, int *end);

void sweep(double *diagonal, double *u, const double *right, int rows, int block, int parts) {
  if (rows > 2000) {
#pragma omp parallel for
    for (int part = 0; part < parts; part++) {
      int begin, end;
      share(part, parts, rows, &begin, &end);
      for (int i = begin; i < end; i++)
        for (int k = 0; k < block * block; k++)
          diagonal[i * block * block + k] = 0;
    }
  } else {
    for (int i = 0; i < rows; i++)
      for (int k = 0; k < block * block; k++)
        diagonal[i * block * block + k] = 0;
  }
  for (int i = 1; i < rows; i++)
    u[i] = right[i] - u[i - 1];
}

// CHECK: limit-before-sweep.c:8:1: remark: parallel loop 'part' for every n = {{.*}}; taken: rows = 2001;
// CHECK-NOT: not modelled
