// A loop that deals its iterations out by the thread's number is no worksharing loop: said or left out, no crash.
// RUN: %missed -O0
// RUN: %missed -O2
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, double *x) {
#pragma omp parallel
  {
    int id = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = id; i < n; i += team)
      x[i] = id;
  }
}
