/* Documents of the units of a build, put where one name says: a file, which becomes a folder when a second unit comes.
 * Every compile looks and writes while it has the lock of the folder that the name stands in, and renames what it has
 * written: units that are compiled at the same time lose nothing, and a reader sees whole documents. */
#define _GNU_SOURCE /* realpath */
#include "pmecache/report.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "json_parts.h"

enum { MOST_WAIT_MS = 20000, NAME_BYTES = 200 };

typedef enum kind { ABSENT, THIS_UNIT, OTHER_UNIT, FOREIGN, FOLDER, STREAM } kind;

typedef struct placing {
  const pme_json *json;
  pme_error *error;
  char path[PATH_MAX]; /* without a slash at its end, links followed */
} placing;

static pme_status failed(const placing *p, const char *what, const char *path) {
  return pme_error_set(p->error, PME_IO, 0, 0, "%s '%.150s': %s", what, path, strerror(errno));
}

static pme_status refused(const placing *p, const char *path) {
  return pme_error_set(p->error, PME_IO, 0, 0, "'%.150s' is not the document of a compile: it is left as it is", path);
}

/* ---- units ---- */

static const char *unit_text(const json_t *root, const char *key) {
  const char *text = json_string_value(json_object_get(json_object_get(root, "unit"), key));
  return text ? text : "";
}

static bool is_of_a_unit(const json_t *root) {
  return json_is_integer(json_object_get(root, "version")) && json_is_object(json_object_get(root, "unit"));
}

pme_status pme_json_set_unit(pme_json *json, const char *source, const char *directory, pme_error *error) {
  bool no_memory = false;
  json_t *unit = json_object();
  pme__json_set(&no_memory, unit, "source", pme__json_text(source));
  pme__json_set(&no_memory, unit, "directory", pme__json_text(directory));
  pme__json_set(&no_memory, json->root, "unit", unit);
  return no_memory ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

pme_status pme_json_set_source_name(pme_json *json, const char *name, pme_error *error) {
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1);
  bool no_memory = false;
  if (strcmp(name, json_string_value(json_object_get(function, "name"))) != 0)
    pme__json_set(&no_memory, function, "source_name", pme__json_text(name));
  return no_memory ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

pme_status pme_json_set_body(pme_json *json, int id, const char *file, int line, pme_error *error) {
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  bool no_memory = false;
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    if (json_integer_value(json_object_get(loop, "id")) != id)
      continue;
    json_t *body = json_object();
    pme__json_set(&no_memory, body, "file", pme__json_text(file));
    pme__json_set(&no_memory, body, "line", json_integer(line));
    pme__json_set(&no_memory, loop, "body", body);
  }
  return no_memory ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

/* What is there. A file without a byte is nothing that could be lost. */
static kind kind_of(const placing *p, const char *path) {
  struct stat there;
  if (pme__json_is_stream(path))
    return STREAM;
  if (stat(path, &there) || (S_ISREG(there.st_mode) && there.st_size == 0))
    return ABSENT;
  if (!S_ISREG(there.st_mode))
    return FOLDER;
  kind result = FOREIGN;
  json_t *root = json_load_file(path, 0, NULL);
  if (is_of_a_unit(root))
    result = json_equal(json_object_get(root, "unit"), json_object_get(p->json->root, "unit")) ? THIS_UNIT : OTHER_UNIT;
  json_decref(root);
  return result;
}

/* ---- names ---- */

/* The source as one component of a path. */
static void name_of(const json_t *root, char name[NAME_BYTES + 2]) {
  const char *source = unit_text(root, "source");
  char *at = name;
  source += strspn(source, "/"); /* no name begins with a dash, which commands take for an option */
  if (*source == '.' || !*source)
    *at++ = '_';
  for (int i = 0; i < NAME_BYTES && source[i]; i++)
    *at++ = (unsigned char)source[i] < 33 || strchr("/\\:", source[i]) ? '-' : source[i];
  *at = 0;
}

/* FNV-1a: tells units apart whose sources have the same name. */
static uint32_t unit_hash(const json_t *root) {
  const char *const texts[] = {unit_text(root, "directory"), "\n", unit_text(root, "source")};
  uint32_t hash = 2166136261u;
  for (int i = 0; i < 3; i++)
    for (const char *at = texts[i]; *at; at++)
      hash = (hash ^ (unsigned char)*at) * 16777619u;
  return hash;
}

static bool name_in(const char *folder, const json_t *root, bool with_hash, char path[PATH_MAX]) {
  char name[NAME_BYTES + 2], hash[16] = "";
  name_of(root, name);
  if (with_hash)
    snprintf(hash, sizeof hash, "-%08x", unit_hash(root));
  return snprintf(path, PATH_MAX, "%s/%s%s.json", folder, name, hash) < PATH_MAX;
}

/* ---- writing ---- */

static pme_status write_in_folder(const placing *p) {
  char path[PATH_MAX];
  for (int with_hash = 0; with_hash < 2; with_hash++) {
    if (!name_in(p->path, p->json->root, with_hash, path)) {
      errno = ENAMETOOLONG;
      return failed(p, "cannot write into", p->path);
    }
    kind there = kind_of(p, path);
    if (there == ABSENT || there == THIS_UNIT)
      return pme_json_save(p->json, path, p->error);
  }
  return refused(p, path);
}

/* The file becomes a folder, in which it has the name of its unit. At no time is it without a name. */
static pme_status make_folder_of(const placing *p) {
  char folder[PATH_MAX], moved[PATH_MAX];
  json_t *root = json_load_file(p->path, 0, NULL);
  bool fits = snprintf(folder, sizeof folder, "%s.%ld.tmp", p->path, (long)getpid()) < PATH_MAX &&
              name_in(folder, root, false, moved);
  json_decref(root);
  if (!fits)
    errno = ENAMETOOLONG;
  if (!fits || mkdir(folder, 0777))
    return failed(p, "cannot make a folder of", p->path);
  if (!rename(p->path, moved) && !rename(folder, p->path))
    return PME_OK;
  int reason = errno;
  rename(moved, p->path);
  rmdir(folder);
  errno = reason;
  return failed(p, "cannot make a folder of", p->path);
}

static pme_status make_folder(const placing *p) {
  remove(p->path); /* a file without a byte */
  return mkdir(p->path, 0777) ? failed(p, "cannot make the folder", p->path) : PME_OK;
}

static pme_status write_locked(const placing *p, bool wants_folder) {
  kind there = kind_of(p, p->path);
  pme_status status = PME_OK;
  if (there == FOREIGN)
    return refused(p, p->path);
  if (there == STREAM || (!wants_folder && (there == ABSENT || there == THIS_UNIT)))
    return pme_json_save(p->json, p->path, p->error);
  if (there == ABSENT)
    status = make_folder(p);
  else if (there != FOLDER)
    status = make_folder_of(p);
  return status ? status : write_in_folder(p);
}

/* ---- the lock ---- */

/* The folder that the path stands in; the path itself where it has no name of its own. */
static void folder_around(const char *path, char folder[PATH_MAX]) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (!*name || !strcmp(name, ".") || !strcmp(name, ".."))
    snprintf(folder, PATH_MAX, "%s", path);
  else if (!slash)
    snprintf(folder, PATH_MAX, ".");
  else
    snprintf(folder, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* Holds the folder's lock until the file is closed. Where there are no locks (some network file systems, a folder that
 * may not be read) it goes on without: -1. */
static pme_status lock_folder(const placing *p, int *file) {
  char folder[PATH_MAX];
  folder_around(p->path, folder);
  *file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int waited_ms = 0; *file >= 0 && flock(*file, LOCK_EX | LOCK_NB); waited_ms += 5) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return PME_OK;
    if (waited_ms >= MOST_WAIT_MS) {
      close(*file);
      return pme_error_set(p->error, PME_IO, 0, 0, "another process has held the lock of '%.150s' for %d s", folder,
                           MOST_WAIT_MS / 1000);
    }
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
  return PME_OK;
}

/* ---- paths ---- */

static void make_folders_around(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
}

/* False where the path is too long. */
static bool read_path(placing *p, const char *given) {
  size_t length = strlen(given);
  while (length > 1 && given[length - 1] == '/')
    length--;
  if (length >= PATH_MAX)
    return false;
  memcpy(p->path, given, length);
  p->path[length] = 0;
  char real[PATH_MAX];
  struct stat link;
  if (!lstat(p->path, &link) && S_ISLNK(link.st_mode) && kind_of(p, p->path) != STREAM && realpath(p->path, real))
    memcpy(p->path, real, strlen(real) + 1);
  return true;
}

pme_status pme_json_save_unit(const pme_json *json, const char *path, pme_error *error) {
  placing p = {json, error, ""};
  if (!*path || !read_path(&p, path)) {
    errno = *path ? ENAMETOOLONG : ENOENT;
    return failed(&p, "cannot write", path);
  }
  bool wants_folder = path[strlen(path) - 1] == '/';
  if (wants_folder)
    make_folders_around(p.path);
  int lock;
  pme_status status = lock_folder(&p, &lock);
  if (status)
    return status;
  status = write_locked(&p, wants_folder);
  if (lock >= 0)
    close(lock);
  return status;
}
