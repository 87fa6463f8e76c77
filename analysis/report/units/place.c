/* Paths that an editor opens from here. */
#include <stdio.h>
#include <string.h>

#include "units_parts.h"

/* Takes "//", "/./" and "/name/.." out of an absolute path, as text: links are not followed. */
static void simplify(char *path) {
  char *to = path;
  for (const char *from = path; *from;) {
    size_t length = 1 + strcspn(from + 1, "/"); /* "/name" */
    bool is_none = length == 1 || (length == 2 && from[1] == '.');
    if (length == 3 && from[1] == '.' && from[2] == '.') {
      do
        to -= to > path;
      while (to > path && *to != '/');
    } else if (!is_none) {
      memmove(to, from, length);
      to += length;
    }
    from += length;
  }
  if (to == path)
    *to++ = '/';
  *to = 0;
}

static char *absolute(pme_arena *arena, const char *directory, const char *file) {
  size_t before = strlen(directory), length = strlen(file);
  char *path = (char *)pme_arena_allocate(arena, before + length + 2, 1);
  if (!path)
    return NULL;
  snprintf(path, before + length + 2, "%s/%s", directory, file);
  simplify(path);
  return path;
}

const char *pme__path_from_here(pme_arena *arena, const char *here, const char *directory, const char *file) {
  bool is_absolute = file[0] == '/';
  if (!file[0] || (!is_absolute && directory[0] != '/'))
    return file;
  char *path = absolute(arena, is_absolute ? "" : directory, file);
  size_t length = strlen(here);
  if (path && length > 1 && !strncmp(path, here, length) && path[length] == '/')
    return path + length + 1;
  return path;
}
