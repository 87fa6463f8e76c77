/* Profiles as files. Only the calls of the system: it also runs at the end of an instrumented program. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmecache/arena.h"
#include "profile_internal.h"

enum { BUFFER_BYTES = 1 << 13 };
static const off_t most_bytes = (off_t)1 << 32;

typedef struct output {
  int file;
  size_t used;
  int failure; /* errno */
  char buffer[BUFFER_BYTES];
} output;

static bool write_out(output *o, const char *bytes, size_t length) {
  while (length) {
    ssize_t done = write(o->file, bytes, length);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0) {
      o->failure = done < 0 ? errno : ENOSPC;
      return false;
    }
    bytes += done;
    length -= (size_t)done;
  }
  return true;
}

static bool flush(output *o) {
  bool written = write_out(o, o->buffer, o->used);
  o->used = 0;
  return written;
}

static bool put(void *context, const char *bytes, size_t length) {
  output *o = (output *)context;
  if (o->used + length > sizeof o->buffer && !flush(o))
    return false;
  if (length > sizeof o->buffer)
    return write_out(o, bytes, length);
  memcpy(o->buffer + o->used, bytes, length);
  o->used += length;
  return true;
}

/* Writes all of it to an open file and closes it. */
static pme_status write_and_close(const pme_profile *p, output *o) {
  pme_profile_writer writer = {put, o};
  pme_status status = pme_profile_write(p, &writer);
  if (!status && !flush(o))
    status = PME_IO;
  if (close(o->file) && !status) {
    o->failure = errno;
    status = PME_IO;
  }
  return status;
}

static pme_status not_written(const char *path, pme_status status, int failure, pme_error *error) {
  return pme_error_set(error, status, 0, 0, "cannot write '%.160s': %s", path,
                       status == PME_IO ? strerror(failure) : pme_status_text(status));
}

/* A device or a pipe: another file by its name must not take its place. */
static pme_status save_there(const pme_profile *p, const char *path, pme_error *error) {
  output o = {.file = open(path, O_WRONLY | O_CLOEXEC)};
  if (o.file < 0)
    return not_written(path, PME_IO, errno, error);
  pme_status status = write_and_close(p, &o);
  return status ? not_written(path, status, o.failure, error) : PME_OK;
}

/* Nothing that somebody else has put there by this name is followed, or written into. */
static int open_beside(const char *path) {
  static const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  int file = open(path, flags, 0666);
  if (file < 0 && errno == EEXIST && !unlink(path))
    file = open(path, flags, 0666);
  return file;
}

pme_status pme_profile_save(const pme_profile *p, const char *path, pme_error *error) {
  char beside[4096];
  struct stat there;
  if (!stat(path, &there) && !S_ISREG(there.st_mode))
    return save_there(p, path, error);
  int length = snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
  if (length < 0 || (size_t)length >= sizeof beside)
    return pme_error_set(error, PME_IO, 0, 0, "the name of the profile is too long");
  output o = {.file = open_beside(beside)};
  if (o.file < 0)
    return not_written(beside, PME_IO, errno, error);
  pme_status status = write_and_close(p, &o);
  if (!status && rename(beside, path)) {
    o.failure = errno;
    status = PME_IO;
  }
  if (!status)
    return PME_OK;
  unlink(beside);
  return not_written(path, status, o.failure, error);
}

static pme_status read_all(int file, char *text, size_t size, size_t *length) {
  *length = 0;
  while (*length < size) {
    ssize_t done = read(file, text + *length, size - *length);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return PME_IO;
    if (done == 0)
      break;
    *length += (size_t)done;
  }
  return PME_OK;
}

pme_status pme_profile_read_file(const char *path, pme_profile **out, pme_error *error) {
  struct stat info;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &info) || S_ISDIR(info.st_mode)) {
    int cause = file < 0 ? errno : EISDIR;
    if (file >= 0)
      close(file);
    return pme_error_set(error, PME_IO, 0, 0, "cannot read: %s", strerror(cause));
  }
  size_t length = 0, size = info.st_size > 0 && info.st_size < most_bytes ? (size_t)info.st_size : 0;
  char *text = (char *)pme_reallocate(NULL, size + 1);
  pme_status status = text ? read_all(file, text, size, &length) : PME_NO_MEMORY;
  int cause = errno;
  close(file);
  if (status == PME_OK)
    status = pme_profile_read(text, length, out, error);
  else
    pme_error_set(error, status, 0, 0, "cannot read: %s", status == PME_IO ? strerror(cause) : pme_status_text(status));
  pme_reallocate(text, 0);
  return status;
}
