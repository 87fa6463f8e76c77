/* From what a user asks for (`-pmecache-machine=`, `--machine`) to a machine. */
#include "machine_source.h"
#include "pmecache/arena.h"
#include "pmecache/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A machine text is a few hundred bytes; files of hwloc and kerncraft, with what was measured, are some hundred KB. */
enum { MAX_TEXT_BYTES = 1 << 16, MAX_FILE_BYTES = 16 << 20, PIECE_BYTES = 64 << 10, MOST_PRESETS = 256 };

static pme_status unknown_machine(const char *request, pme_error *error) {
  if (!access(request, R_OK))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "no machine '%.160s': a file is given as file:%.160s", request,
                         request);
  const char *known[MOST_PRESETS];
  int count = pme_machine_preset_count() < MOST_PRESETS ? pme_machine_preset_count() : MOST_PRESETS;
  for (int i = 0; i < count; i++)
    known[i] = pme_machine_preset_at(i)->name;
  const char *near = pme_nearest(request, known, count);
  return pme_error_set(error, PME_BAD_INPUT, 0, 0,
                       "no machine '%.40s'%s%s%s: expected a name such as corei7 ('pmecache machine list' has all), "
                       "host, file:PATH or a text such as cores=4;L1=32K,8,64",
                       request, near ? " (is " : "", near ? near : "", near ? " meant?)" : "");
}

/* ---- files ---- */

typedef struct file_text {
  char *bytes; /* with a 0 behind them */
  size_t length;
} file_text;

static pme_status read_bytes(FILE *stream, const char *path, file_text *text, pme_error *error) {
  size_t capacity = 0;
  do {
    if (text->length + PIECE_BYTES >= capacity) {
      capacity = 2 * capacity + 2 * (size_t)PIECE_BYTES;
      char *bytes = capacity <= 4 * (size_t)MAX_FILE_BYTES ? (char *)pme_reallocate(text->bytes, capacity) : NULL;
      if (!bytes)
        return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
      text->bytes = bytes;
    }
    text->length += fread(text->bytes + text->length, 1, PIECE_BYTES, stream);
  } while (!feof(stream) && !ferror(stream) && text->length < MAX_FILE_BYTES);
  text->bytes[text->length] = 0;
  if (ferror(stream))
    return pme_error_set(error, PME_IO, 0, 0, "cannot read '%.160s': %s", path, strerror(errno));
  if (text->length >= MAX_FILE_BYTES)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "'%.160s' is too large for a machine", path);
  return PME_OK;
}

/* A line of the outermost mapping; a machine text has no colons but in names. */
static bool is_kerncraft(const char *text) {
  static const char *const keys[] = {"memory hierarchy:", "kerncraft version:"};
  for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL)
    for (int i = 0; i < 2; i++)
      if (!strncmp(line, keys[i], strlen(keys[i])))
        return true;
  return false;
}

/* What a file lacks belongs to the file, though no line has it. */
static pme_status in_file(pme_status status, pme_error *error) {
  if (status && error && !error->line)
    error->line = error->column = 1;
  return status;
}

static pme_status read_text(const file_text *text, const char *path, pme_machine *out, pme_error *error) {
  size_t length = strlen(path);
  bool is_yaml =
      (length > 4 && !strcmp(path + length - 4, ".yml")) || (length > 5 && !strcmp(path + length - 5, ".yaml"));
  if (text->bytes[strspn(text->bytes, " \t\r\n\xef\xbb\xbf")] == '<')
    return in_file(pme__machine_read_hwloc(text->bytes, text->length, out, error), error);
  if (is_yaml || is_kerncraft(text->bytes))
    return in_file(pme__machine_read_kerncraft(text->bytes, text->length, out, error), error);
  if (text->length > MAX_TEXT_BYTES)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "'%.160s' is too large for a machine text", path);
  return pme_machine_read(text->bytes, text->length, out, error);
}

static pme_status read_file(const char *path, pme_machine *out, pme_error *error) {
  file_text text = {0};
  FILE *stream = fopen(path, "rb");
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot read '%.160s': %s", path, strerror(errno));
  pme_status status = read_bytes(stream, path, &text, error);
  fclose(stream);
  if (!status)
    status = read_text(&text, path, out, error);
  pme_reallocate(text.bytes, 0);
  return status;
}

/* ---- requests ---- */

pme_status pme_machine_resolve(const char *request, pme_machine *out, pme_error *error) {
  if (!strcmp(request, "host"))
    return pme_machine_host(out, error);
  if (!strncmp(request, "file:", 5))
    return read_file(request + 5, out, error);
  for (int i = 0; i < pme_machine_preset_count(); i++) {
    const pme_machine_preset *preset = pme_machine_preset_at(i);
    if (!strcmp(request, preset->name))
      return pme_machine_read(preset->text, strlen(preset->text), out, error);
  }
  if (strchr(request, '='))
    return pme_machine_read(request, strlen(request), out, error);
  return unknown_machine(request, error);
}
