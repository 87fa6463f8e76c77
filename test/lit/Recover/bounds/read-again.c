// Bounds that are read again in each round, behind calls that might change them: they are taken to stay. A loop that
// nobody can count is not one of four thousand million rounds.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

struct space {
  int cells, ghosts, layers;
};
void shift(struct space *s, int ghost, unsigned long long layer, double *x);

void kernel(struct space *s, double *restrict x, int columns) {
  double here[2];
  for (int ghost = -s->ghosts; ghost <= s->ghosts; ghost++)
    for (unsigned long long layer = 0; layer < s->layers; layer++)
      for (int column = 0; column < columns; column += 16) {
        int last = column + 16 < columns ? column + 16 : columns;
        shift(s, ghost, layer, here);
        shift((struct space *)&columns, ghost, layer, here);
#pragma omp parallel for
        for (int i = column; i < last; i++)
          x[i] = 1;
      }
}

// CHECK: loop ghost = (-1)*"s->ghosts" .. "s->ghosts"
// CHECK: assume invariant-load "'s->ghosts' does not change"
// CHECK: loop layer = 0 .. "s->layers" - 1
// CHECK: loop column = 0 .. columns - 1 step 16
// CHECK: loop i = column .. min(columns - 1, column + 15) parallel schedule static at
// CHECK-NEXT: write x @ 8*i at
