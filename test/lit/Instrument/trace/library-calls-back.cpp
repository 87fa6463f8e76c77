// What the C library calls back is traced: a comparison that qsort and bsearch are given reads the elements.
//
// RUN: %instrument -pmecache-instrument=all -fno-exceptions %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck --check-prefix=OUTPUT %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// OUTPUT: 16 rows in order, 16 found
// Comparisons are rounds of a loop at the call, not of the loop around it.
// CHECK: parallel loop r at {{.*}}: entered 1 times, 16 iterations
// CHECK: loop ? at [[#@LINE+18]]:5: entered 16 times, {{1[0-9][0-9]}}K iterations
// CHECK: a {{ *}}[[#@LINE+8]]:{{[0-9]+}} {{ *}}read {{ *}}1{{[0-9][0-9]}}K
// CHECK: b {{ *}}[[#@LINE+7]]:{{[0-9]+}} {{ *}}read {{ *}}1{{[0-9][0-9]}}K
#include <cstdio>
#include <cstdlib>

enum { ROWS = 16, COLUMNS = 1024 };
static int table[ROWS][COLUMNS];

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main() {
  int in_order = 0, found = 0;
#pragma omp parallel for reduction(+ : in_order, found)
  for (int r = 0; r < ROWS; r++) {
    for (int c = 0; c < COLUMNS; c++)
      table[r][c] = (c * 7919 + r) % 1021;
    int asked = table[r][5];
    qsort(table[r], COLUMNS, sizeof(int), compare);
    bool is_sorted = true;
    for (int c = 1; c < COLUMNS; c++)
      is_sorted &= table[r][c - 1] <= table[r][c];
    in_order += is_sorted;
    found += bsearch(&asked, table[r], COLUMNS, sizeof(int), compare) != nullptr;
  }
  printf("%d rows in order, %d found\n", in_order, found);
  return 0;
}
