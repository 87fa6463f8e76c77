// A counter of the file that threads take numbers from, and what stands at these numbers: a run of one thread has both
// for itself, a team takes their lines from each other.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: grep '^row' %t.pmeprof | %FileCheck %s
// RUN: %pmecache profile predict %t.pmeprof --machine 'cores=4;L1=32K,8,64' --threads 4 | %FileCheck --check-prefix=TEAM %s
//
// CHECK-DAG: bytes {{[4-8]}} distance 1 visits 1000 references {{[12]}}000 writes 1000
// CHECK-DAG: bytes {{[0-9]+}} distance 1 visits 1000 references 1000 writes 1000
// TEAM: L1 private x4 7000 {{.*}} 0 {{1[4-9][0-9][0-9]}} 0 estimate
enum { N = 4000 };
static int taken, found[N], keys[N];

int main(void) {
  for (int i = 0; i < N; i++)
    keys[i] = i % 4;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (keys[i] == 0) {
      int at;
#pragma omp atomic capture
      at = taken++;
      found[at] = i;
    }
  return taken != N / 4;
}
