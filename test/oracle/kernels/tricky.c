/* Shapes that are easy to get slightly wrong. */
#include <complex.h>
#include <stdlib.h>

void down_unsigned(unsigned n, double *x) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = n; j-- > 0;)
      x[i + j] += 1;
}

void down_size(size_t n, double *x) {
#pragma omp parallel for
  for (size_t i = n; i > 0; i--)
    x[i - 1] = x[i];
}

void bits(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i >> 2] += y[i & 7] + y[i ^ 1];
}

void unsigned_modulo(unsigned n, unsigned m, double *x) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    x[i % m] = x[i % 6 + 3];
}

void shifted_modulo(int n, int shift, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[(i + shift) % n] = y[n - 1 - i];
}

void fraction(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i * 3 / 2] = x[(i + 1) / 2];
}

void negative_quotient(int n, double *x) {
#pragma omp parallel for
  for (int i = -n; i < n; i++)
    x[40 + i / 3] += x[40 + i % 4];
}

void index_select(int n, int k, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[j] += x[i > k ? i : k] + x[abs(i - j)];
}

void small_types(short n, double *x) {
#pragma omp parallel for
  for (short i = 0; i < n; i++)
    for (unsigned char c = 0; c < 5; c++)
      x[i + c] = c;
}

void lockstep(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = 3 * i;
    for (int j = 0; j < 6; j++, k += 2)
      x[k] = y[j];
  }
}

void unrolled(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int j = 0;
    for (; j + 3 < n; j += 4) {
      y[j] += x[j];
      y[j + 1] += x[j + 1];
      y[j + 2] += x[j + 2];
      y[j + 3] += x[j + 3];
    }
    for (; j < n; j++)
      y[j] += x[j];
  }
}

void empty_loops(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = m; j < 0; j++)
      x[0] = 1;
    for (int j = 0; j < m; j++)
      x[i] = 1;
  }
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    x[i] = 2;
}

void returns_early(int n, double *x) {
  if (n > 100)
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void size_changes(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
  n = n / 2 + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[2 * i] = 1;
}

void halving(int n, double *x) {
  for (int size = n; size > 1; size /= 2) {
#pragma omp parallel for
    for (int i = 0; i < size / 2; i++)
      x[i] += x[i + size / 2];
  }
}

void doubling(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j *= 2)
      x[j] = i;
}

void optional_loop(int n, int flag, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (flag)
      for (int j = 0; j < i; j++)
        x[j] = 1;
    if (!(i > 3 && i < 9))
      x[i] = 2;
    else if (i == 5)
      x[i] = 3;
  }
}

void ladder(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i < 4)
      x[0] = 1;
    else if (i < 9)
      x[1] += 1;
    else if (i % 2)
      x[2] += x[3];
  }
}

void switch_on_index(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (i % 3) {
    case 0:
      x[i] = 1;
      break;
    case 1:
      x[i] += x[i + 1];
      break;
    default:
      break;
    }
}

void nonrectangular(int n, double (*x)[n]) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x[i][j] = i;
}

void inner_continue(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      x[i][j] = 1;
      if (j < i)
        continue;
      x[j][i] = 2;
    }
}

void offset_pointer(int n, int offset, double *x) {
  double *p = x + offset;
  double *q = p + 2 * n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    q[-i] = p[i];
}

struct vector {
  double *data;
  int size;
};

void vectors(int n, struct vector *v) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      v[i].data[j] = v[i].size;
}

void complex_numbers(int n, double complex *x, double complex *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = y[i] * x[i];
}

void complex_product(int n, double complex *x, double complex *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = x[i] * y[n - 1 - i];
}

struct flags {
  unsigned low : 3, high : 5;
  union {
    int whole;
    char parts[4];
  };
};

void bit_fields(int n, struct flags *f) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    f[i].high = 1;
    f[i].parts[2] = 1;
  }
}

void volatile_access(int n, volatile double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = x[i] + x[i];
}

void local_vla(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < 5; i++) {
    double t[n];
    for (int j = 0; j < n; j++)
      t[j] = x[j];
    for (int j = 0; j < n; j++)
      x[i] += t[n - 1 - j];
  }
}

void heap_of_iteration(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < 5; i++) {
    double *t = malloc(n * sizeof *t);
    for (int j = 0; j < n; j++)
      t[j] = x[j];
    for (int j = 0; j < n; j++)
      x[i] += t[n - 1 - j];
    free(t);
  }
}

void static_table(int n, double *x) {
  static const double table[3][4] = {{1, 2}, {3}};
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x[i] += table[k][i % 4];
}

/* clang-format off */
void same_line(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) { x[i] = y[i]; y[i] = x[i] + y[i + 1]; }
}
/* clang-format on */

#define SWAP(a, b)                                                                                                     \
  do {                                                                                                                 \
    double t = (a);                                                                                                    \
    (a) = (b);                                                                                                         \
    (b) = t;                                                                                                           \
  } while (0)

void macro_swap(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    SWAP(x[i], y[n - 1 - i]);
}

void comma_and_logic(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i < n / 2 && (x[i] >= 0 || y[i] >= 0))
      y[i] = 1, x[i] = 2;
}

void two_arrays_one(double *x) {
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    x[i] = x[i + 1] + (x + 100)[i];
}

long sum_of_long(long n, long step, const int *x) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i += 3)
    for (long j = i; j <= i + 2 * step; j += 2)
      sum += x[j];
  return sum;
}

void product_bound(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n * m; i++)
    x[i] = x[i / m] + x[i % m];
}

void wavefront(int n, double (*x)[n]) {
  for (int d = 2; d < 2 * n - 1; d++) {
#pragma omp parallel for
    for (int i = (d < n ? 1 : d - n + 1); i < (d < n ? d : n); i++)
      x[i][d - i] = x[i - 1][d - i] + x[i][d - i - 1];
  }
}

void single_iteration(int n, double *x) {
#pragma omp parallel for
  for (int i = n; i <= n; i++) {
    x[i] += 1;
    for (int j = n - 2; j > 1 - i; j -= 2)
      x[40 + j] = i;
  }
}

void collapse_steps(int n, int m, double *x) {
#pragma omp parallel for collapse(2) schedule(static, 3)
  for (int i = n; i > 0; i -= 2)
    for (int j = 1; j < m; j += 3)
      x[i * m + j] = 1;
}

void unsigned_steps(unsigned n, unsigned m, double *x) {
#pragma omp parallel for
  for (unsigned i = 1; i <= n; i++)
    for (unsigned j = i; j < m; j += 2)
      x[i + j] = 1;
}

void choice_invariant(int n, int k, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = y[i + (n < k ? 2 * n + 3 : k)];
}

void test_first(int n, int a, int b, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (y[k] += x[k] + x[k + 1] * x[k + 2] - x[k + 3] * x[k + 4] - x[k + 5], k < (a < b ? a : b)) {
      x[40 + k] = 2;
      k++;
    }
  }
}

void accesses_between(int n, double *x, double *y) {
  x[0] = n;
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    x[i] = y[i];
  y[n] = x[2];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    y[i] = 1;
  if (n > 9)
    x[9] = 0;
}

void flat_interior(int n, int m, double *x, double *y) {
#pragma omp parallel for
  for (int t = 0; t < n * m; t++) {
    int i = t % n, j = t / n;
    if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
      y[t] = x[t - 1] + x[t + 1] + x[t - n] + x[t + n];
  }
}

void periodic(int n, double (*x)[n], double (*y)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      y[i][j] = x[(i - 1 + n) % n][j] + x[(i + 1) % n][j] + x[i][(j + n - 2) % n];
}

// Directions in a constant table.
void directions(int n, double (*x)[n][3], double (*y)[n][3]) {
  static const int dx[3] = {0, 1, -1}, dy[3] = {1, 0, -1};
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int q = 0; q < 3; q++)
        y[i][j][q] = x[i - dy[q]][j - dx[q]][q];
}

// One object given for two.
static __attribute__((noinline)) void given_twice(int n, const double *x, const double *y, double *out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[i] = x[i] * y[n - 1 - i];
}

/* More free blocks of a size than a thread's own list of them holds, which is empty. No two lie side by side. */
static void leave_free_blocks(size_t bytes) {
  static void *volatile blocks[48];
  for (int i = 0; i < 48; i++)
    blocks[i] = malloc(bytes);
  for (int i = 0; i < 48; i += 2)
    free(blocks[i]);
  for (int i = 0; i < 7; i++)
    blocks[i] = malloc(bytes);
}

int main(void) {
  double *x = calloc(4000, sizeof *x), *y = calloc(4000, sizeof *y);
  struct vector v[9];
  for (int i = 0; i < 9; i++)
    v[i] = (struct vector){x + 8 * i, i};
  single_iteration(9, x);
  collapse_steps(9, 11, x);
  unsigned_steps(8, 21, x);
  choice_invariant(9, 5, x, y);
  test_first(6, 7, 9, x, y);
  accesses_between(12, x, y);
  down_unsigned(7, x);
  down_size(13, x);
  bits(29, x, y);
  unsigned_modulo(23, 7, x);
  shifted_modulo(19, 5, x, y);
  fraction(18, x);
  negative_quotient(14, x);
  index_select(12, 4, x, y);
  small_types(9, x);
  lockstep(8, x, y);
  unrolled(11, x, y);
  empty_loops(5, 0, x);
  returns_early(12, x);
  size_changes(17, x);
  halving(37, x);
  doubling(20, x);
  optional_loop(14, 1, x);
  ladder(15, x);
  switch_on_index(16, x);
  nonrectangular(9, (void *)x);
  inner_continue(8, (void *)x);
  offset_pointer(10, 3, x);
  vectors(9, v);
  complex_numbers(11, (void *)x, (void *)y);
  bit_fields(12, (void *)x);
  volatile_access(9, x);
  local_vla(6, x);
  leave_free_blocks(7 * sizeof *x);
  heap_of_iteration(7, x);
  static_table(10, x);
  same_line(13, x, y);
  macro_swap(14, x, y);
  comma_and_logic(15, x, y);
  two_arrays_one(x);
  sum_of_long(20, 3, (void *)x);
  product_bound(4, 5, x);
  wavefront(9, (void *)x);
  flat_interior(9, 11, x, y);
  periodic(8, (void *)x, (void *)y);
  complex_product(11, (void *)x, (void *)y);
  directions(9, (void *)x, (void *)y);
  given_twice(21, x, x, y);
  return 0;
}
