/* Names of events. */
#include "event.h"

#include <ctype.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pfm.h"
#include "pmecache/nearest.h"

/* ---- the kernel's names ---- */

typedef struct generic_event {
  const char *name;
  uint32_t type;
  uint64_t config;
  event_quantity quantity;
} generic_event;

#define SOFTWARE(name, code) {name, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##code, {0}},
#define HARDWARE(name, code, ...) {name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##code, __VA_ARGS__},
#define CACHE(name, cache, op, result, ...)                                                                            \
  {name, PERF_TYPE_HW_CACHE,                                                                                           \
   PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | PERF_COUNT_HW_CACHE_RESULT_##result << 16,         \
   __VA_ARGS__},
#define PREDICTED(kind, place, reads, writes) {EVENT_##kind, EVENT_##place, "", reads, writes}
static const generic_event generic_events[] = {
#include "events.def"
};
#undef SOFTWARE
#undef HARDWARE
#undef CACHE
#undef PREDICTED
enum { GENERIC_COUNT = sizeof generic_events / sizeof *generic_events };

static const generic_event *generic_named(const char *name) {
  for (int i = 0; i < GENERIC_COUNT; i++)
    if (!strcmp(generic_events[i].name, name))
      return &generic_events[i];
  return NULL;
}

static const char *nearest_generic(const char *name) {
  const char *names[GENERIC_COUNT];
  for (int i = 0; i < GENERIC_COUNT; i++)
    names[i] = generic_events[i].name;
  return pme_nearest(name, names, GENERIC_COUNT);
}

/* "r01d1", as perf takes it: hexadecimal, unit mask before event. */
static bool read_raw(const char *name, event_code *code) {
  size_t digits = strspn(name + 1, "0123456789abcdefABCDEF");
  if (name[0] != 'r' || digits == 0 || digits > 16 || name[1 + digits])
    return false;
  *code = (event_code){.type = PERF_TYPE_RAW, .config = strtoull(name + 1, NULL, 16)};
  return true;
}

bool event_is_hardware(const event *e) { return e->code.type != PERF_TYPE_SOFTWARE; }

/* ---- what it counts ---- */

typedef struct quantity_word {
  const char *name;
  event_kind kind;
  bool reads, writes;
} quantity_word;

static const quantity_word quantity_words[] = {
    {"accesses", EVENT_ACCESSES, true, true},   {"reads", EVENT_ACCESSES, true, false},
    {"writes", EVENT_ACCESSES, false, true},    {"misses", EVENT_MISSES, true, true},
    {"read_misses", EVENT_MISSES, true, false}, {"write_misses", EVENT_MISSES, false, true},
};

/* "L2.read_misses". */
static bool read_quantity(const char *text, event_quantity *out) {
  const char *dot = strchr(text, '.');
  if (!dot || dot == text || dot - text >= EVENT_LEVEL_BYTES)
    return false;
  for (size_t i = 0; i < sizeof quantity_words / sizeof *quantity_words; i++) {
    const quantity_word *word = &quantity_words[i];
    if (strcmp(word->name, dot + 1) != 0)
      continue;
    *out = (event_quantity){.kind = word->kind, .place = EVENT_NAMED, .reads = word->reads, .writes = word->writes};
    memcpy(out->level, text, (size_t)(dot - text));
    return true;
  }
  return false;
}

/* ---- lists ---- */

static pme_status unknown_event(const char *name, int column, pme_error *error) {
  const char *meant = nearest_generic(name);
  char hint[80] = "";
  if (meant)
    snprintf(hint, sizeof hint, "; did you mean '%s'?", meant);
  return pme_error_set(error, PME_BAD_INPUT, 0, column, "no event '%.60s'%s%s", name, hint,
                       pfm_is_there() ? "" : " (names of processors need libpfm4, which is not installed)");
}

static pme_status find_event(event *e, int column, pme_error *error) {
  const generic_event *generic = generic_named(e->name);
  if (generic) {
    e->code = (event_code){.type = generic->type, .config = generic->config};
    e->quantity = generic->quantity;
    return PME_OK;
  }
  if (read_raw(e->name, &e->code) || pfm_find(e->name, &e->code)) {
    const char *usual = pfm_usual_quantity(e->name);
    if (usual)
      read_quantity(usual, &e->quantity);
    return PME_OK;
  }
  return unknown_event(e->name, column, error);
}

/* One of the list, up to its comma. */
static pme_status read_event(char *text, int column, event *e, pme_error *error) {
  char *equals = strchr(text, '=');
  if (equals)
    *equals = 0;
  size_t length = strlen(text);
  if (!length || length >= EVENT_NAME_BYTES)
    return pme_error_set(error, PME_BAD_INPUT, 0, column, "expected the name of an event");
  memset(e, 0, sizeof *e);
  memcpy(e->name, text, length);
  pme_status status = find_event(e, column, error);
  if (!status && equals && !read_quantity(equals + 1, &e->quantity))
    return pme_error_set(error, PME_BAD_INPUT, 0, column + (int)(equals + 1 - text),
                         "expected a level and accesses, reads, writes, misses, read_misses or write_misses, as in "
                         "L2.misses; found '%.40s'",
                         equals + 1);
  return status;
}

pme_status event_list_read(const char *text, event_list *out, pme_error *error) {
  char copy[EVENT_MOST * EVENT_NAME_BYTES];
  size_t length = strlen(text);
  if (length >= sizeof copy)
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the list is longer than %zu characters", sizeof copy - 1);
  memcpy(copy, text, length + 1);
  out->count = 0;
  for (char *at = copy, *comma; at; at = comma ? comma + 1 : NULL) {
    comma = strchr(at, ',');
    if (comma)
      *comma = 0;
    int column = (int)(at - copy) + 1;
    if (out->count == EVENT_MOST)
      return pme_error_set(error, PME_BAD_INPUT, 0, column, "more than %d events", EVENT_MOST);
    pme_status status = read_event(at, column, &out->rows[out->count++], error);
    if (status)
      return status;
  }
  return PME_OK;
}

static void add_usual(event_list *list, const char *name) {
  pme_error ignored = {0};
  event *e = &list->rows[list->count];
  memset(e, 0, sizeof *e);
  snprintf(e->name, sizeof e->name, "%s", name);
  if (list->count < EVENT_MOST && !find_event(e, 0, &ignored))
    list->count++;
}

void event_list_usual(event_list *out) {
  static const char *const names[] = {"L1-dcache-loads", "L1-dcache-load-misses"};
  out->count = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    add_usual(out, names[i]);
  const char *between = pfm_first_of_level_two();
  if (between)
    add_usual(out, between);
  add_usual(out, "LLC-load-misses");
}
