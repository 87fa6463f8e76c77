// As an unstructured code would, on a mesh whose edges join nodes at fixed distances: gather, flux, scatter by halves.
#include <stdio.h>
#include <stdlib.h>
#ifndef NODES
#define NODES 12000
#endif
enum { FAR = 97, VARS = 4 };
typedef struct {
  double q[VARS];
  double volume;
} Node;

__attribute__((noinline)) void gather(int n, Node *restrict node, double *restrict flux, double *restrict grad,
                                      double *restrict weight, int steps) {
  for (int s = 0; s < steps; s++) {
#pragma omp parallel for schedule(static, 64)
    for (int e = 0; e < n - FAR; e++)
      for (int v = 0; v < VARS; v++)
        flux[e * VARS + v] = weight[3 * e] * (node[e + FAR].q[v] - node[e].q[v]);
#pragma omp parallel for
    for (int i = FAR; i < n - FAR; i++)
      for (int v = 0; v < VARS; v++)
        grad[v * n + i] = (flux[i * VARS + v] - flux[(i - FAR) * VARS + v]) / node[i].volume;
#pragma omp parallel for schedule(dynamic, 32)
    for (int i = FAR; i < n - FAR; i++)
      for (int v = 0; v < VARS; v++)
        node[i].q[v] += 0.1 * grad[v * n + i];
#pragma omp parallel for
    for (int i = 0; i < n / 5; i++)
      weight[15 * i] = node[5 * i].volume * node[5 * i].q[0];
  }
}

int main(void) {
  Node *node = calloc(NODES, sizeof(Node));
  double *flux = calloc(NODES * VARS, sizeof(double)), *grad = calloc(NODES * VARS, sizeof(double));
  double *weight = calloc(3 * NODES, sizeof(double));
  for (int i = 0; i < NODES; i++)
    node[i].volume = 1;
  gather(NODES, node, flux, grad, weight, 2);
  printf("%g\n", node[500].q[1]);
}
