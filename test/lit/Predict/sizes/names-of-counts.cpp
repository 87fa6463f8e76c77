// A number that a loop has counted is called what the source calls it, also with line tables alone and where compilers
// merge it of several: what is compared or multiplied, or the variable that had the values.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O1 -gline-tables-only -Rpass=cache 2>&1 | %FileCheck %s

void until(unsigned long most, unsigned long m, const double *from, double *to) {
  unsigned long last = 0;
  while (last < most && from[last] > 0)
    last++;
// CHECK: [[@LINE+1]]:1: remark: parallel loop 'i' for every n = {{(last.*m|m = last)}}{{.*}}: L3
#pragma omp parallel for
  for (unsigned long i = 0; i < last; i++)
    for (unsigned long j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j];
}

void kept(int n, int m, const int *keep, const double *from, double *to) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (keep[i])
      count++;
// CHECK: [[@LINE+1]]:1: remark: parallel loop 'i' for every n = m = count{{.*}}: L3{{.*}} 0.25 n^2 misses
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int j = 0; j < count; j++)
      to[i * count + j] = 2 * from[i * count + j];
}

// As atoi is inlined: what the call returns is kept in a variable of another width.
extern "C" long strtol(const char *, char **, int);
static inline int number(const char *text) { return (int)strtol(text, nullptr, 10); }
void converted(const char *text, double *to) {
  long cells = number(text);
// CHECK: [[@LINE+1]]:1: remark: parallel loop 'i' for every cells: L3
#pragma omp parallel for
  for (long i = 0; i < cells; i++)
    to[i] = 1;
}

// CHECK-NOT: unnamed value
