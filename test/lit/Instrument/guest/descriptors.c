// A program that closes every descriptor and opens its own: what it writes is what it wrote, and the trace says where it
// ends. The number of its first file is the same as without a trace.
//
// RUN: %clang -O2 -fopenmp %s -o %t.plain
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: env OMP_NUM_THREADS=1 %t.plain %t.out/plain
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.out/trace PMECACHE_PROFILE_OUT=%t.out/profile %t.exe %t.out/ours 2> %t.err
// RUN: diff %t.out/plain %t.out/ours
// RUN: %FileCheck %s < %t.err
//
// CHECK: the trace '{{.*}}trace' ends here: it cannot be written (Bad file descriptor); the program goes on
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static unsigned next[1 << 14];

static unsigned long gather(int round) {
  unsigned long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1 << 14; i++)
    sum += next[next[i] ^ (unsigned)(round & 63)];
  return sum;
}

int main(int count, char **arguments) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < 1 << 14; i++)
    next[i] = (i * 40503u + 7) & 0x3fff;
  for (int round = 0; round < 30; round++)
    sum += gather(round);
  int first = open("/dev/null", O_RDONLY);
  for (int file = 3; file < 1024; file++)
    close(file);
  for (int file = 3; file < 600; file++)
    if (open(count > 1 ? arguments[1] : "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0666) < 0)
      return 1;
  for (int round = 0; round < 30; round++)
    sum += gather(round);
  dprintf(512, "%lu, first file %d\n", sum, first);
  return 0;
}
