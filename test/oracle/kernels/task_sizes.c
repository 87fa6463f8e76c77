/* Taskloops whose tasks are counted: a task's own variable says which of its iterations is the first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };
static char first[MOST];

void by_team(int n) {
  int seen = 0;
#pragma omp taskloop firstprivate(seen)
  for (int i = 0; i < n; i++) {
    first[i] = !seen;
    seen = 1;
  }
}

void by_grain(int n, int clause) {
  int seen = 0;
#pragma omp taskloop firstprivate(seen) grainsize(clause)
  for (int i = 0; i < n; i++) {
    first[i] = !seen;
    seen = 1;
  }
}

void by_count(int n, int clause) {
  int seen = 0;
#pragma omp taskloop firstprivate(seen) num_tasks(clause)
  for (int i = 0; i < n; i++) {
    first[i] = !seen;
    seen = 1;
  }
}

/* Tasks have `longest` iterations, or one less: which more of them have. */
static int usual_length(int n, int tasks, int longest) {
  int shorter = tasks * longest - n;
  return 2 * shorter > tasks ? longest - 1 : longest;
}

/* FUNCTION N CLAUSE THREADS: the number of tasks, the iterations of the longest one, and those that most have. */
int main(int count, char **arguments) {
  if (count < 5)
    return 2;
  const char *function = arguments[1];
  int n = atoi(arguments[2]), clause = atoi(arguments[3]), threads = atoi(arguments[4]);
#pragma omp parallel num_threads(threads)
#pragma omp single
  if (!strcmp(function, "by_team"))
    by_team(n);
  else if (!strcmp(function, "by_grain"))
    by_grain(n, clause);
  else
    by_count(n, clause);
  int tasks = 0, longest = 0, length = 0;
  for (int i = 0; i < n; i++) {
    tasks += first[i];
    length = first[i] ? 1 : length + 1;
    longest = length > longest ? length : longest;
  }
  printf("%d %d %d\n", tasks, longest, usual_length(n, tasks, longest));
  return 0;
}
