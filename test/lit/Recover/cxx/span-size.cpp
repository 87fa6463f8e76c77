// A span is a pointer and a number: the number is its size. Rounds of a library's loop are not called as its variables.
// RUN: rm -rf %t && env %corei7 PMECACHE_DUMP=%t %clangxx -std=c++20 -O2 -g -fopenmp %load %s -c -o /dev/null
// RUN: cat %t/_Z5scale*.pme | %FileCheck %s
// RUN: cat %t/_Z6places*.pme | %FileCheck %s --check-prefix=ROUNDS
#include <algorithm>
#include <span>

void scale(std::span<double> values, std::span<const double> factors) {
#pragma omp parallel for
  for (size_t i = 0; i < factors.size(); i++)
    values[i] *= factors[i];
}

// CHECK: param "factors.size()"
// CHECK: array values element 8
// CHECK: loop i = 0 .. "factors.size()" - 1 parallel

void places(int n, int width, const int *sorted, const int *wanted, long *found) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    found[i] = std::lower_bound(sorted, sorted + width, wanted[i]) - sorted;
}

// ROUNDS-NOT: __len
// ROUNDS: param rounds
// ROUNDS: loop round = 1 .. rounds
