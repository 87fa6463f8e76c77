// 1,000 loads, each from where the last one leads: names are asked for as deep as that. Where the stack does not do,
// there is no answer, and the compile goes on.
// RUN: env %corei7 sh -c 'ulimit -s 512; %clang -O1 -fopenmp %load %s -c -o %t.o -Rpass=cache' 2>&1 | %FileCheck %s
// Where it does, the thousand arrays leave time for an answer.
// RUN: env %corei7 %clang -O1 -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=ANSWER
struct node {
  struct node *next;
  long n;
};
#define TEN(statement)                                                                                                 \
  statement statement statement statement statement statement statement statement statement statement
void set(struct node *p, double *values) {
  TEN(TEN(TEN(p = p->next;)))
#pragma omp parallel for
  for (long i = 0; i < p->n; i++)
    values[i] = 1;
}
// CHECK: {{remark: parallel loop 'i'|internal fault, no answer}}
// CHECK-NOT: error
// ANSWER: remark: parallel loop 'i' for every
