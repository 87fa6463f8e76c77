// Work that is divided for the size of a team is a size, and no team; a team of teams is one team.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void number(long n, int threads, long *restrict index) {
  long team = n / 65536 < threads ? n / 65536 : threads;
#pragma omp parallel for num_threads(team < 1 ? 1 : team)
  for (long i = 0; i < n; i++)
    index[i] = i;
}

void fill(long n, int outer, int inner, double *restrict x) {
#pragma omp parallel for num_threads(outer *inner)
  for (long i = 0; i < n; i++)
    x[i] = 0;
}

// CHECK: team-of-work.c:[[#@LINE-11]]:1: remark: parallel loop 'i' for every n: L3{{.*}} n misses{{.*}}; taken: threads = 4;
// CHECK: team-of-work.c:[[#@LINE-6]]:1: remark: parallel loop 'i' for every n: L3{{.*}} n misses{{.*}}; taken: {{outer = 4, inner = 1|inner = 4, outer = 1}};
