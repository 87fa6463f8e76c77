// A function of a library that starts regions for one lambda is shown where it is called, if it can be inlined there.
// One that cannot is shown by itself, and its regions were traced for both: a second time with what the first had
// added, so that records of one thread overwrote each other ("the handler of a signal came in between").
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s --implicit-check-not=__pme_rt
//
// CHECK: main (
// CHECK-NEXT: loop i at 29:1: entered 1 times, 20.0K iterations, 20.0K accesses
// CHECK: sweep
// CHECK-NOT: {{^$}}
// CHECK: loop i at 17:1: entered 2 times, 40.0K iterations, 120K accesses
template <class F> void sweep(int n, int rounds, F each) {
  void *ways[] = {&&again, &&end}; // no function with such a jump is inlined
again:
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    each(i);
  goto *ways[--rounds == 0];
end:;
}

static double x[20000], y[20000];

int main() {
  const int n = 20000;
  double *from = x, *to = y;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    from[i] = i;
  sweep(n, 2, [=](int i) { to[i] = from[(i * 7919L) % n]; });
  return to[1] != 7919;
}
