/* pmecache report: one answer of all documents of a build. */
#include <stdbool.h>
#include <stdio.h>

#include "pmecache/arena.h"
#include "report_answer.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

enum { MOST_ROWS = 1000000 };

/* ---- options ---- */

static pme_status read_top(const option_text *given, void *field, pme_error *error) {
  return read_count(given, MOST_ROWS, (int *)field, error);
}

static const option rows[] = {
    {"--top", "N", 1, read_top, offsetof(report_options, top), "a number of loops", "so many rows of each table (10)",
     NULL},
    {"--csv", NULL, 1, read_flag, offsetof(report_options, csv), NULL, "a row a loop, for spreadsheets", NULL},
    {"--json", NULL, 1, read_flag, offsetof(report_options, json), NULL,
     "one document of all (docs/formats/json.md), which report reads again", NULL},
    {"--html", "FILE", 1, read_text, offsetof(report_options, page), "a file",
     "a page for a browser, with all loops, curves and sources", NULL},
    {"--sarif", "FILE", 1, read_text, offsetof(report_options, sarif), "a file",
     "findings for editors and CI (SARIF 2.1.0)", NULL},
    {"--callgrind", "FILE", 1, read_text, offsetof(report_options, callgrind), "a file",
     "misses by line, for callgrind_annotate and KCachegrind", NULL},
    {"--baseline", "PATH", 1, read_text, offsetof(report_options, baseline), "a document or folder",
     "what changed from these documents on", NULL},
    {"--fail-if", "CONDITION", 1, read_text, offsetof(report_options, conditions), "a condition",
     "exit status 3 where it holds: 'L3.misses > +2%', 'time > 0.5'; several with commas", NULL},
};

static const option_table table = {
    .command = "report", .rows = rows, .row_count = sizeof rows / sizeof *rows, .has_operand_mark = true};

static int print_help(void) {
  puts("usage: pmecache report PATH... [OPTION...]\n\n"
       "One answer of the documents that a build with PMECACHE_JSON=FOLDER/ left behind: which parallel loops cost\n"
       "most, which advice saves most, what was refused and why. A PATH is a document, or a folder of them.\n");
  options_print_columns(&table);
  puts("\n  pmecache report pmecache-scan/answers --html report.html");
  return finish_output(EXIT_ANSWERED);
}

static int take_path(void *values, const char *operand) {
  report_options *o = (report_options *)values;
  o->paths[o->path_count++] = operand;
  return OPTIONS_GO_ON;
}

static int read_and_print(int count, char **arguments, report_options *o) {
  int status = options_apply(&table, &(option_target){o, take_path}, count, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  if (!o->path_count)
    return report_usage("report", "no document given");
  if (o->csv && o->json)
    return report_usage("report", "--csv or --json, not both");
  return print_report(o);
}

int command_report(int count, char **arguments) {
  if (options_ask_for_help(count, arguments))
    return print_help();
  report_options o = {.top = REPORT_USUAL_ROWS};
  o.paths = (const char **)pme_reallocate(NULL, (size_t)count * sizeof *o.paths);
  if (!o.paths)
    return report_fault("pmecache", &(pme_error){.status = PME_NO_MEMORY});
  int status = read_and_print(count, arguments, &o);
  pme_reallocate(o.paths, 0);
  return status;
}
