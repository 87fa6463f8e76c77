// Points of one colour, (i ^ j ^ k ^ colour) & 1: the last bit of an exclusive or is that of the sum, whatever the numbers.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
struct box {
  int low[3];
};
void kernel(double *u, const double *f, int n, int step, const struct box *box) {
  const int colour = (box->low[0] ^ box->low[1] ^ step) & 1;
#pragma omp parallel for
  for (int k = 1; k < n; k++)
    for (int i = 1 + ((k ^ colour ^ 1) & 1); i < 100; i += 2)
      u[k * 100 + i] = f[k * 100 + i];
}
// CHECK: loop k = 1 .. n - 1 parallel
// CHECK: loop i = {{.*}}"box->low[0]" + "box->low[1]" + "step" + k) % 2){{.*}} .. 99 step 2
// CHECK-NOT: scattered
// CHECK: write u @ 800*k + 8*i
