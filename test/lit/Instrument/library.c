// A library that is opened while the program runs, and the program, each linked with the runtime, leave one profile. A
// run after that leaves its own.
//
// RUN: %instrument -pmecache-instrument=irregular -DLIBRARY -fPIC -shared %s %runtime -o %t.so
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -ldl -o %t.exe
// RUN: rm -f %t.pmeprof
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe %t.so
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe %t.so
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// CHECK-DAG: parallel loop i at [[#@LINE+11]]:1: entered 2 times, 2000 iterations, 6000 accesses
// CHECK-DAG: parallel loop i at [[#@LINE+21]]:1: entered 1 times, 1000 iterations, 3000 accesses
#include <dlfcn.h>
#include <stddef.h>

#define COUNT 1000
typedef void gather_of(const int *, const double *, double *);

#ifdef LIBRARY

void library_gather(const int *order, const double *from, double *to) {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    to[i] = from[order[i]];
}

#else

static int order[COUNT];
static double from[COUNT], to[COUNT];

__attribute__((noinline)) static void gather(void) {
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    to[i] = from[order[i]];
}

int main(int count, char **arguments) {
  for (int round = 0; round < 2; round++) {
    void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    gather_of *other = library ? (gather_of *)dlsym(library, "library_gather") : NULL;
    if (!other)
      return 1;
    other(order, from, to);
    dlclose(library);
  }
  gather();
  return 0;
}

#endif
