/* Limits of control groups, read from a folder that stands for the root of a system. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "analysis/machine/processor_limit.h"

/* Writes `text` into root/path, whose folders are made. */
static void put(const char *root, const char *path, const char *text) {
  char whole[256];
  snprintf(whole, sizeof whole, "%s/%s", root, path);
  for (char *slash = strchr(whole, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(whole, 0777);
    *slash = '/';
  }
  FILE *stream = fopen(whole, "w");
  assert_non_null(stream);
  fputs(text, stream);
  fclose(stream);
}

static const struct {
  const char *group;    /* of /proc/self/cgroup */
  const char *files[2]; /* below /sys/fs/cgroup */
  const char *contents[2];
  int limit; /* 0: none */
} cases[] = {
    {"0::/a/b\n", {"a/b/cpu.max", "a/cpu.max"}, {"max 100000\n", "max 100000\n"}, 0},
    {"0::/a/b\n", {"a/b/cpu.max", "a/cpu.max"}, {"max 100000\n", "150000 100000\n"}, 2},
    {"0::/a/b\n", {"a/b/cpu.max", "a/cpu.max"}, {"50000 100000\n", "300000 100000\n"}, 1},
    {"0::/\n", {"cpu.max"}, {"400000 100000\n"}, 4},
    {"0::/of/the/system/around\n", {"cpu.max"}, {"300000 100000\n"}, 3}, /* a container sees its own as the root */
    {"0::/a/b\n", {"a/b/other"}, {"1"}, 0},
    {"4:cpu,cpuacct:/a\n0::/\n", {"cpu/a/cpu.cfs_quota_us", "cpu/a/cpu.cfs_period_us"}, {"250000\n", "100000\n"}, 3},
    {"4:cpu,cpuacct:/a\n0::/\n", {"cpu/a/cpu.cfs_quota_us", "cpu/a/cpu.cfs_period_us"}, {"-1\n", "100000\n"}, 0},
    {"3:cpuset:/a\n", {"cpu/a/cpu.cfs_quota_us", "cpu/a/cpu.cfs_period_us"}, {"100000\n", "100000\n"}, 0},
    {"nonsense\n", {"cpu.max"}, {"100000 100000\n"}, 0},
};

static void limits_of_groups_are_read(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char root[] = "limit_XXXXXX", path[128], command[64];
    assert_non_null(mkdtemp(root));
    put(root, "proc/self/cgroup", cases[i].group);
    for (int f = 0; f < 2 && cases[i].files[f]; f++) {
      snprintf(path, sizeof path, "sys/fs/cgroup/%s", cases[i].files[f]);
      put(root, path, cases[i].contents[f]);
    }
    int limit = pme__processor_limit(root);
    snprintf(command, sizeof command, "rm -rf %s", root);
    assert_int_equal(system(command), 0);
    assert_int_equal(limit, cases[i].limit ? cases[i].limit : INT_MAX);
  }
}

static void no_groups_no_limit(void **state) {
  (void)state;
  assert_int_equal(pme__processor_limit("/nonexistent"), INT_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(limits_of_groups_are_read), cmocka_unit_test(no_groups_no_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
