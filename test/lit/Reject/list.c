// A list: its length is data.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

struct list {
  struct list *next;
  double value;
};

void kernel(int n, struct list **heads) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (struct list *p = heads[i]; p; p = p->next)
      p->value = 1;
}

// REMARK: {{.*}}.c:[[#@LINE-6]]:1: remark: a part of parallel loop 'i' is not modelled: an address is not an affine function of the loops: 'p' changes in the loop (list.c:14:16), and 1 more{{.*}}; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
