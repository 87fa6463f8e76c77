// The details: a remark for each level, for each reference, for each assumption.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-analysis=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
double x[1024], y[1024];

void kernel(void) {
#pragma omp parallel for num_threads(2) schedule(static, 512)
  for (int i = 0; i < 1024; i++)
    x[i] = y[i];
}

// CHECK: {{.*}}analysis.c:[[#@LINE-5]]:1: remark: parallel loop 'i': L1, 2 private instances: 2048 accesses, {{2[5-9].}} misses (2{{[5-9].}} cold{{.*}}); {{.*}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-6]]:1: remark: parallel loop 'i': L2, 2 private instances: 2048 accesses, {{2[5-9].}} misses (2{{[5-9].}} cold{{.*}}); {{.*}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-7]]:1: remark: parallel loop 'i': L3, 1 shared instance: 2048 accesses, 25{{[6-9]}} misses (25{{[6-9]}} cold{{.*}}); {{.*}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-8]]:1: remark: parallel loop 'i': L1 from the {{.*}}, {{[0-9.]+%}} of the misses {{reading 'y'|writing 'x'}}, first touches; L2 {{.*}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-7]]:12: remark: reading 'y': 1024 accesses, misses L1 1{{..}}, L2 1{{..}}, L3 1{{..}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-8]]:10: remark: writing 'x': 1024 accesses, misses L1 1{{..}}, L2 1{{..}}, L3 1{{..}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-12]]:1: remark: function 'kernel': assumption: {{.*}} [-Rpass-analysis=pmecache]
// CHECK: {{.*}}analysis.c:[[#@LINE-12]]:1: remark: parallel loop 'i': schedule(static,512) with 2 threads is {{.*}} [-Rpass-analysis=pmecache]
