// Names in what can be pasted are those of the source: members that accessors return, arguments, lengths; no offsets in
// bytes, no calls, no operators of allocations. What the source has no name for is measured.
// RUN: env %corei7 %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not="bytes)=" --implicit-check-not="()=" --implicit-check-not="'for "
// RUN: env %corei7 %clangxx -O2 -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not="bytes)=" --implicit-check-not="()=" --implicit-check-not="'for "
#include <stdlib.h>
extern "C" int omp_get_max_threads(void);

struct domain {
  double *energy;
  int elements;
  int count() const { return elements; }
  double &e(int i) { return energy[i]; }
  domain(int n);
};

static double *allocate(size_t count) { return static_cast<double *>(malloc(sizeof(double) * count)); }

double slots(domain &d, int length, const int *region) {
  const int threads = omp_get_max_threads();
  double *slot = new double[threads];
// CHECK: remark: parallel loop 'i' (4 threads, static): {{.*}} writing 'slot'{{.*}} for omp_get_max_threads() = 4
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < threads; i++)
    slot[i] = 1e20;
// CHECK: PMECACHE_PARAMS='length=1000' {{.*}}[-Rpass=pmecache]
#pragma omp parallel for
  for (int i = 0; i < length; i++)
    d.e(region[i]) = i;
  double *copies = allocate(8 * (size_t)d.count());
// CHECK: PMECACHE_PARAMS='d.elements=1000' [-Rpass=pmecache]
#pragma omp parallel for
  for (int i = 0; i < d.count(); i++)
    for (int k = 0; k < 8; k++)
      copies[i * 8 + k] = d.energy[i];
  double sum = slot[0] + copies[length];
  delete[] slot;
  free(copies);
  return sum;
}

void opaque(void *d, double *a) {
// CHECK: at the size of a run: measure it: compile with -g and PMECACHE_INSTRUMENT=values
#pragma omp parallel for
  for (int i = 0; i < *(int *)((char *)d + 216); i++)
    a[i] = 1;
}
