/* Forces of short range between particles, from lists of neighbours. Everything the loop needs, arrays and constants of
 * the force alike, is a variable of the file. SIZE particles, 24 neighbours each, two steps. */
#include "../irregular/kernel.h"

enum { NEIGHBOURS = 24, STEPS = 2, REACH = 256 };
const int kernel_default_size = 16384;

static double *x, *y, *z, *force_x, *force_y, *force_z;
static int *neighbour;
static int particle_count;
static double edge_length, cutoff_squared, strength, width_squared, energy;

void kernel_prepare(int size) {
  double **arrays[] = {&x, &y, &z, &force_x, &force_y, &force_z};
  particle_count = size;
  for (int a = 0; a < 6; a++)
    *arrays[a] = place(sizeof(double) * (size_t)size);
  neighbour = place(sizeof *neighbour * (size_t)size * NEIGHBOURS);
  for (int i = 0; i < size; i++) {
    x[i] = draw(1000) / 100.0;
    y[i] = draw(1000) / 100.0;
    z[i] = draw(1000) / 100.0;
    for (int n = 0; n < NEIGHBOURS; n++)
      neighbour[i * NEIGHBOURS + n] = (i + 1 + (int)draw(REACH)) % size;
  }
  edge_length = 10;
  cutoff_squared = 9;
  strength = 0.25;
  width_squared = 1;
}

static double nearest(double d) {
  return d > edge_length / 2 ? d - edge_length : d < -edge_length / 2 ? d + edge_length : d;
}

static void forces(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < particle_count; i++)
    for (int n = 0; n < NEIGHBOURS; n++) {
      int j = neighbour[i * NEIGHBOURS + n];
      double dx = nearest(x[i] - x[j]), dy = nearest(y[i] - y[j]), dz = nearest(z[i] - z[j]);
      double distance_squared = dx * dx + dy * dy + dz * dz + 0.01;
      if (distance_squared > cutoff_squared)
        continue;
      double ratio = width_squared / distance_squared, ratio_cubed = ratio * ratio * ratio;
      double pull = strength * ratio_cubed * (ratio_cubed - 0.5) / distance_squared;
      sum += strength * ratio_cubed * (ratio_cubed - 1);
      force_x[i] += pull * dx;
      force_y[i] += pull * dy;
      force_z[i] += pull * dz;
    }
  energy = sum;
}

void kernel_run(int size) {
  (void)size;
  for (int s = 0; s < STEPS; s++)
    forces();
}

uint64_t kernel_checksum(void) { return (uint64_t)(int64_t)(energy * 1e-6); }
