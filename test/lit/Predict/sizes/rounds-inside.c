// Trips that data decide are short rows, in a loop inside of another such one on its line, too, of which the same is said.
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s

long common(int n, int *const *restrict row) {
  long total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++) {
    const int *a = row[i];
    // clang-format off
    for (; *a >= 0; a++) { const int *b = row[i]; for (; *b >= 0; b++) { total += *a == *b; } }
    // clang-format on
  }
  return total;
}
// CHECK: parallel loop 'i' for every n: {{.*}}; taken: {{[a-z.]*}} = 16, {{[a-z.0-9]*}} = 16
