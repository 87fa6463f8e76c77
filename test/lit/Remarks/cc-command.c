// The compiler that fits, run by the command.
// RUN: env %corei7 %pmecache cc -O2 -fopenmp -c -o /dev/null %s 2>&1 | %FileCheck %s
// RUN: env %corei7 %pmecache cc -O2 -fopenmp -c -o /dev/null %s -Rpass=inline 2>&1 | %FileCheck %s --check-prefix=OTHER --allow-empty
// RUN: env %corei7 %pmecache cc -O2 -fopenmp -c -o /dev/null %s -Rpass-analysis=cache 2>&1 | %FileCheck %s
// An OpenMP runtime that the set-up has put beside the build tree is found.
// RUN: rm -rf %t && mkdir -p %t/tree/bin %t/tree/lib && cp %pmecache %t/tree/bin/pmecache && ln -s %plugin %t/tree/lib/
// RUN: mkdir -p %t/openmp/usr/lib/llvm-19/lib/clang/19/include && touch %t/openmp/usr/lib/llvm-19/lib/libomp.so && echo 'int from_aside;' > %t/openmp/usr/lib/llvm-19/lib/clang/19/include/omp.h
// RUN: mkdir -p %t/openmp/usr/lib/llvm-22/lib/clang/22/include && touch %t/openmp/usr/lib/llvm-22/lib/libomp.so && echo 'int from_aside;' > %t/openmp/usr/lib/llvm-22/lib/clang/22/include/omp.h
// RUN: echo '#include <omp.h>' > %t/aside.c && env %corei7 %t/tree/bin/pmecache cc -E %t/aside.c 2>&1 | %FileCheck %s --check-prefix=ASIDE
// RUN: echo 'int main(void) { return 0; }' > %t/main.c && %t/tree/bin/pmecache cc %t/main.c -o %t/main && readelf -d %t/main | %FileCheck %s --check-prefix=LINKED
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: remark: parallel loop 'i' (4 threads, static)
// ASIDE: from_aside
// LINKED: (RUNPATH){{.*}}/openmp/usr/lib/llvm-
// OTHER-NOT: parallel loop
