#include "sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pmecache/arena.h"

/* ---- addresses ---- */

static int digit_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool path_of_uri(const char *uri, char path[PATH_MAX]) {
  static const char scheme[] = "file://";
  size_t length = 0;
  if (strncmp(uri, scheme, sizeof scheme - 1) != 0)
    return false;
  const char *at = strchr(uri + sizeof scheme - 1, '/'); /* behind a host, which is this one */
  for (; at && *at && length + 1 < PATH_MAX; length++) {
    int high = *at == '%' ? digit_of(at[1]) : -1, low = high >= 0 ? digit_of(at[2]) : -1;
    path[length] = low >= 0 ? (char)(16 * high + low) : *at;
    at += low >= 0 ? 3 : 1;
  }
  path[length] = 0;
  return at && !*at && length && strlen(path) == length;
}

/* ---- texts ---- */

static void read_file(const char *path, source_text *source) {
  struct stat there;
  FILE *stream = !stat(path, &there) && S_ISREG(there.st_mode) ? fopen(path, "r") : NULL;
  size_t bytes = stream && there.st_size > 0 ? (size_t)there.st_size : 0;
  source->read = bytes ? (char *)pme_reallocate(NULL, bytes) : NULL;
  if (source->read)
    source->length = fread(source->read, 1, bytes, stream);
  source->text = source->read;
  if (stream)
    fclose(stream);
}

source_text source_open(const json_t *open, const char *uri) {
  char path[PATH_MAX];
  source_text source = {0};
  const json_t *text = json_object_get(open, uri);
  if (text) {
    source.text = json_string_value(text);
    source.length = json_string_length(text);
  } else if (path_of_uri(uri, path)) {
    read_file(path, &source);
  }
  return source;
}

void source_close(source_text *source) {
  pme_reallocate(source->read, 0);
  *source = (source_text){0};
}

/* ---- positions ---- */

/* The bytes of the character that begins here. */
static size_t character_bytes(const char *bytes, size_t length) {
  unsigned char first = (unsigned char)bytes[0];
  size_t count = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (count > length || first >= 0xf8)
    return 1;
  for (size_t i = 1; i < count; i++)
    if (((unsigned char)bytes[i] & 0xc0) != 0x80)
      return 1;
  return count;
}

int utf16_units(const char *bytes, size_t length) {
  int units = 0;
  while (length) {
    size_t count = character_bytes(bytes, length);
    units += count == 4 ? 2 : 1;
    bytes += count;
    length -= count;
  }
  return units;
}

/* The line from 1 on, without its end; beyond the text an empty one. */
static const char *line_at(const source_text *source, int number, size_t *length) {
  const char *at = source->text, *end = source->text ? at + source->length : at;
  while (at && at < end && --number > 0) {
    const char *next = (const char *)memchr(at, '\n', (size_t)(end - at));
    at = next ? next + 1 : end;
  }
  const char *stop = at && at < end ? (const char *)memchr(at, '\n', (size_t)(end - at)) : at;
  *length = at ? (size_t)((stop ? stop : end) - at) : 0;
  while (*length && at[*length - 1] == '\r')
    --*length;
  return at;
}

json_t *source_range(const source_text *source, int line, int column) {
  size_t length;
  const char *text = line_at(source, line, &length);
  size_t before = column > 0 ? (size_t)column - 1 : 0;
  while (!column && before < length && (text[before] == ' ' || text[before] == '\t'))
    before++;
  if (before > length)
    before = length;
  int from = length ? utf16_units(text, before) : 0, to = length ? utf16_units(text, length) : 0;
  int row = line > 0 ? line - 1 : 0;
  return json_pack("{s:{s:i,s:i},s:{s:i,s:i}}", "start", "line", row, "character", from, "end", "line", row,
                   "character", to);
}
