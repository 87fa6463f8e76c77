// What a loop calls for every element is no more than what the source says of its data: iterators and lambdas are not
// counted as memory. Functions that are chosen at run time (virtual, by a pointer) are followed.
//
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.traced
// RUN: %clangxx -O2 -g -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=1 %t.plain | diff - %t.traced
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// Without optimisation, too, where clang forbids to inline.
// RUN: %clangxx -O0 -g -fopenmp %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.traced
// RUN: env OMP_NUM_THREADS=2 %t.plain | diff - %t.traced
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
#include <cstdio>

template <class T> struct Iterator {
  T *At;
  T &operator*() const { return *At; }
  Iterator &operator++() {
    ++At;
    return *this;
  }
  bool operator!=(const Iterator &Other) const { return At != Other.At; }
};

template <class T> struct Span {
  T *First;
  int Count;
  Iterator<T> begin() const { return {First}; }
  Iterator<T> end() const { return {First + Count}; }
};

struct Shape {
  double Size = 1;
  virtual ~Shape() {}
  virtual double area() const = 0;
};
struct Square : Shape {
  double area() const override { return Size * Size; }
};
struct Circle : Shape {
  double area() const override { return 3 * Size * Size; }
};

static double twice(const double *x) { return 2 * *x; }
static double thrice(const double *x) { return 3 * *x; }
typedef double (*Function)(const double *);

// Of each row its 4 columns, and what they point to; the bounds of the row; the result.
void gather(int n, const int *columns, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    auto Weigh = [&](int Column) { return x[Column]; };
    double Sum = 0;
    for (int Column : Span<const int>{columns + 4 * i, 4})
      Sum += Weigh(Column);
    y[i] = Sum;
  }
}
// CHECK: parallel loop i at [[#@LINE-9]]:1: entered 1 times, 1000 iterations, 9000 accesses

// The pointer, what it points to: its table of functions, the function, Size twice; the result.
void areas(int n, Shape *const *shapes, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = shapes[i]->area();
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 1000 iterations, 6000 accesses

// The function, what it reads, the result.
void apply(int n, const Function *functions, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = functions[i](x + i);
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 1000 iterations, 3000 accesses

int main() {
  static int columns[4000];
  static double x[1000], y[1000];
  static Square squares[500];
  static Circle circles[500];
  static Shape *shapes[1000];
  static Function functions[1000];
  double Sum = 0;
  for (int i = 0; i < 4000; i++)
    columns[i] = i * 7 % 1000;
  for (int i = 0; i < 1000; i++) {
    x[i] = i;
    shapes[i] = i % 2 ? static_cast<Shape *>(squares + i / 2) : circles + i / 2;
    functions[i] = i % 3 ? twice : thrice;
  }
  gather(1000, columns, x, y);
  Sum += y[17];
  areas(1000, shapes, y);
  Sum += y[17];
  apply(1000, functions, x, y);
  std::printf("%g\n", Sum + y[17]);
}
