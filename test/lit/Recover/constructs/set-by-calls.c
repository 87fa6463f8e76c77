// What a call gives back through a local variable of the iteration is another value each time: data choose the places. Of
// two variables that are a start and a length, or a start and an end, each iteration has the part behind the one before.
// A variable that is set in front of the loop stays what it is, though a call is lent it.
// RUN: %recover -O1 && cat %t/permute.pme | %FileCheck %s
// RUN: cat %t/from_to.pme | %FileCheck %s --check-prefix=END
// RUN: cat %t/by_thread.pme | %FileCheck %s --check-prefix=LENGTH
// RUN: cat %t/offset.pme | %FileCheck %s --check-prefix=OFFSET
// RUN: cat %t/lent.pme | %FileCheck %s --check-prefix=LENT
int omp_get_thread_num(void);
void share(int number, int parts, int rows, int *begin, int *end);
void place(long side, long i, long *to);
void ask(long *count);
void use(const double *x, long *count);

void permute(const double *in, double *out, long side) {
#pragma omp parallel for
  for (long i = 0; i < 12 * side * side; i++) {
    long to;
    place(side, i, &to);
    out[to] = in[i];
  }
}

void lent(double *x, long n) {
  long width;
  ask(&width);
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    use(x, &width);
    x[i * width] = 0;
  }
}
void from_to(double *x, int parts, int n) {
#pragma omp parallel for
  for (int part = 0; part < parts; part++) {
    int begin, end;
    share(part, parts, n, &begin, &end);
    for (int i = begin; i < end; i++)
      x[i] = 1;
  }
}

void by_thread(double *x, int n) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num(), start, length;
    share(tid, 4, n, &start, &length);
    for (int i = start; i < start + length; i++)
      x[i] = 1;
  }
}

void offset(double *x, const double *y, int n, int m) {
#pragma omp parallel num_threads(4)
  {
    int tid = omp_get_thread_num(), start, length;
    share(tid, 4, n, &start, &length);
    double *mine = x + start;
    for (int j = 0; j < m; j++)
      for (int i = 0; i < length; i++)
        mine[i + j * n] = y[start + i];
  }
}
// CHECK-NOT: param to
// CHECK: reason {{.*}}"'to' changes in the loop"
// CHECK: read in @ 8*i
// CHECK: write out scattered
// LENT: write x @ 8*width*i
// END: param "end - begin"
// END: assume rows-contiguous "what 'begin' and 'end' are given by a call, as long in each iteration"
// END: loop i = "end - begin"*part .. "end - begin" + "end - begin"*part - 1
// LENGTH: loop i = length*tid .. length + length*tid - 1
// OFFSET: loop i = 0 .. length - 1
// OFFSET: read y @ 8*length*tid + 8*i
// OFFSET: write x @ 8*length*tid + 8*n*j + 8*i
