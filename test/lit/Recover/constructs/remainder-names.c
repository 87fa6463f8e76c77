// With line tables names are read from the text: in C a `%` behind a variable is a remainder, and no component.
// RUN: %recover -O1 -gline-tables-only && %check
// RUN: %recover -O2 -gline-tables-only && %check
double x[64][64];

double kernel(int i) {
  double sum = 0;
  int j;
#pragma omp parallel for reduction(+ : sum)
  for (j = 1; j <= 1024; j++)
    sum += x[3 * j % 64][j % 64];
  return sum * i;
}

// CHECK: loop j = 1 .. 1024 parallel
// CHECK: read x @ 8*(j % 64) + 512*(3*j % 64) at
