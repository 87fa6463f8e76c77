// A program that is linked statically, and one that can be loaded anywhere besides: the same output as the plain program,
// and a profile and a trace that can be read. Debian has no static OpenMP runtime: the program brings one of one thread.
//
// RUN: %clang -O2 -DRUNTIME -c %s -o %t.omp.o
// RUN: %clang -O2 -fopenmp -c %s -o %t.plain.o
// RUN: %clang -static %t.plain.o %t.omp.o -o %t.plain
// RUN: %t.plain > %t.usual
//
// RUN: %instrument -pmecache-instrument=all -c %s -o %t.o
// RUN: %clang -static %t.o %t.omp.o %runtime -o %t.exe
// RUN: rm -f %t.pmeprof %t.trace
// RUN: env PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.log
// RUN: diff %t.usual %t.log
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
// RUN: %pmecache profile show %t.trace | %FileCheck %s
//
// RUN: %clang -O2 -DRUNTIME -fPIE -c %s -o %t.omp.o
// RUN: %instrument -pmecache-instrument=all -fPIE -c %s -o %t.o
// RUN: %clang -static-pie %t.o %t.omp.o %runtime -o %t.exe
// RUN: rm -f %t.pmeprof %t.trace
// RUN: env PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.log
// RUN: diff %t.usual %t.log
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
// RUN: %pmecache profile show %t.trace | %FileCheck %s
//
// CHECK: parallel loop i at [[#@LINE+34]]:1: entered 1 times, 5000 iterations, 10.0K accesses
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#ifdef RUNTIME

/* A team of one. */
typedef void region(int32_t *thread, int32_t *bound, void *a, void *b, void *c);

void __kmpc_fork_call(void *place, int32_t count, region *body, ...) {
  int32_t zero = 0;
  void *arguments[3] = {NULL};
  va_list list;
  (void)place;
  va_start(list, body);
  for (int a = 0; a < count && a < 3; a++)
    arguments[a] = va_arg(list, void *);
  va_end(list);
  body(&zero, &zero, arguments[0], arguments[1], arguments[2]);
}

void __kmpc_for_static_init_4(void) {}
void __kmpc_for_static_fini(void) {}
int32_t __kmpc_reduce_nowait(void) { return 1; }
void __kmpc_end_reduce_nowait(void) {}
int32_t __kmpc_global_thread_num(void) { return 0; }

#else

static unsigned next[1 << 12];

__attribute__((noinline)) static unsigned long walk(int n) {
  unsigned long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += next[next[i & 4095]];
  return sum;
}

int main(void) {
  for (unsigned i = 0; i < 1 << 12; i++)
    next[i] = (i * 405u + 7) & 4095;
  printf("%lu\n", walk(5000));
  return 0;
}

#endif
