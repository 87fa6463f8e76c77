// RUN: %recover -O2 && %check_all
// Rows by the number of the thread, modulo how many there are, are those of the threads as long as the team is no larger.
int omp_get_thread_num(void);
enum { N = 1000, ROWS = 4 };
double a[N], sum[ROWS][64];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[omp_get_thread_num() % ROWS][0] += a[i];
}
// CHECK: loop i = 0 .. 999 parallel
// CHECK: assume team-size "teams have at most 4 threads: what a thread takes by its number is its own"
// CHECK: read a @ 8*i
// CHECK-NEXT: read sum @ 512*thread()
// CHECK-NEXT: write sum @ 512*thread()
