// Planes of what is swept fit L2 at all sizes that are looked at, and not at 181: the law of a level that holds what the
// first one misses says how far it was looked at.
// RUN: env %corei7 PMECACHE_ADVISE=off %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
// CHECK: for every n = nz = ny = nx = ng = ...: L3 and L2 0.5 n^4 misses, looked at up to n = 101;
void sweep(int nx, int ny, int nz, int na, int ng, double *restrict flux, double *restrict psi,
           const double *restrict q, const double *restrict sig) {
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        for (int g = 0; g < ng; g++) {
          long at = (((long)k * ny + j) * nx + i) * ng + g;
          double sum = 0;
          for (int a = 0; a < na; a++) {
            double *p = &psi[(((long)k * ny + j) * ng + g) * na + a];
            *p = (q[at] + 2 * *p) / (sig[at] + 2);
            sum += *p;
          }
          flux[at] += sum / na;
        }
}
