/* Strides that double: transforms whose rounds are written out, each with its own bounds. */
enum { Rows = 12, Points = 16 };
static double from[Rows][Points], to[Rows][Points], table[Points];

static int rounds_of(int n) {
  int rounds = 1, reached = 2;
  if (n == 1)
    return 0;
  while (reached < n) {
    reached *= 2;
    rounds++;
  }
  return rounds;
}

static __attribute__((noinline)) void butterflies(int n) {
  int rounds = rounds_of(n);
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int l = 1; l <= rounds; l++) {
      int length = 1 << (l - 1), groups = 1 << (rounds - l);
      for (int i = 0; i < groups; i++)
        for (int k = 0; k < length; k++) {
          double a = from[row][i * length + k], b = from[row][i * length + k + Points / 2];
          to[row][2 * i * length + k] = a + b;
          to[row][(2 * i + 1) * length + k] = (a - b) * table[groups + i - 1];
        }
    }
}

/* Two rounds a time, back and forth, which may end between the two. */
static __attribute__((noinline)) void to_and_fro(int n) {
  int rounds = rounds_of(n);
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int l = 1; l <= rounds; l += 2) {
      for (int i = 0; i < 1 << (rounds - l); i++)
        to[row][i << (l - 1)] = from[row][i];
      if (l == rounds)
        break;
      for (int i = 0; i < 1 << l; i++)
        from[row][i] = to[row][i << (rounds - l - 1)];
    }
}

void halves(void) {
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int s = Points / 2; s > 0; s /= 2)
      for (int i = 0; i < s; i++)
        to[row][i] += to[row][i + s];
}

/* Upwards, with a step that doubles: what is left over after the last full step stays. */
void wider_pairs(void) {
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int s = 1; s < Points; s *= 2)
      for (int i = 0; i + s < Points; i += 2 * s)
        to[row][i] += to[row][i + s];
}

int main(void) {
  butterflies(Points);
  to_and_fro(Points);
  halves();
  wider_pairs();
}
