// What all calls in the file give an argument is its value. Where other files may call the function, too, that they give
// the same is an assumption; a value of the user wins.
// RUN: env PMECACHE_JSON=%t.json %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=JSON < %t.json
double a[1000];

// CHECK: called-with-constants.c:[[#@LINE+2]]:1: remark: parallel loop 'i' {{.*}}accesses
void everywhere(int n) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

__attribute__((noinline)) static void inner(int n) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    a[i] = 1;
}

void outer(int n) { inner(n); }

// What is computed from it has one, too.
// CHECK: called-with-constants.c:[[#@LINE+4]]:1: remark: parallel loop 'i' {{.*}} of 121 accesses
static __attribute__((noinline)) void odd(int width) {
  width |= 1;
  __asm__ volatile("" ::"r"(width));
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < width * width; i++)
    a[i] = 2;
}

int main(void) {
  int n = 600;
  odd(10);
  everywhere(n);
  outer(n);
}

// JSON: "called-alike"
// JSON-NEXT: "text": "other files call 'everywhere' with the values that this one does
