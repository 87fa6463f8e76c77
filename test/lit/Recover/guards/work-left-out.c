// What loops compute that touch no memory belongs to the iteration around them, as far as it is known; where it is not,
// nothing is advised that takes the work of iterations to be even.

// RUN: rm -rf %t && mkdir %t
// RUN: env PMECACHE_DUMP=%t PMECACHE_MACHINE='cores=2;L1=32K,8,64,latency=4;L2=1M,8,64,latency=14;memory=400,throughput=4' %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2> %t/remarks
// RUN: %FileCheck %s < %t/known.pme --check-prefix=KNOWN
// RUN: %FileCheck %s < %t/unknown.pme --check-prefix=UNKNOWN
// RUN: %FileCheck %s < %t/remarks --check-prefix=REMARK

static double x[4000];
static unsigned short length[400000];

// KNOWN: loop i = 0 .. 3999 parallel schedule static 1 work {{[0-9][0-9][0-9]+}}
// KNOWN-NOT: work-left-out
void known(void) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 4000; i++) {
    double y = i;
    for (int k = 0; k < 100; k++)
      y = 0.5 * (y + i / y);
    x[i] = y;
  }
}

// UNKNOWN: loop i = 1 .. 399999 parallel schedule dynamic 7
// UNKNOWN-NEXT: assume work-left-out "the loop at line [[# @LINE + 8]]"
// REMARK-NOT: :[[# @LINE + 3]]:{{.*}}use schedule(static)
// REMARK-NOT: :[[# @LINE + 2]]:{{.*}}num_threads
void unknown(void) {
#pragma omp parallel for schedule(dynamic, 7)
  for (int i = 1; i < 400000; i++) {
    long n = i;
    int steps = 0;
    while (n != 1) {
      n = n % 2 ? 3 * n + 1 : n / 2;
      steps++;
    }
    length[i] = (unsigned short)steps;
  }
}
