/* The printed equations. */
#include "paper_equations.h"

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

int64_t pme__paper_new_sets(int64_t n, int64_t stride, int64_t line) {
  if (n <= 0)
    return 0;
  if (stride == 0)
    return 1;
  return 1 + (stride >= line ? n - 1 : (n - 1) * stride / line);
}

pme__paper_terms pme__paper_parallel_terms(int64_t n, int64_t block, int64_t threads, int64_t stride, int64_t line) {
  double N = (double)n, b = (double)block, t = (double)threads, S = (double)stride, Ls = (double)line;
  double new_sets = (double)pme__paper_new_sets(n, stride, line);
  pme__paper_terms terms = {.new_sets = new_sets};
  terms.shared_by_neighbours = (double)pme__paper_new_sets(block, stride, line) * (double)(n / block) +
                               (double)pme__paper_new_sets(n % block, stride, line) - new_sets;
  terms.distance_between = stride == 0 ? 0 : larger((double)(block - line / stride + 1), 0);
  terms.rounds_in_line = stride == 0 ? N / (t * b) : smaller(N / (t * b), Ls / (t * b * S));
  terms.threads_in_line = stride == 0 ? t : smaller(Ls / (b * S), t);
  terms.concurrent = terms.rounds_in_line * larger(terms.threads_in_line - 1, 0) * (b - 1) * new_sets;
  terms.shared_by_rounds = larger(terms.rounds_in_line - 1, 0) * new_sets;
  terms.remaining = N - (terms.shared_by_neighbours + terms.concurrent + new_sets - terms.shared_by_rounds);
  return terms;
}

double pme__paper_sequential(int64_t n, int64_t stride, int64_t line, double first, double after_one) {
  double new_sets = (double)pme__paper_new_sets(n, stride, line);
  return new_sets * first + ((double)n - new_sets) * after_one;
}

double pme__paper_parallel(const pme__paper_terms *terms, double first, double between, double concurrent,
                           double after_one) {
  return terms->new_sets * first + (terms->shared_by_neighbours - terms->shared_by_rounds) * between +
         terms->concurrent * concurrent + terms->remaining * after_one;
}
