// An offset that is summed up over the dimensions, in a loop over an array of indices: no optimised program has it. What
// is left are the elements, at addresses that loops over them step through.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not="data choose"
template <int D> struct View {
  double *first;
  long stride[D];
  template <class... I> double &operator()(I... i) const {
    long index[D] = {long(i)...}, offset = 0;
    for (int d = 0; d < D; d++)
      offset += index[d] * stride[d];
    return first[offset];
  }
};

struct Block {
  int nx, ny, nz, ng;
  double *u, *v;
  View<3> view(double *of) const {
    long row = nx + 2 * ng, plane = row * (ny + 2 * ng);
    return {of + ng * (1 + row + plane), {1, row, plane}};
  }
};

void step(const Block &b, double dt) {
  View<3> u = b.view(b.u), v = b.view(b.v);
// CHECK: parallel loop 'k' for {{.*}}n = b.nz = b.ny = b.nx: {{.*}}taken: b.ng = 2;
#pragma omp parallel for
  for (int k = 0; k < b.nz; k++)
    for (int j = 0; j < b.ny; j++)
      for (int i = 0; i < b.nx; i++)
        v(i, j, k) = u(i, j, k) + dt * (u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) + u(i, j, k - 1));
}
