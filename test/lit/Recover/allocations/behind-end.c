// What lies behind the end of something of which the number of elements is known belongs to it, and an offset has that
// number rather than two pointers, whose values nobody knows.
// RUN: %recover -O0
// RUN: %check
// RUN: %recover -O2
// RUN: %check
struct list {
  double *begin, *end;
};

void kernel(int n, struct list *l, double *block) {
  long size = l->end - l->begin;
  if (size > n)
    return;
  double *behind = block + size, *end = l->end;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    behind[i] = 1;
    end[i] = 2;
  }
}

// CHECK: param "l->end - l->begin"
// CHECK: array l element
// CHECK-NEXT: array block
// CHECK-NEXT: array "l->begin"
// CHECK: write block @ 8*"l->end - l->begin" + 8*i at
// CHECK-NEXT: write "l->begin" @ 8*"l->end - l->begin" + 8*i at
