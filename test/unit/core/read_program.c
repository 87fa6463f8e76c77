#include "test/unit/core/read_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/program.h"

pme_program *read_good(const char *text) {
  pme_program *program = NULL;
  pme_error error = {0};
  if (pme_program_read(text, strlen(text), &program, &error) != PME_OK)
    fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
  return program;
}

const char head[] = "pme 1\nfunction f\nparam n\nparam \"g[0]\"\narray A element 8\narray B element 8 extents ? n\n";
