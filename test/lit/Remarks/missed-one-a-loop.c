// One remark for each parallel loop, at its pragma, whatever stands in its way: a symbol in a loop around it, or several
// causes of several kinds. Nothing about the loops beside them.
// RUN: env %corei7 %remarks -O1 -Werror -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:

void lud(float *a, int size) {
  for (int offset = 0; offset < size - 16; offset += 16) {
    for (int k = offset; k < size; k++)
      a[offset * size + k] = 0;
// CHECK: .c:[[#@LINE+1]]:1: remark: parallel loop 'chunk' is not modelled: the value of 'size' is not known; give it with PMECACHE_PARAMS='size=1000' [-Rpass-missed=pmecache]
#pragma omp parallel for
    for (int chunk = 0; chunk < (size - offset) / 16 - 1; chunk++)
      a[offset * size + chunk] += 1;
// CHECK: .c:[[#@LINE+1]]:1: remark: parallel loop 'j' is not modelled: the value of 'size' is not known; give it with PMECACHE_PARAMS='size=1000' [-Rpass-missed=pmecache]
#pragma omp parallel for
    for (int j = 0; j < size; j++)
      a[j * size + offset] *= 2;
  }
}

void several(int n, const int *index, const double *x, double *y) {
// CHECK: .c:[[#@LINE+1]]:1: remark: parallel loop 'i' is not modelled: an address depends on a value loaded from memory: 'index' loaded at line [[#@LINE+3]], and 1 more; also the value of 'n' is not known; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    y[i] = x[index[i]];
    y[i] += x[index[i] + 1];
  }
}
