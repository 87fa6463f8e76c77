// What is recorded in a function makes its calls dearer: they may cost as much more, so that it is inlined as without.
//
// RUN: %instrument -pmecache-instrument=values -S -emit-llvm %s -o - | %FileCheck %s
// CHECK: define {{.*}}@sum_of(
// CHECK: call {{.*}}@llvm.threadlocal.address{{.*}} #[[BONUS:[0-9]+]]
// CHECK: attributes #[[BONUS]] = { {{.*}}"call-threshold-bonus"="{{[1-9][0-9]+}}"
static int row[101];
static double value[1000], y[100];

__attribute__((noinline)) double sum_of(int i) {
  double sum = 0;
  for (int m = row[i]; m < row[i + 1]; m++)
    sum += value[m];
  return sum;
}

void sums(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = sum_of(i);
}
