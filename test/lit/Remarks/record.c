// Remarks in the record of the optimiser.
// RUN: env %corei7 %remarks -O2 -fsave-optimization-record -foptimization-record-file=%t.yaml -Werror 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: %FileCheck %s --input-file=%t.yaml
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 16)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// SILENT-NOT: {{.}}
// CHECK: --- !Passed
// CHECK-NEXT: Pass:            pmecache
// CHECK-NEXT: Name:            CacheMisses
// CHECK-NEXT: DebugLoc:        { File: {{.*}}, Line: [[#@LINE-9]], Column: 1 }
// CHECK-NEXT: Function:        kernel
// CHECK: 'parallel loop ''i'' (4 threads, static,16): L3 costs most, with about {{12[89]}} misses
// CHECK: --- !Analysis
// CHECK-NEXT: Pass:            pmecache
