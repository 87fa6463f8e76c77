#include "basic_block.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "pmecache/arena.h"

static const double smallest_pivot = 1e-13;

/* Row i of the column-augmented matrix (I - P^T | e). */
typedef struct linear_system {
  int size;
  double *cells; /* size rows of size + 1 */
} linear_system;

static double *row_of(const linear_system *s, int row) { return s->cells + (size_t)row * (size_t)(s->size + 1); }

static void fill(linear_system *s, const pme__block_edge *edges, int edge_count, int entry) {
  memset(s->cells, 0, sizeof(double) * (size_t)s->size * (size_t)(s->size + 1));
  for (int i = 0; i < s->size; i++)
    row_of(s, i)[i] = 1;
  for (int e = 0; e < edge_count; e++)
    row_of(s, edges[e].to)[edges[e].from] -= edges[e].probability;
  row_of(s, entry)[s->size] = 1;
}

static void swap_rows(linear_system *s, int a, int b) {
  for (int i = 0; i <= s->size; i++) {
    double cell = row_of(s, a)[i];
    row_of(s, a)[i] = row_of(s, b)[i];
    row_of(s, b)[i] = cell;
  }
}

/* Gauss-Jordan elimination with the largest pivot of the column; rows without the column are passed over, which keeps
 * the cost of control-flow graphs, which are sparse, low. */
static pme_status solve(linear_system *s) {
  for (int column = 0; column < s->size; column++) {
    int best = column;
    for (int row = column + 1; row < s->size; row++)
      if (fabs(row_of(s, row)[column]) > fabs(row_of(s, best)[column]))
        best = row;
    if (fabs(row_of(s, best)[column]) < smallest_pivot)
      return PME_OUT_OF_RANGE;
    if (best != column)
      swap_rows(s, best, column);
    const double *pivot = row_of(s, column);
    for (int row = 0; row < s->size; row++) {
      double *cells = row_of(s, row), factor = cells[column] / pivot[column];
      if (row == column || factor == 0)
        continue;
      for (int i = column; i <= s->size; i++)
        cells[i] -= factor * pivot[i];
    }
  }
  return PME_OK;
}

static bool edges_fit(int block_count, const pme__block_edge *edges, int edge_count) {
  for (int e = 0; e < edge_count; e++)
    if (edges[e].from < 0 || edges[e].from >= block_count || edges[e].to < 0 || edges[e].to >= block_count ||
        !(edges[e].probability >= 0 && edges[e].probability <= 1))
      return false;
  return true;
}

pme_status pme__block_counts(int block_count, const pme__block_edge *edges, int edge_count, int entry, double *counts) {
  if (block_count < 1 || entry < 0 || entry >= block_count || !edges_fit(block_count, edges, edge_count))
    return PME_BAD_ARGUMENT;
  if (block_count > PME_MAX_BLOCKS)
    return PME_UNSUPPORTED;
  linear_system s = {.size = block_count};
  s.cells = (double *)pme_reallocate(NULL, sizeof(double) * (size_t)block_count * (size_t)(block_count + 1));
  if (!s.cells)
    return PME_NO_MEMORY;
  fill(&s, edges, edge_count, entry);
  pme_status status = solve(&s);
  for (int i = 0; i < block_count && !status; i++) {
    double count = row_of(&s, i)[block_count] / row_of(&s, i)[i];
    if (!(count > -1e-9 && isfinite(count)))
      status = PME_OUT_OF_RANGE;
    else
      counts[i] = count > 0 ? count : 0;
  }
  pme_reallocate(s.cells, 0);
  return status;
}

void pme__block_weights(int block_count, const double *counts, const double *references, double *weights,
                        double *printed) {
  double all = 0, executions = 0;
  for (int i = 0; i < block_count; i++) {
    all += counts[i] * references[i];
    executions += counts[i];
  }
  for (int i = 0; i < block_count; i++) {
    if (weights)
      weights[i] = all > 0 ? counts[i] * references[i] / all : 0;
    if (printed)
      printed[i] = executions > 0 && references[i] > 0 ? counts[i] / executions : 0;
  }
}
