// Places that data choose: what is in one line of a structure is one place, what inner loops move by stays there, and
// the loop has bounds. Nothing is advised that rests on them.
// RUN: %recover -O1 && cat %t/product.pme %t/cells.pme | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS=n=100000,k.trips=16 PMECACHE_JSON=%t.json %remarks -O1 -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t.json
struct cell {
  double x, y, w[16];
  struct cell *next;
};

void product(int n, const int *row, const int *col, const double *val, const double *x, double *y) {
// CHECK: function product
// CHECK: reason indirect-subscript at [[#@LINE+9]]:21 "'col' loaded at line [[#@LINE+9]]"
// CHECK: read x scattered 1 @ 0 at
// REMARK: .c:[[#@LINE+3]]:1: remark: parallel loop 'i' ({{.*}}): L3 costs most, with 316K to 1.9M misses (up to {{.*}}% of the accesses are at places that data choose, and may each miss or hit
// REMARK: .c:[[#@LINE+2]]:1: remark: parallel loop 'i' has bounds only: an address depends on a value loaded from memory: 'col' loaded at line [[#@LINE+6]]; measure it
// REMARK-NOT: parallel loop 'i': use
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += val[k] * x[col[k]];
    y[i] = s;
  }
}

void cells(int n, struct cell **first, double *sums) {
// CHECK: function cells
// CHECK: read p scattered 1 @ 0 at
// CHECK: read p scattered 1 @ 8 at
// CHECK: loop k = 0 .. 15
// CHECK: read p scattered [[#]] stays 1 @ 8*k
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (struct cell *p = first[i]; p; p = p->next) {
      s += p->x + p->y;
      for (int k = 0; k < 16; k++)
        s += p->w[k];
    }
    sums[i] = s;
  }
}

// JSON: "status": "modelled"
// JSON: "data_accesses": 1600000
// JSON: "code": "indirect-subscript"
// JSON: "precision": "bound"
