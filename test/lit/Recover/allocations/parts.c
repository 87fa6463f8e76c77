// Arrays that are cut out of one block, which the system mapped: each ends where the next one begins. A pointer behind the
// border of an array is not the beginning of another one.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all
#include <stddef.h>
#include <sys/mman.h>

typedef struct {
  double *density, *inside, *energy, *pressure;
} fields;

__attribute__((noinline)) void kernel(int n, fields *f, const double *volume) {
  double *density = f->density, *energy = f->energy, *inside = f->inside;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    density[i] += energy[i] * volume[i] + inside[i];
}

int main(void) {
  enum { N = 12000 };
  double *all = mmap(NULL, 4 * N * sizeof *all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fields f = {all, all + 101, all + N, all + 2 * N};
  kernel(N - 200, &f, all + 3 * N);
  return all[3] > 7;
}
// CHECK-DAG: array {{.*}}density{{.*}} element 8 {{.*}}allocated 96000 at -385024{{$}}
// CHECK-DAG: array {{.*}}inside{{.*}} element 8 {{.*}}allocated 95192 at -384216{{$}}
// CHECK-DAG: array {{.*}}energy{{.*}} element 8 {{.*}}allocated 96000 at -289024{{$}}
// CHECK-DAG: array volume element 8 {{.*}}allocated 96000 at -97024{{$}}
