/* Forces between particles, the rows of pairs taken by the threads in turn, by their numbers and without a worksharing
 * loop; each thread has forces of its own, which are added up behind a barrier. SIZE particles, twenty neighbours, three
 * steps. */
#include "kernel.h"

enum { NEIGHBOURS = 20, STEPS = 3, REACH = 300 };
const int kernel_default_size = 4096;

int omp_get_num_threads(void);

static double *x, *force;
static int *neighbour;
static int bodies;

void kernel_prepare(int size) {
  bodies = size;
  x = place(sizeof *x * (size_t)size);
  force = place(sizeof *force * (size_t)size * (size_t)omp_get_max_threads());
  neighbour = place(sizeof *neighbour * (size_t)size * NEIGHBOURS);
  for (int i = 0; i < size; i++)
    x[i] = draw(1000);
  for (int n = 0; n < size * NEIGHBOURS; n++)
    neighbour[n] = (n / NEIGHBOURS + 1 + (int)draw(REACH)) % size;
}

static void step(int count, const int *near, double *at, double *forces) {
#pragma omp parallel
  {
    int own = omp_get_thread_num(), threads = omp_get_num_threads();
    double *mine = forces + (long)own * count;
    for (int i = 0; i < count; i++)
      mine[i] = 0;
    for (int i = own; i < count; i += threads)
      for (int n = i * NEIGHBOURS; n < (i + 1) * NEIGHBOURS; n++) {
        double pull = 1 / (1 + (at[i] - at[near[n]]) * (at[i] - at[near[n]]));
        mine[i] += pull;
        mine[near[n]] -= pull;
      }
#pragma omp barrier
    int part = count / threads + 1, end = (own + 1) * part < count ? (own + 1) * part : count;
    for (int t = 1; t < threads; t++)
      for (int i = own * part; i < end; i++)
        forces[i] += forces[(long)t * count + i];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < count; i++)
      at[i] += 0.001 * forces[i];
  }
}

void kernel_run(int size) {
  for (int s = 0; s < STEPS; s++)
    step(size, neighbour, x, force);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int i = 0; i < bodies; i++)
    sum += x[i];
  return (uint64_t)sum;
}
