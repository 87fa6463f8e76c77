// What a thread reads from a table by its number is its own, also where data choose the element.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
int omp_get_thread_num(void);

void kernel(int n, int *const *counts, const int *key) {
#pragma omp parallel
  {
    int *count = counts[omp_get_thread_num()];
#pragma omp for
    for (int i = 0; i < n; i++)
      count[key[i] >> 9]++;
  }
}
// CHECK: array count element 4 private
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK: assume no-alias "'count', which its number chooses, is the thread's own"
// CHECK: write count scattered
