// Two hundred loops in a function: an answer within the effort limit, or the reason why not.
// RUN: %missed -O0
// RUN: %missed -O2
#define P(k) _Pragma("omp parallel for") for (int i = 0; i < n; i++) for (int j = k; j < n; j++) x[i] += j;
#define P5(k) P(k) P(k + 1) P(k + 2) P(k + 3) P(k + 4)
#define P20(k) P5(k) P5(k + 5) P5(k + 10) P5(k + 15)

void kernel(int n, double *x) { P20(0) P20(20) P20(40) P20(60) P20(80) }
