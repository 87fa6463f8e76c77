// A loop that is not modelled is in the JSON, too, with its reasons.
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 -Werror && %FileCheck %s --input-file=%t.json
void kernel(int n, double *x) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    x[i * i] = 1;
}

// CHECK: "name": "kernel"
// CHECK: "status": "not-modelled"
// CHECK: "code": "non-affine-subscript"
// CHECK: "line": [[#@LINE-6]]
// CHECK: "column": 14
// CHECK: "hint": "measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof"
// CHECK: "code": "unknown-parameter"
// CHECK: "hint": "give it with -pmecache-param='n=1000'"
