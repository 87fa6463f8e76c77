/* Finds and reads the documents of a build. */
#define _GNU_SOURCE /* scandir, sysconf, in any mode of the language */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void note_document(pme__documents *d, const char *path) {
  char *copy = pme_arena_copy_text(d->arena, path);
  if (copy && has_room(d))
    d->rows[d->count++] = (pme__document){.path = copy};
  else
    d->no_memory = true;
}

/* In pieces: by the byte, a stream takes its lock for each. */
static size_t read_piece(void *buffer, size_t bytes, void *stream) { return fread(buffer, 1, bytes, (FILE *)stream); }

static json_t *load(const char *path, json_error_t *place) {
  FILE *stream = fopen(path, "rb");
  json_t *root = stream ? json_load_callback(read_piece, stream, 0, place) : NULL;
  if (stream)
    fclose(stream);
  return root;
}

/* Without what an answer does not look at; NULL: in the other way, which also says what is wrong. */
static json_t *load_slim(const char *path) {
  struct stat there;
  FILE *stream = fopen(path, "rb");
  if (!stream || fstat(fileno(stream), &there) || !S_ISREG(there.st_mode)) {
    if (stream)
      fclose(stream);
    return NULL;
  }
  size_t length = (size_t)there.st_size;
  char *text = (char *)allocate(length);
  bool is_read = text && fread(text, 1, length, stream) == length;
  fclose(stream);
  size_t kept = is_read ? pme__slim(text, length) : 0;
  json_t *root = kept ? json_loadb(text, kept, 0, NULL) : NULL;
  release(text);
  return root;
}

static void read_document(pme__document *document, bool is_whole) {
  json_error_t place;
  if (access(document->path, R_OK)) {
    pme_error_set(&document->error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
    return;
  }
  ran_out = false;
  json_t *root = is_whole ? NULL : load_slim(document->path);
  root = root || ran_out ? root : load(document->path, &place);
  if (!root && ran_out)
    document->error.status = PME_NO_MEMORY;
  else if (!root)
    pme_error_set(&document->error, PME_BAD_INPUT, place.line, place.column, "not JSON: %.200s", place.text);
  else if (!check(root, &document->error))
    document->root = root;
  else
    json_decref(root);
}

/* ---- all documents, several at a time ---- */

enum { MOST_THREADS = 16 };

typedef struct work {
  pme__documents *documents;
  atomic_int next;
} work;

static void *read_some(void *context) {
  work *w = (work *)context;
  for (int at; (at = atomic_fetch_add(&w->next, 1)) < w->documents->count;)
    read_document(&w->documents->rows[at], w->documents->is_whole);
  return NULL;
}

/* Other threads than this one that are worth it. */
static int helper_count(const pme__documents *d) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  int most = processors > MOST_THREADS ? MOST_THREADS : (int)processors;
  return (d->count < most ? d->count : most) - 1;
}

static void read_all(pme__documents *d) {
  pthread_t threads[MOST_THREADS];
  work w = {.documents = d};
  int wanted = helper_count(d), started = 0;
  json_object_seed(0); /* before threads would do it at once */
  while (started < wanted && !pthread_create(&threads[started], NULL, read_some, &w))
    started++;
  read_some(&w);
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
}

void pme__documents_read(pme__documents *documents) {
  int kept = 0;
  json_set_alloc_funcs(allocate, release);
  read_all(documents);
  for (int i = 0; i < documents->count; i++) {
    pme__document *row = &documents->rows[i];
    if (row->root)
      documents->rows[kept++] = *row;
    else if (row->error.status == PME_NO_MEMORY)
      documents->no_memory = true;
    else
      tell(documents, row->path, &row->error);
  }
  documents->count = kept;
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
    note_document(d, path);
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

static bool is_folder(const char *path) {
  struct stat there;
  return !stat(path, &there) && S_ISDIR(there.st_mode);
}

void pme__documents_add(pme__documents *documents, const char *path) {
  char answers[PATH_BYTES]; /* of a folder of `pmecache scan`, which has other files beside them */
  bool is_of_scan = snprintf(answers, sizeof answers, "%s/answers", path) < (int)sizeof answers && is_folder(answers);
  if (is_folder(path))
    read_folder(documents, is_of_scan ? answers : path);
  else
    note_document(documents, path);
}
