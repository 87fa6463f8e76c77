// What a thread reads from a table by its number is its own, also where data choose the element.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: cat %t/read_again.pme | %FileCheck %s --check-prefix=AGAIN
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

// The table's own place is read in each iteration.
int **tables;

void read_again(int n, const int *key) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int *own = tables[omp_get_thread_num()];
    own[key[i] >> 9]++;
  }
}
// AGAIN: array own element 4 private
// AGAIN: assume no-alias "'own', which its number chooses, is the thread's own"
// AGAIN: write own scattered
