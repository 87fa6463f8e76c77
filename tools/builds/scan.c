#define _GNU_SOURCE /* realpath, setenv, in any mode of the language */
#include "scan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scan_compiler.h"

static bool make_folder(const char *path) {
  if (!mkdir(path, 0777) || errno == EEXIST)
    return true;
  fprintf(stderr, "pmecache scan: error: cannot make %s: %s\n", path, strerror(errno));
  return false;
}

static bool name_inside(char path[PATH_MAX], const char *folder, const char *name) {
  return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

static void set_where_given(const char *variable, const char *value) {
  if (value)
    setenv(variable, value, 1);
}

/* Documents that a compiler cache has are not written; and it must not keep instrumented objects, for it knows no
 * variables of ours. */
static void set_kind(const scan *s) {
  char answers[PATH_MAX + 1];
  snprintf(answers, sizeof answers, "%s/", s->answers);
  if (s->options->instrument) {
    setenv("PMECACHE_INSTRUMENT", s->options->instrument, 1);
    unsetenv("PMECACHE_JSON");
    setenv("CCACHE_DISABLE", "1", 1);
  } else {
    setenv("PMECACHE_JSON", answers, 1);
    unsetenv("PMECACHE_INSTRUMENT");
    setenv("CCACHE_RECACHE", "1", 1);
    setenv("SCCACHE_RECACHE", "1", 1);
  }
}

/* The same that a user of the plugin would say. */
static void set_variables(const scan *s) {
  set_kind(s);
  setenv(SCAN_VARIABLE, s->folder, 1);
  set_where_given("PMECACHE_MACHINE", s->options->machine);
  set_where_given("PMECACHE_THREADS", s->options->threads);
  set_where_given("PMECACHE_PARAMS", s->options->params);
}

/* Compiles run in other folders, and what they say of a profile goes into the log. */
bool scan_set_profile(const char *path) {
  char absolute[PATH_MAX];
  if (!path)
    path = getenv("PMECACHE_PROFILE");
  if (!path || !*path)
    return true;
  if (!realpath(path, absolute) || access(absolute, R_OK)) {
    fprintf(stderr, "pmecache scan: error: cannot read the profile %s: %s\n", path, strerror(errno));
    return false;
  }
  setenv("PMECACHE_PROFILE", absolute, 1);
  return true;
}

bool scan_open(scan *s, const scan_options *options) {
  char measures[PATH_MAX];
  s->options = options;
  clock_gettime(CLOCK_REALTIME_COARSE, &s->start);
  if (!make_folder(options->folder))
    return false;
  if (!realpath(options->folder, s->folder) || !name_inside(s->answers, s->folder, SCAN_ANSWERS) ||
      !name_inside(s->log, s->folder, SCAN_LOG)) {
    fprintf(stderr, "pmecache scan: error: %s: %s\n", options->folder, strerror(errno));
    return false;
  }
  if (!make_folder(s->answers))
    return false;
  unlink(s->log);
  if (name_inside(measures, s->folder, SCAN_MEASURES))
    unlink(measures);
  set_variables(s);
  return true;
}

static bool is_since(const char *name, int folder, const struct timespec *since) {
  struct stat there;
  if (folder < 0 || fstatat(folder, name, &there, 0))
    return false;
  return there.st_mtim.tv_sec > since->tv_sec ||
         (there.st_mtim.tv_sec == since->tv_sec && there.st_mtim.tv_nsec >= since->tv_nsec);
}

/* How many answers there are that were written at `since` or later; NULL: at any time. */
static int count_answers(const scan *s, const struct timespec *since) {
  DIR *folder = opendir(s->answers);
  int count = 0;
  for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
    const char *suffix = strrchr(entry->d_name, '.');
    if (!suffix || strcmp(suffix, ".json") != 0)
      continue;
    count += !since || is_since(entry->d_name, dirfd(folder), since);
  }
  if (folder)
    closedir(folder);
  return count;
}

int scan_count_answers(const scan *s) { return count_answers(s, NULL); }

bool scan_has_new_answers(const scan *s) { return count_answers(s, &s->start) > 0; }
