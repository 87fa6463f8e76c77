// Symbols that stand in conditions alone have values with which all conditions around the loop hold at once.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
int rows_of(const void *matrix);
int columns_of(const void *matrix);

int paths(const void *matrix, int source, long edges, const double *restrict weight, double *restrict length) {
  int rows = rows_of(matrix), columns = columns_of(matrix);
  if (rows != columns)
    return 1;
  if (source >= rows)
    return 2;
#pragma omp parallel for
  for (long k = 0; k < edges; k++)
    length[k] = weight[k];
  return 0;
}

// CHECK: conditions-together.c:[[#@LINE-6]]:1: remark: parallel loop 'k' for every edges: L3{{.*}} edges misses{{.*}}; taken: columns = 1, rows = 1, source = 0;

// A sum that no usual step of either symbol makes.
void sweep(int n, double *restrict a, const double *restrict b, int half, int way) {
  int kind = way + 2 * half;
  if (kind == 3) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = b[i];
  } else if (kind == 5) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = 2 * b[i];
  }
}

// CHECK: conditions-together.c:[[#@LINE-10]]:1: remark: parallel loop 'i' for every n: {{.*}}; taken: half = 1, way = 1;
// CHECK: conditions-together.c:[[#@LINE-7]]:1: remark: parallel loop 'i' for every n: {{.*}}; taken: half = {{.*}}, way = {{.*}};
