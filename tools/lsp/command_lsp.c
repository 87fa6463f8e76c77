/* pmecache lsp: the loops of the last build in an editor. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "server.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

typedef struct lsp_options {
  const char *answers;
} lsp_options;

static const option rows[] = {
    {"--answers", "PATH", 1, read_text, offsetof(lsp_options, answers), "a document or folder",
     "the documents of the last build, from the folder of the workspace on (pmecache-scan/answers)", NULL},
};

static const option_table table = {.command = "lsp", .rows = rows, .row_count = sizeof rows / sizeof *rows};

static int print_help(void) {
  puts("usage: pmecache lsp [OPTION...]\n\n"
       "A language server on standard input and output, which editors start: lenses above parallel loops, advice as\n"
       "diagnostics, levels and accesses where one points, from the documents of the last build (pmecache scan).\n"
       "docs/user/lsp.md says how to set up Neovim and VS Code.\n");
  options_print_columns(&table);
  return finish_output(EXIT_ANSWERED);
}

static int refuse_operand(void *values, const char *operand) {
  (void)values;
  return report_usage("lsp", "unexpected argument '%.60s'", operand);
}

int command_lsp(int count, char **arguments) {
  lsp_options o = {.answers = "pmecache-scan/answers"};
  if (options_ask_for_help(count, arguments))
    return print_help();
  int status = options_apply(&table, &(option_target){&o, refuse_operand}, count, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  signal(SIGPIPE, SIG_IGN); /* an editor that is gone is noticed when it is read from */
  server s = {.transport = {.in = STDIN_FILENO, .out = STDOUT_FILENO},
              .answers = o.answers,
              .open = json_object(),
              .edited = json_object()};
  status = server_run(&s);
  json_decref(s.open);
  json_decref(s.edited);
  documents_close(&s.documents);
  transport_close(&s.transport);
  return status;
}
