// Sizes go up to what arrays are declared for; a short extent has its own length, and a plane that a caller chooses is
// one of the planes. What a loop goes round less than twice with all sizes equal has a margin (`first`).
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
enum { most = 300, parts = 5 };
static double state[100][most][most][parts], rate[100][most][most][parts];

void sweep(int k, int nx, int ny, int fields) {
#pragma omp parallel for
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int m = 0; m < fields; m++)
        rate[k][j][i][m] -= state[k][j][i][m];
}

void solve(int rows, int columns, int first, int end, double *a) {
#pragma omp parallel for
  for (int j = first; j <= end; j++)
    for (int i = 0; i < columns; i++)
      a[j * rows + i] *= 2;
}

double read_state(int k, int j, int i) { return state[k][j][i][0] + rate[k][j][i][0]; }
// CHECK: declared.c:[[#@LINE-15]]:1: remark: parallel loop 'j' for every n = ny = nx up to 300, as arrays are declared: {{.*}} taken: fields = 5, k = 1; {{.*}}PARAMS='ny=300,nx=300,fields=5,k=1'
// CHECK: declared.c:[[#@LINE-8]]:1: remark: parallel loop 'j' for every n = {{.*}}: L3{{.*}} n^2 misses{{.*}} taken: first =
