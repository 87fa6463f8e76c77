/* Prints the options of a command from their table. */
#include <stdio.h>
#include <string.h>

#include "option_table.h"

enum { HELP_COLUMN = 26, HELP_WIDTH = 100 };

/* Words of `text` from HELP_COLUMN on; a new line begins before HELP_WIDTH is passed. */
static void print_wrapped(const char *text) {
  int column = HELP_COLUMN;
  while (*text) {
    size_t length = strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + (int)length > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    }
    column += printf("%s%.*s", column > HELP_COLUMN ? " " : "", (int)length, text);
    text += length + strspn(text + length, " ");
  }
  putchar('\n');
}

static void print_columns(const option *row) {
  char left[64];
  snprintf(left, sizeof left, "%s %s", row->name, row->value ? row->value : "");
  printf("  %-*s", HELP_COLUMN - 2, left);
  if (strlen(left) > HELP_COLUMN - 3)
    printf("\n%*s", HELP_COLUMN, "");
  print_wrapped(row->help);
}

void options_print_columns(const option_table *table) {
  for (int i = 0; i < table->row_count; i++)
    if (option_belongs(&table->rows[i], table->use))
      print_columns(&table->rows[i]);
  printf("  %-*s", HELP_COLUMN - 2, "--help");
  print_wrapped("this text");
}

void options_print_rows(const option_table *table, void (*print_uses)(unsigned uses)) {
  for (int i = 0; i < table->row_count; i++) {
    const option *row = &table->rows[i];
    printf("  %s %s", row->name, row->value ? row->value : "");
    if (print_uses)
      print_uses(row->uses);
    printf("\n      %s\n", row->help);
  }
}
