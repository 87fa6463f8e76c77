// A library without a runtime of its own is opened, used by a team and closed, again and again, while the program, which
// has the runtime, goes on: nothing of the library is read when it is gone, and the profile and the trace have all of it.
//
// RUN: %instrument -pmecache-instrument=all -DLIBRARY -fPIC -shared %s -o %t.so
// RUN: %instrument -pmecache-instrument=all -rdynamic %s %runtime -ldl -o %t.exe
// RUN: rm -f %t.pmeprof %t.trace
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe %t.so > %t.log 2>&1
// RUN: %FileCheck --check-prefix=SAID %s < %t.log
// RUN: %pmecache profile show %t.pmeprof > %t.shown
// RUN: %FileCheck %s < %t.shown
// RUN: %pmecache profile show %t.trace > %t.shown
// RUN: %FileCheck %s < %t.shown
// RUN: env OMP_NUM_THREADS=4 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe %t.so > %t.log 2>&1
// RUN: %FileCheck --check-prefix=SAID %s < %t.log
// RUN: %pmecache profile show %t.pmeprof > %t.shown
// RUN: %FileCheck %s --check-prefix=TEAM < %t.shown
// RUN: %pmecache profile show %t.trace > %t.shown
// RUN: %FileCheck %s --check-prefix=TEAM < %t.shown
//
// SAID-NOT: came in between
// SAID: sum 100000
// SAID-NOT: came in between
// CHECK-DAG: parallel loop i at [[#@LINE+12]]:1: entered 20 times, 20.0K iterations, 60.0K accesses
// CHECK-DAG: parallel loop i at [[#@LINE+22]]:1: entered 20 times, 20.0K iterations, 60.0K accesses
// TEAM-DAG: parallel loop i at [[#@LINE+10]]:1: entered 20 times, 20.0K iterations, 60.0K accesses
// TEAM-DAG: parallel loop i at [[#@LINE+20]]:1: entered 20 times, 20.0K iterations, 60.0K accesses
#include <dlfcn.h>
#include <stdio.h>

enum { COUNT = 1000, ROUNDS = 20 };
typedef void gather_of(const int *, const double *, double *);
#ifdef LIBRARY

void library_gather(const int *order, const double *from, double *to) {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    to[i] = from[order[i]];
}

#else

static int order[COUNT];
static double from[COUNT], to[COUNT], sum;

__attribute__((noinline)) static void gather(void) {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    to[i] = from[order[i]];
}

int main(int count, char **arguments) {
  for (int i = 0; i < COUNT; i++) {
    order[i] = (i * 7 + 3) % COUNT;
    from[i] = i % 11;
  }
  for (int round = 0; round < ROUNDS; round++) {
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    gather_of *other = library ? (gather_of *)dlsym(library, "library_gather") : NULL;
    if (!other)
      return 1;
    other(order, from, to);
    dlclose(library);
    if (dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD))
      return 2; /* it was not closed: nothing was tried */
    gather();
    sum += from[order[round]] * 0 + 5000;
  }
  printf("sum %.0f\n", sum);
  return 0;
}

#endif
