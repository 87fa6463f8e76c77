// Passes of a transform of columns, two elements a butterfly, with strides that double, on rows of complex numbers.
#include <stdio.h>
#include <stdlib.h>
#ifndef ROWS
#define ROWS 64
#endif
#define LENGTH 256
typedef struct {
  float re, im;
} Complex;
#define PASS(half)                                                                                                     \
  _Pragma("omp for schedule(static)") for (int row = 0; row < rows; row++) for (int g = 0; g < LENGTH / (2 * (half));  \
                                                                                g++) for (int b = 0; b < (half);       \
                                                                                          b++) {                       \
    Complex *x = &data[row * LENGTH + g * 2 * (half) + b], *y = x + (half);                                            \
    Complex w = twiddle[b * (LENGTH / (2 * (half)))], t = {w.re * y->re - w.im * y->im, w.re * y->im + w.im * y->re};  \
    y->re = x->re - t.re, y->im = x->im - t.im;                                                                        \
    x->re += t.re, x->im += t.im;                                                                                      \
  }

__attribute__((noinline)) void passes(int rows, Complex *restrict data, Complex *restrict turned,
                                      const Complex *restrict twiddle) {
#pragma omp parallel
  {
    PASS(1)
    PASS(4)
    PASS(16)
    PASS(64)
    PASS(128)
#pragma omp for schedule(static)
    for (int c = 0; c < LENGTH; c++)
      for (int row = 0; row < rows; row++)
        turned[c * rows + row] = data[row * LENGTH + c];
#pragma omp for schedule(static)
    for (int c = 0; c < LENGTH; c++)
      for (int g = 0; g < rows / 8; g++)
        for (int b = 0; b < 4; b++) {
          Complex *x = &turned[c * rows + g * 8 + b], *y = x + 4;
          Complex s = {x->re + y->re, x->im + y->im}, d = {x->re - y->re, x->im - y->im};
          *x = s;
          *y = d;
        }
  }
}

int main(void) {
  Complex *data = malloc(sizeof(Complex) * ROWS * LENGTH), *turned = malloc(sizeof(Complex) * ROWS * LENGTH);
  Complex *twiddle = malloc(sizeof(Complex) * LENGTH / 2);
  for (int i = 0; i < ROWS * LENGTH; i++)
    data[i] = (Complex){(float)i, 1};
  for (int i = 0; i < LENGTH / 2; i++)
    twiddle[i] = (Complex){1, 0};
  passes(ROWS, data, turned, twiddle);
  printf("%g\n", turned[17].re);
}
