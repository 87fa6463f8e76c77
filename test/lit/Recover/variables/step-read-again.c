// A loop around whose step is read again in each round, behind calls that might change it, counts all the same.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

struct comm {
  int rank, size;
};

void exchange(double *);

void kernel(struct comm *comm, int blocks, int n, double **out, double *in) {
  for (int b = comm->rank; b < blocks; b += comm->size) {
    exchange(in);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      out[b][i] = in[i];
  }
}
// CHECK: loop b = "comm->rank" .. blocks - 1 step "comm->size"
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK: read in @ 8*i at
// CHECK: write "out[]" @ 16*b*((8*n + 23) / 16) + 8*i at
