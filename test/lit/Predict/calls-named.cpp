// Calls that are left out have the names that the source has, whatever their parameters are.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O2 -g -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=WHOLE
// WHOLE: parallel loop 'i': assumption: a call that may touch memory is left out: outer::reduce; outer::scale<float> [-Rpass
// WHOLE: parallel loop 'j': assumption: a call that may touch memory is left out: outer::longer_than_most<...>::operator()(float*) [-Rpass
namespace outer {
template <class T> struct list {
  T *first;
};
bool reduce(void *block, unsigned bytes, bool (*accept)(const void *, list<float> *), list<float> *errors);
template <class T> T scale(T value, const list<T> &by);
} // namespace outer

// CHECK: remark: parallel loop 'i'
// CHECK-SAME: not counted: what calls touch of outer::reduce, outer::scale<float>;
void f(float *x, int n, outer::list<float> *errors) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] = outer::scale<float>(x[i], *errors);
    outer::reduce(x + i, 4, nullptr, errors);
  }
}

// Of a name that is too long arguments of templates are left out.
namespace outer {
template <class First, class Second, class Third> struct longer_than_most {
  int operator()(float *x);
};
} // namespace outer
using chosen = outer::longer_than_most<outer::list<outer::list<float>>, outer::list<double>, outer::list<long double>>;
// CHECK: remark: parallel loop 'j'
// CHECK-SAME: not counted: what calls touch of outer::longer_than_most<...>::operator()
void g(float *x, int n, chosen &call) {
#pragma omp parallel for
  for (int j = 0; j < n; j++) {
    x[j] = 1;
    call(x + j);
  }
}
