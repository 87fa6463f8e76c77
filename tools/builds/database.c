#include "database.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- command lines, as a shell splits them ---- */

static const char BLANKS[] = " \t\n\v\f\r";

/* Copies one word to *out, which moves behind it; returns what follows. NULL: there is no more. */
static const char *split_word(const char *text, char **out) {
  char quote = 0;
  text += strspn(text, BLANKS);
  if (!*text)
    return NULL;
  for (; *text && (quote || !strchr(BLANKS, *text)); text++) {
    if (*text == '\\' && quote != '\'' && text[1])
      *(*out)++ = *++text;
    else if (quote ? *text == quote : *text == '"' || *text == '\'')
      quote = quote ? 0 : *text;
    else
      *(*out)++ = *text;
  }
  *(*out)++ = 0;
  return text;
}

static bool split_command(const char *text, pme_arena *arena, database_entry *entry) {
  size_t length = strlen(text);
  char *words = PME_ARENA_NEW(arena, char, 2 * length + 2);
  entry->arguments = PME_ARENA_NEW(arena, char *, length / 2 + 3);
  if (!words || !entry->arguments)
    return false;
  for (char *word = words; (text = split_word(text, &words)) != NULL; word = words)
    entry->arguments[entry->count++] = word;
  return true;
}

static bool copy_arguments(const json_t *list, pme_arena *arena, database_entry *entry) {
  size_t count = json_array_size(list);
  entry->arguments = PME_ARENA_NEW(arena, char *, count + 1);
  for (size_t i = 0; entry->arguments && i < count; i++) {
    const char *text = json_string_value(json_array_get(list, i));
    entry->arguments[entry->count++] = pme_arena_copy_text(arena, text ? text : "");
    if (!entry->arguments[i])
      return false;
  }
  return entry->arguments != NULL;
}

/* ---- the file ---- */

static bool read_entry(const json_t *value, pme_arena *arena, database_entry *entry) {
  const json_t *list = json_object_get(value, "arguments");
  const char *command = json_string_value(json_object_get(value, "command"));
  const char *directory = json_string_value(json_object_get(value, "directory"));
  entry->directory = pme_arena_copy_text(arena, directory ? directory : ".");
  bool is_good =
      json_is_array(list) ? copy_arguments(list, arena, entry) : split_command(command ? command : "", arena, entry);
  return is_good && entry->directory;
}

static pme_status read_entries(const json_t *root, pme_arena *arena, database *out, pme_error *error) {
  size_t count = json_array_size(root);
  if (!json_is_array(root))
    return pme_error_set(error, PME_BAD_INPUT, 1, 1, "expected a list of compiles (compile_commands.json)");
  out->entries = PME_ARENA_NEW(arena, database_entry, count + 1);
  for (size_t i = 0; out->entries && i < count; i++)
    if (!read_entry(json_array_get(root, i), arena, &out->entries[out->entry_count++]))
      return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  return out->entries ? PME_OK : pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
}

pme_status database_read(const char *path, pme_arena *arena, database *out, pme_error *error) {
  json_error_t place;
  FILE *stream = fopen(path, "rb");
  *out = (database){0};
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
  json_t *root = json_loadf(stream, 0, &place);
  fclose(stream);
  if (!root)
    return pme_error_set(error, PME_BAD_INPUT, place.line, place.column, "not JSON: %.200s", place.text);
  pme_status status = read_entries(root, arena, out, error);
  json_decref(root);
  return status;
}
