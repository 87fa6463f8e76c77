// What all threads go through, and each does the part that data give it: they are taken to do so in turn. It was counted as if
// each thread did all of it (k-means of four threads: five times as many accesses, all elements written by all).
// RUN: %recover -O2 && %check --check-prefix=NUMBER
// RUN: %FileCheck %s --check-prefix=RANGE --input-file=%t/assign.pme
// RUN: %FileCheck %s --check-prefix=ROWS --input-file=%t/rows.pme
int omp_get_num_threads(void);
int omp_get_thread_num(void);

void assign(int n, int clusters, const int *restrict owner, int *restrict count) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
    int from = clusters * own / team, to = clusters * (own + 1) / team;
    for (int i = 0; i < n; i++)
      if (owner[i] >= from && owner[i] < to)
        count[i]++;
  }
}

void kernel(int n, const int *restrict owner, int *restrict count) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
    for (int i = 0; i < n; i++)
      if (owner[i] % team == own)
        count[i]++;
  }
}

// Rows that are a thread's own are gone through by nobody else: what data choose there is taken.
void rows(int n, const int *restrict owner, int *restrict count) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
    for (int i = n / team * own; i < n / team * (own + 1); i++)
      if (owner[i] == own)
        count[i]++;
  }
}

// RANGE: parallel each-thread
// RANGE: read owner @ 4*i
// RANGE: if i % threads() - thread, thread - i % threads()
// RANGE-NEXT: assume schedule "threads take turns at what data give them behind the branch at line [[#@LINE-29]]"
// RANGE: write count @ 4*i
// NUMBER: if i % threads() - thread, thread - i % threads()
// NUMBER: write count @ 4*i
// ROWS-NOT: assume schedule
// ROWS: assume branch-taken
