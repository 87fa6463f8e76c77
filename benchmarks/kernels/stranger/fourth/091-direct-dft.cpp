// Direct DFT of std::complex<float> samples with a phasor recurrence; compute bound, one output per iteration.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 3000, nfreq = 6000;
  std::vector<std::complex<float>> in(n), out(nfreq);
  for (int i = 0; i < n; i++)
    in[i] = {float(i % 17) / 17.0f, float(i % 5) / 5.0f};

#pragma omp parallel for schedule(dynamic, 1)
  for (int k = 0; k < nfreq; k++) {
    const double w = -2.0 * M_PI * k / nfreq;
    const double cr = std::cos(w), ci = std::sin(w);
    double pr = 1, pi = 0, sr = 0, si = 0;
    for (int i = 0; i < n; i++) {
      double a = in[i].real(), b = in[i].imag();
      sr += a * pr - b * pi;
      si += a * pi + b * pr;
      double t = pr * cr - pi * ci;
      pi = pr * ci + pi * cr;
      pr = t;
    }
    out[k] = {float(sr), float(si)};
  }

  double e = 0;
  for (const auto &c : out)
    e += double(c.real()) * c.real() + double(c.imag()) * c.imag();
  std::printf("%.5e\n", e);
}
