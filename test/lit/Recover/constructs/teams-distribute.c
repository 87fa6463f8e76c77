// Loops that are distributed over teams, on the host: without num_teams the runtime makes one team, which has the whole
// range. The loop is not claimed twice, once for the teams and once for their threads.
// RUN: %recover -O0 && cat %t/*one_team*.pme %t/*some_teams*.pme %t/*league*.pme %t/*chunks*.pme | grep -v no-wrap | %FileCheck %s
// RUN: %recover -O2 && cat %t/*one_team*.pme %t/*some_teams*.pme %t/*league*.pme %t/*chunks*.pme | grep -v no-wrap | %FileCheck %s

void one_team(int n, double *x) {
#pragma omp target teams distribute parallel for schedule(static, 8)
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: assume schedule "one team runs all iterations, as the host's runtime has it without num_teams"
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static 8 {{.*}}at [[#@LINE-6]]:1
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{^(loop|reason|if)}}

void some_teams(int n, double *x) {
#pragma omp target teams distribute parallel for collapse(2) num_teams(14) thread_limit(8)
  for (int i = 0; i < n; i++)
    for (int j = 2; j < n; j++)
      x[i * n + j] = 1;
}

// CHECK: assume schedule "one team runs all iterations: num_teams is left out"
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static collapse 2
// CHECK-NEXT:   loop j = 2 .. n - 1
// CHECK-NEXT:     write x @ 8*n*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{^(loop|reason|if)}}

// The teams of a league are a thread each where nothing else is parallel.
void league(int n, double *x) {
#pragma omp target teams distribute num_teams(3)
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 3
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{^(loop|reason|if)}}

// Chunks of teams, dealt out again in each team: not modelled.
void chunks(int n, double *x) {
#pragma omp target teams distribute parallel for dist_schedule(static, 64)
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: reason unsupported-construct at {{.*}} "teams"
