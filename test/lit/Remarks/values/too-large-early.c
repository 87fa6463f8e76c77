// The second size is too large already, where each look is dear: the way back ends. With a document looks are finer.
// RUN: env %corei7 PMECACHE_BUDGET=100 PMECACHE_JSON=%t.json timeout 60 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s

void kernel(int n, double *a, double *b) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        for (long l = 0; l < n; l++)
          for (long m = 0; m < n; m++)
            a[(((i * n + j) * n + k) * n + l) * n + m] += b[(((m * n + l) * n + k) * n + j) * n + i];
}

// CHECK: remark: parallel loop 'i' for {{every|some values of}} n
