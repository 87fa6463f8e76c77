/* Finds each argument's row in the table of options and lets it read the value. */
#include "option_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/message.h"

bool option_belongs(const option *row, int use) { return row->uses >> use & 1; }

bool options_ask_for_help(int count, char **arguments) {
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return true;
  return false;
}

static const option *find_row(const option_table *table, const char *argument, size_t name_length) {
  for (int i = 0; i < table->row_count; i++) {
    const option *row = &table->rows[i];
    if (option_belongs(row, table->use) && strlen(row->name) == name_length &&
        !strncmp(row->name, argument, name_length))
      return row;
  }
  return NULL;
}

static int read_value(const option_target *target, const option_text *given) {
  pme_error error = {0};
  void *field = (char *)target->values + given->row->field;
  return given->row->read(given, field, &error) ? report_fault(given->place, &error) : OPTIONS_GO_ON;
}

enum { MOST_NAMES = 64, NAME_BYTES = 64 };

static int refuse_option(const option_table *table, const char *argument, size_t name_length) {
  const char *names[MOST_NAMES];
  char name[NAME_BYTES], meant[MEANT_BYTES];
  int count = 0;
  for (int i = 0; i < table->row_count && count < MOST_NAMES; i++)
    if (option_belongs(&table->rows[i], table->use))
      names[count++] = table->rows[i].name;
  snprintf(name, sizeof name, "%.*s", (int)name_length, argument);
  write_meant(name, names, count, meant);
  if (table->action)
    return report_usage(table->command, "%s has no option '%.*s'%s", table->action, (int)name_length, argument, meant);
  return report_usage(table->command, "no option '%.*s'%s", (int)name_length, argument, meant);
}

static const char *long_form(const option_table *table, const char *argument) {
  return table->short_form && !strcmp(argument, table->short_form) ? table->long_form : argument;
}

/* `--name value`, `--name=value` or `--name`; *index moves past what was used. */
static int apply_option(const option_table *table, const option_target *target, int count, char **arguments,
                        int *index) {
  const char *argument = long_form(table, arguments[*index]);
  size_t name_length = strcspn(argument, "=");
  const option *row = find_row(table, argument, name_length);
  const char *value = argument[name_length] ? argument + name_length + 1 : NULL;
  if (!row)
    return refuse_option(table, argument, name_length);
  if (!row->value && value)
    return report_usage(table->command, "%s takes no value", row->name);
  if (row->value && !value) {
    if (*index + 1 >= count)
      return report_usage(table->command, "%s needs a value", row->name);
    value = arguments[++*index];
  }
  return read_value(target, &(option_text){row, value, row->name});
}

int options_apply(const option_table *table, const option_target *target, int count, char **arguments, int first) {
  bool only_operands = false;
  int status = OPTIONS_GO_ON;
  for (int i = first; i < count && status == OPTIONS_GO_ON; i++) {
    if (table->has_operand_mark && !only_operands && !strcmp(arguments[i], "--"))
      only_operands = true;
    else if (only_operands || arguments[i][0] != '-' || !arguments[i][1])
      status = target->take_operand(target->values, arguments[i]);
    else
      status = apply_option(table, target, count, arguments, &i);
  }
  return status;
}

int options_apply_environment(const option_table *table, const option_target *target) {
  int status = OPTIONS_GO_ON;
  for (int i = 0; i < table->row_count && status == OPTIONS_GO_ON; i++) {
    const option *row = &table->rows[i];
    const char *text = row->environment ? getenv(row->environment) : NULL;
    if (text && text[0])
      status = read_value(target, &(option_text){row, text, row->environment});
  }
  return status;
}
