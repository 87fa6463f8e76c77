// Units of a build that write to one name at the same time: the name becomes a folder, and nothing is lost. Compiled
// again, nothing is added.
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cp %s %t/one/same.c && cp %s %t/two/same.c
// RUN: seq 12 | xargs -I@ cp %s %t/unit@.c
// RUN: seq 12 | env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t/results xargs -P 8 -I@ %clang -fopenmp %load -O2 -emit-llvm -c -o /dev/null %t/unit@.c
// RUN: seq 12 | env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t/results xargs -P 8 -I@ %clang -fopenmp %load -O2 -emit-llvm -c -o /dev/null %t/unit@.c
// RUN: cd %t/one && env %corei7 PMECACHE_JSON=%t/results %clang -fopenmp %load -O2 -emit-llvm -c -o /dev/null same.c
// RUN: cd %t/two && env %corei7 PMECACHE_JSON=%t/results %clang -fopenmp %load -O2 -emit-llvm -c -o /dev/null same.c
// RUN: grep -l '"name": "kernel"' -r %t/results | wc -l | %FileCheck %s --check-prefix=COUNT
// RUN: ls %t/results | %FileCheck %s --check-prefix=NAMES
// RUN: %FileCheck %s --check-prefix=UNIT --input-file=%t/results/same.c.json
//
// A file that is something else is left alone, and the compile goes on.
// RUN: echo text > %t/notes && env %corei7 PMECACHE_JSON=%t/notes %remarks -O2 -Werror 2>&1 | %FileCheck %s --check-prefix=NOTES
// RUN: %FileCheck %s --check-prefix=KEPT --input-file=%t/notes
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 16)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// COUNT: 14
// NAMES-DAG: unit10.c.json
// NAMES-DAG: {{^}}same.c-{{[0-9a-f]+}}.json
// NAMES-DAG: {{^}}same.c.json
// UNIT: "unit": {
// UNIT-NEXT: "source": "same.c"
// UNIT-NEXT: "directory": "{{.*}}/one"
// NOTES: pmecache: error: -pmecache-json: '{{.*}}notes' is not the document of a compile: it is left as it is
// KEPT: text
