// A member function: bounds and arrays are members of the object.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O3 && %check

struct Field {
  int n;
  double *data;
};

extern "C" void kernel(Field *field, double s) {
  const int n = field->n;
  double *data = field->data;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    data[i] *= s;
}

// CHECK: loop i = 0 .. {{n|"field->n"}} - 1 parallel schedule static at
// CHECK-NEXT:   read data @ 8*i at
// CHECK-NEXT:   write data @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
