// The pass under opt, by its name.
// RUN: %clang -fopenmp -O0 -S -emit-llvm -o %t.ll %s && env %corei7 %opt -load-pass-plugin=%plugin -passes=pmecache -disable-output %t.ll -pass-remarks=cache 2>&1 | %FileCheck %s
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: remark: {{.*}}parallel loop 'i' (4 threads, static): L3
