/* Says what went wrong, and with which exit status the command ends. */
#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "command.h"
#include "pmecache/nearest.h"

static int exit_status(pme_status status) {
  switch (status) {
  case PME_OK:
    return EXIT_ANSWERED;
  case PME_BAD_INPUT:
  case PME_BAD_ARGUMENT:
  case PME_OUT_OF_RANGE:
  case PME_IO:
    return EXIT_BAD_INPUT;
  default:
    return EXIT_NO_ANSWER;
  }
}

int report_fault(const char *place, const pme_error *error) {
  fprintf(stderr, "%s:", place);
  if (error->line > 0 || error->column > 0)
    fprintf(stderr, "%d:%d:", error->line > 0 ? error->line : 1, error->column > 0 ? error->column : 1);
  fprintf(stderr, " error: %s\n", error->message[0] ? error->message : pme_status_text(error->status));
  return exit_status(error->status);
}

int report_machine_fault(const char *request, const char *place, const pme_error *error) {
  static const char file[] = "file:";
  bool inside_file = strncmp(request, file, sizeof file - 1) == 0 && error->line > 0;
  return report_fault(inside_file ? request + sizeof file - 1 : place, error);
}

int report_usage(const char *command, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "pmecache %s: error: ", command);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, " (see `pmecache %s --help`)\n", command);
  va_end(arguments);
  return EXIT_BAD_INPUT;
}

int report_early_operand(const char *command, const char *what, const char *operand) {
  return report_usage(command, "expected -- before %s, found '%.60s'", what, operand);
}

const char *write_meant(const char *word, const char *const *words, int count, char text[MEANT_BYTES]) {
  const char *meant = pme_nearest(word, words, count);
  text[0] = 0;
  if (meant)
    snprintf(text, MEANT_BYTES, "; did you mean '%s'?", meant);
  return text;
}

void print_word(const char *word, FILE *out) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  bool is_quoted = !*word || word[strspn(word, plain)];
  fputs(is_quoted ? "'" : "", out);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", out);
    else
      fputc(*word, out);
  fputs(is_quoted ? "'" : "", out);
}

int finish_output(int status) {
  errno = 0;
  if (!fflush(stdout) && !ferror(stdout))
    return status;
  fprintf(stderr, "pmecache: error: cannot write the answer: %s\n", errno ? strerror(errno) : "output failed");
  return EXIT_NO_ANSWER;
}
