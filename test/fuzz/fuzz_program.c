/* Fuzz target: the reader of programs. What is read can be written, and then reads as the same text; it becomes
 * concrete without values and with some. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/concrete.h"
#include "pmecache/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static char *write_text(const pme_program *program) {
  char *text = NULL;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  if (!stream || pme_program_write(program, stream))
    abort();
  fclose(stream);
  return text;
}

static void make_concrete(const pme_program *program, const pme_what_if *what_if) {
  pme_concrete *concrete = NULL;
  if (pme_concrete_create(program, what_if, &concrete, NULL))
    return;
  pme_concrete_destroy(concrete);
}

static void read_again(const char *text) {
  pme_program *program = NULL;
  if (pme_program_read(text, strlen(text), &program, NULL))
    abort();
  char *again = write_text(program);
  if (strcmp(text, again))
    abort();
  free(again);
  pme_program_destroy(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  static pme_binding n = {"n", 100, NULL};
  static const pme_what_if given = {.bindings = &n, .binding_count = 1, .default_threads = 3};
  pme_program *program = NULL;
  pme_error error = {0};
  if (pme_program_read((const char *)bytes, count, &program, &error)) {
    if (error.line < 1 || error.column < 1 || !*error.message)
      abort();
    return 0;
  }
  char *text = write_text(program);
  read_again(text);
  free(text);
  make_concrete(program, NULL);
  make_concrete(program, &given);
  pme_program_destroy(program);
  return 0;
}
