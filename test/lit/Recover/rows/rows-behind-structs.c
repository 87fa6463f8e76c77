// What a table of pointers to structs leads to has as many rows as there are structs, however far apart these are.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 -fno-vectorize && %check

struct row {
  long count;
  int *columns;
  double *values;
};

void kernel(int n, int m, struct row **restrict data, double *restrict y) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < m; k++)
      sum += data[i]->values[k] * data[i]->columns[k];
    y[i] = sum;
  }
}

// CHECK: array data element 8
// CHECK-DAG: array "[[TABLE:data..]]" element 8
// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 4 at
// CHECK-NEXT:   loop k = 0 .. m - 1 at
// CHECK-DAG:     read "data[]" @ 32*i + 16 at
// CHECK-DAG:     read "data[][]{{(.2)?}}" @ 16*i*((8*m + 23) / 16) + 8*k at
// CHECK-DAG:     read "data[]" @ 32*i + 8 at
// CHECK-DAG:     read "data[][]{{(.2)?}}" @ 16*i*((4*m + 23) / 16) + 4*k at
// CHECK:     end
// CHECK-NEXT:   write y @ 8*i carried at
