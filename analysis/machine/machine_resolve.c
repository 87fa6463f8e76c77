/* From what a user asks for (`-pmecache-machine=`, `--machine`) to a machine. */
#include "pmecache/arena.h"
#include "pmecache/machine.h"
#include "pmecache/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A machine text is a few hundred bytes; what is larger than this is no machine text. */
enum { MAX_FILE_BYTES = 1 << 16, MOST_PRESETS = 256 };

static pme_status unknown_machine(const char *request, pme_error *error) {
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

static pme_status read_file(const char *path, pme_machine *out, pme_error *error) {
  FILE *stream = fopen(path, "rb");
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot read '%.160s': %s", path, strerror(errno));
  char *text = (char *)pme_reallocate(NULL, MAX_FILE_BYTES);
  if (!text) {
    fclose(stream);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  size_t length = fread(text, 1, MAX_FILE_BYTES, stream);
  pme_status status;
  if (ferror(stream))
    status = pme_error_set(error, PME_IO, 0, 0, "cannot read '%.160s': %s", path, strerror(errno));
  else if (length == MAX_FILE_BYTES)
    status = pme_error_set(error, PME_BAD_INPUT, 0, 0, "'%.160s' is too large for a machine text", path);
  else
    status = pme_machine_read(text, length, out, error);
  fclose(stream);
  pme_reallocate(text, 0);
  return status;
}

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
