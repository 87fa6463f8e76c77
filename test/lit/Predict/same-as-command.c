// The command answers a dumped program as the plugin answered the loop.
// RUN: rm -rf %t && env PMECACHE_ADVISE=off PMECACHE_DUMP=%t %corei7 PMECACHE_JSON=%t.plugin %remarks -O2 -Werror
// RUN: %pmecache predict %t/kernel.pme --machine corei7 --json > %t.command
// RUN: grep -E '"(accesses|misses|cold|self|other_threads|trip_count|array)":' %t.plugin > %t.numbers && grep -E '"(accesses|misses|cold|self|other_threads|trip_count|array)":' %t.command | diff %t.numbers -
double a[64][64], b[64][64], c[64][64];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 2)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        c[i][j] += a[i][k] * b[k][j];
}
