// Members of an element that the run chooses are called as in the source, in an object and behind a pointer.
// RUN: %recover -O1 && %FileCheck %s --input-file=%t/k.pme
// RUN: %FileCheck %s --check-prefix=TAKEN --input-file=%t/taken.pme
// RUN: %recover -O2 -g1 && %FileCheck %s --check-prefix=TAKEN --input-file=%t/taken.pme
struct level {
  int n, pitch;
  double *x;
};
struct h {
  int count;
  struct level lev[8];
  struct level *p;
};
void k(struct h *h, int depth) {
  for (int l = 0; l < depth; l++) {
#pragma omp parallel for
    for (int j = 0; j < h->lev[l].n; j++)
      for (int i = 0; i < h->lev[l].n; i++)
        h->lev[l].x[j * h->lev[l].pitch + i] += 1;
#pragma omp parallel for
    for (int j = 0; j < h->p[l].n; j++)
      for (int i = 0; i < h->p[l].n; i++)
        h->p[l].x[j * h->p[l].pitch + i] += 1;
  }
}

// CHECK-DAG: param "h->lev[].n"
// CHECK-DAG: param "h->lev[].pitch"
// CHECK-DAG: param "h->p[].n"
// CHECK-DAG: param "h->p[].pitch"

// With line tables alone the text says which member it is.
void taken(struct h *h, int depth) {
  for (int l = 0; l < depth; l++) {
    struct level *own = &h->p[l];
    int n = own->n, pitch = own->pitch;
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        own->x[j * pitch + i] += 1;
  }
}

// TAKEN-DAG: param "h->p[].n"
// TAKEN-DAG: param "h->p[].pitch"
