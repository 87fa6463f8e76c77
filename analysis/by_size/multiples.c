/* Sizes that conditions allow. */
#include "multiples.h"

#include <math.h>

#include "analysis/base/integer.h"
#include "symbols/products.h"

static const int64_t most_multiple = 64;

typedef struct reading {
  const pme_program *program;
  const pme__unknown_symbols *unknown;
  int64_t multiple;
} reading;

static bool is_size(const reading *r, const char *name) {
  const pme_binding *taken = pme__taken_named(r->unknown, name);
  return pme__size_named(r->unknown, name) != PME_NONE || (taken && taken->origin == pme__of_product);
}

/* Sums and products of sizes and numbers. */
static bool is_of_sizes(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_ADD || e->kind == PME_EXPR_MULTIPLY)
    return is_of_sizes(r, e->left) && is_of_sizes(r, e->right);
  return e->kind == PME_EXPR_CONSTANT ||
         (e->kind == PME_EXPR_PARAMETER && is_size(r, pme_program_parameter(r->program, (int)e->value)->name));
}

static int64_t common_multiple(int64_t a, int64_t b) {
  int64_t multiple = a / pme__gcd(a, b) * b;
  return multiple <= most_multiple ? multiple : a;
}

static int sign_of(const pme_program *program, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  return e->kind == PME_EXPR_CONSTANT && e->value < 0 ? -1 : 1;
}

/* A condition holds where it is >= 0: what is taken off is to be 0. */
static void note_remainders(reading *r, pme_expr expr, int sign) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_MODULO && sign < 0) {
    const pme_expr_node *divisor = pme_program_expr(r->program, e->right);
    bool is_small = divisor->kind == PME_EXPR_CONSTANT && divisor->value > 1 && divisor->value <= most_multiple;
    if (is_small && is_of_sizes(r, e->left))
      r->multiple = common_multiple(r->multiple, divisor->value);
  } else if (e->kind == PME_EXPR_ADD || e->kind == PME_EXPR_MULTIPLY) {
    bool is_product = e->kind == PME_EXPR_MULTIPLY;
    note_remainders(r, e->left, is_product ? sign * sign_of(r->program, e->right) : sign);
    note_remainders(r, e->right, is_product ? sign * sign_of(r->program, e->left) : sign);
  }
}

int64_t pme__multiple_of_sizes(const pme_program *program, int loop, const pme__unknown_symbols *unknown) {
  reading r = {program, unknown, 1};
  for (int id = loop; id != PME_NONE; id = pme_program_node(program, id)->parent) {
    const pme_node *node = pme_program_node(program, id);
    for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
      note_remainders(&r, node->u.guard.conditions[i], 1);
  }
  return r.multiple;
}

bool pme__rows_begin_at_lines(const pme_concrete *concrete, int64_t line_bytes) {
  bool is_any = false;
  for (int i = 0; i < pme_program_array_count(pme_concrete_program(concrete)); i++) {
    int64_t row_bytes = pme_concrete_array_at(concrete, i)->row_bytes;
    if (row_bytes % line_bytes != 0)
      return false;
    is_any = is_any || row_bytes > 0;
  }
  return is_any;
}

/* Rows, or planes of as many rows. */
static bool has_rows_of(const pme_concrete_array *array, int64_t size, int64_t line_bytes) {
  int64_t bytes = (size * array->element_bytes + line_bytes - 1) / line_bytes * line_bytes;
  return array->row_bytes == bytes || array->row_bytes / size == bytes;
}

int64_t pme__row_elements(const pme_concrete *concrete, int64_t size, int64_t line_bytes) {
  int64_t elements = 0;
  for (int i = 0; i < pme_program_array_count(pme_concrete_program(concrete)); i++) {
    const pme_concrete_array *array = pme_concrete_array_at(concrete, i);
    if (array->row_bytes == 0)
      continue;
    int64_t of_line = array->element_bytes > 0 ? line_bytes / array->element_bytes : 0;
    if (of_line == 0 || (elements > 0 && of_line != elements) || !has_rows_of(array, size, line_bytes))
      return 0;
    elements = of_line;
  }
  return elements;
}

/* Of elements of 8 and of 4 bytes; and as far into the last line as in the mean. */
static int64_t odd_rows_near(double size) {
  static const int64_t step = 16, into_line = 5;
  static const double least = 160, least_of_4 = 640; /* a step is no more than a tenth of it */
  int64_t by = size < least_of_4 ? step : 2 * step;
  return size < least ? llround(size) | 1 : by * llround((size - (double)into_line) / (double)by) + into_line;
}

int64_t pme__size_near(double size, int64_t multiple, bool has_rows) {
  return has_rows && multiple == 1 ? odd_rows_near(size) : multiple * (llround(size / (double)multiple) | 1);
}
