// Without debug types members are called as the text has them. Where a macro stands there, the same member of the structure
// may be named in another place; not where pointers of the name are to several structures.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
typedef struct {
  int ghosts, rows, columns;
  double *x;
} grid;

typedef struct {
  double scale;
  int length;
} other;

#define CELLS(g) _Pragma("omp parallel for") for (int j = 0; j < (g)->rows; j++) for (int i = 0; i < (g)->columns; i++)

void scale(grid *level, double a) { CELLS(level) level->x[j * level->columns + i] *= a; }
// CHECK: members-in-macros.c:[[#@LINE-1]]:37: remark: parallel loop 'j' for every n = level->rows = level->columns:

void first(grid *level, double a) {
#pragma omp parallel for
  for (int j = 0; j < level->rows; j++)
    level->x[j] += a;
}

void clear(grid *both) { CELLS(both) both->x[j] = 0; }
void fill(other *both, double *x) {
#pragma omp parallel for
  for (int j = 0; j < both->length; j++)
    x[j] = both->scale;
}
// CHECK: members-in-macros.c:[[#@LINE-6]]:26: remark: {{.*}}*(both + 4 bytes)
