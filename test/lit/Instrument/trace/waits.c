// What a loop waits for: lists pay the latency of each node, where an array of them pays for lines that come meanwhile;
// what data decide costs a core what it had begun, where a pattern does not.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=4K,4,64,latency=4;L2=1M,8,64,latency=14;memory=300;frequency=3G' --threads 1 --time --json > %t.json
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s LIST ARRAY | %FileCheck --check-prefix=LONGER %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s DECIDED PATTERN | %FileCheck --check-prefix=GUESSED %s
//
// LONGER: {{^([5-9]|[1-9][0-9])[.][0-9]}} times
// GUESSED: {{^[2-9][.][0-9]}} times
enum { N = 8192, LENGTH = 512 };
typedef struct node {
  struct node *next;
  double value[7];
} node;

static _Alignas(64) node nodes[N];
static node *heads[N / LENGTH];
static int order[N], coin[N], turn[N];
static double sums[N];

static void decide(const int *heads_up, double *to) {
#pragma omp parallel for // DECIDED
  for (int i = 0; i < N; i++)
    if (heads_up[i])
      to[i] += 1;
}

static void take_turns(const int *heads_up, double *to) {
#pragma omp parallel for // PATTERN
  for (int i = 0; i < N; i++)
    if (heads_up[i])
      to[i] += 1;
}

__attribute__((noinline)) void walk(node **first, double *to) {
#pragma omp parallel for // LIST
  for (int l = 0; l < N / LENGTH; l++)
    for (const node *at = first[l]; at; at = at->next)
      to[l] += at->value[0];
#pragma omp parallel for // ARRAY
  for (int l = 0; l < N / LENGTH; l++)
    for (int i = l * LENGTH; i < (l + 1) * LENGTH; i++)
      to[l] += nodes[i].value[0];
}

int main(void) {
  unsigned random = 1;
  for (int i = 0; i < N; i++) {
    random = random * 1664525u + 1013904223u;
    int other = (int)((random >> 8) % (unsigned)(i + 1));
    order[i] = order[other];
    order[other] = i;
    coin[i] = random >> 31;
    turn[i] = i & 1;
  }
  for (int i = 0; i < N; i++) {
    node *here = &nodes[order[i]];
    here->next = heads[i / LENGTH];
    heads[i / LENGTH] = here;
  }
  walk(heads, sums);
  for (int round = 0; round < 4; round++) {
    decide(coin, sums);
    take_turns(turn, sums);
  }
  return 0;
}
