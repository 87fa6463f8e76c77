#define _GNU_SOURCE /* st_mtim, in any mode of the language */
#include "documents.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/message.h"

/* ---- changes ---- */

static uint64_t mix(uint64_t digest, uint64_t value) {
  digest ^= value;
  digest *= 0x9e3779b97f4a7c15U;
  return digest ^ digest >> 32;
}

static uint64_t digest_of(const char *name, const struct stat *there) {
  uint64_t digest = 1;
  for (; *name; name++)
    digest = mix(digest, (unsigned char)*name);
  digest = mix(digest, (uint64_t)there->st_size);
  digest = mix(digest, (uint64_t)there->st_ino);
  return mix(mix(digest, (uint64_t)there->st_mtim.tv_sec), (uint64_t)there->st_mtim.tv_nsec);
}

/* In any order of the folder the same. */
static uint64_t digest_of_folder(const char *path, DIR *folder) {
  char name[8192];
  struct stat there;
  uint64_t digest = 2;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    bool is_document = length > 5 && !strcmp(entry->d_name + length - 5, ".json");
    if (is_document && snprintf(name, sizeof name, "%s/%s", path, entry->d_name) < (int)sizeof name &&
        !stat(name, &there))
      digest += digest_of(entry->d_name, &there);
  }
  return digest;
}

/* 1: there is nothing. */
static uint64_t digest_now(const char *path) {
  struct stat there;
  DIR *folder = opendir(path);
  if (!folder)
    return stat(path, &there) ? 1 : digest_of(path, &there);
  uint64_t digest = digest_of_folder(path, folder);
  closedir(folder);
  return digest;
}

/* ---- reading ---- */

static void tell_fault(void *context, const char *path, const pme_error *error) {
  (void)context;
  report_fault(path, error); /* on stderr, which editors keep in a log */
}

bool documents_refresh(documents *d) {
  uint64_t now = digest_now(d->path);
  if (now == d->seen)
    return false;
  d->seen = now;
  pme__units_destroy(d->units);
  d->units = NULL;
  if (now != 1 && now != 2)
    pme__units_read(&d->path, 1, true, tell_fault, NULL, &d->units);
  return true;
}

void documents_close(documents *d) {
  pme__units_destroy(d->units);
  d->units = NULL;
}

bool is_stale(const pme__units *units, int unit, const char *source) {
  struct stat written, changed;
  return !stat(units->units[unit].document, &written) && !stat(source, &changed) &&
         (changed.st_mtim.tv_sec > written.st_mtim.tv_sec ||
          (changed.st_mtim.tv_sec == written.st_mtim.tv_sec && changed.st_mtim.tv_nsec > written.st_mtim.tv_nsec));
}
