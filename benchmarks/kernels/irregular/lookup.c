/* Cross-section lookups as Monte Carlo neutron transport does them (the access pattern that XSBench stands for): a
 * binary search in a union of all energy grids, then for each nuclide of a material two neighbouring points of the
 * nuclide's own table. SIZE points of the union, SIZE / 2 lookups, 32 nuclides with SIZE / 32 points of six numbers. */
#include "kernel.h"

enum { NUCLIDES = 32, MATERIALS = 6, VALUES = 6 };
const int kernel_default_size = 32768;

typedef struct point {
  double value[VALUES]; /* energy, five cross sections */
} point;

static double *energy; /* of the union, ascending */
static int *index_of;  /* [point of the union][nuclide]: the point of the nuclide below */
static point *points;  /* [nuclide][point] */
static int *material_begin, *material;
static double *result;
static int lookups;

static void prepare_materials(void) {
  static const int sizes[MATERIALS] = {32, 5, 4, 4, 21, 9};
  material_begin = place(sizeof *material_begin * (MATERIALS + 1));
  for (int m = 0; m < MATERIALS; m++)
    material_begin[m + 1] = material_begin[m] + sizes[m];
  material = place(sizeof *material * (size_t)material_begin[MATERIALS]);
  for (int i = 0; i < material_begin[MATERIALS]; i++)
    material[i] = (int)draw(NUCLIDES);
}

void kernel_prepare(int size) {
  int own_points = size / NUCLIDES + 2;
  lookups = size / 2;
  energy = place(sizeof *energy * (size_t)size);
  index_of = place(sizeof *index_of * (size_t)size * NUCLIDES);
  points = place(sizeof *points * (size_t)own_points * NUCLIDES);
  result = place(sizeof *result * (size_t)lookups);
  for (int i = 0; i < size; i++) {
    energy[i] = (i + 0.5) / size;
    for (int n = 0; n < NUCLIDES; n++)
      index_of[i * NUCLIDES + n] = (i + n) / NUCLIDES;
  }
  for (int i = 0; i < own_points * NUCLIDES; i++)
    for (int v = 0; v < VALUES; v++)
      points[i].value[v] = draw(1024);
  prepare_materials();
}

static uint64_t mix(uint64_t x) {
  x += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static int search(int size, const double *grid, double wanted) {
  int low = 0, high = size;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (grid[middle] > wanted)
      high = middle;
    else
      low = middle;
  }
  return low;
}

static void look_up(int count, int size, int own_points, const double *restrict grid, const int *restrict below,
                    const point *restrict tables, const int *restrict first, const int *restrict nuclides,
                    double *restrict out) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < count; i++) {
    uint64_t random = mix((uint64_t)i);
    double wanted = (double)(random >> 11) * 0x1p-53;
    int m = (int)(random % MATERIALS), at = search(size, grid, wanted);
    double sum = 0;
    for (int k = first[m]; k < first[m + 1]; k++) {
      const point *low = &tables[(size_t)nuclides[k] * (size_t)own_points + (size_t)below[at * NUCLIDES + nuclides[k]]];
      for (int v = 0; v < VALUES; v++)
        sum += low[1].value[v] - low[0].value[v] * wanted;
    }
    out[i] = sum;
  }
}

void kernel_run(int size) {
  look_up(lookups, size, size / NUCLIDES + 2, energy, index_of, points, material_begin, material, result);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int i = 0; i < lookups; i++)
    sum += result[i];
  return (uint64_t)(int64_t)sum;
}
