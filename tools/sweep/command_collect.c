/* pmecache collect: the results of sweeps as one document. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pmecache/arena.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { COLLECTED_VERSION = 1, MOST_PATHS = 1024 };

typedef struct collection {
  const char *paths[MOST_PATHS];
  int path_count;
  bool csv;
  json_t *results; /* by digest */
  int missing, faults;
} collection;

static const option rows[] = {
    {"--csv", NULL, 1, read_flag, offsetof(collection, csv), NULL, "a row a point and function, for spreadsheets",
     NULL},
};

static const option_table table = {
    .command = "collect", .rows = rows, .row_count = sizeof rows / sizeof *rows, .has_operand_mark = true};

static int print_help(void) {
  puts("usage: pmecache collect PATH... [OPTION...]\n\n"
       "One JSON document of what the jobs of sweeps have left. A PATH is the folder of a sweep, or a document of\n"
       "collect: in any order, and said twice, they give the same.\n");
  options_print_columns(&table);
  puts("\n  pmecache collect pmecache-sweep earlier.json >all.json");
  return finish_output(EXIT_ANSWERED);
}

static int take_path(void *values, const char *operand) {
  collection *c = (collection *)values;
  if (c->path_count == MOST_PATHS)
    return report_usage("collect", "more than %d paths", MOST_PATHS);
  c->paths[c->path_count++] = operand;
  return OPTIONS_GO_ON;
}

/* ---- reading ---- */

static void tell(collection *c, const char *path, const char *what) {
  fprintf(stderr, "%s: error: %s\n", path, what);
  c->faults++;
}

static json_t *load(collection *c, const char *path) {
  json_error_t error;
  json_t *value = json_load_file(path, 0, &error);
  if (!json_is_object(value)) {
    tell(c, path, value ? "it is no object" : error.text);
    json_decref(value);
    return NULL;
  }
  return value;
}

static void add_result(collection *c, const char *digest, json_t *point, json_t *document) {
  if (point && document)
    json_object_set_new(c->results, digest, json_pack("{s:O,s:O}", "point", point, "document", document));
}

/* A point whose job was not run, or is under way, has no result. */
static void add_point(collection *c, const char *folder, const char *name) {
  char path[PATH_MAX], digest[64];
  struct stat there;
  size_t length = strlen(name) - strlen(".point");
  if (length >= sizeof digest || snprintf(path, sizeof path, "%s/%.*s.json", folder, (int)length, name) >= PATH_MAX)
    return;
  snprintf(digest, sizeof digest, "%.*s", (int)length, name);
  if (stat(path, &there)) {
    c->missing++;
    return;
  }
  json_t *document = load(c, path);
  if (snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_MAX) {
    json_t *point = document ? load(c, path) : NULL;
    add_result(c, digest, point, document);
    json_decref(point);
  }
  json_decref(document);
}

static void add_folder(collection *c, const char *path, DIR *folder) {
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *end = strrchr(entry->d_name, '.');
    if (end && !strcmp(end, ".point"))
      add_point(c, path, entry->d_name);
  }
}

static void add_document(collection *c, const char *path) {
  json_t *root = load(c, path), *value, *results = json_object_get(root, "results");
  const char *producer = json_string_value(json_object_get(root, "producer")), *digest;
  if (root && (!producer || strcmp(producer, "collect") != 0 || !json_is_object(results)))
    tell(c, path, "neither the folder of a sweep nor a document of collect");
  else if (root && json_integer_value(json_object_get(root, "version")) != COLLECTED_VERSION)
    tell(c, path, "of another version of pmecache");
  else
    json_object_foreach(results, digest, value)
        add_result(c, digest, json_object_get(value, "point"), json_object_get(value, "document"));
  json_decref(root);
}

static void add_path(collection *c, const char *path) {
  struct stat there;
  DIR *folder = NULL;
  if (stat(path, &there))
    tell(c, path, strerror(errno));
  else if (!S_ISDIR(there.st_mode))
    add_document(c, path);
  else if (!(folder = opendir(path)))
    tell(c, path, strerror(errno));
  else
    add_folder(c, path, folder), closedir(folder);
}

/* ---- writing ---- */

static void put_field(const char *text) {
  putchar('"');
  for (; *text; text++) {
    if (*text == '"')
      putchar('"');
    putchar(*text);
  }
  putchar('"');
}

/* Names that some point has, in their order: the columns. */
static json_t *columns_of(const collection *c) {
  json_t *columns = json_object(), *result, *value;
  const char *digest, *name;
  json_object_foreach(c->results, digest, result) json_object_foreach(json_object_get(result, "point"), name, value)
      json_object_set_new(columns, name, json_null());
  return columns;
}

static void put_row(json_t *columns, json_t *point, json_t *function, json_t *level) {
  const char *name;
  json_t *value;
  json_object_foreach(columns, name, value) {
    const char *text = json_string_value(json_object_get(point, name));
    put_field(text ? text : "");
    putchar(',');
  }
  const char *texts[] = {json_string_value(json_object_get(function, "name")),
                         json_string_value(json_object_get(level, "name"))};
  put_field(texts[0] ? texts[0] : "");
  putchar(',');
  put_field(texts[1] ? texts[1] : "");
  printf(",%.15g,%.15g\n", json_number_value(json_object_get(level, "accesses")),
         json_number_value(json_object_get(level, "misses")));
}

static void put_csv(const collection *c) {
  json_t *columns = columns_of(c), *value, *function, *level;
  const char *name;
  size_t f, l;
  json_object_foreach(columns, name, value) put_field(name), putchar(',');
  puts("function,level,accesses,misses");
  json_object_foreach(c->results, name, value)
      json_array_foreach(json_object_get(json_object_get(value, "document"), "functions"), f, function)
          json_array_foreach(json_object_get(function, "levels"), l, level)
              put_row(columns, json_object_get(value, "point"), function, level);
  json_decref(columns);
}

static void put_document(const collection *c) {
  json_t *root = json_pack("{s:i,s:s,s:O}", "version", COLLECTED_VERSION, "producer", "collect", "results", c->results);
  json_dumpf(root, stdout, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
  putchar('\n');
  json_decref(root);
}

/* In the order of the digests, wherever they come from. */
static void sort_results(collection *c) {
  char *text = json_dumps(c->results, JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
  json_t *sorted = text ? json_loads(text, 0, NULL) : NULL;
  pme_reallocate(text, 0);
  if (!sorted)
    return;
  json_decref(c->results);
  c->results = sorted;
}

static int collect(collection *c) {
  for (int i = 0; i < c->path_count; i++)
    add_path(c, c->paths[i]);
  sort_results(c);
  if (c->csv)
    put_csv(c);
  else
    put_document(c);
  if (c->missing)
    fprintf(stderr, "pmecache collect: %d job%s left no result yet: run the jobs again\n", c->missing,
            c->missing == 1 ? "" : "s");
  return finish_output(c->faults ? EXIT_BAD_INPUT : EXIT_ANSWERED);
}

int command_collect(int count, char **arguments) {
  static collection c;
  if (options_ask_for_help(count, arguments))
    return print_help();
  int status = options_apply(&table, &(option_target){&c, take_path}, count, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  if (!c.path_count)
    return report_usage("collect", "no folder given");
  c.results = json_object();
  status = c.results ? collect(&c) : report_fault("pmecache", &(pme_error){.status = PME_NO_MEMORY});
  json_decref(c.results);
  return status;
}
