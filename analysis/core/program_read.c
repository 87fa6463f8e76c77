/* The text form, read. A fault is answered with line, column and what was expected.
 *
 * A recursive-descent reader over one line at a time: the statement's first word decides. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/arena.h"
#include "pmecache/program.h"

enum { NAME_BYTES = 512, LIST_ITEMS = 64, EXPRESSION_DEPTH = 200 };

typedef enum token_kind { TOKEN_END, TOKEN_INTEGER, TOKEN_NAME, TOKEN_QUOTED, TOKEN_SYMBOL, TOKEN_BAD } token_kind;

typedef struct token {
  token_kind kind;
  int column; /* 1-based */
  int64_t value;
  char text[NAME_BYTES]; /* name, quoted text, or symbol ("..", "+") */
} token;

typedef struct reader {
  const char *cursor, *end; /* rest of the text */
  const char *line_start;
  int line;
  token now; /* the token under the reader */
  pme_program *program;
  pme_error *error;
  bool failed;
  int open[PME_MAX_DEPTH + 1]; /* ids of the blocks that are open */
  int open_count;
  int expression_depth;
} reader;

/* ---- faults ---- */

static bool fault_at(reader *r, int column, const char *message, const char *detail) {
  if (!r->failed)
    pme_error_set(r->error, PME_BAD_INPUT, r->line, column, "%s%s", message, detail);
  r->failed = true;
  return false;
}

static bool fault(reader *r, const char *expected) {
  if (r->failed)
    return false;
  char found[80];
  if (r->now.kind == TOKEN_END)
    snprintf(found, sizeof found, "the end of the line");
  else if (r->now.kind == TOKEN_INTEGER)
    snprintf(found, sizeof found, "a number");
  else
    snprintf(found, sizeof found, "'%.60s'", r->now.text);
  char message[160];
  snprintf(message, sizeof message, "expected %.90s, found ", expected);
  return fault_at(r, r->now.column, message, found);
}

/* ---- tokens ---- */

static bool is_name_start(int c) { return isalpha(c) || c == '_'; }

static void read_name(reader *r) {
  size_t length = 0;
  while (r->cursor < r->end && length + 1 < NAME_BYTES) {
    unsigned char c = (unsigned char)*r->cursor;
    bool dot = c == '.' && r->cursor + 1 < r->end && r->cursor[1] != '.';
    if (!isalnum(c) && c != '_' && !dot)
      break;
    r->now.text[length++] = (char)c;
    r->cursor++;
  }
  r->now.text[length] = '\0';
  r->now.kind = length + 1 < NAME_BYTES ? TOKEN_NAME : TOKEN_BAD;
}

static void read_quoted(reader *r) {
  size_t length = 0;
  r->now.kind = TOKEN_BAD;
  for (r->cursor++; r->cursor < r->end && *r->cursor != '\n'; r->cursor++) {
    if (*r->cursor == '"') {
      r->cursor++;
      r->now.kind = TOKEN_QUOTED;
      break;
    }
    if (*r->cursor == '\\' && r->cursor + 1 < r->end && r->cursor[1] != '\n')
      r->cursor++;
    if (length + 1 < NAME_BYTES)
      r->now.text[length++] = *r->cursor ? *r->cursor : ' ';
  }
  r->now.text[length] = '\0';
}

static void read_integer(reader *r) {
  int64_t value = 0;
  r->now.kind = TOKEN_INTEGER;
  while (r->cursor < r->end && isdigit((unsigned char)*r->cursor)) {
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *r->cursor - '0', &value))
      r->now.kind = TOKEN_BAD;
    r->cursor++;
  }
  r->now.value = value;
  snprintf(r->now.text, sizeof r->now.text, "%s", "a number beyond 64 bits");
}

static void read_symbol(reader *r) {
  r->now.kind = TOKEN_SYMBOL;
  r->now.text[0] = *r->cursor++;
  r->now.text[1] = '\0';
  if (r->now.text[0] == '.' && r->cursor < r->end && *r->cursor == '.') {
    r->cursor++;
    memcpy(r->now.text, "..", 3);
  } else if (!strchr("=,+-*/%()[]:@?", r->now.text[0]) || r->now.text[0] == '\0') {
    r->now.kind = TOKEN_BAD;
    if (!isprint((unsigned char)r->now.text[0]))
      r->now.text[0] = '?';
  }
}

/* Moves to the next token of this line. */
static void next(reader *r) {
  while (r->cursor < r->end && (*r->cursor == ' ' || *r->cursor == '\t' || *r->cursor == '\r'))
    r->cursor++;
  r->now.column = (int)(r->cursor - r->line_start) + 1;
  r->now.text[0] = '\0';
  if (r->cursor >= r->end || *r->cursor == '\n' || *r->cursor == '#') {
    r->now.kind = TOKEN_END;
    return;
  }
  unsigned char c = (unsigned char)*r->cursor;
  if (is_name_start(c))
    read_name(r);
  else if (isdigit(c))
    read_integer(r);
  else if (c == '"')
    read_quoted(r);
  else
    read_symbol(r);
}

static bool next_line(reader *r) {
  while (r->cursor < r->end && *r->cursor != '\n')
    r->cursor++;
  if (r->cursor >= r->end)
    return false;
  r->cursor++;
  r->line++;
  r->line_start = r->cursor;
  return r->cursor < r->end;
}

static bool at_symbol(const reader *r, const char *text) {
  return r->now.kind == TOKEN_SYMBOL && strcmp(r->now.text, text) == 0;
}

static bool at_word(const reader *r, const char *text) {
  return r->now.kind == TOKEN_NAME && strcmp(r->now.text, text) == 0;
}

static bool take_symbol(reader *r, const char *text) {
  if (!at_symbol(r, text))
    return false;
  next(r);
  return true;
}

static bool take_word(reader *r, const char *text) {
  if (!at_word(r, text))
    return false;
  next(r);
  return true;
}

static bool need_symbol(reader *r, const char *text) {
  char expected[16];
  snprintf(expected, sizeof expected, "'%s'", text);
  return take_symbol(r, text) || fault(r, expected);
}

static bool need_integer(reader *r, int64_t *value, const char *expected) {
  bool negative = take_symbol(r, "-");
  if (r->now.kind != TOKEN_INTEGER)
    return fault(r, expected);
  *value = negative ? -r->now.value : r->now.value;
  next(r);
  return true;
}

static bool need_name(reader *r, char name[NAME_BYTES], const char *expected) {
  if (r->now.kind != TOKEN_NAME && r->now.kind != TOKEN_QUOTED)
    return fault(r, expected);
  memcpy(name, r->now.text, NAME_BYTES);
  next(r);
  return true;
}

/* Words with a dash ("one-thread", "unknown-parameter"): names joined by '-' without blanks. */
static bool need_dashed(reader *r, char name[NAME_BYTES], const char *expected) {
  if (r->now.kind != TOKEN_NAME)
    return fault(r, expected);
  size_t length = strlen(r->now.text);
  memcpy(name, r->now.text, length + 1);
  while (r->cursor < r->end && (isalnum((unsigned char)*r->cursor) || *r->cursor == '-') && length + 1 < NAME_BYTES)
    name[length++] = *r->cursor++;
  name[length] = '\0';
  next(r);
  return true;
}

/* ---- expressions ---- */

static bool read_sum(reader *r, pme_expr *out);

static int find_loop(const reader *r, const char *name) {
  for (int i = r->open_count - 1; i >= 0; i--) {
    const pme_node *node = pme_program_node(r->program, r->open[i]);
    if (node->kind == PME_NODE_LOOP && strcmp(node->u.loop.variable, name) == 0)
      return r->open[i];
  }
  return PME_NONE;
}

static int find_parameter(const reader *r, const char *name) {
  for (int i = 0; i < pme_program_parameter_count(r->program); i++)
    if (strcmp(pme_program_parameter(r->program, i)->name, name) == 0)
      return i;
  return PME_NONE;
}

static bool read_variable(reader *r, pme_expr *out) {
  int loop = find_loop(r, r->now.text), parameter = find_parameter(r, r->now.text);
  if (loop != PME_NONE)
    *out = pme_expr_loop(r->program, loop);
  else if (parameter != PME_NONE)
    *out = pme_expr_parameter(r->program, parameter);
  else
    return fault(r, "an enclosing loop or a declared param");
  next(r);
  return true;
}

/* thread() and threads(): without parentheses it is a name. */
static bool at_team_number(const reader *r) {
  return (at_word(r, "thread") || at_word(r, "threads")) && r->end - r->cursor >= 2 && r->cursor[0] == '(' &&
         r->cursor[1] == ')';
}

/* min(a, b, ...) and max(a, b, ...) */
static bool read_extremum(reader *r, pme_expr *out) {
  bool minimum = at_word(r, "min");
  next(r);
  if (!need_symbol(r, "(") || !read_sum(r, out))
    return false;
  while (take_symbol(r, ",")) {
    pme_expr other;
    if (!read_sum(r, &other))
      return false;
    *out = minimum ? pme_expr_minimum(r->program, *out, other) : pme_expr_maximum(r->program, *out, other);
  }
  return need_symbol(r, ")");
}

static bool read_team_number(reader *r, pme_expr *out) {
  *out = at_word(r, "thread") ? pme_expr_thread(r->program) : pme_expr_team(r->program);
  next(r);
  return need_symbol(r, "(") && need_symbol(r, ")");
}

static bool read_operand(reader *r, pme_expr *out);

static bool read_operand_inner(reader *r, pme_expr *out) {
  if (take_symbol(r, "-")) {
    if (r->now.kind == TOKEN_INTEGER) {
      *out = pme_expr_constant(r->program, -r->now.value);
      next(r);
      return true;
    }
    if (!read_operand(r, out))
      return false;
    *out = pme_expr_multiply(r->program, pme_expr_constant(r->program, -1), *out);
    return true;
  }
  if (r->now.kind == TOKEN_INTEGER) {
    *out = pme_expr_constant(r->program, r->now.value);
    next(r);
    return true;
  }
  if (take_symbol(r, "("))
    return read_sum(r, out) && need_symbol(r, ")");
  if (at_word(r, "min") || at_word(r, "max"))
    return read_extremum(r, out);
  if (at_team_number(r))
    return read_team_number(r, out);
  if (r->now.kind == TOKEN_NAME || r->now.kind == TOKEN_QUOTED)
    return read_variable(r, out);
  return fault(r, "an expression");
}

static bool read_operand(reader *r, pme_expr *out) {
  if (++r->expression_depth > EXPRESSION_DEPTH)
    return fault_at(r, r->now.column, "expression nested too deeply", "");
  bool ok = read_operand_inner(r, out);
  r->expression_depth--;
  return ok;
}

static bool read_product(reader *r, pme_expr *out) {
  if (!read_operand(r, out))
    return false;
  while (at_symbol(r, "*") || at_symbol(r, "/") || at_symbol(r, "%")) {
    char operator_text = r->now.text[0];
    pme_expr right;
    next(r);
    if (!read_operand(r, &right))
      return false;
    if (operator_text == '*')
      *out = pme_expr_multiply(r->program, *out, right);
    else if (operator_text == '/')
      *out = pme_expr_floor_divide(r->program, *out, right);
    else
      *out = pme_expr_modulo(r->program, *out, right);
  }
  return true;
}

static bool read_sum(reader *r, pme_expr *out) {
  if (!read_product(r, out))
    return false;
  while (at_symbol(r, "+") || at_symbol(r, "-")) {
    bool plus = at_symbol(r, "+");
    pme_expr right;
    next(r);
    if (!read_product(r, &right))
      return false;
    *out = plus ? pme_expr_add(r->program, *out, right) : pme_expr_subtract(r->program, *out, right);
  }
  return true;
}

/* Whether an operand can start here (after `schedule static`, between extents). */
static bool at_operand(const reader *r) {
  static const char *const words[] = {"threads", "collapse", "nowait",  "ordered",  "orphaned",
                                      "at",      "step",     "base",    "group",    "align",
                                      "private", "element",  "extents", "parallel", "work"};
  if (at_team_number(r))
    return true;
  if (r->now.kind == TOKEN_INTEGER || r->now.kind == TOKEN_QUOTED || at_symbol(r, "("))
    return true;
  if (r->now.kind != TOKEN_NAME)
    return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (at_word(r, words[i]))
      return false;
  return true;
}

/* ---- places ---- */

static bool read_place(reader *r, pme_place *place, char file[NAME_BYTES]) {
  int64_t line, column = 0;
  *place = (pme_place){0};
  if (!take_word(r, "at"))
    return true;
  if (r->now.kind == TOKEN_QUOTED) {
    memcpy(file, r->now.text, NAME_BYTES);
    place->file = file;
    next(r);
    if (!need_symbol(r, ":"))
      return false;
  }
  if (!need_integer(r, &line, "a line number"))
    return false;
  if (take_symbol(r, ":") && !need_integer(r, &column, "a column number"))
    return false;
  if (line < 0 || line > 1 << 30 || column < 0 || column > 1 << 30)
    return fault_at(r, r->now.column, "line or column out of range", "");
  place->line = (int)line;
  place->column = (int)column;
  return true;
}

static bool need_end(reader *r) { return r->now.kind == TOKEN_END || fault(r, "the end of the line"); }

/* ---- declarations ---- */

static bool read_function(reader *r) {
  char name[NAME_BYTES], file[NAME_BYTES] = "";
  int64_t line = 0;
  if (!need_name(r, name, "a function name"))
    return false;
  if (take_word(r, "file") && !need_name(r, file, "a file name"))
    return false;
  if (take_word(r, "line") && !need_integer(r, &line, "a line number"))
    return false;
  if (line < 0 || line > 1 << 30)
    return fault_at(r, r->now.column, "line out of range", "");
  pme_program_set_function(r->program, name, file, (int)line);
  return need_end(r);
}

static bool read_parameter(reader *r) {
  char name[NAME_BYTES];
  int64_t value = 0;
  int column = r->now.column;
  if (!need_name(r, name, "a symbol's name"))
    return false;
  if (find_parameter(r, name) != PME_NONE)
    return fault_at(r, column, "this param is declared already: ", name);
  bool known = take_symbol(r, "=");
  if (known && !need_integer(r, &value, "a number"))
    return false;
  int id = pme_program_add_parameter(r->program, name);
  if (known && id != PME_NONE)
    pme_program_set_parameter(r->program, id, value);
  return need_end(r);
}

static int find_array(const reader *r, const char *name) {
  for (int i = 0; i < pme_program_array_count(r->program); i++) {
    const char *known = pme_program_array(r->program, i)->name;
    char numbered[NAME_BYTES];
    snprintf(numbered, sizeof numbered, "%.200s#%d", known, i);
    if (strcmp(known, name) == 0 || strcmp(numbered, name) == 0)
      return i;
  }
  return PME_NONE;
}

/* "A#3" is how the writer tells array 3 from an earlier array of the same name. */
static void strip_number(const reader *r, char *name) {
  char *mark = strrchr(name, '#');
  if (!mark || mark == name)
    return;
  char *end;
  long number = strtol(mark + 1, &end, 10);
  if (end != mark + 1 && number == pme_program_array_count(r->program))
    *mark = '\0';
}

static bool read_extents(reader *r, pme_array *array, pme_expr extents[LIST_ITEMS]) {
  array->extents = extents;
  if (at_symbol(r, "?")) {
    next(r);
    extents[array->extent_count++] = PME_NONE;
  }
  while (at_operand(r)) {
    if (array->extent_count == LIST_ITEMS)
      return fault_at(r, r->now.column, "too many extents", "");
    if (!read_operand(r, &extents[array->extent_count]))
      return false;
    const pme_expr_node *node =
        pme_program_status(r->program) == PME_OK ? pme_program_expr(r->program, extents[array->extent_count]) : NULL;
    if (node && node->kind == PME_EXPR_CONSTANT && node->value <= 0)
      return fault_at(r, r->now.column, "an extent must be at least 1", "");
    array->extent_count++;
  }
  return array->extent_count > 0 || fault(r, "an extent");
}

static bool read_positive(reader *r, int64_t *value, const char *expected) {
  int column = r->now.column;
  if (!need_integer(r, value, expected))
    return false;
  return *value > 0 || fault_at(r, column, expected, " must be at least 1");
}

static bool read_array_option(reader *r, pme_array *array, pme_expr extents[LIST_ITEMS]) {
  int64_t value;
  if (take_word(r, "element"))
    return read_positive(r, &array->element_bytes, "an element size in bytes");
  if (take_word(r, "extents"))
    return read_extents(r, array, extents);
  if (take_word(r, "align"))
    return read_positive(r, &array->alignment_bytes, "an alignment in bytes");
  if (take_word(r, "group")) {
    int column = r->now.column;
    if (!need_integer(r, &value, "a group number"))
      return false;
    array->group = (int)value;
    return (value >= 0 && value < 1 << 30) || fault_at(r, column, "group number out of range", "");
  }
  if (take_word(r, "base")) {
    int column = r->now.column;
    if (!need_integer(r, &value, "an address"))
      return false;
    array->has_base = true;
    array->base_bytes = (uint64_t)value;
    return (value >= 0 && value < (INT64_C(1) << 60)) || fault_at(r, column, "address out of range", "");
  }
  if (take_word(r, "private")) {
    array->is_private = true;
    return true;
  }
  return fault(r, "element, extents, group, base, align or private");
}

static bool read_array(reader *r) {
  char name[NAME_BYTES];
  pme_expr extents[LIST_ITEMS];
  pme_array array = {.alignment_bytes = 1, .group = PME_NONE};
  int column = r->now.column;
  if (!need_name(r, name, "an array name"))
    return false;
  if (find_array(r, name) != PME_NONE)
    return fault_at(r, column, "this array is declared already: ", name);
  while (r->now.kind != TOKEN_END)
    if (!read_array_option(r, &array, extents))
      return false;
  if (array.element_bytes == 0)
    return fault(r, "`element` and a size in bytes");
  strip_number(r, name);
  array.name = name;
  pme_program_add_array(r->program, &array);
  return true;
}

/* ---- nodes ---- */

static int parent_of(const reader *r) { return r->open_count ? r->open[r->open_count - 1] : PME_NONE; }

static bool open_block(reader *r, int id, int column) {
  if (id == PME_NONE) {
    if (pme_program_status(r->program) == PME_BAD_ARGUMENT)
      return fault_at(r, column, "blocks are nested too deeply", "");
    return false;
  }
  r->open[r->open_count++] = id;
  return true;
}

static bool read_region(reader *r, int column) {
  pme_region region = {.threads = PME_NONE};
  pme_place place;
  char file[NAME_BYTES];
  if (take_word(r, "threads") && !read_operand(r, &region.threads))
    return false;
  if (!read_place(r, &place, file) || !need_end(r))
    return false;
  return open_block(r, pme_program_add_region(r->program, parent_of(r), &region, place), column);
}

/* Splits the top of max(a, max(b, c)) into its bounds. */
static int split_bounds(const pme_program *program, pme_expr expr, pme_expr_kind kind, pme_expr bounds[LIST_ITEMS]) {
  int count = 0;
  pme_expr rest[LIST_ITEMS];
  int waiting = 0;
  rest[waiting++] = expr;
  while (waiting) {
    pme_expr top = rest[--waiting];
    const pme_expr_node *node = pme_program_expr(program, top);
    if (node->kind == kind && count + waiting + 2 <= LIST_ITEMS) {
      rest[waiting++] = node->right;
      rest[waiting++] = node->left;
    } else {
      bounds[count++] = top;
    }
  }
  return count;
}

static bool read_chunk(reader *r, pme_loop *loop) {
  int column = r->now.column;
  if (!at_operand(r))
    return true;
  if (!read_operand(r, &loop->chunk) || loop->chunk == PME_NONE)
    return !r->failed && loop->chunk != PME_NONE;
  const pme_expr_node *node = pme_program_expr(r->program, loop->chunk);
  if (node->kind == PME_EXPR_CONSTANT && node->value < 1)
    return fault_at(r, column, "a chunk must be at least 1", "");
  return true;
}

/* OPERATIONS [divide D] [chain C] [vector V] */
static bool read_work(reader *r, pme_work *work) {
  static const char what[] = "a number of operations";
  if (!need_integer(r, &work->operations, what))
    return false;
  while (at_word(r, "divide") || at_word(r, "chain") || at_word(r, "vector")) {
    int64_t *value = at_word(r, "divide") ? &work->divisions : at_word(r, "chain") ? &work->chain : &work->vector;
    next(r);
    if (!need_integer(r, value, what))
      return false;
  }
  return true;
}

static bool at_dashed(const reader *r, const char *first) {
  return at_word(r, first) && r->cursor < r->end && *r->cursor == '-';
}

static bool read_each_thread(reader *r, pme_loop *loop) {
  char word[NAME_BYTES];
  int column = r->now.column;
  if (!need_dashed(r, word, "each-thread"))
    return false;
  loop->is_team = true;
  return strcmp(word, "each-thread") == 0 || fault_at(r, column, "expected each-thread, found ", word);
}

static bool read_loop_option(reader *r, pme_loop *loop) {
  int64_t value;
  if (take_word(r, "work"))
    return read_work(r, &loop->work);
  if (take_word(r, "step"))
    return read_sum(r, &loop->step);
  if (take_word(r, "schedule")) {
    if (r->now.kind != TOKEN_NAME || !pme_schedule_from_name(r->now.text, &loop->schedule))
      return fault(r, "static, dynamic, guided, auto or runtime");
    next(r);
    return read_chunk(r, loop);
  }
  if (take_word(r, "threads"))
    return read_operand(r, &loop->threads);
  if (take_word(r, "collapse")) {
    int column = r->now.column;
    if (!need_integer(r, &value, "a number of loops"))
      return false;
    loop->collapse = (int)value;
    return (value >= 1 && value <= PME_MAX_DEPTH) || fault_at(r, column, "collapse must be 1 to 64", "");
  }
  if (at_dashed(r, "each"))
    return read_each_thread(r, loop);
  bool *flag = at_word(r, "parallel")   ? &loop->parallel
               : at_word(r, "nowait")   ? &loop->nowait
               : at_word(r, "ordered")  ? &loop->ordered
               : at_word(r, "orphaned") ? &loop->orphaned
                                        : NULL;
  if (!flag)
    return fault(r, "step, parallel, each-thread, schedule, threads, collapse, nowait, ordered, orphaned, work or at");
  next(r);
  return *flag = true;
}

static bool check_step(reader *r, const pme_loop *loop, int column, bool *down) {
  const pme_expr_node *step = pme_program_expr(r->program, loop->step);
  *down = step->kind == PME_EXPR_CONSTANT && step->value < 0;
  if (step->kind == PME_EXPR_CONSTANT && step->value == 0)
    return fault_at(r, column, "a step must not be 0", "");
  return true;
}

static bool name_is_free(reader *r, const char *name, int column) {
  if (find_loop(r, name) != PME_NONE || find_parameter(r, name) != PME_NONE)
    return fault_at(r, column, "an enclosing loop or a param has this name: ", name);
  return true;
}

static bool read_loop(reader *r, int column) {
  char name[NAME_BYTES], file[NAME_BYTES];
  pme_expr first, last, firsts[LIST_ITEMS], lasts[LIST_ITEMS];
  pme_loop loop = {.chunk = PME_NONE, .threads = PME_NONE, .collapse = 1};
  pme_place place;
  bool down;
  int name_column = r->now.column;
  loop.step = pme_expr_constant(r->program, 1);
  if (!need_name(r, name, "a loop variable") || !name_is_free(r, name, name_column) || !need_symbol(r, "=") ||
      !read_sum(r, &first) || !need_symbol(r, "..") || !read_sum(r, &last))
    return false;
  while (r->now.kind != TOKEN_END && !at_word(r, "at"))
    if (!read_loop_option(r, &loop))
      return false;
  if (!read_place(r, &place, file) || !need_end(r))
    return false;
  if (pme_program_status(r->program) != PME_OK || !check_step(r, &loop, column, &down))
    return false;
  loop.variable = name;
  loop.firsts = firsts;
  loop.lasts = lasts;
  loop.first_count = split_bounds(r->program, first, down ? PME_EXPR_MINIMUM : PME_EXPR_MAXIMUM, firsts);
  loop.last_count = split_bounds(r->program, last, down ? PME_EXPR_MAXIMUM : PME_EXPR_MINIMUM, lasts);
  return open_block(r, pme_program_add_loop(r->program, parent_of(r), &loop, place), column);
}

static bool read_guard(reader *r, int column) {
  char word[NAME_BYTES], file[NAME_BYTES];
  pme_expr conditions[LIST_ITEMS];
  pme_guard guard = {.conditions = conditions};
  pme_place place;
  bool more = true;
  if (at_dashed(r, "one")) {
    if (!need_dashed(r, word, "one-thread"))
      return false;
    if (strcmp(word, "one-thread") != 0)
      return fault_at(r, column, "expected one-thread, found ", word);
    guard.one_thread = true;
    more = take_symbol(r, ",");
  }
  while (more) {
    if (guard.condition_count == LIST_ITEMS)
      return fault_at(r, r->now.column, "too many conditions", "");
    if (!read_sum(r, &conditions[guard.condition_count++]))
      return false;
    more = take_symbol(r, ",");
  }
  if (!read_place(r, &place, file) || !need_end(r))
    return false;
  return open_block(r, pme_program_add_guard(r->program, parent_of(r), &guard, place), column);
}

/* [i, j] or [i][j] with the array's extents, row-major. */
static bool read_subscripts(reader *r, const pme_array *array, pme_expr *offset) {
  int column = r->now.column, count = 0;
  pme_expr sum = pme_expr_constant(r->program, 0), subscript;
  do {
    if (count && count < array->extent_count)
      sum = pme_expr_multiply(r->program, sum, array->extents[count]);
    if (!read_sum(r, &subscript))
      return false;
    sum = pme_expr_add(r->program, sum, subscript);
    count++;
    if (at_symbol(r, "]")) {
      next(r);
      if (!at_symbol(r, "["))
        break;
    } else if (!at_symbol(r, ",")) {
      return fault(r, "',' or ']'");
    }
    next(r);
  } while (true);
  if (count != array->extent_count && !(count == 1 && array->extent_count == 0))
    return fault_at(r, column, "as many subscripts as the array has extents are needed", "");
  *offset = pme_expr_multiply(r->program, sum, pme_expr_constant(r->program, array->element_bytes));
  return true;
}

static bool read_kept(reader *r, int *loops) {
  int64_t value;
  int column = r->now.column;
  if (!need_integer(r, &value, "a number of loops"))
    return false;
  *loops = (int)value;
  return (value >= 0 && value <= PME_MAX_DEPTH) || fault_at(r, column, "kept must be 0 to 64", "");
}

static bool read_access(reader *r, bool is_write, int column) {
  char name[NAME_BYTES], file[NAME_BYTES];
  pme_access access = {.is_write = is_write};
  pme_place place;
  int name_column = r->now.column;
  if (!need_name(r, name, "an array name"))
    return false;
  access.array = find_array(r, name);
  if (access.array == PME_NONE)
    return fault_at(r, name_column, "no array is declared with this name: ", name);
  const pme_array *array = pme_program_array(r->program, access.array);
  access.size_bytes = array->element_bytes;
  if (take_symbol(r, "[")) {
    if (!read_subscripts(r, array, &access.offset_bytes))
      return false;
  } else if (!need_symbol(r, "@") || !read_sum(r, &access.offset_bytes)) {
    return false;
  }
  if (take_word(r, "size") && !read_positive(r, &access.size_bytes, "a size in bytes"))
    return false;
  if (access.size_bytes > 1 << 20)
    return fault_at(r, column, "an access of more than 1 MiB", "");
  if (take_word(r, "kept") && !read_kept(r, &access.kept_loops))
    return false;
  if (!read_place(r, &place, file) || !need_end(r))
    return false;
  if (pme_program_add_access(r->program, parent_of(r), &access, place) == PME_NONE &&
      pme_program_status(r->program) == PME_BAD_ARGUMENT)
    return fault_at(r, column, "blocks are nested too deeply", "");
  return true;
}

static bool read_reason(reader *r) {
  char code[NAME_BYTES], text[NAME_BYTES] = "", hint[NAME_BYTES] = "", file[NAME_BYTES];
  pme_reason reason = {.node = parent_of(r), .text = text, .hint = hint};
  int column = r->now.column;
  if (!need_dashed(r, code, "a reason"))
    return false;
  reason.code = pme_reason_from_name(code);
  if (reason.code == PME_REASON_COUNT)
    return fault_at(r, column, "unknown reason: ", code);
  if (!read_place(r, &reason.place, file))
    return false;
  if (r->now.kind == TOKEN_QUOTED && !need_name(r, text, "a text"))
    return false;
  if (r->now.kind == TOKEN_QUOTED && !need_name(r, hint, "a hint"))
    return false;
  pme_program_add_reason(r->program, &reason);
  return need_end(r);
}

static bool read_assumption(reader *r) {
  char code[NAME_BYTES], text[NAME_BYTES] = "";
  pme_assumption assumption = {.node = parent_of(r), .text = text};
  int column = r->now.column;
  if (!need_dashed(r, code, "an assumption"))
    return false;
  assumption.code = pme_assumption_from_name(code);
  if (assumption.code == PME_ASSUMPTION_COUNT)
    return fault_at(r, column, "unknown assumption: ", code);
  if (r->now.kind == TOKEN_QUOTED && !need_name(r, text, "a text"))
    return false;
  pme_program_add_assumption(r->program, &assumption);
  return need_end(r);
}

static bool read_statement(reader *r) {
  int column = r->now.column;
  if (take_word(r, "function"))
    return read_function(r);
  if (take_word(r, "param"))
    return read_parameter(r);
  if (take_word(r, "array"))
    return read_array(r);
  if (take_word(r, "region"))
    return read_region(r, column);
  if (take_word(r, "loop"))
    return read_loop(r, column);
  if (take_word(r, "if"))
    return read_guard(r, column);
  if (take_word(r, "read"))
    return read_access(r, false, column);
  if (take_word(r, "write"))
    return read_access(r, true, column);
  if (take_word(r, "reason"))
    return read_reason(r);
  if (take_word(r, "assume"))
    return read_assumption(r);
  if (!take_word(r, "end"))
    return fault(r, "a statement (function, param, array, region, loop, if, read, write, reason, assume, end)");
  if (r->open_count == 0)
    return fault_at(r, column, "`end` without a block", "");
  r->open_count--;
  return need_end(r);
}

static bool read_version(reader *r) {
  int64_t version = 0;
  while (r->now.kind == TOKEN_END && next_line(r))
    next(r);
  if (!take_word(r, "pme"))
    return fault(r, "`pme 1`, the format's version, on the first line");
  int column = r->now.column;
  if (!need_integer(r, &version, "a format version"))
    return false;
  if (version != 1)
    return fault_at(r, column, "only format version 1 is known", "");
  return need_end(r);
}

/* ---- entry ---- */

static bool read_all(reader *r) {
  next(r);
  if (!read_version(r))
    return false;
  while (next_line(r)) {
    next(r);
    if (r->now.kind == TOKEN_END)
      continue;
    if (!read_statement(r))
      return false;
    if (pme_program_status(r->program) != PME_OK)
      return false;
  }
  if (r->open_count) {
    r->now.column = 1;
    return fault_at(r, 1, "the text ends inside a block: `end` is missing", "");
  }
  return true;
}

pme_status pme_program_read(const char *text, size_t length, pme_program **out, pme_error *error) {
  reader *r = (reader *)pme_reallocate(NULL, sizeof *r);
  if (!r)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  memset(r, 0, sizeof *r);
  r->cursor = r->line_start = text;
  r->end = text + length;
  r->line = 1;
  r->error = error;
  r->program = pme_program_create();
  pme_status status = r->program ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK && !read_all(r))
    status = r->failed ? PME_BAD_INPUT : pme_program_status(r->program);
  if (status == PME_OK)
    status = pme_program_status(r->program);
  if (status == PME_NO_MEMORY)
    pme_error_set(error, status, r->line, 0, "out of memory");
  else if (status != PME_OK && !r->failed)
    pme_error_set(error, status, r->line, 1, "%s", pme_status_text(status));
  if (status == PME_OK)
    *out = r->program;
  else
    pme_program_destroy(r->program);
  pme_reallocate(r, 0);
  return status;
}

/* The whole of a stream, grown by doubling. */
static char *read_stream(FILE *stream, size_t *length, pme_status *status) {
  size_t capacity = 0;
  char *text = NULL;
  *length = 0;
  do {
    if (*length + 1 >= capacity) {
      capacity = capacity ? 2 * capacity : 1 << 16;
      char *grown = (char *)pme_reallocate(text, capacity);
      if (!grown) {
        *status = PME_NO_MEMORY;
        return text;
      }
      text = grown;
    }
    *length += fread(text + *length, 1, capacity - *length - 1, stream);
  } while (!feof(stream) && !ferror(stream));
  *status = ferror(stream) ? PME_IO : PME_OK;
  return text;
}

pme_status pme_program_read_file(const char *path, pme_program **out, pme_error *error) {
  errno = 0;
  FILE *stream = fopen(path, "rb");
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "%s", strerror(errno));
  size_t length;
  pme_status status;
  char *text = read_stream(stream, &length, &status);
  if (status == PME_IO)
    pme_error_set(error, status, 0, 0, "%s", errno ? strerror(errno) : "cannot be read");
  else if (status != PME_OK)
    pme_error_set(error, status, 0, 0, "out of memory");
  fclose(stream);
  if (status == PME_OK)
    status = pme_program_read(text, length, out, error);
  pme_reallocate(text, 0);
  return status;
}
