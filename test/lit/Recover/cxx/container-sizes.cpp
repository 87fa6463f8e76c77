// The size of a vector is two pointers in memory: a run tells it, of members and of what comes by reference.
//
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O2 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
#include <vector>

struct Field {
  std::vector<double> now, next;
  Field(long n) : now(n, 1.0), next(n) {}
  __attribute__((noinline)) void advance() {
// CHECK-DAG: container-sizes.cpp:[[#@LINE+1]]:1: remark: {{.*}} L1 {{.*}}; for now.size() = 5000
#pragma omp parallel for
    for (unsigned long i = 0; i < now.size(); i++)
      next[i] = 2 * now[i];
  }
};

__attribute__((noinline)) void scale(std::vector<float> &values, const std::vector<float> &factors) {
// CHECK-DAG: container-sizes.cpp:[[#@LINE+1]]:1: remark: {{.*}} L1 {{.*}}; for factors.size() = 3000
#pragma omp parallel for
  for (int i = 0; i < (int)factors.size(); i++)
    values[i] *= factors[i];
}

int main(int count, char **) {
  Field field(4999 + count);
  field.advance();
  std::vector<float> values(2999 + count, 1.0f), factors(2999 + count, 2.0f);
  scale(values, factors);
  return values[7] + field.next[9] > 1000;
}
