#include "page.h"

#include <stdbool.h>
#include <string.h>

enum { LINE_BYTES = 4096 };

/* What the lines before have opened. */
typedef enum block { NO_BLOCK, USAGE, PARAGRAPH, LIST, EXAMPLE } block;

typedef struct writer {
  FILE *out;
  block block;
  bool is_described, has_options;
  bool is_list; /* a heading was there: what is indented are entries */
} writer;

/* ---- roff ---- */

static void put_text(const char *text, size_t length, FILE *out) {
  for (size_t i = 0; i < length; i++)
    if (text[i] == '\\')
      fputs("\\e", out);
    else if (text[i] == '-')
      fputs("\\-", out);
    else
      fputc(text[i], out);
}

static void put_line(const char *text, FILE *out) {
  if (*text == '.' || *text == '\'')
    fputs("\\&", out);
  put_text(text, strlen(text), out);
  fputc('\n', out);
}

static void close_block(writer *w) {
  if (w->block == USAGE || w->block == EXAMPLE)
    fputs(".fi\n", w->out);
  w->block = NO_BLOCK;
}

static void open_block(writer *w, block wanted, const char *macros) {
  if (w->block == wanted)
    return;
  close_block(w);
  fputs(macros, w->out);
  w->block = wanted;
}

static void describe(writer *w) {
  if (!w->is_described)
    fputs(".SH DESCRIPTION\n", w->out);
  w->is_described = true;
}

/* ---- lines ---- */

static size_t indent_of(const char *line) { return strspn(line, " "); }

/* "--option VALUE   help", "show   what a profile holds": two blanks are between the two. */
static void put_entry(writer *w, const char *entry) {
  const char *gap = strstr(entry, "  ");
  size_t length = gap ? (size_t)(gap - entry) : strlen(entry);
  close_block(w);
  fputs(".TP\n.B ", w->out);
  put_text(entry, length, w->out);
  fputc('\n', w->out);
  const char *help = gap ? gap + indent_of(gap) : "";
  if (*help)
    put_line(help, w->out);
  w->block = LIST;
}

static void put_option(writer *w, const char *entry) {
  if (!w->has_options)
    close_block(w), fputs(".SH OPTIONS\n", w->out);
  w->has_options = w->is_described = true;
  put_entry(w, entry);
}

static void put_heading(writer *w, const char *line, size_t length) {
  close_block(w);
  w->is_list = true;
  if (!strcmp(line, "options:"))
    return;
  describe(w);
  fprintf(w->out, ".SS %.*s\n", (int)length - 1, line);
}

static void put_paragraph(writer *w, const char *line) {
  if (w->has_options && w->block != PARAGRAPH)
    open_block(w, PARAGRAPH, ".SH NOTES\n");
  describe(w);
  open_block(w, PARAGRAPH, ".PP\n");
  put_line(line, w->out);
}

static void put_example(writer *w, const char *line) {
  describe(w);
  open_block(w, EXAMPLE, w->has_options ? ".SH EXAMPLES\n.nf\n" : ".PP\n.nf\n");
  put_line(line, w->out);
}

static void put_help_line(writer *w, const char *line) {
  size_t indent = indent_of(line), length = strlen(line);
  if (!length) {
    close_block(w);
    w->is_list = w->is_list && !w->has_options;
  } else if (!strncmp(line, "usage: ", 7) || (w->block == USAGE && indent)) {
    open_block(w, USAGE, ".SH SYNOPSIS\n.nf\n");
    put_line(line + (indent ? indent : 7), w->out);
  } else if (!strncmp(line, "  --", 4)) {
    put_option(w, line + 2);
  } else if (w->block == LIST && indent > 2) {
    put_line(line + indent, w->out);
  } else if (!indent && line[length - 1] == ':' && !strchr(line, ' ')) {
    put_heading(w, line, length);
  } else if (!indent) {
    put_paragraph(w, line);
  } else if (w->is_list) {
    put_entry(w, line + indent);
  } else {
    put_example(w, line + indent);
  }
}

void write_page(const manual_page *page, FILE *help, FILE *out) {
  char line[LINE_BYTES];
  writer w = {.out = out};
  fprintf(out, ".TH %s 1 \"\" \"pmecache %s\" \"pmecache\"\n.SH NAME\n%s \\- ", page->name, page->version, page->name);
  put_line(page->summary, out);
  while (fgets(line, sizeof line, help)) {
    line[strcspn(line, "\n")] = 0;
    put_help_line(&w, line);
  }
  close_block(&w);
  fputs(".SH SEE ALSO\n", out);
}
