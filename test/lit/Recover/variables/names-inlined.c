// What an inlined function reads of what it was given is called as the caller calls that, with -g and with line tables.
// RUN: env %corei7 %clang -O2 -g -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clang -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
typedef struct {
  long rows, columns;
} sheet;
static inline long rows_of(const sheet *image) { return image->rows; }
static inline long columns_of(const char *title, const sheet *image) { return title ? image->columns : 0; }
static inline long cells_in(const sheet *image) { return columns_of("cells, (all)", image); }

// CHECK: 'from->rows=1000,to->columns=1000'
void given(const sheet *from, const sheet *to, double *x) {
#pragma omp parallel for
  for (long i = 0; i < rows_of(from); i++)
    for (long j = 0; j < cells_in(to); j++)
      x[j] += i;
}

sheet all[2];
// CHECK: 'all[1].rows=1000'
void global(double *x) {
#pragma omp parallel for
  for (long i = 0; i < rows_of(&all[1]); i++)
    x[i] = 1;
}
