// The JSON of a loop: what it is, its levels, its references.
// RUN: rm -rf %t.folder && env %corei7 PMECACHE_JSON=%t.json %remarks -O2 -Werror && %FileCheck %s --input-file=%t.json
// RUN: env %corei7 PMECACHE_JSON=%t.folder/ %remarks -O2 -Werror && ls %t.folder | %FileCheck %s --check-prefix=NAME
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 16)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// NAME: json.c.json
// CHECK: "version": 1
// CHECK: "producer": "predict"
// CHECK: "name": "corei7"
// CHECK: "cores": 4
// CHECK: "functions": [
// CHECK: "name": "kernel"
// CHECK-NEXT: "file": "{{.*}}json.c"
// CHECK-NEXT: "line": [[#@LINE-14]]
// CHECK: "line": [[#@LINE-14]]
// CHECK-NEXT: "column": 1
// CHECK-NEXT: "variable": "i"
// CHECK-NEXT: "parallel": true
// CHECK-NEXT: "schedule": "static"
// CHECK-NEXT: "chunk": 16
// CHECK: "threads": 4
// CHECK: "trip_count": 1024
// CHECK: "executions": 1
// CHECK: "status": "modelled"
// CHECK: "reasons": []
// CHECK: "name": "L1"
// CHECK: "scope": "private"
// CHECK: "instances": 4
// CHECK: "accesses": 1024
// CHECK: "name": "L3"
// CHECK: "scope": "shared"
// CHECK: "instances": 1
// CHECK: "accesses": 1024
// CHECK: "misses": 12{{[89]}}
// CHECK: "references": [
// CHECK: "array": "x"
// CHECK: "line": [[#@LINE-34]]
// CHECK: "column": 10
// CHECK: "access": "write"
