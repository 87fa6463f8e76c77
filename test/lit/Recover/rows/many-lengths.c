// Rows that are gone along as far as five sizes say: that the longest of them is the pitch says nothing, and would stand
// in each address. The pitch is asked for.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

void kernel(int n, int a, int b, int c, int d, int e, double *restrict *restrict rows, double *restrict sums) {
#pragma omp parallel for
  for (int y = 0; y < n; y++) {
    const double *row = rows[y];
    for (int x = 0; x < a; x++)
      sums[y] += row[x];
    for (int x = 0; x < b; x++)
      sums[y] += row[x];
    for (int x = 0; x < c; x++)
      sums[y] += row[x];
    for (int x = 0; x < d; x++)
      sums[y] += row[x];
    for (int x = 0; x < e; x++)
      sums[y] += row[x];
  }
}

// CHECK: param "pitch of rows[]"
// CHECK: read "rows[]" @
