/* Telemetry packets: every thread has a small counters struct, adjacent and unpadded. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct counters {
  unsigned good;
  unsigned bad;
  unsigned long bytes;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500000;
  int nt = omp_get_max_threads();
  unsigned short *pkt = malloc(sizeof *pkt * (size_t)n);
  struct counters *c = calloc((size_t)nt, sizeof *c);
  if (!pkt || !c)
    return 1;
  for (int i = 0; i < n; i++)
    pkt[i] = (unsigned short)(i * 40503u >> 3);
#pragma omp parallel for num_threads(nt)
  for (int i = 0; i < n; i++) {
    int t = omp_get_thread_num();
    if ((pkt[i] & 63) == 0)
      c[t].bad++;
    else
      c[t].good++;
    c[t].bytes += pkt[i] & 1023;
  }
  struct counters s = {0, 0, 0};
  for (int t = 0; t < nt; t++) {
    s.good += c[t].good;
    s.bad += c[t].bad;
    s.bytes += c[t].bytes;
  }
  printf("%u %u %lu\n", s.good, s.bad, s.bytes);
  free(pkt);
  free(c);
  return 0;
}
