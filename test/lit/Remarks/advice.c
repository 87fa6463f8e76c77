// Advice: the change that pays, in the words of the source; nothing where none does (a detail); nothing when it is switched off.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=DETAIL
// RUN: env %corei7 PMECACHE_ADVISE=off %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=OFF
// RUN: env %corei7 PMECACHE_ADVISE=chunk PMECACHE_JSON=%t.json %remarks -O2 -Werror && grep -A4 '"advice":' %t.json | %FileCheck %s --check-prefix=JSON
// RUN: env %corei7 %remarks -O2 -Werror -foptimization-record-file=%t.yaml -fsave-optimization-record && %FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=MISSES
double a[1000][1000], b[1000][1000], x[100000];

void columns(void) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++)
      b[j][i] = a[i][j];
}

void even(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100000; i++)
    x[i] = x[i] * 2;
}

// CHECK: advice.c:[[#@LINE-12]]:1: remark: parallel loop 'i': use schedule(static{{.*}}) in place of schedule(static,1): about {{[0-9.]+}}% less time in the loop ({{.*}}%{{.*}}); misses of {{.*}}L2 1.1M -> {{[23][0-9]+}}K; main reason: {{.*}}false sharing{{.*}} ('b', {{L[12]}}) [-Rpass=pmecache]
// CHECK-NOT: advice.c:[[#@LINE-6]]:1: remark: parallel loop 'i': schedule(static) with
// DETAIL: advice.c:[[#@LINE-7]]:1: remark: parallel loop 'i': schedule(static) with 4 threads is {{.*(best|least).*}} [-Rpass-analysis=pmecache]
// OFF-NOT: remark: {{.*}}(in place of|best)
// JSON: "advice": [
// JSON: "rank": 1,
// JSON: "threads": 4,
// YAML: Name: {{ *}}CacheAdvice
// YAML: - Pays: {{ *}}'true'
// YAML: - Ratio:
// YAML: - L2MissesBefore:
// MISSES: use schedule(static{{.*}}) in place of schedule(static,1): about {{.*}}% fewer misses of L2 {{.*}}; by misses only, which need not save time: no latencies are known (pmecache machine calibrate
