/* Forces between particles in the cells of a cube, eight in each on average: SIZE particles in lists, in no order. The
 * cube has a whole number of cells a side, so that it does not quite grow as SIZE does. */
#include "kernel.h"

enum { PER_CELL = 8 };
const int kernel_default_size = 16384;

typedef struct particle {
  float at[4]; /* the last one is not used */
} particle;

static particle *particles;
static float *force;
static int *first, *next; /* of each cell, of each particle; -1: none */
static int particle_count, side;

void kernel_prepare(int size) {
  particle_count = size;
  for (side = 1; (side + 1) * (side + 1) * (side + 1) * PER_CELL <= size;)
    side++;
  int cells = side * side * side;
  first = place(sizeof *first * (size_t)cells);
  next = place(sizeof *next * (size_t)size);
  particles = place(sizeof *particles * (size_t)size);
  force = place(sizeof *force * (size_t)size * 4);
  for (int c = 0; c < cells; c++)
    first[c] = -1;
  for (int i = 0; i < size; i++) {
    int cell = 0;
    for (int d = 0; d < 3; d++) {
      particles[i].at[d] = (float)draw((uint32_t)side * 1000) / 1000;
      cell = cell * side + (int)particles[i].at[d];
    }
    next[i] = first[cell];
    first[cell] = i;
  }
}

static inline int is_inside(int cells, int x, int y, int z) {
  return x >= 0 && y >= 0 && z >= 0 && x < cells && y < cells && z < cells;
}

static inline float distance(const particle *a, const particle *b) {
  float dx = a->at[0] - b->at[0], dy = a->at[1] - b->at[1], dz = a->at[2] - b->at[2];
  return dx * dx + dy * dy + dz * dz;
}

static void forces(int cells, const int *head, const int *link, const particle *p, float *to) {
#pragma omp parallel for
  for (int c = 0; c < cells * cells * cells; c++)
    for (int i = head[c]; i >= 0; i = link[i])
      for (int n = 0; n < 27; n++) {
        int x = c / (cells * cells) + n / 9 - 1, y = c / cells % cells + n / 3 % 3 - 1, z = c % cells + n % 3 - 1;
        if (!is_inside(cells, x, y, z))
          continue;
        for (int j = head[(x * cells + y) * cells + z]; j >= 0; j = link[j])
          to[4 * i] += distance(&p[i], &p[j]);
      }
}

void kernel_run(int size) {
  (void)size;
  forces(side, first, next, particles, force);
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int i = 0; i < particle_count; i++)
    sum += (uint64_t)force[4 * i];
  return sum;
}
