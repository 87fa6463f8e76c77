#include "scan_units.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile_line.h"
#include "pmecache/arena.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static bool name_list(char path[PATH_MAX], const char *folder, const char *list) {
  return snprintf(path, PATH_MAX, "%s/%s", folder, list) < PATH_MAX;
}

static bool name_noted(char path[PATH_MAX], const char *folder, const char *list) {
  return snprintf(path, PATH_MAX, "%s/%s.noted", folder, list) < PATH_MAX;
}

/* ---- a compile ---- */

static json_t *unit_value(int count, char **arguments) {
  char directory[PATH_MAX];
  int first = 1;
  const char *source = next_source(count, arguments, &first);
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list, json_string(arguments[i]));
  return json_pack("{s:s,s:s,s:o}", "directory", getcwd(directory, sizeof directory) ? directory : ".", "file",
                   source ? source : "", "arguments", list);
}

/* One write of one line: others append at the same time. */
void note_unit(const char *folder, const char *list, int count, char **arguments) {
  char path[PATH_MAX];
  json_t *value = unit_value(count, arguments);
  char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
  int file = name_noted(path, folder, list) ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
  size_t length = text ? strlen(text) : 0;
  if (file >= 0 && length) {
    text[length] = '\n'; /* in place of the end */
    if (write(file, text, length + 1) < 0)
      unlink(path); /* a full disk: no list rather than half of one */
  }
  if (file >= 0)
    close(file);
  free(text);
  json_decref(value);
}

/* ---- the build ---- */

static bool is_same_unit(const json_t *a, const json_t *b) {
  return json_equal(json_object_get(a, "directory"), json_object_get(b, "directory")) &&
         json_equal(json_object_get(a, "file"), json_object_get(b, "file"));
}

static void put_unit(json_t *list, json_t *unit) {
  size_t at = 0;
  while (at < json_array_size(list) && !is_same_unit(json_array_get(list, at), unit))
    at++;
  if (at < json_array_size(list))
    json_array_set_new(list, at, unit);
  else
    json_array_append_new(list, unit);
}

static void put_noted(json_t *list, const char *path) {
  FILE *noted = fopen(path, "r");
  json_t *unit;
  while (noted && (unit = json_loadf(noted, JSON_DISABLE_EOF_CHECK, NULL)))
    put_unit(list, unit);
  if (noted)
    fclose(noted);
}

void collect_units(const char *folder, const char *list) {
  char noted[PATH_MAX], path[PATH_MAX];
  if (!name_noted(noted, folder, list) || !name_list(path, folder, list))
    return;
  json_t *units = json_load_file(path, 0, NULL);
  if (!json_is_array(units)) {
    json_decref(units);
    units = json_array();
  }
  put_noted(units, noted);
  if (json_array_size(units) && !json_dump_file(units, path, JSON_INDENT(1)))
    unlink(noted);
  json_decref(units);
}
