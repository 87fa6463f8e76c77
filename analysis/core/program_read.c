/* Reads a program's text form. A fault is answered with line, column and what was expected.
 *
 * One line is one statement; its first word decides which. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "pmecache/arena.h"
#include "program_reader.h"

typedef struct reading {
  pme__lexer lexer;
  pme__program_reader reader;
} reading;

static bool read_end(pme__program_reader *r) {
  if (r->open_count == 0)
    return pme__fault_at(r->in, r->statement_column, "`end` without a block", "");
  r->open_count--;
  return pme__need_end(r->in);
}

static bool read_statement(pme__program_reader *r) {
  static const struct {
    const char *word;
    bool (*read)(pme__program_reader *r);
  } statements[] = {{"function", pme__read_function}, {"effort", pme__read_effort},     {"param", pme__read_parameter},
                    {"array", pme__read_array},       {"region", pme__read_region},     {"loop", pme__read_loop},
                    {"if", pme__read_guard},          {"read", pme__read_load},         {"write", pme__read_store},
                    {"reason", pme__read_reason},     {"assume", pme__read_assumption}, {"end", read_end}};
  r->statement_column = r->in->now.column;
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
    if (pme__take_word(r->in, statements[i].word))
      return statements[i].read(r);
  return pme__expected(
      r->in, "a statement (function, effort, param, array, region, loop, if, read, write, reason, assume, end)");
}

static bool read_version(pme__program_reader *r) {
  int64_t version = 0;
  while (r->in->now.kind == PME__TOKEN_END && pme__next_line(r->in))
    pme__next_token(r->in);
  if (!pme__take_word(r->in, "pme"))
    return pme__expected(r->in, "`pme 1`, the format's version, on the first line");
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &version, "a format version"))
    return false;
  if (version != 1)
    return pme__fault_at(r->in, column, "only format version 1 is known", "");
  return pme__need_end(r->in);
}

static bool read_all(pme__program_reader *r) {
  pme__next_token(r->in);
  if (!read_version(r))
    return false;
  while (pme__next_line(r->in)) {
    pme__next_token(r->in);
    if (r->in->now.kind == PME__TOKEN_END)
      continue;
    if (!read_statement(r))
      return false;
    if (pme_program_status(r->program) != PME_OK)
      return false;
  }
  if (r->open_count) {
    r->in->now.column = 1;
    return pme__fault_at(r->in, 1, "the text ends inside a block: `end` is missing", "");
  }
  return true;
}

/* The faults that are not of the text: memory, and limits of the program itself. */
static pme_status report(const reading *r, pme_status status) {
  if (status == PME_NO_MEMORY)
    pme_error_set(r->lexer.error, status, r->lexer.line, 0, "out of memory");
  else if (status != PME_OK && !r->lexer.failed)
    pme_error_set(r->lexer.error, status, r->lexer.line, 1, "%s", pme_status_text(status));
  return status;
}

static pme_status read_program(reading *r) {
  pme_program *program = r->reader.program = pme_program_create();
  if (!program)
    return PME_NO_MEMORY;
  if (!read_all(&r->reader) && r->lexer.failed)
    return PME_BAD_INPUT;
  return pme_program_status(program);
}

pme_status pme_program_read(const char *text, size_t length, pme_program **out, pme_error *error) {
  reading *r = (reading *)pme_reallocate(NULL, sizeof *r);
  if (!r)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  memset(r, 0, sizeof *r);
  r->lexer = (pme__lexer){.cursor = text, .line_start = text, .end = text + length, .line = 1, .error = error};
  r->reader.in = &r->lexer;
  pme_status status = report(r, read_program(r));
  if (status == PME_OK)
    *out = r->reader.program;
  else
    pme_program_destroy(r->reader.program);
  pme_reallocate(r, 0);
  return status;
}

/* The whole of a stream, grown by doubling. */
static char *read_stream(FILE *stream, size_t *length, pme_status *status) {
  size_t capacity = 0;
  char *text = NULL;
  *length = 0;
  do {
    if (*length + 1 >= capacity) {
      capacity = capacity ? 2 * capacity : 1 << 16;
      char *grown = (char *)pme_reallocate(text, capacity);
      if (!grown) {
        *status = PME_NO_MEMORY;
        return text;
      }
      text = grown;
    }
    *length += fread(text + *length, 1, capacity - *length - 1, stream);
  } while (!feof(stream) && !ferror(stream));
  *status = ferror(stream) ? PME_IO : PME_OK;
  return text;
}

pme_status pme_program_read_file(const char *path, pme_program **out, pme_error *error) {
  errno = 0;
  FILE *stream = fopen(path, "rb");
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "%s", strerror(errno));
  size_t length;
  pme_status status;
  char *text = read_stream(stream, &length, &status);
  if (status == PME_IO)
    pme_error_set(error, status, 0, 0, "%s", errno ? strerror(errno) : "cannot be read");
  else if (status != PME_OK)
    pme_error_set(error, status, 0, 0, "out of memory");
  fclose(stream);
  if (status == PME_OK)
    status = pme_program_read(text, length, out, error);
  pme_reallocate(text, 0);
  return status;
}
