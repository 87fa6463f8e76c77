/* Forces between particles from lists of neighbours of differing length; positions in records, the forces of both partners
 * are added to (as codes with half lists do, with atomic additions). SIZE particles, about 12 neighbours. */
#include "kernel.h"

enum { MOST_NEIGHBOURS = 24, REACH = 400 };
const int kernel_default_size = 16384;

typedef struct particle {
  double x, y, z, charge;
} particle;

static particle *body;
static double *force;
static int *first, *neighbour;
static int bodies;

void kernel_prepare(int size) {
  bodies = size;
  body = place(sizeof *body * (size_t)size);
  force = place(sizeof *force * (size_t)size);
  first = place(sizeof *first * ((size_t)size + 1));
  neighbour = place(sizeof *neighbour * (size_t)size * MOST_NEIGHBOURS);
  for (int i = 0, n = 0; i < size; i++) {
    body[i] = (particle){draw(100), draw(100), draw(100), 1 + draw(2)};
    first[i] = n;
    for (int left = (int)draw(MOST_NEIGHBOURS); left > 0; left--)
      neighbour[n++] = (i + 1 + (int)draw(REACH)) % size;
    first[i + 1] = n;
  }
}

static void add_forces(int count, const particle *restrict of, const int *restrict begin, const int *restrict list,
                       double *sums) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < count; i++)
    for (int n = begin[i]; n < begin[i + 1]; n++) {
      const particle *other = &of[list[n]];
      double dx = of[i].x - other->x, dy = of[i].y - other->y, dz = of[i].z - other->z;
      double pull = of[i].charge * other->charge / (1 + dx * dx + dy * dy + dz * dz);
#pragma omp atomic
      sums[i] += pull;
#pragma omp atomic
      sums[list[n]] -= pull;
    }
}

void kernel_run(int size) { add_forces(size, body, first, neighbour, force); }

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int i = 0; i < bodies; i++)
    sum += force[i] * (i % 7);
  return (uint64_t)(int64_t)(sum * 16);
}
