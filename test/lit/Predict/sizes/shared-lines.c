// Without a size, too, it is said what threads take from each other; of rows of their own there is nothing to say.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s

void scale(long n, double *restrict out, const double *restrict in) {
#pragma omp parallel for schedule(static, 1)
  for (long i = 0; i < n; i++)
    out[i] = 2 * in[i];
}
// CHECK: shared-lines.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every n: {{.*}}; about {{[0-9]+}}% of the misses of L{{[12]}} are lines that other threads wrote, most by false sharing: writing 'out' (shared-lines.c:[[#@LINE-2]]:12); chunks of 8 or more iterations end most of that; at one size

void scale_blocks(long n, double *restrict out, const double *restrict in) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    out[i] = 2 * in[i];
}
// CHECK: shared-lines.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every n:
// CHECK-NOT: other threads

int omp_get_thread_num(void);
double sum(long n, const double *in) {
  double part[2] = {0, 0};
#pragma omp parallel num_threads(2)
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (long i = 0; i < n; i++)
      part[t] += in[i];
  }
  return part[0] + part[1];
}
// CHECK: shared-lines.c:[[#@LINE-6]]:1: remark: parallel loop 'i' for every n: {{.*}}, most by false sharing: writing 'part' (shared-lines.c:[[#@LINE-4]]:15); a variable of each thread's own, or elements that are 64 bytes apart, end that;
