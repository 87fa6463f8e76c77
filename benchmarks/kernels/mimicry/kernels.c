/* bfs and matmul_62 have the sizes of PPT-SASMM; gemm to jacobi_2d are kernels of PPT-Multicore's Table 4 (PolyBench),
 * written anew at small sizes; the others have data-dependent subscripts. */
#include "benchmarks/kernels/mimicry/kernels.h"

#include <stdint.h>
#include <string.h>

#include "benchmarks/kernels/mimicry/record.h"

#define EACH(variable, count)                                                                                          \
  _Pragma("omp for schedule(runtime)") for (int variable = 0; variable < (count); variable++)

enum {
  NODES = 100,
  DEGREE = 6,
  N = 64,
  WIDE = 1 << 14,
  ROWS = 2048,
  PER_ROW = 12,
  BINS = 1024,
  CELLS = 1 << 15,
  LISTS = 512,
  LIST_LENGTH = 24
};

static uint64_t random_state;
static uint32_t draw(uint32_t below) {
  random_state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t x = random_state;
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return (uint32_t)((x ^ x >> 31) % below);
}

#define ALIGNED _Alignas(64) static
ALIGNED double a[N][N], b[N][N], c[N][N], d[N][N], x[WIDE], y[WIDE], z[WIDE];
ALIGNED double m62[62][15], m15[15][7], p62[62][7];
ALIGNED int level[NODES], first_edge[NODES + 1], edge[NODES * DEGREE];
ALIGNED int row_start[ROWS + 1], column[ROWS * PER_ROW];
ALIGNED double value[ROWS * PER_ROW];
ALIGNED int key[WIDE], bucket[CELLS], bins[BINS];
ALIGNED double energy[CELLS], cross_section[CELLS][8];
typedef struct node {
  struct node *next;
  double value[6];
} node;
ALIGNED node nodes[LISTS * LIST_LENGTH];
ALIGNED node *head[LISTS];
static _Thread_local double own[BINS] __attribute__((aligned(64)));

static void prepare_graph(void) {
  for (int v = 0; v < NODES; v++) {
    level[v] = v ? -1 : 0;
    first_edge[v + 1] = (v + 1) * DEGREE;
    for (int e = 0; e < DEGREE; e++)
      edge[v * DEGREE + e] = (int)draw(NODES);
  }
}

static void prepare_sparse(void) {
  for (int r = 0; r < ROWS; r++) {
    int length = (int)draw(PER_ROW) + 1;
    row_start[r + 1] = row_start[r] + length;
    for (int k = row_start[r]; k < row_start[r + 1]; k++)
      column[k] = (int)draw(4) ? (r + (int)draw(64)) % ROWS : (int)draw(ROWS);
  }
}

static void prepare_lists(void) {
  static int order[LISTS * LIST_LENGTH];
  for (int i = 0; i < LISTS * LIST_LENGTH; i++) {
    int other = (int)draw((uint32_t)i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (int l = 0; l < LISTS; l++) {
    head[l] = &nodes[order[l * LIST_LENGTH]];
    for (int i = 0; i < LIST_LENGTH; i++)
      nodes[order[l * LIST_LENGTH + i]].next = i + 1 < LIST_LENGTH ? &nodes[order[l * LIST_LENGTH + i + 1]] : NULL;
  }
}

void kernels_prepare(void) {
  random_state = 1;
  prepare_graph();
  prepare_sparse();
  prepare_lists();
  memset(bins, 0, sizeof bins);
  for (int i = 0; i < WIDE; i++)
    key[i] = (int)draw(CELLS);
  for (int i = 0; i < CELLS; i++) {
    energy[i] = i;
    bucket[i] = (int)draw(WIDE);
  }
}

/* ---- PPT-SASMM ---- */

static void bfs(void) {
  for (int depth = 0; depth < 8; depth++) {
    record_phase();
    EACH(v, NODES) {
      record_iteration();
      record_block(0);
      if (R(level[v]) != depth)
        continue;
      int begin = R(first_edge[v]), end = R(first_edge[v + 1]);
      for (int e = begin; e < end; e++) {
        record_block(1);
        int w = R(edge[e]);
        /* In a parallel run several threads may find w: every one of them writes the same. Whether it looks new must
         * not depend on who came first, or the run would differ from the next one. */
        int seen = R(level[w]);
        if (seen < 0 || seen == depth + 1)
          W(level[w]) = depth + 1;
      }
    }
  }
}

static void matmul_62(void) {
  record_phase();
  EACH(i, 62) {
    record_iteration();
    for (int j = 0; j < 7; j++) {
      double sum = 0;
      for (int k = 0; k < 15; k++) {
        record_block(0);
        sum += R(m62[i][k]) * R(m15[k][j]);
      }
      record_block(1);
      W(p62[i][j]) = sum;
    }
  }
}

/* ---- PolyBench ---- */

static void product(double left[N][N], double right[N][N], double result[N][N]) {
  record_phase();
  EACH(i, N) {
    record_iteration();
    for (int j = 0; j < N; j++) {
      record_block(0);
      double sum = R(result[i][j]);
      for (int k = 0; k < N; k++) {
        record_block(1);
        sum += R(left[i][k]) * R(right[k][j]);
      }
      record_block(2);
      W(result[i][j]) = sum;
    }
  }
}

static void gemm(void) { product(a, b, c); }

static void two_mm(void) {
  product(a, b, c);
  product(c, b, d);
}

static void atax(void) {
  record_phase();
  EACH(i, N) {
    record_iteration();
    double sum = 0;
    for (int j = 0; j < N; j++) {
      record_block(0);
      sum += R(a[i][j]) * R(x[j]);
    }
    record_block(1);
    W(y[i]) = sum;
  }
  record_phase();
  EACH(j, N) {
    record_iteration();
    double sum = 0;
    for (int i = 0; i < N; i++) {
      record_block(2);
      sum += R(a[i][j]) * R(y[i]);
    }
    record_block(3);
    W(z[j]) = sum;
  }
}

static void mvt(void) {
  record_phase();
  EACH(i, N) {
    record_iteration();
    for (int j = 0; j < N; j++) {
      record_block(0);
      W(x[i]) += R(a[i][j]) * R(y[j]);
    }
  }
  record_phase();
  EACH(i, N) {
    record_iteration();
    for (int j = 0; j < N; j++) {
      record_block(1);
      W(z[i]) += R(a[j][i]) * R(y[j]);
    }
  }
}

static void syrk(void) {
  record_phase();
  EACH(i, N) {
    record_iteration();
    for (int j = 0; j <= i; j++) {
      record_block(0);
      double sum = R(c[i][j]);
      for (int k = 0; k < N; k++) {
        record_block(1);
        sum += R(a[i][k]) * R(a[j][k]);
      }
      record_block(2);
      W(c[i][j]) = sum;
    }
  }
}

static void covariance(void) {
  record_phase();
  EACH(j, N) {
    record_iteration();
    double mean = 0;
    for (int i = 0; i < N; i++) {
      record_block(0);
      mean += R(a[i][j]);
    }
    record_block(1);
    W(x[j]) = mean / N;
  }
  record_phase();
  EACH(j, N) {
    record_iteration();
    for (int k = j; k < N; k++) {
      double sum = 0;
      for (int i = 0; i < N; i++) {
        record_block(2);
        sum += (R(a[i][j]) - R(x[j])) * (R(a[i][k]) - R(x[k]));
      }
      record_block(3);
      W(c[j][k]) = sum;
    }
  }
}

static void jacobi_2d(void) {
  for (int step = 0; step < 4; step++) {
    double(*from)[N] = step % 2 ? b : a, (*to)[N] = step % 2 ? a : b;
    record_phase();
    EACH(i, N - 2) {
      record_iteration();
      for (int j = 1; j < N - 1; j++) {
        record_block(0);
        W(to[i + 1][j]) =
            R(from[i + 1][j]) + R(from[i + 1][j - 1]) + R(from[i + 1][j + 1]) + R(from[i][j]) + R(from[i + 2][j]);
      }
    }
  }
}

/* ---- data-dependent subscripts ---- */

static void spmv(void) {
  for (int step = 0; step < 2; step++) {
    record_phase();
    EACH(r, ROWS) {
      record_iteration();
      record_block(0);
      int begin = R(row_start[r]), end = R(row_start[r + 1]);
      double sum = 0;
      for (int k = begin; k < end; k++) {
        record_block(1);
        sum += R(value[k]) * R(x[R(column[k])]);
      }
      record_block(2);
      W(y[r]) = sum;
    }
  }
}

static void histogram(void) {
  record_phase();
  EACH(i, WIDE) {
    record_iteration();
    record_block(0);
    int bin = R(key[i]) % BINS;
    record_access(&bins[bin], sizeof bins[bin], 0, 0);
    record_access(&bins[bin], sizeof bins[bin], 1, 0);
  }
}

static void private_histogram(void) {
  record_phase();
  EACH(i, WIDE) {
    record_iteration();
    record_block(0);
    int bin = R(key[i]) % BINS;
    W_OWN(own[bin]) += R_OWN(own[bin]);
  }
}

static void hash_probe(void) {
  record_phase();
  EACH(i, WIDE) {
    record_iteration();
    record_block(0);
    uint32_t at = (uint32_t)R(key[i]) * 2654435761u % CELLS;
    for (int probe = 0; probe < 4 && R(bucket[at]) % 3; probe++) {
      record_block(1);
      at = (at + 1) % CELLS;
    }
    record_block(2);
    W(z[i]) = at;
  }
}

static void lookup(void) {
  record_phase();
  EACH(i, 4096) {
    record_iteration();
    int low = 0, high = CELLS;
    double wanted = R(key[i]);
    while (high - low > 1) {
      record_block(0);
      int middle = (low + high) / 2;
      if (R(energy[middle]) > wanted)
        high = middle;
      else
        low = middle;
    }
    for (int k = 0; k < 8; k++) {
      record_block(1);
      W_OWN(own[k]) += R(cross_section[low][k]);
    }
  }
}

static void list_walk(void) {
  for (int step = 0; step < 2; step++) {
    record_phase();
    EACH(l, LISTS) {
      record_iteration();
      record_block(0);
      for (node *at = R(head[l]); at; at = R(at->next)) {
        record_block(1);
        W(at->value[0]) += R(at->value[1]);
      }
    }
  }
}

static void gather(void) {
  record_phase();
  EACH(i, WIDE) {
    record_iteration();
    record_block(0);
    W(z[i]) = R(x[R(key[i]) % WIDE]);
  }
}

const kernel kernels[] = {
    {"bfs", "100 nodes, 6 edges each", bfs},
    {"matmul_62", "62 x 15 by 15 x 7", matmul_62},
    {"gemm", "64^3", gemm},
    {"2mm", "64^3", two_mm},
    {"atax", "64^2", atax},
    {"mvt", "64^2", mvt},
    {"syrk", "64^3, triangle", syrk},
    {"covariance", "64^3, triangle", covariance},
    {"jacobi_2d", "64^2, 4 steps", jacobi_2d},
    {"spmv", "2048 rows, 2 times", spmv},
    {"histogram", "16384 keys, 1024 shared bins", histogram},
    {"private_histogram", "the same, bins of each thread", private_histogram},
    {"hash_probe", "16384 keys, 32768 cells", hash_probe},
    {"lookup", "4096 binary searches in 32768", lookup},
    {"list_walk", "512 lists of 24, 2 times", list_walk},
    {"gather", "16384 from 16384", gather},
};
const int kernel_count = sizeof kernels / sizeof *kernels;
