// Loops of a library that run functors of users' headers are told apart by where these are; a view of the user's that is
// called like a function is no body.
// RUN: rm -rf %t && mkdir -p %t/lib %t/use
// RUN: echo 'template <typename Body> void forall(long begin, long end, const Body &body) {' > %t/lib/forall.hpp
// RUN: echo '#pragma omp parallel for num_threads(4)' >> %t/lib/forall.hpp
// RUN: echo 'for (long i = begin; i < end; i++) body(i); }' >> %t/lib/forall.hpp
// RUN: echo 'template <typename View> void clear(long n, const View &v) {' >> %t/lib/forall.hpp
// RUN: echo '#pragma omp parallel for num_threads(4)' >> %t/lib/forall.hpp
// RUN: echo 'for (long i = 0; i < n; i++) v(i) = 0; }' >> %t/lib/forall.hpp
// RUN: echo 'struct view { double *data; double &operator()(long i) const { return data[i]; } };' > %t/use/kernels.hpp
// RUN: echo 'struct fill {' >> %t/use/kernels.hpp
// RUN: echo '  view x;' >> %t/use/kernels.hpp
// RUN: echo '  void operator()(long i) const { x(i) = 1; }' >> %t/use/kernels.hpp
// RUN: echo '};' >> %t/use/kernels.hpp
// RUN: echo 'template <typename T> struct copy {' >> %t/use/kernels.hpp
// RUN: echo '  const T *__restrict x; T *__restrict y;' >> %t/use/kernels.hpp
// RUN: echo '  template <typename I> void operator()(I i) const { y[i] = x[i]; }' >> %t/use/kernels.hpp
// RUN: echo '};' >> %t/use/kernels.hpp
// RUN: cp %s %t/use/main.cpp
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O1 -g1 -fopenmp -I%t/lib %load %t/use/main.cpp -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -g -fopenmp -I%t/lib %load %t/use/main.cpp -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:

#include "forall.hpp"
#include "kernels.hpp"
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every end: {{.*}} 0.125 end misses{{.*}}; its body is at kernels.hpp:4 [-Rpass=pmecache]
void filled(long n, double *x) { forall(0, n, fill{{x}}); }
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every end: {{.*}} 0.25 end misses{{.*}}; its body is at kernels.hpp:8 [-Rpass=pmecache]
void copied(long n, const double *x, double *y) { forall(0, n, copy<double>{x, y}); }
// CHECK-DAG: {{.*}}forall.hpp:5:1: remark: parallel loop 'i' for every n: {{.*}} 0.125 n misses{{.*}}PMECACHE_PARAMS='n=1000' [-Rpass=pmecache]
void cleared(long n, double *x) { clear(n, view{x}); }
