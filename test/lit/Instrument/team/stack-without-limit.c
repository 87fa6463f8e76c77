/* Where the stack has no limit it is told to begin behind the heap as it is now: what the heap gets later is no thread's
 * own memory. The second loop goes through what the first one has brought, from its other end. */
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: bash -c 'ulimit -s unlimited; OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe'
// RUN: %pmecache profile predict %t.pmeprof --threads 4 --machine "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4" --json > %t.json
// RUN: python3 -c 'import json; loops = json.load(open("%t.json"))["functions"][0]["loops"]; brought = [l["levels"][2]["cold"] for l in loops if l["parallel"]]; assert brought[1] > 8000 and brought[2] < 100, brought'
#include <stdlib.h>

enum { PARTS = 16, PART = 4096 };

int main(void) {
  double *part[PARTS];
  int last = 0;
#pragma omp parallel for
  for (int p = 0; p < PARTS; p++)
    part[p] = NULL;
  for (int p = 0; p < PARTS; p++)
    part[p] = malloc(PART * sizeof(double)); /* small enough for the heap */
#pragma omp parallel for
  for (int i = 0; i < PARTS * PART; i++)
    part[i / PART][i % PART] = i;
#pragma omp parallel for reduction(+ : last)
  for (int i = PARTS * PART - 1; i >= 0; i--)
    last += part[i / PART][i % PART] > 3;
  return last == 0;
}
