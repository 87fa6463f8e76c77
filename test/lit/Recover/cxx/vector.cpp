// Vectors are called by their own names, not by those of the library's members, and their size is one symbol, whether it
// is asked for or compared with.
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O3 && %check

namespace std {
template <class T> struct storage {
  T *_M_start, *_M_finish;
};
template <class T> struct base {
  storage<T> _M_impl;
};
template <class T> struct vector : base<T> {
  unsigned long size() const { return this->_M_impl._M_finish - this->_M_impl._M_start; }
  T *begin() { return this->_M_impl._M_start; }
  T *end() { return this->_M_impl._M_finish; }
  T &operator[](unsigned long i) { return this->_M_impl._M_start[i]; }
};
} // namespace std
struct point {
  double x, y, z;
};
struct domain {
  double time;
  std::vector<double> force;
  std::vector<point> points;
  double &fx(int i) { return force[i]; }
};

extern "C" void kernel(domain &d, std::vector<double> &v) {
#pragma omp parallel for
  for (unsigned long i = 0; i < d.points.size(); i++)
    d.points[i].y += d.fx(i);
#pragma omp parallel for
  for (double *f = d.force.begin(); f < d.force.end(); f++)
    *f = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    v[i] = i;
}

// CHECK: param "d.points.size()"
// CHECK-NEXT: param "d.force.size()"
// CHECK-NEXT: array d element
// CHECK-NEXT: array {{d.force|f}} element 8
// CHECK-NEXT: array d.points element 8
// CHECK-NEXT: array "&v" element 8
// CHECK-NEXT: array v element 8
// CHECK: loop i = 0 .. "d.points.size()" - 1 parallel schedule static at
// CHECK: read {{d.force|f}} @ 8*i at
// CHECK: read d.points @ 24*i + 8 at
// CHECK-NEXT: write d.points @ 24*i + 8 at
// CHECK: loop f = 0 .. "d.force.size()" - 1 parallel schedule static at
// CHECK-NEXT: write {{d.force|f}} @ 8*f at
// CHECK: end
// CHECK: write v @ 8*i at
