/* LU-JACLD of the PME paper: the blocks of the lower triangle of an implicit scheme for the compressible Navier-Stokes
 * equations, in one plane: for each point the 5 by 5 block on the diagonal and those that couple it with the points
 * below, in front and to the left.
 *
 * A block off the diagonal is minus the flux Jacobian along one axis times a factor, minus a viscous part (Beam and
 * Warming, AIAA J. 16, 1978). 100 entries are written for each point, from the five conserved values of four points:
 * streams of writes at 200 bytes a point.
 */
#include "kernel.h"

#ifndef N
#define N 64
#endif

static double u[N][N][N][5];
static double diagonal[N][N][5][5], below[N][N][5][5], front[N][N][5][5], left[N][N][5][5];

static const double gamma_gas = 1.4, step_time = 0.01, shear = 0.1, heat = 0.196;

/* At the point `at` ([z][y][x]), with inverse = 1 / density there: velocity along axis 1, 2, 3, kinetic and total
 * energy by mass. */
#define VELOCITY(at, m) (u at[m] * inverse)
#define KINETIC(at) (0.5 * inverse * inverse * (u at[1] * u at[1] + u at[2] * u at[2] + u at[3] * u at[3]))
#define ENERGY(at) (u at[4] * inverse)
#define IS(a, b) ((a) == (b) ? 1.0 : 0.0)
/* Viscosity of momentum m across axis n. */
#define SHEAR(m, n) ((m) == (n) ? 4.0 / 3 * shear : shear)

#define MOMENTUM_ROW(block, m, n, at)                                                                                  \
  block[y][x][m][0] = -central * (IS(m, n) * (gamma_gas - 1) * kinetic - VELOCITY(at, m) * VELOCITY(at, n)) +          \
                      second * SHEAR(m, n) * inverse * VELOCITY(at, m);                                                \
  block[y][x][m][1] = MOMENTUM_ENTRY(m, n, 1, at);                                                                     \
  block[y][x][m][2] = MOMENTUM_ENTRY(m, n, 2, at);                                                                     \
  block[y][x][m][3] = MOMENTUM_ENTRY(m, n, 3, at);                                                                     \
  block[y][x][m][4] = -central * IS(m, n) * (gamma_gas - 1)
#define MOMENTUM_ENTRY(m, n, a, at)                                                                                    \
  (-central *                                                                                                          \
       (IS(m, a) * VELOCITY(at, n) + IS(n, a) * VELOCITY(at, m) - IS(m, n) * (gamma_gas - 1) * VELOCITY(at, a)) -      \
   IS(m, a) * second * (SHEAR(m, n) * inverse + 1))

#define ENERGY_ENTRY(n, a, at)                                                                                         \
  (-central * (IS(n, a) * (gamma_gas * ENERGY(at) - (gamma_gas - 1) * kinetic) -                                       \
               (gamma_gas - 1) * VELOCITY(at, a) * VELOCITY(at, n)) -                                                  \
   second * (SHEAR(a, n) - heat) * inverse * VELOCITY(at, a))

/* The block that couples with the neighbour `at` along axis n. */
#define OFF_DIAGONAL(block, n, at)                                                                                     \
  do {                                                                                                                 \
    const double inverse = 1 / u at[0], kinetic = KINETIC(at);                                                         \
    block[y][x][0][0] = -second;                                                                                       \
    block[y][x][0][1] = -central * IS(n, 1);                                                                           \
    block[y][x][0][2] = -central * IS(n, 2);                                                                           \
    block[y][x][0][3] = -central * IS(n, 3);                                                                           \
    block[y][x][0][4] = 0;                                                                                             \
    MOMENTUM_ROW(block, 1, n, at);                                                                                     \
    MOMENTUM_ROW(block, 2, n, at);                                                                                     \
    MOMENTUM_ROW(block, 3, n, at);                                                                                     \
    block[y][x][4][0] = -central * VELOCITY(at, n) * (2 * (gamma_gas - 1) * kinetic - gamma_gas * ENERGY(at)) +        \
                        second * inverse *                                                                             \
                            ((SHEAR(1, n) - heat) * VELOCITY(at, 1) * VELOCITY(at, 1) +                                \
                             (SHEAR(2, n) - heat) * VELOCITY(at, 2) * VELOCITY(at, 2) +                                \
                             (SHEAR(3, n) - heat) * VELOCITY(at, 3) * VELOCITY(at, 3) + heat * ENERGY(at));            \
    block[y][x][4][1] = ENERGY_ENTRY(n, 1, at);                                                                        \
    block[y][x][4][2] = ENERGY_ENTRY(n, 2, at);                                                                        \
    block[y][x][4][3] = ENERGY_ENTRY(n, 3, at);                                                                        \
    block[y][x][4][4] = -central * gamma_gas * VELOCITY(at, n) - second * (heat * inverse + 1);                        \
  } while (0)

/* Three axes, both neighbours on each: six times the viscous part, and the dissipation. */
#define DIAGONAL_ROW(m, at)                                                                                            \
  diagonal[y][x][m][0] = -second * 20.0 / 3 * shear * inverse * VELOCITY(at, m);                                       \
  diagonal[y][x][m][1] = IS(m, 1) * (1 + second * (20.0 / 3 * shear * inverse + 6));                                   \
  diagonal[y][x][m][2] = IS(m, 2) * (1 + second * (20.0 / 3 * shear * inverse + 6));                                   \
  diagonal[y][x][m][3] = IS(m, 3) * (1 + second * (20.0 / 3 * shear * inverse + 6));                                   \
  diagonal[y][x][m][4] = 0

#define DIAGONAL(at)                                                                                                   \
  do {                                                                                                                 \
    const double inverse = 1 / u at[0], kinetic = KINETIC(at);                                                         \
    diagonal[y][x][0][0] = 1 + 6 * second;                                                                             \
    diagonal[y][x][0][1] = 0;                                                                                          \
    diagonal[y][x][0][2] = 0;                                                                                          \
    diagonal[y][x][0][3] = 0;                                                                                          \
    diagonal[y][x][0][4] = 0;                                                                                          \
    DIAGONAL_ROW(1, at);                                                                                               \
    DIAGONAL_ROW(2, at);                                                                                               \
    DIAGONAL_ROW(3, at);                                                                                               \
    diagonal[y][x][4][0] = -second * inverse * ((40.0 / 3 * shear - 12 * heat) * kinetic + 6 * heat * ENERGY(at));     \
    diagonal[y][x][4][1] = second * inverse * (20.0 / 3 * shear - 6 * heat) * VELOCITY(at, 1);                         \
    diagonal[y][x][4][2] = second * inverse * (20.0 / 3 * shear - 6 * heat) * VELOCITY(at, 2);                         \
    diagonal[y][x][4][3] = second * inverse * (20.0 / 3 * shear - 6 * heat) * VELOCITY(at, 3);                         \
    diagonal[y][x][4][4] = 1 + second * (6 * heat * inverse + 6);                                                      \
  } while (0)

void lu_jacld(void) {
  const double spacing = 1.0 / (N - 1), central = step_time / (2 * spacing), second = step_time / (spacing * spacing);
  enum { Z = N / 2 };
#pragma omp parallel for schedule(SCHEDULE)
  for (int y = 1; y < N - 1; y++)
    for (int x = 1; x < N - 1; x++) {
      DIAGONAL([Z][y][x]);
      OFF_DIAGONAL(below, 3, [Z - 1][y][x]);
      OFF_DIAGONAL(front, 2, [Z][y - 1][x]);
      OFF_DIAGONAL(left, 1, [Z][y][x - 1]);
    }
}

int main(void) {
  const size_t values = (size_t)N * N * N * 5, entries = (size_t)N * N * 25;
  kernel_fill(&u[0][0][0][0], values, 1);
  for (size_t i = 0; i < values; i++)
    (&u[0][0][0][0])[i] += 1;
  double start = kernel_seconds();
  lu_jacld();
  double sum = kernel_sum(&diagonal[0][0][0][0], entries) + kernel_sum(&below[0][0][0][0], entries) +
               kernel_sum(&front[0][0][0][0], entries) + kernel_sum(&left[0][0][0][0], entries);
  kernel_report("lu_jacld", kernel_seconds() - start, sum);
  return 0;
}
