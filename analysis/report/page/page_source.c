/* Sources beside the misses of their lines: the outermost level, of the loops that have numbers. */
#include <stdlib.h>
#include <string.h>

#include "page_parts.h"
#include "pmecache/report.h"

enum { LINES_BEFORE = 2, LINES_BEHIND = 2, MOST_LINE_BYTES = 400, MOST_FILE_LINES = 200000 };

/* What a line of a source is shown for. */
typedef struct mark {
  const char *file;
  int line;
  double misses;
  int loop; /* that begins here, from 1 on; 0: none */
} mark;

typedef struct marks {
  mark *rows;
  size_t count, capacity;
  bool no_memory;
} marks;

/* ---- marks ---- */

static void add_mark(marks *m, mark row) {
  if (row.line < 1 || row.line > MOST_FILE_LINES || !row.file[0])
    return;
  if (m->count == m->capacity) {
    size_t capacity = m->capacity ? 2 * m->capacity : 256;
    mark *rows = (mark *)pme_reallocate(m->rows, capacity * sizeof *rows);
    m->no_memory |= !rows;
    if (!rows)
      return;
    m->rows = rows;
    m->capacity = capacity;
  }
  m->rows[m->count++] = row;
}

static void mark_loop(marks *m, const pme__units *units, const pme__unit_loop *loop, int number) {
  const json_t *references = json_object_get(loop->loop, "references");
  add_mark(m, (mark){loop->file, loop->line, 0, number});
  for (size_t i = 0; i < json_array_size(references); i++) {
    const json_t *reference = json_array_get(references, i), *levels = json_object_get(reference, "levels");
    const json_t *outermost = json_array_get(levels, json_array_size(levels) - 1);
    const char *file = pme__reference_file(units, loop, reference);
    double line = pme__number_at(reference, "line", 0);
    m->no_memory |= !file;
    if (file && line < MOST_FILE_LINES)
      add_mark(m, (mark){file, (int)line, pme__misses_in_run(loop, outermost), 0});
  }
}

static int by_line(const void *left, const void *right) {
  const mark *a = (const mark *)left, *b = (const mark *)right;
  int order = strcmp(a->file, b->file);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  return order ? order : a->loop - b->loop;
}

/* ---- lines ---- */

static void put_line(int number, const char *text, size_t length, const mark *first, const mark *end, double most,
                     FILE *stream) {
  char count[24] = "";
  double misses = 0;
  int loop = 0;
  for (; first < end; first++) {
    misses += first->misses;
    loop = first->loop && !loop ? first->loop : loop;
  }
  if (misses > 0)
    pme_format_count(misses, 2, count, sizeof count);
  int heat = most > 0 ? (int)(8 * misses / most + 0.999) : 0;
  fprintf(stream, "<tr class=h%d><td>%s</td><td>%d</td><td class=t><code>", heat, count, number);
  pme__page_bytes(text, length < MOST_LINE_BYTES ? length : MOST_LINE_BYTES, stream);
  fputs("</code>", stream);
  if (loop)
    fprintf(stream, " <a href=\"#L%d\">loop %d</a>", loop, loop);
  fputs("</td></tr>\n", stream);
}

static bool is_near(int line, const mark *from, const mark *end) {
  for (; from < end && from->line - LINES_BEFORE <= line; from++)
    if (line <= from->line + LINES_BEHIND)
      return true;
  return false;
}

static double most_misses(const mark *first, const mark *end) {
  double most = 0;
  for (const mark *from = first, *to; from < end; from = to) {
    double sum = 0;
    for (to = from; to < end && to->line == from->line; to++)
      sum += to->misses;
    most = sum > most ? sum : most;
  }
  return most;
}

static void put_lines(FILE *source, const mark *first, const mark *end, FILE *stream) {
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  bool is_open = false;
  double most = most_misses(first, end);
  for (int number = 1; first < end && (length = getline(&text, &room, source)) >= 0; number++) {
    while (first < end && first->line + LINES_BEHIND < number)
      first++;
    if (!is_near(number, first, end)) {
      is_open = false;
      continue;
    }
    if (!is_open)
      fputs("<tr class=gap><td><td><td></tr>\n", stream);
    is_open = true;
    const mark *at = first, *behind;
    while (at < end && at->line < number)
      at++;
    for (behind = at; behind < end && behind->line == number;)
      behind++;
    put_line(number, text, (size_t)length - (length > 0 && text[length - 1] == '\n'), at, behind, most, stream);
  }
  free(text); /* getline's, not the funnel's */
}

static void put_file(const mark *first, const mark *end, FILE *stream) {
  FILE *source = fopen(first->file, "r");
  fputs("<details open><summary><code>", stream);
  pme__page_text(first->file, stream);
  fputs("</code></summary>\n", stream);
  if (source) {
    fputs("<table class=source><tr><th>misses<th>line<th></tr>\n", stream);
    put_lines(source, first, end, stream);
    fputs("</table>\n", stream);
    fclose(source);
  } else {
    fputs("<p>This source cannot be read from here.</p>\n", stream);
  }
  fputs("</details>\n", stream);
}

pme_status pme__page_sources(const pme__units *units, FILE *stream) {
  marks m = {0};
  for (int i = 0; i < units->loop_count; i++)
    mark_loop(&m, units, &units->loops[i], i + 1);
  if (m.count)
    qsort(m.rows, m.count, sizeof *m.rows, by_line);
  for (const mark *first = m.rows, *end, *last = m.rows + m.count; !m.no_memory && first < last; first = end) {
    for (end = first; end < last && !strcmp(end->file, first->file);)
      end++;
    put_file(first, end, stream);
  }
  pme_reallocate(m.rows, 0);
  return m.no_memory ? PME_NO_MEMORY : PME_OK;
}
