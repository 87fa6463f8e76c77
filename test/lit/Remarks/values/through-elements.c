// A size behind a pointer that an element holds is called as it is written: it was called after the first name of its line
// ('parts', a pointer), or had none.
// RUN: env %corei7 %remarks -O1 -g1 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O1 -g -Rpass=cache 2>&1 | %FileCheck %s
struct part {
  long count;
  float *position;
  double *weight;
};
struct parts {
  int kinds;
  struct part **of;
};

void clear(struct parts *parts, int kind) {
#pragma omp parallel for
  for (long i = 0; i < parts->of[kind]->count; i++) {
    parts->of[kind]->position[i] = 0;
    parts->of[kind]->weight[i] = 1;
  }
}

// CHECK: parallel loop 'i' for every {{.*}}parts->of[kind]->count: L3 0.19 {{.*}}; taken: kind = 1; {{.*}}PMECACHE_PARAMS='parts->of[kind]->count=1000,kind=1'
