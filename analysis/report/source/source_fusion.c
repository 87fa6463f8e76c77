/* Finds the lines of two loops, and writes them as one. */
#include <stdio.h>
#include <string.h>

#include "analysis/report/words/facts.h"
#include "source_change.h"

typedef struct written_loop {
  int directive, header, last; /* lines: what the program calls its place, the `for`, its end */
  const char *from, *to;       /* parentheses of the `for` */
  int body, body_end;          /* lines, without braces */
  bool has_braces;
} written_loop;

typedef struct fuser {
  pme_arena *arena;
  pme__source_lines source;
  written_loop loops[2];
  pme__source_change *out;
  bool is_full; /* memory is exhausted */
} fuser;

static const char *line_at(const fuser *f, int line) {
  const char *text = pme__source_line(&f->source, line);
  return text ? text : "";
}

static bool refuse(fuser *f, const char *why) {
  f->out->why_not = why;
  return false;
}

/* ---- where the loops are ---- */

static bool is_brace(const char *line) {
  const char *at = pme__skip_blanks(line);
  return *at == '}' && !*pme__skip_blanks(at + 1);
}

static bool find_body(fuser *f, written_loop *loop) {
  loop->has_braces = strchr(loop->to, '{') != NULL;
  loop->body = loop->header + 1;
  loop->body_end = loop->has_braces ? loop->last - 1 : loop->last;
  if (loop->body > loop->body_end || (loop->has_braces && !is_brace(line_at(f, loop->last))))
    return refuse(f, "a body does not stand on lines of its own");
  for (int line = loop->body; line <= loop->body_end; line++) {
    const char *text = pme__skip_blanks(line_at(f, line));
    if (pme__declares_variable(text))
      return refuse(f, "a body declares variables of its own");
    if (*text == '#' && strncmp(text, "#pragma", 7) != 0)
      return refuse(f, "a body depends on the preprocessor");
  }
  return true;
}

static bool find_loop(fuser *f, int line, written_loop *loop) {
  loop->directive = line;
  loop->header = pme__behind_directives(&f->source, line);
  if (!pme__find_for(line_at(f, loop->header), &loop->from, &loop->to))
    return refuse(f, "a loop is no plain `for` on a line of its own");
  loop->last = pme__end_of_statement(&f->source, loop->header, loop->to);
  if (loop->last == 0)
    return refuse(f, "a loop does not end on a line of its own, or too far away");
  return find_body(f, loop);
}

static bool are_same(const char *a, const char *a_end, const char *b, const char *b_end) {
  return a_end - a == b_end - b && strncmp(a, b, (size_t)(a_end - a)) == 0;
}

/* Without a line of code between them, and of the same directives. */
static bool are_alike(fuser *f) {
  const written_loop *a = &f->loops[0], *b = &f->loops[1];
  for (int line = a->last + 1; line < b->directive; line++)
    if (*pme__skip_blanks(line_at(f, line)) && strncmp(pme__skip_blanks(line_at(f, line)), "//", 2) != 0)
      return refuse(f, "something stands between the loops");
  bool alike = b->directive > a->last && a->header - a->directive == b->header - b->directive &&
               are_same(a->from, a->to, b->from, b->to);
  for (int line = 0; alike && line < a->header - a->directive; line++)
    alike = strcmp(pme__skip_blanks(line_at(f, a->directive + line)),
                   pme__skip_blanks(line_at(f, b->directive + line))) == 0;
  return alike || refuse(f, "the loops are not written alike");
}

static bool find_loops(fuser *f, const pme_subject *subject, const pme_loop_fusion *fusion) {
  pme_place first = pme_subject_at(subject, fusion->first)->place,
            second = pme_subject_at(subject, fusion->second)->place;
  if (first.line <= 0 || second.line <= 0)
    return refuse(f, "the program has no lines of the source: compile with -g or -gline-tables-only");
  f->out->file = pme__file_of(subject, first, NULL);
  int above = first.line > PME__CONTEXT_LINES ? first.line - PME__CONTEXT_LINES : 1;
  if (!f->out->file[0] || strcmp(f->out->file, pme__file_of(subject, second, NULL)) != 0 ||
      !pme__read_source(f->out->file, above, f->arena, &f->source))
    return refuse(f, "the source cannot be read");
  return find_loop(f, first.line, &f->loops[0]) && find_loop(f, second.line, &f->loops[1]) && are_alike(f);
}

/* ---- the change ---- */

static void add_line(fuser *f, const char *text, int length, const char *behind) {
  size_t bytes = (size_t)length + strlen(behind) + 1;
  char *copy = PME_ARENA_NEW(f->arena, char, bytes);
  f->is_full = f->is_full || !copy;
  if (copy)
    snprintf(copy, bytes, "%.*s%s", length, text, behind);
  f->out->after[f->out->after_count++] = copy;
}

static void add_body(fuser *f, const written_loop *loop) {
  for (int line = loop->body; line <= loop->body_end; line++)
    f->out->after[f->out->after_count++] = line_at(f, line);
}

static void change(fuser *f) {
  const written_loop *a = &f->loops[0], *b = &f->loops[1];
  const char *header = line_at(f, a->header);
  if (b->last - a->header >= PME__MOST_CHANGED_LINES) {
    refuse(f, "the loops are too long");
    return;
  }
  f->out->line = a->header;
  for (int line = a->header; line <= b->last; line++)
    f->out->before[f->out->before_count++] = line_at(f, line);
  add_line(f, header, (int)(a->to - header), " {");
  add_body(f, a);
  add_body(f, b);
  add_line(f, header, (int)(pme__skip_blanks(header) - header), "}");
  pme__add_context(&f->source, f->out);
}

pme_status pme__fuse_source(const pme_prediction *prediction, const pme_loop_fusion *fusion, pme_arena *arena,
                            pme__source_change *out) {
  fuser f = {.arena = arena, .out = out};
  *out = (pme__source_change){0};
  if (find_loops(&f, prediction->subject, fusion))
    change(&f);
  return f.is_full ? PME_NO_MEMORY : PME_OK;
}
