// Molecular dynamics with cells of eight particles: forces from half of the neighbours, kicks, drifts, energy a cell.
#include <stdio.h>
#ifndef C
#define C 10
#endif
#define P 8
static float pos[C][C][C][P][3], vel[C][C][C][P][3], force[C][C][C][P][3];
static float energy[C][C][C];

__attribute__((noinline)) void cells(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int x = 1; x < C - 1; x++)
      for (int y = 1; y < C - 1; y++)
        for (int z = 1; z < C - 1; z++)
          for (int nx = -1; nx < 2; nx++)
            for (int nz = -1; nz < 2; nz++)
              for (int a = 0; a < P; a++)
                for (int b = 0; b < P; b++) {
                  float dx = pos[x][y][z][a][0] - pos[x + nx][y][z + nz][b][0];
                  float dy = pos[x][y][z][a][1] - pos[x + nx][y][z + nz][b][1];
                  float dz = pos[x][y][z][a][2] - pos[x + nx][y][z + nz][b][2];
                  float s = 1 / (dx * dx + dy * dy + dz * dz + 0.5f);
                  force[x][y][z][a][0] += s * dx;
                  force[x][y][z][a][1] += s * dy;
                  force[x][y][z][a][2] += s * dz;
                }
#pragma omp parallel for
    for (int x = 1; x < C - 1; x++)
      for (int y = 1; y < C - 1; y++)
        for (int z = 1; z < C - 1; z++)
          for (int a = 0; a < P; a++)
            for (int d = 0; d < 3; d++) {
              vel[x][y][z][a][d] += 0.01f * force[x][y][z][a][d];
              pos[x][y][z][a][d] += 0.01f * vel[x][y][z][a][d];
              force[x][y][z][a][d] = 0;
            }
#pragma omp parallel for schedule(dynamic)
    for (int x = 1; x < C - 1; x++)
      for (int y = 1; y < C - 1; y++)
        for (int z = 1; z < C - 1; z++) {
          float e = 0;
          for (int a = 0; a < P; a++)
            e += vel[x][y][z][a][0] * vel[x][y][z][a][0];
          energy[x][y][z] = e;
        }
  }
}

int main(void) {
  pos[2][2][2][1][0] = 1;
  cells(1);
  printf("%g\n", energy[2][2][2]);
}
