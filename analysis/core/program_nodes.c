/* Reads the lines of a program's text that make its tree: regions, loops, conditions, accesses. */
#include <string.h>

#include "program_reader.h"

static bool open_block(pme__program_reader *r, int id) {
  if (id == PME_NONE) {
    if (pme_program_status(r->program) == PME_BAD_ARGUMENT)
      return pme__fault_at(r->in, r->statement_column, "blocks are nested too deeply", "");
    return false;
  }
  r->open[r->open_count++] = id;
  return true;
}

bool pme__read_region(pme__program_reader *r) {
  pme_region region = {.threads = PME_NONE};
  pme_place place;
  char file[PME__NAME_BYTES];
  if (pme__take_word(r->in, "threads") && !pme__read_operand(r, &region.threads))
    return false;
  if (!pme__read_place(r, &place, file) || !pme__need_end(r->in))
    return false;
  return open_block(r, pme_program_add_region(r->program, pme__open_node(r), &region, place));
}

/* Splits the top of max(a, max(b, c)) into its bounds. */
static int split_bounds(const pme_program *program, pme_expr expr, pme_expr_kind kind,
                        pme_expr bounds[PME__LIST_ITEMS]) {
  int count = 0;
  pme_expr rest[PME__LIST_ITEMS];
  int waiting = 0;
  rest[waiting++] = expr;
  while (waiting) {
    pme_expr top = rest[--waiting];
    const pme_expr_node *node = pme_program_expr(program, top);
    if (node->kind == kind && count + waiting + 2 <= PME__LIST_ITEMS) {
      rest[waiting++] = node->right;
      rest[waiting++] = node->left;
    } else {
      bounds[count++] = top;
    }
  }
  return count;
}

static bool read_chunk(pme__program_reader *r, pme_loop *loop) {
  int column = r->in->now.column;
  if (!pme__at_operand(r))
    return true;
  if (!pme__read_operand(r, &loop->chunk) || loop->chunk == PME_NONE)
    return !r->in->failed && loop->chunk != PME_NONE;
  const pme_expr_node *node = pme_program_expr(r->program, loop->chunk);
  if (node->kind == PME_EXPR_CONSTANT && node->value < 1)
    return pme__fault_at(r->in, column, "a chunk must be at least 1", "");
  return true;
}

/* What the word that comes next is of; NULL: nothing. */
static int64_t *work_part(pme__program_reader *r, pme_work *work) {
  return pme__at_word(r->in, "divide")    ? &work->divisions
         : pme__at_word(r->in, "chain")   ? &work->chain
         : pme__at_word(r->in, "vector")  ? &work->vector
         : pme__at_word(r->in, "library") ? &work->library
                                          : NULL;
}

/* OPERATIONS [divide D] [chain C] [vector V] [library L] */
static bool read_work(pme__program_reader *r, pme_work *work) {
  static const char what[] = "a number of operations";
  if (!pme__need_integer(r->in, &work->operations, what))
    return false;
  for (int64_t *value = work_part(r, work); value; value = work_part(r, work)) {
    pme__next_token(r->in);
    if (!pme__need_integer(r->in, value, what))
      return false;
  }
  return work->library <= work->operations ||
         pme__fault_at(r->in, r->in->now.column, "calls of the library are a part of the operations, not more", "");
}

static bool read_each_thread(pme__program_reader *r, pme_loop *loop) {
  char word[PME__NAME_BYTES];
  int column = r->in->now.column;
  if (!pme__need_dashed(r->in, word, "each-thread"))
    return false;
  loop->is_team = true;
  return strcmp(word, "each-thread") == 0 || pme__fault_at(r->in, column, "expected each-thread, found ", word);
}

static bool read_schedule(pme__program_reader *r, pme_loop *loop) {
  if (r->in->now.kind != PME__TOKEN_NAME || !pme_schedule_from_name(r->in->now.text, &loop->schedule))
    return pme__expected(r->in, "static, dynamic, guided, auto or runtime");
  pme__next_token(r->in);
  return read_chunk(r, loop);
}

static bool read_collapse(pme__program_reader *r, pme_loop *loop) {
  int64_t value;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &value, "a number of loops"))
    return false;
  loop->collapse = (int)value;
  return (value >= 1 && value <= PME_MAX_DEPTH) || pme__fault_at(r->in, column, "collapse must be 1 to 64", "");
}

static bool read_flag(pme__program_reader *r, pme_loop *loop) {
  bool *flag = pme__at_word(r->in, "parallel")   ? &loop->parallel
               : pme__at_word(r->in, "nowait")   ? &loop->nowait
               : pme__at_word(r->in, "ordered")  ? &loop->ordered
               : pme__at_word(r->in, "orphaned") ? &loop->orphaned
               : pme__at_word(r->in, "carries")  ? &loop->carries
               : pme__at_word(r->in, "tasks")    ? &loop->is_taskloop
                                                 : NULL;
  if (!flag)
    return pme__expected(r->in, "step, parallel, each-thread, schedule, threads, collapse, nowait, ordered, orphaned, "
                                "carries, tasks, work or at");
  pme__next_token(r->in);
  return *flag = true;
}

static bool read_loop_option(pme__program_reader *r, pme_loop *loop) {
  if (pme__take_word(r->in, "work"))
    return read_work(r, &loop->work);
  if (pme__take_word(r->in, "step"))
    return pme__read_sum(r, &loop->step);
  if (pme__take_word(r->in, "schedule"))
    return read_schedule(r, loop);
  if (pme__take_word(r->in, "threads"))
    return pme__read_operand(r, &loop->threads);
  if (pme__take_word(r->in, "collapse"))
    return read_collapse(r, loop);
  if (pme__at_dashed(r->in, "each"))
    return read_each_thread(r, loop);
  return read_flag(r, loop);
}

static bool check_step(pme__program_reader *r, const pme_loop *loop, bool *down) {
  const pme_expr_node *step = pme_program_expr(r->program, loop->step);
  *down = step->kind == PME_EXPR_CONSTANT && step->value < 0;
  if (step->kind == PME_EXPR_CONSTANT && step->value == 0)
    return pme__fault_at(r->in, r->statement_column, "a step must not be 0", "");
  return true;
}

static bool name_is_free(pme__program_reader *r, const char *name, int column) {
  if (pme__find_loop(r, name) != PME_NONE || pme__find_parameter(r, name) != PME_NONE)
    return pme__fault_at(r->in, column, "an enclosing loop or a param has this name: ", name);
  return true;
}

bool pme__read_loop(pme__program_reader *r) {
  char name[PME__NAME_BYTES], file[PME__NAME_BYTES];
  pme_expr first, last, firsts[PME__LIST_ITEMS], lasts[PME__LIST_ITEMS];
  pme_loop loop = {.chunk = PME_NONE, .threads = PME_NONE, .collapse = 1};
  pme_place place;
  bool down;
  int name_column = r->in->now.column;
  loop.step = pme_expr_constant(r->program, 1);
  if (!pme__need_name(r->in, name, "a loop variable") || !name_is_free(r, name, name_column) ||
      !pme__need_symbol(r->in, "=") || !pme__read_sum(r, &first) || !pme__need_symbol(r->in, "..") ||
      !pme__read_sum(r, &last))
    return false;
  while (r->in->now.kind != PME__TOKEN_END && !pme__at_word(r->in, "at"))
    if (!read_loop_option(r, &loop))
      return false;
  if (!pme__read_place(r, &place, file) || !pme__need_end(r->in))
    return false;
  if (pme_program_status(r->program) != PME_OK || !check_step(r, &loop, &down))
    return false;
  loop.variable = name;
  loop.firsts = firsts;
  loop.lasts = lasts;
  loop.first_count = split_bounds(r->program, first, down ? PME_EXPR_MINIMUM : PME_EXPR_MAXIMUM, firsts);
  loop.last_count = split_bounds(r->program, last, down ? PME_EXPR_MAXIMUM : PME_EXPR_MINIMUM, lasts);
  return open_block(r, pme_program_add_loop(r->program, pme__open_node(r), &loop, place));
}

static bool read_one_thread(pme__program_reader *r, pme_guard *guard) {
  char word[PME__NAME_BYTES];
  if (!pme__need_dashed(r->in, word, "one-thread"))
    return false;
  guard->one_thread = strcmp(word, "one-thread") == 0;
  return guard->one_thread || pme__fault_at(r->in, r->statement_column, "expected one-thread, found ", word);
}

static bool read_conditions(pme__program_reader *r, pme_guard *guard, pme_expr conditions[PME__LIST_ITEMS]) {
  do {
    if (guard->condition_count == PME__LIST_ITEMS)
      return pme__fault_at(r->in, r->in->now.column, "too many conditions", "");
    if (!pme__read_sum(r, &conditions[guard->condition_count++]))
      return false;
  } while (pme__take_symbol(r->in, ","));
  return true;
}

/* [one-thread] CONDITION, ... */
bool pme__read_guard(pme__program_reader *r) {
  char file[PME__NAME_BYTES];
  pme_expr conditions[PME__LIST_ITEMS];
  pme_guard guard = {.conditions = conditions};
  pme_place place;
  bool more = true;
  if (pme__at_dashed(r->in, "one")) {
    if (!read_one_thread(r, &guard))
      return false;
    more = pme__take_symbol(r->in, ",");
  }
  if ((more && !read_conditions(r, &guard, conditions)) || !pme__read_place(r, &place, file) || !pme__need_end(r->in))
    return false;
  return open_block(r, pme_program_add_guard(r->program, pme__open_node(r), &guard, place));
}

/* [i, j] or [i][j] with the array's extents, row-major. */
static bool read_subscripts(pme__program_reader *r, const pme_array *array, pme_expr *offset) {
  int column = r->in->now.column, count = 0;
  pme_expr sum = pme_expr_constant(r->program, 0), subscript;
  do {
    if (count && count < array->extent_count)
      sum = pme_expr_multiply(r->program, sum, array->extents[count]);
    if (!pme__read_sum(r, &subscript))
      return false;
    sum = pme_expr_add(r->program, sum, subscript);
    count++;
    if (pme__at_symbol(r->in, "]")) {
      pme__next_token(r->in);
      if (!pme__at_symbol(r->in, "["))
        break;
    } else if (!pme__at_symbol(r->in, ",")) {
      return pme__expected(r->in, "',' or ']'");
    }
    pme__next_token(r->in);
  } while (true);
  if (count != array->extent_count && !(count == 1 && array->extent_count == 0))
    return pme__fault_at(r->in, column, "as many subscripts as the array has extents are needed", "");
  *offset = pme_expr_multiply(r->program, sum, pme_expr_constant(r->program, array->element_bytes));
  return true;
}

static bool read_kept(pme__program_reader *r, int *loops) {
  int64_t value;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &value, "a number of loops"))
    return false;
  *loops = (int)value;
  return (value >= 0 && value <= PME_MAX_DEPTH) || pme__fault_at(r->in, column, "kept must be 0 to 64", "");
}

static bool read_scattered(pme__program_reader *r, pme_access *access) {
  int64_t place, loops = 0;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &place, "the number of a place") ||
      (pme__take_word(r->in, "stays") && !pme__need_integer(r->in, &loops, "a number of loops")))
    return false;
  access->scattered = (int)place;
  access->stays = (int)loops;
  if (place < 1 || place > INT32_MAX)
    return pme__fault_at(r->in, column, "a place has a number of at least 1", "");
  return (loops >= 0 && loops <= PME_MAX_DEPTH) || pme__fault_at(r->in, column, "stays must be 0 to 64", "");
}

static bool read_offset(pme__program_reader *r, const pme_array *array, pme_expr *offset_bytes) {
  if (pme__take_symbol(r->in, "["))
    return read_subscripts(r, array, offset_bytes);
  return pme__need_symbol(r->in, "@") && pme__read_sum(r, offset_bytes);
}

static bool read_access_options(pme__program_reader *r, pme_access *access) {
  if (pme__take_word(r->in, "size") && !pme__need_positive(r->in, &access->size_bytes, "a size in bytes"))
    return false;
  if (access->size_bytes > 1 << 20)
    return pme__fault_at(r->in, r->statement_column, "an access of more than 1 MiB", "");
  if (pme__take_word(r->in, "kept") && !read_kept(r, &access->kept_loops))
    return false;
  access->is_carried = pme__take_word(r->in, "carried");
  return true;
}

static bool read_access(pme__program_reader *r, bool is_write) {
  char name[PME__NAME_BYTES], file[PME__NAME_BYTES];
  pme_access access = {.is_write = is_write};
  pme_place place;
  int name_column = r->in->now.column;
  if (!pme__need_name(r->in, name, "an array name"))
    return false;
  access.array = pme__find_array(r, name);
  if (access.array == PME_NONE)
    return pme__fault_at(r->in, name_column, "no array is declared with this name: ", name);
  const pme_array *array = pme_program_array(r->program, access.array);
  access.size_bytes = array->element_bytes;
  if (pme__take_word(r->in, "scattered") && !read_scattered(r, &access))
    return false;
  if (!read_offset(r, array, &access.offset_bytes) || !read_access_options(r, &access) ||
      !pme__read_place(r, &place, file) || !pme__need_end(r->in))
    return false;
  if (pme_program_add_access(r->program, pme__open_node(r), &access, place) == PME_NONE &&
      pme_program_status(r->program) == PME_BAD_ARGUMENT)
    return pme__fault_at(r->in, r->statement_column, "blocks are nested too deeply", "");
  return true;
}

bool pme__read_load(pme__program_reader *r) { return read_access(r, false); }
bool pme__read_store(pme__program_reader *r) { return read_access(r, true); }
