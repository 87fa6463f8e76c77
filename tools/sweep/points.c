#include "points.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 24, MOST_VALUES = 10000 };

/* ---- values ---- */

static bool add_value(sweep *s, sweep_axis *axis, const char *text, size_t length) {
  if (axis->count == MOST_VALUES)
    return false;
  if (!(axis->count & (axis->count - 1))) {
    const char **more = PME_ARENA_NEW(s->arena, const char *, axis->count ? 2 * axis->count : 1);
    if (!more)
      return false;
    if (axis->count)
      memcpy(more, axis->values, (size_t)axis->count * sizeof *more);
    axis->values = more;
  }
  char *copy = PME_ARENA_NEW(s->arena, char, length + 1);
  if (!copy)
    return false;
  memcpy(copy, text, length);
  for (int i = 0; i < axis->count; i++)
    if (!strcmp(axis->values[i], copy))
      return true; /* said twice */
  axis->values[axis->count++] = copy;
  return true;
}

static bool take_number(const char **text, int64_t *value) {
  char *end;
  errno = 0;
  *value = strtoll(*text, &end, 10);
  bool is_number = end != *text && !errno;
  *text = end;
  return is_number;
}

/* "100..1000+100", "64..4096*2", "1..8": false where it is none. */
static bool read_range(const char *text, int64_t *from, int64_t *to, char *how, int64_t *step) {
  if (!take_number(&text, from) || strncmp(text, "..", 2) != 0)
    return false;
  text += 2;
  if (!take_number(&text, to))
    return false;
  *how = '+', *step = 1;
  if (*text) {
    *how = *text++;
    if (!take_number(&text, step))
      return false;
  }
  return !*text && *from <= *to && ((*how == '+' && *step > 0) || (*how == '*' && *step > 1 && *from > 0));
}

static bool add_range(sweep *s, sweep_axis *axis, int64_t from, int64_t to, char how, int64_t step) {
  char number[NUMBER_BYTES];
  for (int64_t value = from; value <= to; value = how == '+' ? value + step : value * step) {
    if (!add_value(s, axis, number, (size_t)snprintf(number, sizeof number, "%" PRId64, value)))
      return false;
    if (value > (how == '+' ? to - step : to / step))
      break;
  }
  return true;
}

static bool has_commas(const char *name) { return !strcmp(name, "machine") || !strcmp(name, "schedule"); }

static bool add_values(sweep *s, sweep_axis *axis, const char *text) {
  const char *between = has_commas(axis->name) ? " " : ",";
  int64_t from, to, step;
  char how;
  bool is_good = true;
  while (*text && is_good) {
    size_t length = strcspn(text, between);
    char one[80];
    snprintf(one, sizeof one, "%.*s", (int)(length < sizeof one ? length : sizeof one - 1), text);
    if (!has_commas(axis->name) && length < sizeof one && read_range(one, &from, &to, &how, &step))
      is_good = add_range(s, axis, from, to, how, step);
    else
      is_good = length == 0 || add_value(s, axis, text, length);
    text += length + (text[length] != 0);
  }
  return is_good;
}

static sweep_axis *find_axis(sweep *s, const char *name, size_t length) {
  for (int i = 0; i < s->axis_count; i++)
    if (strlen(s->axes[i].name) == length && !strncmp(s->axes[i].name, name, length))
      return &s->axes[i];
  char *copy = s->axis_count < SWEEP_MOST_AXES ? PME_ARENA_NEW(s->arena, char, length + 1) : NULL;
  if (!copy)
    return NULL;
  memcpy(copy, name, length);
  s->axes[s->axis_count] = (sweep_axis){.name = copy};
  return &s->axes[s->axis_count++];
}

pme_status sweep_add_axis(sweep *s, const char *text, pme_error *error) {
  size_t length = strcspn(text, "=");
  if (!length || text[length] != '=' || !text[length + 1])
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "expected NAME=VALUE,..., found '%.60s'", text);
  sweep_axis *axis = find_axis(s, text, length);
  if (!axis)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "more than %d names", SWEEP_MOST_AXES);
  if (!add_values(s, axis, text + length + 1))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "more than %d values of '%.60s'", MOST_VALUES, axis->name);
  return PME_OK;
}

/* ---- points ---- */

int sweep_point_count(const sweep *s) {
  int64_t count = 1;
  for (int i = 0; i < s->axis_count && count <= SWEEP_MOST_POINTS; i++)
    count *= s->axes[i].count;
  return count <= SWEEP_MOST_POINTS ? (int)count : SWEEP_MOST_POINTS + 1;
}

void sweep_point(const sweep *s, int number, int values[SWEEP_MOST_AXES]) {
  for (int i = s->axis_count - 1; i >= 0; i--) {
    values[i] = number % s->axes[i].count;
    number /= s->axes[i].count;
  }
}

/* FNV-1a. */
static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
  return hash;
}

static int by_name(const void *left, const void *right) {
  const sweep_axis *a = *(const sweep_axis *const *)left, *b = *(const sweep_axis *const *)right;
  return strcmp(a->name, b->name);
}

void sweep_digest(const sweep *s, const int values[SWEEP_MOST_AXES], char digest[DIGEST_BYTES]) {
  const sweep_axis *sorted[SWEEP_MOST_AXES];
  uint64_t hash = add_bytes(UINT64_C(14695981039346656037), PMECACHE_VERSION, sizeof PMECACHE_VERSION);
  hash = add_bytes(hash, s->text, s->text_bytes);
  for (int i = 0; i < s->axis_count; i++)
    sorted[i] = &s->axes[i];
  qsort(sorted, (size_t)s->axis_count, sizeof *sorted, by_name);
  for (int i = 0; i < s->axis_count; i++) {
    const char *value = sorted[i]->values[values[sorted[i] - s->axes]];
    hash = add_bytes(hash, sorted[i]->name, strlen(sorted[i]->name) + 1);
    hash = add_bytes(hash, value, strlen(value) + 1);
  }
  snprintf(digest, DIGEST_BYTES, "%016" PRIx64, hash);
}
