/* Permutation gather out[i] = in[perm[i]] on 8 MB of doubles, random permutation by Fisher-Yates. */
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)

int main(void) {
  double *in = malloc(N * sizeof(double)), *out = malloc(N * sizeof(double));
  int *perm = malloc(N * sizeof(int));
  if (!in || !out || !perm)
    return 1;

  for (int i = 0; i < N; i++) {
    in[i] = i * 0.001;
    perm[i] = i;
  }
  unsigned long long r = 88172645463325252ull;
  for (int i = N - 1; i > 0; i--) {
    r ^= r << 13;
    r ^= r >> 7;
    r ^= r << 17;
    int j = (int)(r % (unsigned)(i + 1));
    int t = perm[i];
    perm[i] = perm[j];
    perm[j] = t;
  }

  for (int rep = 0; rep < 8; rep++) {
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < N; i++)
      out[i] = in[perm[i]] + rep;
    double *t = in;
    in = out;
    out = t;
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += in[i] * (i & 1 ? 1 : -0.5);
  printf("%.5f\n", s);
  free(in);
  free(out);
  free(perm);
  return 0;
}
