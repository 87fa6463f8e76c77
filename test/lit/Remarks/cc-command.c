// The compiler that fits, run by the command.
// RUN: env %corei7 %pmecache cc -O2 -fopenmp -c -o /dev/null %s 2>&1 | %FileCheck %s
// RUN: env %corei7 %pmecache cc -O2 -fopenmp -c -o /dev/null %s -Rpass=inline 2>&1 | %FileCheck %s --check-prefix=OTHER --allow-empty
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: remark: parallel loop 'i' (4 threads, static)
// OTHER-NOT: parallel loop
