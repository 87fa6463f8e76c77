/* Which symbols a loop has no value for, and how to give them: one option that can be pasted. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "concrete_evaluation.h"
#include "tree.h"

/* More are a matter for a run that measures them. */
enum { MOST_SYMBOLS = 8, MOST_NAME_BYTES = 60, MOST_GIVEN_BYTES = 400 };
/* Values that nobody will take for an answer, of about the right size. */
enum {
  PLAUSIBLE_SIZE = 1000,
  PLAUSIBLE_TEAM = 4,
  PLAUSIBLE_CHUNK = 16,
  PLAUSIBLE_ROUNDS = 10,
  PLAUSIBLE_EXPONENT = 10
};

typedef enum role { ROLE_SIZE, ROLE_FIRST, ROLE_STEP, ROLE_CHUNK, ROLE_TEAM } role;

typedef struct missing_symbol {
  int parameter;
  role role;             /* the first that was found, a size above all */
  int64_t element_bytes; /* of the array that it is a stride in; 0: in none */
  bool in_bytes;         /* that stride counts bytes, and not elements, or parts of them */
  bool is_exponent;      /* of a power of two that is missing */
  bool is_bound;         /* of a loop or a condition: it counts what the source counts there */
  int loop;              /* the first that it is a bound of, or PME_NONE */
} missing_symbol;

typedef struct missing_symbols {
  const pme_program *program;
  const bool *known;
  const pme_what_if *what_if;
  int subject; /* node that the hint is of */
  int reading; /* loop whose bounds are read, or PME_NONE */
  int count;   /* MOST_SYMBOLS + 1: more than can be given by hand */
  missing_symbol items[MOST_SYMBOLS];
} missing_symbols;

/* ---- collecting ---- */

static missing_symbol *find_or_add(missing_symbols *m, int parameter, role role) {
  for (int i = 0; i < m->count && i < MOST_SYMBOLS; i++)
    if (m->items[i].parameter == parameter)
      return &m->items[i];
  if (m->count >= MOST_SYMBOLS) {
    m->count = MOST_SYMBOLS + 1;
    return NULL;
  }
  m->items[m->count] = (missing_symbol){.parameter = parameter, .role = role, .loop = PME_NONE};
  return &m->items[m->count++];
}

static int64_t constant_factor(const pme_program *program, pme_expr expr) {
  const pme_expr_node *node = pme_program_expr(program, expr);
  if (node->kind == PME_EXPR_CONSTANT)
    return node->value;
  if (node->kind != PME_EXPR_MULTIPLY)
    return 1;
  return constant_factor(program, node->left) * constant_factor(program, node->right);
}

/* Of a power of two the exponent is what can be given. */
static void note(missing_symbols *m, int parameter, role role, int64_t factor, int64_t element_bytes) {
  int exponent = m->known[parameter] ? PME_NONE : pme__exponent_of(m->program, parameter);
  bool is_power = exponent != PME_NONE && !m->known[exponent];
  missing_symbol *symbol = m->known[parameter] ? NULL : find_or_add(m, is_power ? exponent : parameter, role);
  if (!symbol)
    return;
  symbol->is_exponent |= is_power;
  if (role == ROLE_SIZE)
    symbol->role = role;
  if (symbol->loop == PME_NONE)
    symbol->loop = m->reading;
  if (element_bytes <= 0 || is_power) {
    symbol->is_bound = true;
    return;
  }
  symbol->in_bytes = symbol->in_bytes || (element_bytes > 1 && (factor == 1 || factor == -1));
  symbol->element_bytes = element_bytes;
}

/* `factor`: what the expression is multiplied by; `element_bytes`: 0 where it is no offset in an array. */
static void collect_expr(missing_symbols *m, pme_expr expr, role role, int64_t factor, int64_t element_bytes) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(m->program, expr);
  if (!node)
    return;
  if (node->kind == PME_EXPR_PARAMETER)
    note(m, (int)node->value, role, factor, element_bytes);
  if (node->left == PME_NONE || node->right == PME_NONE)
    return;
  bool is_product = node->kind == PME_EXPR_MULTIPLY;
  bool keeps_unit = is_product || node->kind == PME_EXPR_ADD;
  int64_t element = keeps_unit ? element_bytes : 0;
  collect_expr(m, node->left, role, is_product ? factor * constant_factor(m->program, node->right) : factor, element);
  collect_expr(m, node->right, role, is_product ? factor * constant_factor(m->program, node->left) : factor, element);
}

/* A loop that counts down has its size where others begin. */
static void collect_loop(missing_symbols *m, const pme_loop *loop) {
  bool is_down = loop->step != PME_NONE && constant_factor(m->program, loop->step) < 0;
  for (int i = 0; i < loop->last_count; i++)
    collect_expr(m, loop->lasts[i], is_down ? ROLE_FIRST : ROLE_SIZE, 1, 0);
  for (int i = 0; i < loop->first_count; i++)
    collect_expr(m, loop->firsts[i], is_down ? ROLE_SIZE : ROLE_FIRST, 1, 0);
  collect_expr(m, loop->step, ROLE_STEP, 1, 0);
  if (!m->what_if->has_schedule)
    collect_expr(m, loop->chunk, ROLE_CHUNK, 1, 0);
  if (m->what_if->threads == 0)
    collect_expr(m, loop->threads, ROLE_TEAM, 1, 0);
}

/* An array may be touched otherwise, too: all of it by memcpy, whose accesses are larger than the source's elements. */
static int64_t accessed_bytes(const pme_program *program, const pme_access *access) {
  int64_t element = pme_program_array(program, access->array)->element_bytes;
  return access->size_bytes > 0 && access->size_bytes < element ? access->size_bytes : element;
}

static void collect_node(missing_symbols *m, int id) {
  const pme_node *node = pme_program_node(m->program, id);
  switch (node->kind) {
  case PME_NODE_LOOP:
    m->reading = id;
    collect_loop(m, &node->u.loop);
    m->reading = PME_NONE;
    break;
  case PME_NODE_REGION:
    if (m->what_if->threads == 0)
      collect_expr(m, node->u.region.threads, ROLE_TEAM, 1, 0);
    break;
  case PME_NODE_GUARD:
    for (int i = 0; i < node->u.guard.condition_count; i++)
      collect_expr(m, node->u.guard.conditions[i], ROLE_SIZE, 1, 0);
    break;
  case PME_NODE_ACCESS:
    collect_expr(m, node->u.access.offset_bytes, ROLE_SIZE, 1, accessed_bytes(m->program, &node->u.access));
    break;
  }
}

static void collect_below(missing_symbols *m, int id) {
  collect_node(m, id);
  const pme_node *node = pme_program_node(m->program, id);
  int child = node->kind == PME_NODE_ACCESS ? PME_NONE : node->first_child;
  for (; child != PME_NONE; child = pme_program_node(m->program, child)->next_sibling)
    collect_below(m, child);
}

/* What a remark speaks of: the worksharing loop around the node, else the nearest loop, else the node. */
static int subject_of(const pme_program *program, int id) {
  int nearest = id;
  bool found = false;
  for (int n = id; n != PME_NONE; n = pme_program_node(program, n)->parent) {
    const pme_node *node = pme_program_node(program, n);
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel)
      return n;
    if (node->kind == PME_NODE_LOOP && !found) {
      nearest = n;
      found = true;
    }
  }
  return nearest;
}

/* ---- saying ---- */

/* "g(2,3)", "size(a,1)": of subscripts and arguments, which can be given, too. */
static bool is_in_list(const char *name, const char *c) {
  return c > name && isdigit((unsigned char)c[1]) && memchr(name, '(', (size_t)(c - name)) && strchr(c, ')');
}

bool pme__is_source_name(const char *name) {
  name += *name == '*'; /* "*status", of an argument by address */
  if (!isalpha((unsigned char)name[0]) && name[0] != '_')
    return false;
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && !strchr("_.:%@[]()", *c) && !(*c == ',' && is_in_list(name, c)) &&
        !(c[0] == '-' && c[1] == '>') && !(c[0] == '>' && c > name && c[-1] == '-'))
      return false;
  return strlen(name) <= MOST_NAME_BYTES && !strstr(name, "_M_") && strncmp(name, "__", 2) != 0;
}

static bool can_be_given(const missing_symbols *m) {
  for (int i = 0; i < m->count && i < MOST_SYMBOLS; i++)
    if (!pme__is_source_name(pme_program_parameter(m->program, m->items[i].parameter)->name))
      return false;
  return m->count <= MOST_SYMBOLS;
}

/* Names of recovery's for how often a loop goes round: "j.trips", "j.trips.2", "rounds". */
static bool is_trip_count(const char *name) {
  static const char trips[] = ".trips";
  const char *dot = strstr(name, trips), *rest = dot ? dot + strlen(trips) : "?";
  bool is_numbered = rest[0] == '.' && rest[1 + strspn(rest + 1, "0123456789")] == 0;
  return rest[0] == 0 || is_numbered || strncmp(name, "rounds", strlen("rounds")) == 0;
}

static int64_t plausible(const missing_symbol *symbol, const char *name) {
  if (is_trip_count(name))
    return PLAUSIBLE_ROUNDS;
  if (symbol->is_exponent)
    return PLAUSIBLE_EXPONENT;
  if (symbol->in_bytes && !symbol->is_bound)
    return PLAUSIBLE_SIZE * symbol->element_bytes;
  switch (symbol->role) {
  case ROLE_FIRST:
    return 0;
  case ROLE_STEP:
    return 1;
  case ROLE_CHUNK:
    return PLAUSIBLE_CHUNK;
  case ROLE_TEAM:
    return PLAUSIBLE_TEAM;
  case ROLE_SIZE:
    break;
  }
  return PLAUSIBLE_SIZE;
}

typedef struct cut_text {
  char *buffer;
  size_t bytes, length;
} cut_text;

static void append(cut_text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(t->buffer + t->length, t->bytes - t->length, format, arguments);
  va_end(arguments);
  size_t left = t->bytes - t->length - 1;
  t->length += written < 0 ? 0 : (size_t)written < left ? (size_t)written : left;
}

static const char *unit_of(const missing_symbol *symbol, const char *name) {
  if (is_trip_count(name)) /* said together */
    return NULL;
  if (symbol->element_bytes <= 1 || symbol->is_bound)
    return NULL;
  return symbol->in_bytes ? "bytes" : "elements";
}

static const char *name_of(const missing_symbols *m, int item) {
  return pme_program_parameter(m->program, m->items[item].parameter)->name;
}

/* "'j', 'k' and 'l'": the next name of a list, of `count`, `said` before it. */
static void append_name(cut_text *t, const char *name, int said, int count, const char *before) {
  append(t, "%s'%s'", said == 0 ? before : said + 1 == count ? " and " : ", ", name);
}

static const char *file_of(const missing_symbols *m, pme_place place) {
  return place.file ? place.file : pme_program_file(m->program);
}

/* "line 12", or "graph.hpp:12" where that is another file than the hint's; false: not known. */
static bool say_place(const missing_symbols *m, int item, char *words, size_t bytes) {
  int loop = m->items[item].loop;
  if (loop == PME_NONE || pme_program_node(m->program, loop)->place.line <= 0)
    return false;
  pme_place place = pme_program_node(m->program, loop)->place;
  const char *file = file_of(m, place), *name = strrchr(file, '/');
  if (!strcmp(file, file_of(m, pme_program_node(m->program, m->subject)->place)))
    snprintf(words, bytes, "line %d", place.line);
  else
    snprintf(words, bytes, "%s:%d", name ? name + 1 : file, place.line);
  return true;
}

/* " at line 12 and line 14", of the loops whose trip counts are missing; "" where one is not known. */
static void append_places(cut_text *t, const missing_symbols *m, int count) {
  char words[MOST_NAME_BYTES];
  size_t start = t->length;
  int said = 0;
  for (int i = 0; i < m->count; i++)
    if (is_trip_count(name_of(m, i))) {
      if (!say_place(m, i, words, sizeof words)) {
        t->length = start;
        t->buffer[start] = 0;
        return;
      }
      append(t, "%s%s", said == 0 ? " at " : said + 1 == count ? " and " : ", ", words);
      said++;
    }
}

/* "'k.trips' counts how often the loop at line 12 goes round" */
static void append_trip_counts(cut_text *t, const missing_symbols *m, const char *before) {
  int count = 0, said = 0;
  for (int i = 0; i < m->count; i++)
    count += is_trip_count(name_of(m, i));
  for (int i = 0; i < m->count; i++)
    if (is_trip_count(name_of(m, i)))
      append_name(t, name_of(m, i), said++, count, before);
  if (count == 0)
    return;
  append(t, count > 1 ? " count how often the loops" : " counts how often the loop");
  append_places(t, m, count);
  append(t, count > 1 ? " go round" : " goes round");
}

static bool has_unit(const missing_symbols *m, int item, const char *unit) {
  const char *own = unit_of(&m->items[item], name_of(m, item));
  return own && strcmp(own, unit) == 0;
}

/* "'ld' and 'lda' count elements" */
static void append_unit(cut_text *t, const missing_symbols *m, const char *unit, const char *before) {
  int count = 0, said = 0;
  for (int i = 0; i < m->count; i++)
    count += has_unit(m, i, unit);
  for (int i = 0; i < m->count; i++)
    if (has_unit(m, i, unit))
      append_name(t, name_of(m, i), said++, count, before);
  if (count > 0)
    append(t, " count%s %s", count > 1 ? "" : "s", unit);
}

/* "n@57", which recovery calls another value of what the source calls `n`; "n.2" where it has no line. */
static bool is_other_value(const char *name, char sign) {
  const char *behind = strrchr(name, sign);
  bool is_numbered = behind && behind > name && behind[1] && behind[1 + strspn(behind + 1, "0123456789")] == 0;
  return is_numbered && !is_trip_count(name);
}

static bool has_other_value(const missing_symbols *m, char sign) {
  for (int i = 0; i < m->count; i++)
    if (is_other_value(name_of(m, i), sign))
      return true;
  return false;
}

static void append_other_values(cut_text *t, const missing_symbols *m, const char *before) {
  bool has_line = has_other_value(m, '@');
  if (has_line)
    append(t, "%sa name with @: its value at that line", before);
  if (has_other_value(m, '.'))
    append(t, "%sa number behind a name: its value at another place", has_line ? ", " : before);
}

/* " ('ld' counts elements, 'pitch' counts bytes)": where that is not plain. */
static void append_units(cut_text *t, const missing_symbols *m) {
  size_t start = t->length;
  append_unit(t, m, "elements", " (");
  append_unit(t, m, "bytes", t->length > start ? ", " : " (");
  append_trip_counts(t, m, t->length > start ? ", " : " (");
  append_other_values(t, m, t->length > start ? ", " : " (");
  if (t->length > start)
    append(t, ")");
}

static void collect(missing_symbols *m, int subject) {
  int around = pme_program_node(m->program, subject)->parent;
  for (; around != PME_NONE; around = pme_program_node(m->program, around)->parent)
    collect_node(m, around);
  collect_below(m, subject);
}

/* Given by hand, and not again behind that. */
static bool is_given(const pme_what_if *what_if, int binding) {
  for (int i = binding + 1; i < what_if->binding_count; i++)
    if (!strcmp(what_if->bindings[i].name, what_if->bindings[binding].name))
      return false;
  return !what_if->bindings[binding].origin;
}

/* Values that are given stay: pasted, a list takes the place of the one before. */
static void append_given(cut_text *t, const pme_what_if *what_if) {
  char given[MOST_GIVEN_BYTES];
  cut_text list = {given, sizeof given, 0};
  given[0] = 0;
  for (int i = 0; what_if && i < what_if->binding_count; i++)
    if (is_given(what_if, i))
      append(&list, "%s=%" PRId64 ",", what_if->bindings[i].name, what_if->bindings[i].value);
  if (list.length + 1 < sizeof given) /* none is cut */
    append(t, "%s", given);
}

/* Values of a run are among those that are known: it has not recorded what is missing. */
static bool has_been_run(const missing_symbols *m) {
  static const char measured[] = "measured"; /* as the plugin says where a value is from */
  for (int i = 0; m->what_if && i < m->what_if->binding_count; i++)
    if (m->what_if->bindings[i].origin && !strncmp(m->what_if->bindings[i].origin, measured, strlen(measured)))
      return true;
  return false;
}

static void write_hint(const missing_symbols *m, cut_text *t) {
  if (m->count == 0 || !can_be_given(m)) {
    append(t, "%s", has_been_run(m) ? PME_MEASURE_IT("all") : PME_MEASURE_IT("values"));
    return;
  }
  append(t, "give %s with -pmecache-param='", m->count > 1 ? "them" : "it");
  append_given(t, m->what_if);
  for (int i = 0; i < m->count; i++) {
    append(t, "%s%s=%" PRId64, i ? "," : "", name_of(m, i), plausible(&m->items[i], name_of(m, i)));
  }
  append(t, "'");
  append_units(t, m);
}

const char *pme__missing_hint(pme__evaluation *b, int node) {
  int subject = subject_of(b->program, node);
  if (b->hint && b->hinted == subject)
    return b->hint;
  char text[1000];
  missing_symbols m = {
      .program = b->program, .known = b->affine.known, .what_if = b->what_if, .subject = subject, .reading = PME_NONE};
  cut_text t = {text, sizeof text, 0};
  collect(&m, subject);
  write_hint(&m, &t);
  b->hint = pme__kept(b, text);
  b->hinted = subject;
  return b->hint;
}
