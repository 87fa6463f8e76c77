/* %p in names of files, and names that the copies of the runtime in one process share. */
#include "run_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "registry.h"

bool pmert_expand_path(const char *pattern, char path[PMERT_PATH_BYTES]) {
  size_t used = 0;
  bool distinct = false;
  for (const char *c = pattern; *c; c++) {
    int length;
    if (c[0] == '%' && c[1] == 'p') {
      length = snprintf(path + used, PMERT_PATH_BYTES - used, "%ld", (long)getpid());
      distinct = true;
      c++;
    } else {
      length = snprintf(path + used, PMERT_PATH_BYTES - used, "%c", *c);
    }
    used += (size_t)length;
    if (used >= PMERT_PATH_BYTES - 24)
      return false;
  }
  if (!distinct && pmert_is_forked())
    snprintf(path + used, PMERT_PATH_BYTES - used, ".%ld", (long)getpid());
  return true;
}

static const char written_name[] = "PMECACHE_PROFILE_WRITTEN";

/* Of this process: its children have its environment. */
static void describe_written(const char *path, char text[PMERT_PATH_BYTES + 32]) {
  snprintf(text, PMERT_PATH_BYTES + 32, "%ld %s", (long)getpid(), path);
}

bool pmert_is_written(const char *path) {
  char text[PMERT_PATH_BYTES + 32];
  const char *written = getenv(written_name);
  describe_written(path, text);
  return written && !strcmp(written, text);
}

void pmert_set_written(const char *path) {
  char text[PMERT_PATH_BYTES + 32];
  describe_written(path, text);
  setenv(written_name, text, 1);
}

void pmert_read_command(char command[PMERT_COMMAND_BYTES]) {
  command[0] = '\0';
  FILE *stream = fopen("/proc/self/cmdline", "re");
  if (!stream)
    return;
  size_t length = fread(command, 1, PMERT_COMMAND_BYTES - 1, stream);
  fclose(stream);
  while (length > 0 && command[length - 1] == '\0')
    length--;
  for (size_t i = 0; i < length; i++)
    if (command[i] == '\0')
      command[i] = ' ';
  command[length] = '\0';
}
