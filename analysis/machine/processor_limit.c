#include "processor_limit.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024 };

/* The first line of a file, without its end; false where there is none. */
static bool read_line(const char *folder, const char *name, char line[128]) {
  char path[PATH_BYTES + 64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *stream = fopen(path, "r");
  bool known = stream && fgets(line, 128, stream);
  if (stream)
    fclose(stream);
  return known;
}

static int processors(double quota, double period) {
  return quota > 0 && period > 0 && quota / period < INT_MAX ? (int)fmax(1, ceil(quota / period)) : INT_MAX;
}

/* "max 100000" or "150000 100000"; of the first version two files, where -1 is no limit. */
static int limit_in(const char *folder) {
  char line[128], *end;
  double quota = 0, period = 0;
  if (read_line(folder, "cpu.max", line)) {
    quota = strtod(line, &end);
    return end == line ? INT_MAX : processors(quota, strtod(end, NULL));
  }
  if (read_line(folder, "cpu.cfs_quota_us", line))
    quota = strtod(line, NULL);
  if (read_line(folder, "cpu.cfs_period_us", line))
    period = strtod(line, NULL);
  return processors(quota, period);
}

/* The limits of a group and of all around it, up to the folder where groups are. In a container the path may be that
 * of the system around it: what is not there has no limit. */
static int limit_of_group(const char *groups, const char *group) {
  char folder[PATH_BYTES];
  size_t around = strlen(groups);
  int least = INT_MAX;
  snprintf(folder, sizeof folder, "%s%s", groups, group);
  while (true) {
    int limit = limit_in(folder);
    least = limit < least ? limit : least;
    char *slash = strlen(folder) > around ? strrchr(folder, '/') : NULL;
    if (!slash || slash < folder + around)
      return least;
    *slash = '\0';
  }
}

static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
      return true;
  return false;
}

/* A line of /proc/self/cgroup: "0::/group" of the second version, "4:cpu,cpuacct:/group" of the first. */
static int limit_of_line(const char *root, char *line) {
  char groups[PATH_BYTES];
  line[strcspn(line, "\n")] = '\0';
  char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
  if (!group)
    return INT_MAX;
  *group++ = '\0';
  controllers++;
  if (*controllers && !has_word(controllers, "cpu"))
    return INT_MAX;
  snprintf(groups, sizeof groups, "%s/sys/fs/cgroup%s", root, *controllers ? "/cpu" : "");
  return limit_of_group(groups, group);
}

int pme__processor_limit(const char *root) {
  char path[PATH_BYTES], line[PATH_BYTES];
  int least = INT_MAX;
  snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
  FILE *stream = fopen(path, "r");
  while (stream && fgets(line, sizeof line, stream)) {
    int limit = limit_of_line(root, line);
    least = limit < least ? limit : least;
  }
  if (stream)
    fclose(stream);
  return least;
}
