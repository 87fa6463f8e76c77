/* A build that is run as it is, with links to this command before its compilers in PATH. */
#define _GNU_SOURCE /* sigaction, setenv, in any mode of the language */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process.h"
#include "scan.h"
#include "scan_compiler.h"
#include "scan_units.h"
#include "tools/progress.h"

typedef struct links {
  char self[PATH_MAX], bin[PATH_MAX], real[PATH_MAX];
} links;

/* ---- links ---- */

static bool is_compiler_name(const char *name) {
  static const char *const known[] = {"cc", "c++", "gcc", "g++", "clang", "clang++", "gfortran", "flang", "f95", "f77"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t length = strlen(known[i]);
    const char *rest = name + length;
    if (!strncmp(name, known[i], length) && (!*rest || (*rest == '-' && isdigit((unsigned char)rest[1]))))
      return true;
  }
  return false;
}

/* One that is there stays where it leads to the same. */
static void make_link(const char *target, const char *folder, const char *name) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
    return;
  unlink(path);
  if (symlink(target, path))
    fprintf(stderr, "pmecache scan: warning: cannot make %s: %s\n", path, strerror(errno));
}

static void link_compilers_of(const links *l, const char *folder) {
  DIR *entries = opendir(folder);
  for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;)
    if (is_compiler_name(entry->d_name))
      make_link(l->self, l->bin, entry->d_name);
  if (entries)
    closedir(entries);
}

static void link_compilers(const links *l) {
  const char *list = getenv("PATH");
  while (list) {
    char folder[PATH_MAX];
    size_t length = strcspn(list, ":");
    if (length && length < sizeof folder && strncmp(list, l->bin, length) != 0) {
      memcpy(folder, list, length);
      folder[length] = 0;
      link_compilers_of(l, folder);
    }
    list = list[length] ? list + length + 1 : NULL;
  }
}

/* CC=/opt/bin/gcc-12 -m64: the same by a name that is found in PATH. */
static void link_named(const links *l, const char *variable) {
  const char *value = getenv(variable);
  char compiler[PATH_MAX], renamed[2 * PATH_MAX];
  size_t length = value ? strcspn(value, " ") : 0;
  if (!length || value[0] != '/' || length >= sizeof compiler)
    return;
  memcpy(compiler, value, length);
  compiler[length] = 0;
  const char *name = strrchr(compiler, '/') + 1;
  make_link(l->self, l->bin, name);
  make_link(compiler, l->real, name);
  if (snprintf(renamed, sizeof renamed, "%s%s", name, value + length) < (int)sizeof renamed)
    setenv(variable, renamed, 1);
}

static bool open_links(links *l, const scan *s) {
  ssize_t length = readlink("/proc/self/exe", l->self, sizeof l->self - 1);
  l->self[length > 0 ? length : 0] = 0;
  if (length <= 0 || snprintf(l->bin, sizeof l->bin, "%s/" SCAN_BIN, s->folder) >= (int)sizeof l->bin ||
      snprintf(l->real, sizeof l->real, "%s/" SCAN_REAL, s->folder) >= (int)sizeof l->real)
    return false;
  mkdir(l->bin, 0777);
  mkdir(l->real, 0777);
  return true;
}

static bool put_links_first(const links *l) {
  const char *list = getenv("PATH");
  size_t bytes = strlen(l->bin) + (list ? strlen(list) : 0) + 2;
  char *longer = (char *)malloc(bytes);
  if (!longer)
    return false;
  snprintf(longer, bytes, "%s%s%s", l->bin, list ? ":" : "", list ? list : "");
  setenv("PATH", longer, 1);
  free(longer);
  return true;
}

/* ---- the build ---- */

static int wait_for(pid_t child, const scan *s) {
  int waited = 0;
  pid_t ended = 0;
  progress p = progress_start("answered", "units");
  while (child > 0 && (ended = waitpid(child, &waited, WNOHANG)) == 0) {
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    if (p.is_terminal)
      progress_step(&p, (uint64_t)scan_count_answers(s));
  }
  progress_end(&p);
  return ended > 0 ? process_status(waited) : PROCESS_NOT_RUN;
}

int scan_build(const scan *s) {
  static const char *const variables[] = {"CC", "CXX", "FC", "F77"};
  struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
  links l;
  if (!open_links(&l, s))
    return PROCESS_NOT_RUN;
  link_compilers(&l);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    link_named(&l, variables[i]);
  if (!put_links_first(&l))
    return PROCESS_NOT_RUN;
  sigaction(SIGINT, &ignored, &before); /* an interrupted build has answers, too */
  int status = wait_for(process_start(s->options->command, &(process_place){NULL, NULL}), s);
  sigaction(SIGINT, &before, NULL);
  collect_units(s->folder, SCAN_UNITS);
  scan_again(s);
  return status;
}
