/* Where the documents of a build's units go, in a folder of the test's own. A step saves one document; what is there
 * afterwards is written as "name=source name=source ...", folders as "name/{...}". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <jansson.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmecache/report.h"
#include "test/unit/report/example_prediction.h"

static pme_status save(const char *directory, const char *source, const char *path, pme_error *error) {
  pme_json *json;
  assert_int_equal(pme_json_create("predict", &corei7, &json, error), PME_OK);
  assert_int_equal(pme_json_set_unit(json, source, directory, error), PME_OK);
  pme_status status = pme_json_save_unit(json, path, error);
  pme_json_destroy(json);
  return status;
}

static void write_text(const char *path, const char *text) {
  FILE *stream = fopen(path, "w");
  assert_non_null(stream);
  fputs(text, stream);
  fclose(stream);
}

/* ---- what is there ---- */

static int not_hidden(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void list(const char *folder, char *text);

static void list_entry(const char *folder, const char *name, char *text) {
  char path[1024];
  struct stat there;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  assert_int_equal(stat(path, &there), 0);
  sprintf(text + strlen(text), "%s%s", *text && text[strlen(text) - 1] != '{' ? " " : "", name);
  if (S_ISDIR(there.st_mode)) {
    strcat(text, "/{");
    list(path, text);
    strcat(text, "}");
    return;
  }
  json_t *root = json_load_file(path, 0, NULL), *unit = json_object_get(root, "unit");
  sprintf(text + strlen(text), "=%s:%s", root ? json_string_value(json_object_get(unit, "directory")) : "other",
          root ? json_string_value(json_object_get(unit, "source")) : "");
  json_decref(root);
}

static void list(const char *folder, char *text) {
  struct dirent **entries;
  int count = scandir(folder, &entries, not_hidden, alphasort);
  for (int i = 0; i < count; i++) {
    list_entry(folder, entries[i]->d_name, text);
    free(entries[i]);
  }
  free(entries);
}

static void expect_there(const char *expected) {
  char text[4096] = "";
  list(".", text);
  assert_string_equal(text, expected);
}

/* ---- tests ---- */

static char home[1024], scratch[] = "json_unit_XXXXXX";

static int enter(void **state) {
  (void)state;
  memcpy(strchr(scratch, '_') + 1, "unit_XXXXXX", 12);
  return !getcwd(home, sizeof home) || !mkdtemp(scratch) || chdir(scratch);
}

static int leave(void **state) {
  (void)state;
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  return chdir(home) || system(command);
}

static const struct {
  const char *directory, *source, *path, *there;
} steps[] = {
    {"/one", "a.c", "out", "out=/one:a.c"},
    {"/one", "a.c", "out", "out=/one:a.c"}, /* compiled again */
    {"/one", "b.c", "out", "out/{a.c.json=/one:a.c b.c.json=/one:b.c}"},
    {"/one", "b.c", "out", "out/{a.c.json=/one:a.c b.c.json=/one:b.c}"},
    {"/two", "a.c", "./out", "out/{a.c-b9a26132.json=/two:a.c a.c.json=/one:a.c b.c.json=/one:b.c}"},
    {"/two", "a.c", "out/", "out/{a.c-b9a26132.json=/two:a.c a.c.json=/one:a.c b.c.json=/one:b.c}"},
    {"/one", "a.c", "out", "out/{a.c-b9a26132.json=/two:a.c a.c.json=/one:a.c b.c.json=/one:b.c}"},
};

static void test_units(void **state) {
  (void)state;
  pme_error error;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    assert_int_equal(save(steps[i].directory, steps[i].source, steps[i].path, &error), PME_OK);
    expect_there(steps[i].there);
  }
}

static void test_slash(void **state) {
  (void)state;
  pme_error error;
  assert_int_equal(save("/one", "../src/a.c", "deep/out/", &error), PME_OK);
  expect_there("deep/{out/{_..-src-a.c.json=/one:../src/a.c}}");
  assert_int_equal(save("/one", "a.c", "file", &error), PME_OK);
  assert_int_equal(save("/one", "a.c", "file//", &error), PME_OK);
  expect_there("deep/{out/{_..-src-a.c.json=/one:../src/a.c}} file/{a.c.json=/one:a.c}");
}

static void test_what_is_not_ours(void **state) {
  (void)state;
  pme_error error;
  write_text("program.c", "int main(void) {}\n");
  write_text("empty", "");
  write_text("data", "{\"version\": 1}");
  assert_int_equal(save("/one", "a.c", "program.c", &error), PME_IO);
  assert_string_equal(error.message, "'program.c' is not the document of a compile: it is left as it is");
  assert_int_equal(save("/one", "a.c", "data", &error), PME_IO);
  assert_int_equal(save("/one", "a.c", "program.c/", &error), PME_IO);
  assert_int_equal(save("/one", "a.c", "program.c/out", &error), PME_IO);
  assert_int_equal(save("/one", "a.c", "nowhere/out", &error), PME_IO);
  assert_int_equal(save("/one", "a.c", "", &error), PME_IO);
  assert_int_equal(save("/one", "a.c", "empty", &error), PME_OK);
  remove("data");
  expect_there("empty=/one:a.c program.c=other:");
}

static void test_links_and_streams(void **state) {
  (void)state;
  pme_error error;
  assert_int_equal(save("/one", "a.c", "/dev/null", &error), PME_OK);
  assert_int_equal(save("/one", "a.c", "target", &error), PME_OK);
  assert_int_equal(symlink("target", "link"), 0);
  assert_int_equal(save("/one", "b.c", "link", &error), PME_OK);
  expect_there("link/{a.c.json=/one:a.c b.c.json=/one:b.c} target/{a.c.json=/one:a.c b.c.json=/one:b.c}");
}

/* Each of many processes saves a unit of its own, all at once. */
static void test_at_the_same_time(void **state) {
  (void)state;
  enum { PROCESSES = 24 };
  for (int i = 0; i < PROCESSES; i++)
    if (fork() == 0) {
      char directory[32];
      snprintf(directory, sizeof directory, "/%d", i);
      _exit(save(directory, "a.c", "out", NULL) != PME_OK);
    }
  for (int status, i = 0; i < PROCESSES; i++) {
    assert_true(wait(&status) > 0);
    assert_int_equal(status, 0);
  }
  char text[4096] = "";
  int documents = 0;
  list("out", text);
  for (const char *at = strchr(text, '='); at; at = strchr(at + 1, '='))
    documents++;
  assert_int_equal(documents, PROCESSES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_units, enter, leave),
      cmocka_unit_test_setup_teardown(test_slash, enter, leave),
      cmocka_unit_test_setup_teardown(test_what_is_not_ours, enter, leave),
      cmocka_unit_test_setup_teardown(test_links_and_streams, enter, leave),
      cmocka_unit_test_setup_teardown(test_at_the_same_time, enter, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
