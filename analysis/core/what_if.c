/* What is asked beyond the source, read from text: schedules and values of symbols. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

/* A whole decimal number between `text` and `end`. */
static bool read_number(const char *text, const char *end, int64_t *value) {
  char digits[24];
  size_t length = (size_t)(end - text);
  if (length == 0 || length >= sizeof digits)
    return false;
  memcpy(digits, text, length);
  digits[length] = '\0';
  char *stop;
  errno = 0;
  long long number = strtoll(digits, &stop, 10);
  *value = number;
  return errno == 0 && *stop == '\0' && digits[0] != ' ';
}

pme_status pme_what_if_read_schedule(const char *text, pme_what_if *what_if, pme_error *error) {
  char kind[16];
  size_t length = strcspn(text, ",");
  pme_schedule_kind schedule;
  int64_t chunk = 0;
  snprintf(kind, sizeof kind, "%.*s", (int)(length < 15 ? length : 15), text);
  if (!pme_schedule_from_name(kind, &schedule))
    return pme_error_set(error, PME_BAD_INPUT, 0, 1, "expected static, dynamic, guided, auto or runtime, found '%.40s'",
                         text);
  if (text[length] == ',') {
    const char *number = text + length + 1;
    if (!read_number(number, number + strlen(number), &chunk) || chunk < 1)
      return pme_error_set(error, PME_BAD_INPUT, 0, (int)length + 2, "expected a chunk of at least 1, found '%.40s'",
                           number);
  }
  what_if->has_schedule = true;
  what_if->schedule = schedule;
  what_if->chunk = chunk;
  return PME_OK;
}

static pme_status append_binding(pme_binding **bindings, int *count, const char *name, size_t name_length,
                                 int64_t value) {
  pme_binding *grown = (pme_binding *)pme_reallocate(*bindings, ((size_t)*count + 1) * sizeof **bindings);
  if (!grown)
    return PME_NO_MEMORY;
  *bindings = grown;
  char *copy = (char *)pme_reallocate(NULL, name_length + 1);
  if (!copy)
    return PME_NO_MEMORY;
  memcpy(copy, name, name_length);
  copy[name_length] = '\0';
  grown[(*count)++] = (pme_binding){copy, value, NULL};
  return PME_OK;
}

/* Bytes of the name in quotes, as program text has them, that an item begins with: 5 of "a,b"=1; 0: it has none. */
static size_t quoted_bytes(const char *item) {
  const char *close = *item == '"' ? strchr(item + 1, '"') : NULL;
  return close && close > item + 1 && close[1] == '=' ? (size_t)(close - item) + 1 : 0;
}

/* Where the item ends: at a comma, but for those of quoted names and subscripts, "g(2,3)=5". Parentheses that nothing
 * closes are none. */
static const char *end_of_item(const char *item) {
  int depth = 0;
  for (const char *c = item + quoted_bytes(item); *c; c++) {
    if (*c == ',' && depth <= 0)
      return c;
    depth += (*c == '(') - (*c == ')');
  }
  return depth > 0 ? item + strcspn(item, ",") : item + strlen(item);
}

pme_status pme_bindings_read(const char *text, pme_binding **bindings, int *count, pme_error *error) {
  const char *cursor = text;
  while (*cursor) {
    /* Without quotes the name ends at the last '=' of the item, so that names may hold one. */
    const char *end = end_of_item(cursor);
    size_t quoted = quoted_bytes(cursor);
    const char *equals = quoted ? cursor + quoted : NULL;
    for (const char *c = cursor; c < end && !quoted; c++)
      if (*c == '=')
        equals = c;
    int64_t value;
    if (!equals || equals == cursor)
      return pme_error_set(error, PME_BAD_INPUT, 0, (int)(cursor - text) + 1, "expected NAME=VALUE, found '%.40s'",
                           cursor);
    if (!read_number(equals + 1, end, &value))
      return pme_error_set(error, PME_BAD_INPUT, 0, (int)(equals + 1 - text) + 1,
                           "expected a whole number of at most 64 bits, found '%.*s'",
                           (int)(end - equals - 1 < 40 ? end - equals - 1 : 40), equals + 1);
    size_t length = quoted ? quoted - 2 : (size_t)(equals - cursor);
    if (append_binding(bindings, count, cursor + (quoted > 0), length, value) != PME_OK)
      return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
    cursor = *end ? end + 1 : end;
  }
  return PME_OK;
}

void pme_bindings_destroy(pme_binding *bindings, int count) {
  for (int i = 0; i < count; i++)
    pme_reallocate((void *)(uintptr_t)bindings[i].name, 0);
  pme_reallocate(bindings, 0);
}
