// What aligned allocators return and a class keeps in its members begins at a line wherever it is used: in other members,
// as an argument, in a part that is handed a reference to the member. A member that malloc's blocks come to as well is
// probably of the heap, and so is one that is swapped by a function of another file.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O2 && %check
#include <stdlib.h>
void exchange(double *&a, double *&b);

template <class T> static void take(T *&place, int n) { place = static_cast<T *>(aligned_alloc(4096, n * sizeof(T))); }

struct Stream {
  int size;
  double *a, *b, *c, *d, *e;
  explicit Stream(int n) : size(n) {
    a = static_cast<double *>(aligned_alloc(128, n * sizeof(double)));
    take(b, n);
    void *block = nullptr;
    c = posix_memalign(&block, 64, n * sizeof(double)) ? nullptr : static_cast<double *>(block);
    d = static_cast<double *>(n > 1000 ? aligned_alloc(64, n * sizeof(double)) : malloc(n * sizeof(double)));
    e = static_cast<double *>(aligned_alloc(64, n * sizeof(double)));
  }
  void again() { a = static_cast<double *>(aligned_alloc(256, size * sizeof(double))); }
  void swap(Stream &other) { exchange(e, other.e); }
};

extern "C" void kernel(Stream *s) {
#pragma omp parallel for
  for (int i = 0; i < s->size; i++)
    s->a[i] = s->b[i] + s->c[i] + s->d[i] + s->e[i];
}

void run(int n) {
  Stream s(n), t(n);
  s.again();
  s.swap(t);
  kernel(&s);
}

// CHECK-DAG: array "s->a" element 8 align 128 heap likely{{$}}
// CHECK-DAG: array "s->b" element 8 align 4096 heap likely{{$}}
// CHECK-DAG: array "s->c" element 8 align 64 heap likely{{$}}
// CHECK-DAG: array "s->d" element 8 heap likely{{$}}
// CHECK-DAG: array "s->e" element 8 heap likely{{$}}
