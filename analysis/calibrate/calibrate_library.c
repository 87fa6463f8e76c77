/* What calls of the mathematical library take: scalar ones that do not wait for each other, as loops make them. */
#include <math.h>
#include <string.h>

#include "calibrate_bench.h"
#include "pmecache/program.h"

typedef double of_double(double);
typedef float of_float(float);

/* What loops of programs call, by types. Each stands for as much as the others. */
typedef struct function {
  const char *name;
  of_double *of_double;
  of_float *of_float;
} function;

static double power(double x) { return pow(x, 0.7); }

static const function functions[] = {{"exp", exp, NULL},  {"log", log, NULL}, {"pow", power, NULL},
                                     {"sin", sin, NULL},  {"cos", cos, NULL}, {"exp", NULL, expf},
                                     {"log", NULL, logf}, {"sin", NULL, sinf}};

/* What the optimiser must not take away. */
static volatile double sink;

/* Cycles of the table. */
static double usual_cycles(const function *f) {
  static const struct {
    const char *name;
    double of_double, of_float;
  } table[] = {
#define LIBRARY_FUNCTION(name, of_double, of_float, additions) {#name, of_double, of_float},
#include "pmecache/library_functions.def"
  };
  size_t row = 0;
  while (strcmp(table[row].name, f->name) != 0)
    row++;
  return (f->of_double ? table[row].of_double : table[row].of_float) / PME_LIBRARY_RATE;
}

/* Arguments from 0.5 to 2.5, in no order that branches could be foreseen by. */
static double argument_at(long i) { return 0.5 + 2 * (double)(i * 40503 % 65536) / 65536; }

static double seconds_of(const function *f, long calls) {
  of_double *volatile with_double = f->of_double;
  of_float *volatile with_float = f->of_float;
  double sum = 0, start = bench_now_s();
  if (f->of_double)
    for (long i = 0; i < calls; i++)
      sum += with_double(argument_at(i));
  else
    for (long i = 0; i < calls; i++)
      sum += (double)with_float((float)argument_at(i));
  double seconds = bench_now_s() - start;
  sink = sum;
  return seconds / (double)calls;
}

/* The mean of all functions, each in what the table says of it: of a machine as the table's, a cycle. */
double calibrate_run_library(bench *b, const void *argument) {
  enum { CALLS = 2000, COUNT = sizeof functions / sizeof *functions };
  double sum = 0;
  (void)b, (void)argument;
  for (int f = 0; f < COUNT; f++)
    sum += seconds_of(&functions[f], CALLS) / usual_cycles(&functions[f]);
  return sum / COUNT;
}
