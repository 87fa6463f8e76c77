// Handlers of signals that record more than a buffer holds, on a thread of which nobody wants to know borders: code that
// they came in between writes its record into the midst of theirs, which is found, and nothing else is said. The program
// comes to its end, its output is the plain one, and its profile can be read.
//
// RUN: %clang -O2 -fopenmp %s -lpthread -o %t.plain
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 timeout 60 %t.plain > %t.usual
// RUN: bash -c 'for i in 1 2 3 4; do PMECACHE_SAMPLE=0.01 PMECACHE_PROFILE_OUT=%t.pmeprof OMP_NUM_THREADS=1 timeout 100 %t.exe || echo status $?; done' > %t.log 2> %t.err
// RUN: bash -c '! grep -v "handler of a signal came in between" %t.err'
// RUN: bash -c 'cat %t.usual %t.usual %t.usual %t.usual' | diff %t.log -
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// CHECK: parallel loop
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static unsigned next[1 << 14];
static volatile unsigned long from_handler;
static volatile sig_atomic_t computes; /* the OpenMP runtime must not be called while it is at work */
static sigset_t timer;

/* Four words an iteration. */
static unsigned long sum_of(int from, int to) {
  unsigned long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = from; i < to; i++)
    sum += next[next[next[i]]];
  return sum;
}

static void handle(int signal) {
  static int more;
  (void)signal;
  if (!computes)
    return;
  more = (more + 37) % 1500;
  from_handler = sum_of(0, 1100 + more); /* 4,400 to 10,400 words */
}

static void *work(void *unused) {
  static unsigned long sum;
  pthread_sigmask(SIG_UNBLOCK, &timer, NULL);
#pragma omp parallel for reduction(+ : sum)
  for (int round = 0; round < 800; round++) {
    computes = 1;
    for (int i = 0; i < 1 << 14; i++)
      sum += next[next[i] ^ (unsigned)(round & 63)];
    computes = 0;
  }
  pthread_sigmask(SIG_BLOCK, &timer, NULL);
  (void)unused;
  return &sum;
}

int main(void) {
  static const struct itimerval often = {{0, 1000}, {0, 1000}}, never;
  pthread_t thread;
  void *sum;
  for (unsigned i = 0; i < 1 << 14; i++)
    next[i] = (i * 40503u + 7) & 0x3fff;
  from_handler = sum_of(0, 100); /* this thread is the first one that records */
  sigemptyset(&timer);
  sigaddset(&timer, SIGVTALRM);
  pthread_sigmask(SIG_BLOCK, &timer, NULL);
  signal(SIGVTALRM, handle);
  setitimer(ITIMER_VIRTUAL, &often, NULL);
  if (pthread_create(&thread, NULL, work, NULL) != 0 || pthread_join(thread, &sum) != 0)
    return 1;
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  printf("%lu\n", *(unsigned long *)sum);
  return 0;
}
