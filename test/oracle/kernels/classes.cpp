// C++ as programs have it: containers, members, views, loops that are functions of their bodies. Accessors and operators
// are no accesses of their own, and what a body takes with it is in registers.
#include <cstdio>
#include <vector>

namespace {

template <class Body> inline void forall(long first, long last, Body &&body) {
#pragma omp parallel for
  for (long i = first; i < last; ++i)
    body(i);
}

template <class T> struct View {
  T *data;
  long pitch[2];
  T &operator()(long i, long j) const { return data[i * pitch[0] + j * pitch[1]]; }
};

struct Stream {
  long size;
  std::vector<double> a, b;
  explicit Stream(long n) : size(n), a(n, 1.0), b(n, 2.0) {}
  void copy();
};

struct Scale {
  double *values, factor;
  void operator()(long i) const { values[i] *= factor; }
};

} // namespace

// oracle _Z4axpyPdPKddl: n=40
void axpy(double *y, const double *x, double a, long n) {
  forall(0, n, [=](long i) { y[i] += a * x[i]; });
}

// What is captured by reference is in a register, too; the closure is handed on by value.
template <class Body> static void forEach(int n, Body body) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    body(i);
}

// oracle _Z4kickPdPKdid: n=30
void kick(double *v, const double *f, int n, double dt) {
  forEach(n, [&](int i) { v[i] += dt * f[i]; });
}

// oracle _Z6smoothPdS_l: n=12
void smooth(double *from, double *to, long n) {
  View<double> in{from, {n, 1}}, out{to, {n, 1}};
  forall(1, n - 1, [=](long i) {
    for (long j = 1; j < n - 1; ++j)
      out(i, j) = in(i - 1, j) + in(i + 1, j) - 2 * in(i, j);
  });
}

// oracle _ZN12_GLOBAL__N_16Stream4copyEv: size=30
void Stream::copy() {
#pragma omp parallel for
  for (long i = 0; i < size; i++)
    b[i] = a[i];
}

// oracle _Z5scaledPd: n=24
void scale(double factor, double *values) {
  const Scale each{values, factor};
  const int n = 24;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    each(i);
}

int main() {
  Stream stream(30);
  stream.copy();
  double y[144] = {1}, x[144] = {2};
  axpy(y, x, 2.0, 40);
  kick(y, x, 30, 0.5);
  smooth(x, y, 12);
  scale(3.0, y);
  std::printf("%g\n", y[13] + stream.b[3]);
}
