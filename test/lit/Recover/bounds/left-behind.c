// Where a loop that data end has left off, only data know.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

struct entry {
  double distance;
  long index;
};

void kernel(int n, struct entry *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct entry value = x[100 * i + 99], *last = x + 100 * i + 99, *next = last - 1;
    while (value.distance < next->distance || (value.distance == next->distance && value.index < next->index)) {
      *last = *next;
      last = next;
      next--;
    }
    *last = value;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: loop round = 1 .. rounds at
// CHECK: write x @ 1600*i - 16*round + 1600 size 16 at
// CHECK-NEXT: end
// CHECK-NEXT: write x scattered 1 @ 0 {{(size 16 )?}}at [[#@LINE-8]]:13
