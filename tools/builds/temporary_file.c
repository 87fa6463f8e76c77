/* Files that a command needs for a while. */
#define _GNU_SOURCE /* mkstemp, in any mode of the language */
#include "temporary_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool temporary_file_make(const char *command, char *path, size_t bytes) {
  const char *folder = getenv("TMPDIR");
  int length = snprintf(path, bytes, "%s/pmecache-%s-XXXXXX", folder && folder[0] ? folder : "/tmp", command);
  if (length < 0 || (size_t)length >= bytes) {
    errno = ENAMETOOLONG;
    return false;
  }
  int file = mkstemp(path);
  return file >= 0 && !close(file);
}
