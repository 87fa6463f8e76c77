/* Reads the arguments of a command by a table of its options. */
#ifndef PMECACHE_TOOLS_OPTIONS_OPTION_TABLE_H
#define PMECACHE_TOOLS_OPTIONS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "pmecache/status.h"

typedef struct option option;

/* A value as it was given. `place` is where: the option, or a variable of the environment. */
typedef struct option_text {
  const option *row;
  const char *text, *place;
} option_text;

/* Fills a field; anything but PME_OK says in `error` what was expected. */
typedef pme_status option_reader(const option_text *given, void *field, pme_error *error);

struct option {
  const char *name, *value; /* "--name" and what follows it in the help; value NULL: a flag */
  unsigned uses;            /* bit set of the commands, or actions of one, that have it */
  option_reader *read;
  size_t field;         /* offset of what `read` fills in the values */
  const char *expected; /* in faults: "expected EXPECTED, found ..."; NULL: `read` knows */
  const char *help;
  const char *environment; /* the variable that says it too, NULL */
};

typedef struct option_table {
  const char *command; /* that faults name */
  const char *action;  /* of the command, NULL: it has none */
  int use;             /* bit of the rows that are meant */
  const option *rows;
  int row_count;
  const char *short_form, *long_form; /* a second spelling of one option; NULL: none */
  bool has_operand_mark;              /* all behind `--` are operands */
} option_table;

/* Where the values go. An operand is anything that is no option; OPTIONS_GO_ON, or what to exit with. */
typedef struct option_target {
  void *values;
  int (*take_operand)(void *values, const char *operand);
} option_target;

enum { OPTIONS_GO_ON = -1 };

/* --help or -h stands somewhere. */
bool options_ask_for_help(int count, char **arguments);
/* Reads arguments[first] and what follows. OPTIONS_GO_ON, or what to exit with after a fault was reported. */
int options_apply(const option_table *table, const option_target *target, int count, char **arguments, int first);
/* The same for the variables of the environment, of all rows. */
int options_apply_environment(const option_table *table, const option_target *target);

bool option_belongs(const option *row, int use);
/* Rows of the use: name and help side by side, the help wrapped; `--help` itself comes last. */
void options_print_columns(const option_table *table);
/* The help below the name; behind the name stands what `print_uses` prints, NULL: nothing. */
void options_print_rows(const option_table *table, void (*print_uses)(unsigned uses));

#endif
