// What to do about values that are missing can be pasted: all at once, quoted, with plausible values, and with what
// strides count. What the source has no name for is measured.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS='n=1000,m=1000,ld=1000,from=0,pitch=8000' %remarks -O2 -DPASTED -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=PASTED

void all_at_once(int n, int m, int ld, double *a) {
// CHECK: parallel loop 'i' is not modelled: values of symbols are not known; give them with PMECACHE_PARAMS='n=1000,m=1000,ld=1000' ('ld' counts elements) [-Rpass-missed=pmecache]
// PASTED: parallel loop 'i' (4 threads, static): {{.*}} for n = 1000, m = 1000, ld = 1000
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] = 1;
}

void bytes(int n, int from, long pitch, char *a) {
// CHECK: parallel loop 'i' is not modelled: values of symbols are not known; give them with PMECACHE_PARAMS='n=1000,from=0,pitch=8000' ('pitch' counts bytes) [-Rpass-missed=pmecache]
// PASTED: parallel loop 'i' (4 threads, static): {{.*}} for {{.*}}n = 1000
#pragma omp parallel for num_threads(4)
  for (int i = from; i < n; i++)
    *(double *)(a + i * pitch) = 1;
}

#ifndef PASTED
struct opaque;
void no_name(void *domain, double *a) {
// CHECK: parallel loop 'i' is not modelled: {{.*}}; measure it: compile with -g and PMECACHE_INSTRUMENT=values, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
#pragma omp parallel for num_threads(4)
  for (long i = 0; i < *(long *)((char *)domain + 1260); i++)
    a[i] = 1;
}
#endif

// Strides of several arrays are said together, and that there is another value of `n`.
void together(int n, int lda, int ldb, double *a, double *b) {
  // CHECK: parallel loop 'i' is not modelled: values of symbols are not known; give them with PMECACHE_PARAMS='n=1000,n@[[#@LINE+2]]=1000,{{[^']*}}' ('ldb' and 'lda' count elements, a name with @: its value at that line) [-Rpass-missed=pmecache]
  double *c = a + n;
  n |= 1;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * lda + j] = b[i * ldb + j];
}

// A pitch that a loop counts to is no number of bytes, and neither is one of parts of what memcpy moves.
void *memcpy(void *, const void *, unsigned long);
void parts(int width, int height, unsigned char *in) {
  // CHECK: parallel loop 'i' is not modelled: {{.*}}; give them with PMECACHE_PARAMS='height=1000,width=1000' [-Rpass-missed=pmecache]
  unsigned char *out = __builtin_malloc(width * height);
  memcpy(out, in, width * height);
#pragma omp parallel for num_threads(4)
  for (int i = 1; i < height - 1; i++)
    for (int j = 1; j < width - 1; j++)
      out[i * width + j] = in[(i - 1) * width + j];
  memcpy(in, out, width * height);
  __builtin_free(out);
}

// What an argument points to is written as in the source.
void pointed(const int *count, double *a) {
  // CHECK: parallel loop 'i' is not modelled: the value of '*count' is not known; give it with PMECACHE_PARAMS='*count=1000' [-Rpass-missed=pmecache]
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < *count; i++)
    a[i] = 1;
}

// Beside another cause, whose cure is said, symbols have their names.
void beside(const int *count, const int *place, double *a) {
  // CHECK: parallel loop 'i' is not modelled: an address depends on a value loaded from memory: {{.*}}; also the value of '*count' is not known; measure it
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < *count; i++)
    a[place[i]] += 1;
}

// What has no name is none that could be given.
void unnamed(int n, int k, double *a) {
  // CHECK: parallel loop 'i' is not modelled: the value of 'number computed at line [[#@LINE+2]]' is not known; measure it
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < (n ^ k); i++)
    a[i] = 1;
}
