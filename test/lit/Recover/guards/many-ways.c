// Guards of two conditions each, one in the other: each makes two of what is in it. A program has no copy for each of
// 2^12 ways: where there would be too many, that one of the conditions holds is assumed.
// RUN: %recover -O2 && %FileCheck %s --input-file=%t/kernel.pme
// RUN: wc -l < %t/kernel.pme | %FileCheck %s --check-prefix=LINES
// LINES: {{^ *[1-9][0-9][0-9]?[0-9]?$}}

void kernel(int n, double *restrict x, const int *restrict p) {
  int a0 = p[0], a1 = p[1], a2 = p[2], a3 = p[3], a4 = p[4], a5 = p[5], a6 = p[6], a7 = p[7], a8 = p[8], a9 = p[9],
      a10 = p[10], a11 = p[11], a12 = p[12], a13 = p[13], a14 = p[14], a15 = p[15], a16 = p[16], a17 = p[17],
      a18 = p[18], a19 = p[19], a20 = p[20], a21 = p[21], a22 = p[22], a23 = p[23];
  if (a0 == 1 || a1 == 1) {
    x[0] = 1;
    if (a2 == 1 || a3 == 1) {
      x[1] = 1;
      if (a4 == 1 || a5 == 1) {
        x[2] = 1;
        if (a6 == 1 || a7 == 1) {
          x[3] = 1;
          if (a8 == 1 || a9 == 1) {
            x[4] = 1;
            if (a10 == 1 || a11 == 1) {
              x[5] = 1;
              if (a12 == 1 || a13 == 1) {
                x[6] = 1;
                if (a14 == 1 || a15 == 1) {
                  x[7] = 1;
                  if (a16 == 1 || a17 == 1) {
                    x[8] = 1;
                    if (a18 == 1 || a19 == 1) {
                      x[9] = 1;
                      if (a20 == 1 || a21 == 1) {
                        x[10] = 1;
                        if (a22 == 1 || a23 == 1) {
                          x[11] = 1;
#pragma omp parallel for
                          for (int i = 0; i < n; i++)
                            x[i] += 1;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
// CHECK: assume branch-taken "one of 2 conditions at line 17"
// CHECK: write x @ 88
// CHECK: loop i = 0 .. n - 1 parallel
