// What is to be known of the machine is said once a compile, and the level that costs most comes first: not the shared
// one behind it, which has few misses.
// RUN: env PMECACHE_MACHINE='cores=2;L1=32K,8,64;L2=1M,8,64;L3=32M,16,64,shared=2' %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=calibrate
// RUN: env PMECACHE_MACHINE='cores=2;L1=32K,8,64,latency=4;L2=1M,8,64,latency=12;L3=32M,16,64,shared=2,latency=40;memory=200' %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=TIMED --implicit-check-not=calibrate
double a[512][512], b[512][512], c[512][512], u[1024][1024], v[1024][1024];

void product(void) {
// CHECK: once.c:[[#@LINE+3]]:1: remark: parallel loop 'i' (2 threads, static): L2 costs most, with about 13{{[45]}}M misses ({{.*}}), 100% of them reading 'b' ({{.*}}); L1 about 13{{.}}M, L3 about {{.*}}K [-Rpass=pmecache]
// CHECK: once.c:[[#@LINE+2]]:1: remark: parallel loop 'i': declare 'b' as [512][520] {{.*}}; by misses only, which need not save time: no latencies are known (pmecache machine calibrate measures those of this computer) [-Rpass=pmecache]
// TIMED: L2 costs most, with about 13{{[45]}}M misses
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      for (int k = 0; k < 512; k++)
        c[i][j] += a[i][k] * b[k][j];
}

void columns(void) {
// CHECK: once.c:[[#@LINE+3]]:1: remark: parallel loop 'i' (2 threads, static,1): {{.*}} [-Rpass=pmecache]
// CHECK: once.c:[[#@LINE+2]]:1: remark: parallel loop 'i': {{.*}}use schedule(static{{.*}} [-Rpass=pmecache]
// TIMED: once.c:[[#@LINE+1]]:1: remark: parallel loop 'i': {{.*}}use schedule(static
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 1024; i++)
    for (int j = 0; j < 1024; j++)
      v[j][i] = u[i][j];
}

void again(void) {
// CHECK: once.c:[[#@LINE+1]]:1: remark: parallel loop 'i': {{.*}}use schedule(static{{.*}} [-Rpass=pmecache]
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 1024; i++)
    for (int j = 0; j < 1024; j++)
      u[j][i] = v[i][j];
}
