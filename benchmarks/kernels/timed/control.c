/* Nothing but arithmetic, as much as a core can do, the same in each thread: takes longer only where the machine gives the
 * team less than its cores. Two processors of a virtual machine may share one for some seconds. */
#include "../kernel.h"

enum { CHAINS = 16, STEPS = 100000 };
static _Alignas(KERNEL_LINE_BYTES) double result[64][CHAINS];

void control(void) {
#pragma omp parallel num_threads(THREADS)
  {
    double chains[CHAINS];
    for (int c = 0; c < CHAINS; c++)
      chains[c] = c;
    for (int step = 0; step < STEPS; step++)
      for (int c = 0; c < CHAINS; c++)
        chains[c] = chains[c] * 0.999 + 1;
    for (int c = 0; c < CHAINS; c++)
      result[omp_get_thread_num() % 64][c] = chains[c];
  }
}

int main(void) {
  double start = kernel_seconds();
  control();
  kernel_report("control", kernel_seconds() - start, kernel_sum(&result[0][0], sizeof result / sizeof **result));
  return 0;
}
