/* Reads source files as far as lines go: no parser, and so what is not plain is refused. */
#include "source_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *copy_of(pme_arena *arena, const char *text, size_t length) {
  char *copy = PME_ARENA_NEW(arena, char, length + 1);
  if (copy)
    memcpy(copy, text, length);
  return copy;
}

bool pme__read_source(const char *path, int first, pme_arena *arena, pme__source_lines *out) {
  char line[PME__MOST_SOURCE_BYTES];
  FILE *stream = fopen(path, "r");
  bool is_read = stream != NULL;
  *out = (pme__source_lines){.first = first};
  for (int number = 1; is_read && out->count < PME__MOST_SOURCE_LINES && fgets(line, sizeof line, stream);) {
    size_t length = strlen(line);
    bool is_whole = length > 0 && line[length - 1] == '\n', is_last = !is_whole && feof(stream);
    if (number >= first) {
      char *copy = copy_of(arena, line, length - is_whole);
      is_read = copy && (is_whole || is_last);
      out->lines[out->count++] = copy;
    }
    number += is_whole;
  }
  if (stream)
    fclose(stream);
  return is_read && out->count > 0;
}

const char *pme__source_line(const pme__source_lines *source, int number) {
  int at = number - source->first;
  return at >= 0 && at < source->count ? source->lines[at] : NULL;
}

const char *pme__skip_blanks(const char *text) {
  while (*text == ' ' || *text == '\t')
    text++;
  return text;
}

static bool is_end_of_line(const char *text) {
  text = pme__skip_blanks(text);
  if (*text == '{')
    text = pme__skip_blanks(text + 1);
  return *text == '\0' || *text == '\r' || strncmp(text, "//", 2) == 0;
}

bool pme__find_for(const char *line, const char **from, const char **to) {
  const char *at = pme__skip_blanks(line);
  int depth = 0;
  if (strncmp(at, "for", 3) != 0 || *(at = pme__skip_blanks(at + 3)) != '(')
    return false;
  *from = at;
  for (; *at; at++) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (*at == '"' || *at == '\'')
      return false;
    if (depth == 0)
      break;
  }
  *to = *at ? at + 1 : at;
  return *at && is_end_of_line(*to);
}
