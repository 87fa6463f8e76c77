// A parallel_for template with a lambda body over (j,i); the caller passes the strided index as the outer one.
#include <cmath>
#include <cstdio>
#include <memory>

template <class F> void parallel_for_2d(int n0, int n1, F &&body) {
#pragma omp parallel for schedule(static)
  for (int a = 0; a < n0; a++)
    for (int b = 0; b < n1; b++)
      body(a, b);
}

int main() {
  constexpr int nx = 1200, ny = 900;
  std::unique_ptr<float[]> t(new float[nx * ny]), k(new float[nx * ny]), r(new float[nx * ny]());
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      t[j * nx + i] = float((i / 10 + j / 10) % 3);
      k[j * nx + i] = 0.1f + 0.05f * float(i % 2);
    }
  float *T = t.get(), *K = k.get(), *R = r.get();

  for (int s = 0; s < 4; s++) {
    // x outermost: walks the arrays with stride nx
    parallel_for_2d(nx - 2, ny - 2, [=](int a, int b) {
      const int i = a + 1, j = b + 1, c = j * nx + i;
      R[c] = K[c] * (T[c + 1] + T[c - 1] + T[c + nx] + T[c - nx] - 4.0f * T[c]);
    });
    parallel_for_2d(ny, nx, [=](int j, int i) { T[j * nx + i] += R[j * nx + i]; });
  }

  double sum = 0;
  for (int c = 0; c < nx * ny; c++)
    sum += std::fabs(t[c]);
  std::printf("%.4f\n", sum);
}
