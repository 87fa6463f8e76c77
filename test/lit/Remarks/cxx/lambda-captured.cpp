// What a library makes of a loop for one lambda is read where it is called, through layers: ranges begin at 0, rows are as
// long as the source says, names are those of the user. A run records values and what is irregular of such loops, too.
// RUN: rm -rf %t && mkdir %t
// RUN: echo 'struct range { long first, last; };' > %t/loops.hpp
// RUN: echo 'struct grid { double *p; long step[2]; grid(double *q, long, long cols) : p(q), step{cols, 1} {}' >> %t/loops.hpp
// RUN: echo '  double &operator()(long i, long j) const { return p[i * step[0] + j * step[1]]; } };' >> %t/loops.hpp
// RUN: echo 'template <class F> struct own { F f; own(const F &o) : f(o) {} };' >> %t/loops.hpp
// RUN: echo 'template <class F> void run(range &&r, F &&f) { long count = r.last - r.first, first = r.first;' >> %t/loops.hpp
// RUN: echo '#pragma omp parallel num_threads(2)' >> %t/loops.hpp
// RUN: echo '  { own<F> mine(f);' >> %t/loops.hpp
// RUN: echo '#pragma omp for' >> %t/loops.hpp
// RUN: echo '    for (long i = 0; i < count; ++i) mine.f(first + i); } }' >> %t/loops.hpp
// RUN: echo 'template <class F> void forall(range r, F &&f) { run((range &&)r, static_cast<F &&>(f)); }' >> %t/loops.hpp
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -g -fopenmp -I%t %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=FIRST --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -gline-tables-only -fopenmp -I%t %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=FIRST --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t/doc.json %clangxx -O2 -g -fopenmp -I%t %load %s -c -o /dev/null
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t/doc.json
// RUN: %clangxx -O2 -g -fopenmp -I%t %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t/exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/exe
// RUN: env %corei7 PMECACHE_ADVISE=off OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t/run.pmeprof %clangxx -O2 -g -fopenmp -I%t %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=MEASURED

#include "loops.hpp"

// FIRST: {{.*}}loops.hpp:8:1: remark: parallel loop 'i' for every n = {{rows = cols|cols = rows}}: {{.*}}L1 0.25 n^2 misses{{.*}}PMECACHE_PARAMS='rows=1000,cols=1000'; its body is at lambda-captured.cpp:[[#@LINE+5]] [-Rpass=pmecache]
// MEASURED: {{.*}}loops.hpp:8:1: remark: parallel loop 'i' (2 threads, static): {{.*}}for rows = 300, cols = 200; its body is at lambda-captured.cpp:[[#@LINE+4]] [-Rpass=pmecache]
// JSON: "name": "_Z6copiedllPdS_"
__attribute__((noinline)) void copied(long rows, long cols, double *from, double *to) {
  grid x(from, rows, cols), y(to, rows, cols);
  forall({0, rows}, [=](long i) {
    for (long j = 0; j < cols; ++j)
      y(i, j) = x(i, j);
  });
}

// FIRST: {{.*}}loops.hpp:8:1: remark: parallel loop 'i' for every n: {{.*}} no fewer than 0.19 n; {{.*}}its body is at lambda-captured.cpp:[[#@LINE+3]] [-Rpass=pmecache]
// MEASURED: {{.*}}loops.hpp:8:1: remark: parallel loop 'i' (2 threads, static) measured at n = 60000: {{.*}}its body is at lambda-captured.cpp:[[#@LINE+2]] [-Rpass=pmecache]
__attribute__((noinline)) void gathered(long n, const int *at, const double *from, double *to) {
  forall({0, n}, [=](long i) { to[i] = from[at[i]]; });
}

double from[60000], to[60000];
int at[60000];
int main(int argc, char **) {
  for (int i = 0; i < 60000; ++i)
    at[i] = int(i * 7919L % 60000);
  copied(299 + argc, 199 + argc, from, to);
  gathered(59999 + argc, at, from, to);
}
