// Blocks that threads cut by themselves from `n - offset`: the offset is a margin. Were it as large as n no thread would
// have anything to do; which of both is the small one is what the loop runs with.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
int omp_get_num_threads(void);
int omp_get_thread_num(void);

void scale(int rows, int offset, const double *restrict x, double *restrict y) {
  int n = rows - offset;
#pragma omp parallel
  {
    int team = omp_get_num_threads(), id = omp_get_thread_num(), part = (n + team - 1) / team;
    int first = part * id < n ? part * id : n, end = part * (id + 1) < n ? part * (id + 1) : n;
    for (int i = first; i < end; i++)
      y[i + offset] = 2 * x[i];
  }
}
// CHECK: thread-offset.c:[[#@LINE-8]]:1: remark: parallel region by thread 'id' for every rows: {{.*}}; taken: offset = 2;
