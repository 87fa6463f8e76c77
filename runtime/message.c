/* One line at a time, written without stdio. */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "guest.h"

bool pmert_is_verbose(void) {
  const char *value = getenv("PMECACHE_VERBOSE");
  return value && *value && strcmp(value, "0") != 0;
}

/* One write, so that lines of several processes do not mix; not through stdio, whose state is the program's. */
static void say(const char *kind, const char *format, va_list arguments) {
  char line[1024];
  int start = snprintf(line, sizeof line, "pmecache: %s", kind);
  int length = vsnprintf(line + start, sizeof line - (size_t)start - 1, format, arguments);
  size_t end = (size_t)start + (length > 0 ? (size_t)length : 0);
  if (end > sizeof line - 2)
    end = sizeof line - 2;
  line[end++] = '\n';
  /* Nobody is left to tell when this fails. */
  sigset_t before;
  pmert_hold_signals(&before);
  ssize_t written = write(STDERR_FILENO, line, end);
  pmert_release_signals(&before, written < 0);
}

void pmert_warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("warning: ", format, arguments);
  va_end(arguments);
}

void pmert_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
}

void pmert_tell(const char *format, ...) {
  if (!pmert_is_verbose())
    return;
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
}
