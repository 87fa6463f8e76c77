#define _GNU_SOURCE /* open_memstream, in any mode of the language */
#include "features.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

/* Of the language server protocol. */
enum { SEVERITY_INFORMATION = 3 };

/* ---- texts ---- */

/* A text that is written to; its JSON, or NULL where memory ran out. */
typedef struct writer {
  FILE *stream;
  char *text;
  size_t length;
} writer;

static bool open_writer(writer *w) {
  *w = (writer){0};
  w->stream = open_memstream(&w->text, &w->length);
  return w->stream != NULL;
}

static json_t *close_writer(writer *w) {
  bool failed = fclose(w->stream) != 0;
  json_t *text = failed ? NULL : json_stringn(w->text, w->length);
  free(w->text);
  return text;
}

static bool may_be_moved(const feature_request *r, const pme__unit_loop *loop) {
  return r->is_edited || is_stale(r->units, loop->unit, r->path);
}

static bool append(json_t *list, json_t *item) { return item && json_array_append_new(list, item) == 0; }

/* ---- lenses ---- */

static json_t *lens_title(const feature_request *r, const pme__unit_loop *loop) {
  writer w;
  if (!open_writer(&w))
    return NULL;
  write_summary(r->units, loop, w.stream);
  if (loop->saving.change[0])
    fprintf(w.stream, "; %s saves %.0f%%", loop->saving.change, floor(100 * (1 - loop->saving.ratio)));
  else if (advice_of(loop)[0])
    fputs("; advice", w.stream);
  if (may_be_moved(r, loop))
    fputs(" (changed since it was compiled)", w.stream);
  return close_writer(&w);
}

static json_t *lens_of(const feature_request *r, const pme__unit_loop *loop) {
  json_t *title = lens_title(r, loop), *range = source_range(r->text, loop->line, loop->column);
  return json_pack("{s:o,s:{s:o,s:s}}", "range", range, "command", "title", title, "command", "");
}

json_t *feature_lenses(const feature_request *r) {
  json_t *list = json_array();
  int at = 0;
  bool fits = list != NULL;
  for (const pme__unit_loop *loop; fits && (loop = next_loop(r->units, r->path, &at));)
    fits = append(list, lens_of(r, loop));
  return list;
}

/* ---- diagnostics ---- */

static json_t *diagnostic_of(const feature_request *r, const pme__unit_loop *loop) {
  return json_pack("{s:o,s:i,s:s,s:s,s:s}", "range", source_range(r->text, loop->line, loop->column), "severity",
                   SEVERITY_INFORMATION, "source", "pmecache", "code", "advice", "message", advice_of(loop));
}

json_t *feature_diagnostics(const feature_request *r) {
  json_t *list = json_array();
  int at = 0;
  bool fits = list != NULL;
  for (const pme__unit_loop *loop; fits && (loop = next_loop(r->units, r->path, &at));)
    if (advice_of(loop)[0])
      fits = append(list, diagnostic_of(r, loop));
  return list;
}

/* ---- hovers ---- */

/* The loops that begin in the line; else its accesses, of the costliest loop that has some. */
static bool put_line(const feature_request *r, int line, FILE *out) {
  int at = 0, found = 0;
  for (const pme__unit_loop *loop; (loop = next_loop(r->units, r->path, &at));)
    if (loop->line == line) {
      fputs(found++ ? "\n---\n\n" : "", out);
      put_loop(r->units, loop, out);
    }
  at = 0;
  for (const pme__unit_loop *loop; !found && (loop = next_loop(r->units, r->path, &at));)
    found = put_references(loop, line, out);
  return found > 0;
}

json_t *feature_hover(const feature_request *r, int line) {
  writer w;
  if (!open_writer(&w))
    return NULL;
  bool found = put_line(r, line + 1, w.stream);
  json_t *text = close_writer(&w);
  if (!found) {
    json_decref(text);
    return json_null();
  }
  return json_pack("{s:{s:s,s:o},s:o}", "contents", "kind", "markdown", "value", text, "range",
                   source_range(r->text, line + 1, 0));
}
