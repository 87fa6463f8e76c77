/* Row-wise softmax: max, exp-sum and scale over each row of 50 floats, schedule(static,2), three passes per row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 60000, COLS = 50 };

static float logit[ROWS][COLS], prob[ROWS][COLS];

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      logit[i][j] = (float)((i * 31 + j * 57) % 101) * 0.05f;

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < ROWS; i++) {
      float mx = logit[i][0], sum = 0;
      for (int j = 1; j < COLS; j++)
        if (logit[i][j] > mx)
          mx = logit[i][j];
      for (int j = 0; j < COLS; j++) {
        prob[i][j] = expf(logit[i][j] - mx);
        sum += prob[i][j];
      }
      for (int j = 0; j < COLS; j++)
        prob[i][j] /= sum;
    }
    for (int i = 0; i < ROWS; i += 1000)
      logit[i][rep] += prob[i][rep + 1];
  }

  double s = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      s += prob[i][j] * (j + 1);
  printf("%.3f\n", s);
  return 0;
}
