/* Base64 encoder: three bytes in, four characters out per iteration, default schedule. */
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 5000000 };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  unsigned char *in = malloc(3 * GROUPS);
  char *out = malloc(4 * GROUPS + 1);
  if (!in || !out)
    return 1;
  unsigned s = 2024;
  for (int i = 0; i < 3 * GROUPS; i++) {
    s = s * 1103515245u + 12345u;
    in[i] = (unsigned char)(s >> 16);
  }

#pragma omp parallel for
  for (int g = 0; g < GROUPS; g++) {
    unsigned v = (unsigned)in[3 * g] << 16 | (unsigned)in[3 * g + 1] << 8 | in[3 * g + 2];
    out[4 * g + 0] = alphabet[v >> 18];
    out[4 * g + 1] = alphabet[(v >> 12) & 63];
    out[4 * g + 2] = alphabet[(v >> 6) & 63];
    out[4 * g + 3] = alphabet[v & 63];
  }
  out[4 * GROUPS] = 0;

  unsigned h = 0;
  for (char *p = out; *p; p++)
    h = h * 33 + (unsigned char)*p;
  printf("%.20s %u\n", out, h);
  free(in);
  free(out);
  return 0;
}
