// A size that the loop's own arm of `if (rows > 2000)` has in no bound and no address is what the condition asks for:
// as a size it kept the loop from all sizes up to 2000, and arrays of the square of another size left none above.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void share(int number, int parts, int rows, int *begin, int *end);
typedef struct {
  int rows, block;
  double *values;
} matrix;

void clear_blocks(const matrix *a, double *diagonal, int parts) {
  int rows = a->rows, block = a->block;
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
}

// CHECK: only-a-limit.c:13:1: remark: parallel loop 'part' for every n = parts = end - begin = a->block: {{.*}}; taken: a->rows = 2001;
// CHECK-NOT: not modelled
