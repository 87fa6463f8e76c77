/* All-pairs train times by relaxing through each station; rows over threads. */
#include <stdio.h>
#include <stdlib.h>

#define ST 256

static int dist[ST][ST];

int main(void) {
  for (int i = 0; i < ST; i++)
    for (int j = 0; j < ST; j++)
      dist[i][j] = i == j ? 0 : (i * 37 + j * 91) % 13 == 0 ? 5 + (i ^ j) % 60 : 100000;

  for (int k = 0; k < ST; k++) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < ST; i++) {
      int ik = dist[i][k];
      if (ik >= 100000)
        continue;
      for (int j = 0; j < ST; j++)
        if (ik + dist[k][j] < dist[i][j])
          dist[i][j] = ik + dist[k][j];
    }
  }
  long c = 0;
  for (int i = 0; i < ST; i++)
    for (int j = 0; j < ST; j++)
      c += dist[i][j] % 1009;
  printf("%ld\n", c);
  return 0;
}
