/* apply transfers between accounts; the ledger is guarded by one critical */
#include <stdio.h>
#include <stdlib.h>
#define ACC 5000
#define TX 400000
typedef struct {
  int from, to, cents, fee;
} tx_t;
static long balance[ACC];
static tx_t tx[TX];

static int score(const tx_t *t) {
  unsigned h = t->from * 2654435761u ^ t->to;
  for (int k = 0; k < 12; k++)
    h = (h ^ (h >> 15)) * 2246822519u + t->cents;
  return h % 100;
}
int main(void) {
  for (int i = 0; i < ACC; i++)
    balance[i] = 100000;
  for (int i = 0; i < TX; i++)
    tx[i] = (tx_t){(i * 7919) % ACC, (i * 104729 + 3) % ACC, 50 + i % 200, 1};
  int rejected = 0;
#pragma omp parallel for schedule(dynamic, 200) reduction(+ : rejected)
  for (int i = 0; i < TX; i++) {
    if (score(&tx[i]) < 5) {
      rejected++;
      continue;
    }
#pragma omp critical(ledger)
    {
      balance[tx[i].from] -= tx[i].cents + tx[i].fee;
      balance[tx[i].to] += tx[i].cents;
    }
  }
  long s = 0;
  for (int i = 0; i < ACC; i++)
    s += balance[i] * (i % 13);
  printf("rejected %d checksum %ld\n", rejected, s);
  return 0;
}
