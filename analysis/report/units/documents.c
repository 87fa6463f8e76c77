/* Finds and reads the documents of a build. */
#define _GNU_SOURCE /* scandir, in any mode of the language */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pmecache/report.h"
#include "units_parts.h"

enum { PATH_BYTES = 4096 };

/* ---- memory ---- */

/* jansson takes a failed allocation for bad input. */
static _Thread_local bool ran_out;

static void *allocate(size_t size_bytes) {
  void *memory = pme_reallocate(NULL, size_bytes ? size_bytes : 1);
  ran_out |= !memory;
  return memory;
}

static void release(void *pointer) { pme_reallocate(pointer, 0); }

/* ---- faults ---- */

static void tell(const pme__documents *d, const char *path, const pme_error *error) {
  d->fault(d->context, path, error);
}

static void tell_failure(const pme__documents *d, const char *path) {
  pme_error error = {0};
  pme_error_set(&error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
  tell(d, path, &error);
}

/* ---- one document ---- */

/* A document of a version and kind that is known here, or what is wrong. */
static pme_status check(const json_t *root, pme_error *error) {
  const json_t *version = json_object_get(root, "version");
  if (!json_is_integer(version) || !json_is_string(json_object_get(root, "producer")))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "this JSON is not of pmecache: it is left out");
  if (json_integer_value(version) != PME_JSON_VERSION)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "it has version %lld, and this pmecache reads version %d: %s",
                         (long long)json_integer_value(version), PME_JSON_VERSION,
                         json_integer_value(version) > PME_JSON_VERSION ? "a newer one wrote it"
                                                                        : "compile the unit again");
  if (!json_is_array(json_object_get(root, "functions")))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "it has no predictions ('functions'): it is left out");
  return PME_OK;
}

static bool has_room(pme__documents *d) {
  if (d->count < d->capacity)
    return true;
  int capacity = d->capacity ? 2 * d->capacity : 64;
  pme__document *rows = (pme__document *)pme_reallocate(d->rows, (size_t)capacity * sizeof *rows);
  if (!rows)
    return false;
  d->rows = rows;
  d->capacity = capacity;
  return true;
}

static void keep(pme__documents *d, const char *path, json_t *root) {
  char *copy = pme_arena_copy_text(d->arena, path);
  if (copy && has_room(d)) {
    d->rows[d->count++] = (pme__document){copy, root};
    return;
  }
  d->no_memory = true;
  json_decref(root);
}

static void read_document(pme__documents *d, const char *path) {
  json_error_t place;
  pme_error error = {0};
  FILE *stream = fopen(path, "rb");
  if (!stream) {
    tell_failure(d, path);
    return;
  }
  json_t *root = json_loadf(stream, 0, &place);
  fclose(stream);
  if (!root && ran_out) {
    d->no_memory = true;
  } else if (!root) {
    pme_error_set(&error, PME_BAD_INPUT, place.line, place.column, "not JSON: %.200s", place.text);
    tell(d, path, &error);
  } else if (!check(root, &error)) {
    keep(d, path, root);
  } else {
    tell(d, path, &error);
    json_decref(root);
  }
}

/* ---- folders ---- */

static int is_document_name(const struct dirent *entry) {
  const char *suffix = strrchr(entry->d_name, '.');
  return entry->d_name[0] != '.' && suffix && !strcmp(suffix, ".json");
}

static int by_name(const struct dirent **left, const struct dirent **right) {
  return strcmp((*left)->d_name, (*right)->d_name);
}

static void read_in_folder(pme__documents *d, const char *folder, const char *name) {
  char path[PATH_BYTES];
  struct stat there;
  size_t length = strlen(folder);
  const char *slash = length && folder[length - 1] == '/' ? "" : "/";
  if (snprintf(path, sizeof path, "%s%s%s", folder, slash, name) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    tell_failure(d, folder);
  } else if (stat(path, &there)) {
    tell_failure(d, path);
  } else if (!S_ISDIR(there.st_mode)) {
    read_document(d, path);
  }
}

static void read_folder(pme__documents *d, const char *folder) {
  struct dirent **entries;
  int count = scandir(folder, &entries, is_document_name, by_name);
  if (count < 0) {
    tell_failure(d, folder);
    return;
  }
  for (int i = 0; i < count; i++) {
    read_in_folder(d, folder, entries[i]->d_name);
    free(entries[i]); /* scandir's, not the funnel's */
  }
  free(entries);
  if (!count) {
    pme_error error = {0};
    pme_error_set(&error, PME_BAD_INPUT, 0, 0, "no document in this folder (*.json, from PMECACHE_JSON)");
    tell(d, folder, &error);
  }
}

void pme__documents_add(pme__documents *documents, const char *path) {
  struct stat there;
  json_set_alloc_funcs(allocate, release);
  ran_out = false;
  if (!stat(path, &there) && S_ISDIR(there.st_mode))
    read_folder(documents, path);
  else
    read_document(documents, path);
}
