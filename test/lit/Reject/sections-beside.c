// Sections beside a worksharing loop: they are not modelled, and nothing of them is counted; the loop is.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < n; i++)
        x[i] = 1;
#pragma omp section
      y[0] = 1;
    }
#pragma omp for
    for (int i = 1; i < n; i++)
      x[i] = y[i];
  }
}

// REMARK: {{.*}}.c:{{.*}}: remark: {{.*}}: this OpenMP construct is not modelled: sections ({{.*}}.c:[[#@LINE-14]]:1); use a worksharing loop [-Rpass-missed=pmecache]
// CHECK: array y
// CHECK-NEXT: reason unsupported-construct at [[#@LINE-16]]:1 "sections"
// CHECK-NEXT: loop i = 1 .. n - 1 parallel schedule static at [[#@LINE-9]]:1
// CHECK-NEXT:   read y @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
