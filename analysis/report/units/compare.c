/* Two answers about a program: what a change did to it. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/report.h"
#include "units_parts.h"

/* ---- totals ---- */

static double misses_in(const pme__unit_loop *loop, const char *level, bool of_accesses) {
  for (int i = 0; i < loop->level_count; i++)
    if (!strcmp(loop->levels[i].name, level))
      return of_accesses ? loop->levels[i].accesses : loop->levels[i].misses;
  return 0;
}

static double total_time(const pme__units *u) {
  double total = 0;
  for (int i = 0; i < u->loop_count; i++)
    total += u->loops[i].cycles >= 0 ? pme__loop_cost(&u->loops[i]) : 0;
  return total;
}

static bool has_level(const pme__units *u, const char *name) {
  pme__level_names names = pme__level_names_of(u);
  for (int i = 0; i < names.count; i++)
    if (!strcmp(names.names[i], name))
      return true;
  return false;
}

/* "time", "loops", "refused", "L3.misses", "L1.accesses". False: there is no such total. */
static bool total_of(const pme__units *u, const char *metric, double *total) {
  char level[32];
  const char *dot = strchr(metric, '.');
  *total = 0;
  if (!strcmp(metric, "time"))
    *total = total_time(u);
  else if (!strcmp(metric, "loops"))
    *total = u->loop_count;
  else if (!strcmp(metric, "refused"))
    *total = u->kind_counts[PME__LOOP_REFUSED];
  else if (!dot || dot - metric >= (long)sizeof level || (strcmp(dot, ".misses") != 0 && strcmp(dot, ".accesses") != 0))
    return false;
  if (!dot)
    return true;
  snprintf(level, sizeof level, "%.*s", (int)(dot - metric), metric);
  for (int i = 0; i < u->loop_count; i++)
    *total += misses_in(&u->loops[i], level, !strcmp(dot, ".accesses"));
  return has_level(u, level);
}

/* ---- conditions: "L3.misses > +2%", "time < 3", several with commas between them ---- */

typedef struct condition {
  char metric[64], text[120];
  char relation; /* '<' or '>' */
  bool or_equal, is_share;
  double value;
} condition;

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

/* Reads one and returns what follows; NULL: it is none. */
static const char *read_condition(const char *at, condition *c) {
  const char *first = at = skip_blanks(at);
  size_t length = strcspn(at, " \t<>,");
  *c = (condition){.value = 0};
  if (!length || length >= sizeof c->metric)
    return NULL;
  memcpy(c->metric, at, length);
  at = skip_blanks(at + length);
  c->relation = *at++;
  if (c->relation != '<' && c->relation != '>')
    return NULL;
  c->or_equal = *at == '=';
  at = skip_blanks(at + c->or_equal);
  char *end;
  c->value = strtod(at, &end);
  c->is_share = *end == '%';
  const char *behind = skip_blanks(end + c->is_share);
  if (end == at || !isfinite(c->value) || (*behind && *behind != ','))
    return NULL;
  snprintf(c->text, sizeof c->text, "%.*s", (int)(end + c->is_share - first), first);
  return behind;
}

/* A share is of the change; from nothing every increase is infinite. */
static double change_of(double before, double now) {
  if (now == before)
    return 0;
  return before != 0 ? 100 * (now - before) / before : INFINITY;
}

static bool holds(const condition *c, double value) {
  if (c->or_equal && value == c->value)
    return true;
  return c->relation == '>' ? value > c->value : value < c->value;
}

/* PME_BAD_INPUT, or whether it holds. */
static pme_status check_one(const pme__units *before, const pme__units *now, const condition *c, bool *is_true,
                            pme_error *error) {
  double value, old = 0;
  if (!total_of(now, c->metric, &value))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0,
                         "'%.60s' is no total: expected time, loops, refused, or LEVEL.misses, LEVEL.accesses",
                         c->metric);
  if (c->is_share && !before)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "'%.60s' wants a --baseline", c->text);
  if (c->is_share)
    total_of(before, c->metric, &old);
  *is_true = holds(c, c->is_share ? change_of(old, value) : value);
  return PME_OK;
}

pme_status pme__units_check(const pme__units *before, const pme__units *now, const char *conditions, char *failed,
                            size_t failed_bytes, pme_error *error) {
  failed[0] = 0;
  for (const char *at = conditions;; at++) {
    condition c;
    bool is_true;
    int column = (int)(at - conditions) + 1;
    at = read_condition(at, &c);
    if (!at)
      return pme_error_set(error, PME_BAD_INPUT, 1, column,
                           "expected a condition as 'L3.misses > +2%%' or 'time > 0.5', several with commas");
    pme_status status = check_one(before, now, &c, &is_true, error);
    if (status)
      return status;
    if (is_true && !failed[0])
      snprintf(failed, failed_bytes, "%s", c.text);
    if (!*at)
      return PME_OK;
  }
}

/* ---- the same loops ---- */

/* What a loop is called in both: nothing of it moves with lines or folders. */
static int by_name(const void *left, const void *right) {
  const pme__unit_loop *a = *(const pme__unit_loop *const *)left, *b = *(const pme__unit_loop *const *)right;
  int order = strcmp(a->symbol, b->symbol);
  if (!order)
    order = strcmp(pme__text_at(a->loop, "file"), pme__text_at(b->loop, "file"));
  if (!order)
    order = strcmp(a->variable, b->variable);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  return order ? order : a->unit - b->unit;
}

static bool has_same_name(const pme__unit_loop *a, const pme__unit_loop *b) {
  return !strcmp(a->symbol, b->symbol) && !strcmp(a->variable, b->variable) &&
         !strcmp(pme__text_at(a->loop, "file"), pme__text_at(b->loop, "file"));
}

int pme__loop_ordinal(const pme__units *u, const pme__unit_loop *loop) {
  int ordinal = 0;
  for (int i = 0; i < u->loop_count; i++)
    if (u->loops[i].function == loop->function && has_same_name(&u->loops[i], loop) && u->loops[i].line < loop->line)
      ordinal++;
  return ordinal;
}

static const pme__unit_loop **sorted_loops(const pme__units *u) {
  const pme__unit_loop **list = PME_ARENA_NEW(u->arena, const pme__unit_loop *, u->loop_count + 1);
  for (int i = 0; list && i < u->loop_count; i++)
    list[i] = &u->loops[i];
  if (list)
    qsort(list, (size_t)u->loop_count, sizeof *list, by_name);
  return list;
}

typedef struct pair {
  const pme__unit_loop *before, *now; /* NULL: it is not there */
} pair;

/* A loop of both lists, or of the one whose turn it is. */
static pair next_pair(const pme__unit_loop ***before, const pme__unit_loop ***now) {
  pair p = {**before, **now};
  if (p.before && p.now && !has_same_name(p.before, p.now)) {
    if (by_name(*before, *now) < 0)
      p.now = NULL;
    else
      p.before = NULL;
  }
  *before += p.before != NULL;
  *now += p.now != NULL;
  return p;
}

/* ---- text ---- */

static double cost_of(const pme__unit_loop *loop) { return loop ? pme__loop_cost(loop) : 0; }

static double difference(const pair *p) { return cost_of(p->now) - cost_of(p->before); }

static const pme__unit_loop *shown_of(const pair *p) { return p->now ? p->now : p->before; }

static int by_difference(const void *left, const void *right) {
  const pme__unit_loop *first = shown_of((const pair *)left), *second = shown_of((const pair *)right);
  double a = fabs(difference((const pair *)left)), b = fabs(difference((const pair *)right));
  int order = (first->cycles < 0) - (second->cycles < 0); /* seconds and misses are not compared */
  if (!order)
    order = (a < b) - (a > b);
  return order ? order : by_name(&first, &second);
}

static void put_total(const pme__units *before, const pme__units *now, const char *metric, FILE *stream) {
  char from[24], to[24];
  double old, value;
  total_of(before, metric, &old);
  total_of(now, metric, &value);
  pme_format_count(old, 3, from, sizeof from);
  pme_format_count(value, 3, to, sizeof to);
  fprintf(stream, "%-12s %10s -> %10s", metric, from, to);
  if (old != 0)
    fprintf(stream, "  %+.2f%%", change_of(old, value));
  fputc('\n', stream);
}

static void put_time(const pme__units *before, const pme__units *now, FILE *stream) {
  const pme__unit_loop *old = before->loop_count ? &before->loops[0] : NULL;
  char from[PME__COST_BYTES], to[PME__COST_BYTES];
  if (!old || !now->loop_count || old->cycles < 0 || now->loops[0].cycles < 0)
    return;
  pme__write_cost(old, total_time(before), from, sizeof from);
  pme__write_cost(&now->loops[0], total_time(now), to, sizeof to);
  fprintf(stream, "%-12s %10s -> %10s  %+.2f%%\n", "time", from, to, change_of(total_time(before), total_time(now)));
}

static void put_pair(const pair *p, FILE *stream) {
  const pme__unit_loop *shown = shown_of(p);
  char place[PME__PLACE_BYTES], from[PME__COST_BYTES] = "not there", to[PME__COST_BYTES] = "gone";
  pme__write_place(shown, place, sizeof place);
  if (p->before)
    pme__write_cost(p->before, cost_of(p->before), from, sizeof from);
  if (p->now)
    pme__write_cost(p->now, cost_of(p->now), to, sizeof to);
  fprintf(stream, "%s:  %s -> %s", place, from, to);
  if (p->before && p->now && cost_of(p->before) > 0)
    fprintf(stream, "  %+.2f%%", change_of(cost_of(p->before), cost_of(p->now)));
  fprintf(stream, "  %s in ", shown->variable);
  pme__print_name(shown->name, stream);
  fputc('\n', stream);
}

static void put_changes(pair *pairs, int count, int most, FILE *stream) {
  int changed = 0;
  qsort(pairs, (size_t)count, sizeof *pairs, by_difference);
  for (int i = 0; i < count; i++)
    if (difference(&pairs[i]) != 0)
      pairs[changed++] = pairs[i];
  if (!changed)
    fputs("\nNo loop costs more or less than before.\n", stream);
  else
    fputs("\nLoops that changed most\n", stream);
  for (int i = 0; i < changed && i < most; i++)
    put_pair(&pairs[i], stream);
  if (changed > most)
    fprintf(stream, "... and %d more (--top %d shows all)\n", changed - most, changed);
}

static void put_totals(const pme__units *before, const pme__units *now, FILE *stream) {
  pme__level_names names = pme__level_names_of(now);
  char metric[64];
  fputs("Totals, before -> now\n", stream);
  put_total(before, now, "loops", stream);
  put_total(before, now, "refused", stream);
  put_time(before, now, stream);
  for (int i = 0; i < names.count; i++) {
    snprintf(metric, sizeof metric, "%.40s.misses", names.names[i]);
    put_total(before, now, metric, stream);
  }
}

pme_status pme__units_compare(const pme__units *before, const pme__units *now, int most, FILE *stream) {
  const pme__unit_loop **old = sorted_loops(before), **new = sorted_loops(now);
  pair *pairs = PME_ARENA_NEW(now->arena, pair, before->loop_count + now->loop_count + 1);
  int count = 0;
  if (!old || !new || !pairs)
    return PME_NO_MEMORY;
  while (*old || *new)
    pairs[count++] = next_pair(&old, &new);
  put_totals(before, now, stream);
  put_changes(pairs, count, most, stream);
  return PME_OK;
}
