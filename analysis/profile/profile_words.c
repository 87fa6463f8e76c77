/* The words of a line of a profile, one after the other: names, numbers, texts, places, indices of other records. */
#include <stdlib.h>
#include <string.h>

#include "pmecache/arena.h"
#include "profile_reader.h"

enum { MOST_INDEX = 1 << 24 };
static const double most_count = 1e18;

void pme__profile_skip_blanks(profile_reader *r) { r->at += strspn(r->at, " \t\r"); }

bool pme__profile_take_word(profile_reader *r, const char *word) {
  pme__profile_skip_blanks(r);
  size_t length = strlen(word);
  if (strncmp(r->at, word, length) != 0 || (r->at[length] && !strchr(" \t\r", r->at[length])))
    return false;
  r->at += length;
  return true;
}

void pme__profile_want_word(profile_reader *r, const char *word) { r->bad |= !pme__profile_take_word(r, word); }

static bool ends_word(char c) { return !c || strchr(" \t\r:", c) != NULL; }

int64_t pme__profile_take_whole(profile_reader *r, int64_t low, int64_t high) {
  pme__profile_skip_blanks(r);
  char *end;
  long long value = strtoll(r->at, &end, 10);
  if (r->bad || end == r->at || !ends_word(*end) || value < low || value > high) {
    r->bad = true;
    return low;
  }
  r->at = end;
  return value;
}

uint64_t pme__profile_take_hexadecimal(profile_reader *r) {
  pme__profile_skip_blanks(r);
  char *end;
  unsigned long long value = strtoull(r->at, &end, 16);
  r->bad |= end == r->at || !ends_word(*end);
  r->at = end;
  return value;
}

double pme__profile_take_number(profile_reader *r) {
  pme__profile_skip_blanks(r);
  char *end;
  double value = strtod(r->at, &end);
  if (r->bad || end == r->at || !ends_word(*end) || !(value >= 0 && value <= most_count)) {
    r->bad = true;
    return 0;
  }
  r->at = end;
  return value;
}

double pme__profile_take_named_number(profile_reader *r, const char *name) {
  pme__profile_want_word(r, name);
  return pme__profile_take_number(r);
}

static int digit_value(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *found = c ? strchr(digits, c) : NULL;
  return found ? (int)(found - digits) : -1;
}

const char *pme__profile_take_text(profile_reader *r) {
  pme__profile_skip_blanks(r);
  if (*r->at != '"') {
    r->bad = true;
    return NULL;
  }
  char *start = r->line + (r->at + 1 - r->line), *from = start, *to = start;
  for (; *from && *from != '"'; from++) {
    if (*from != '\\') {
      *to++ = *from;
      continue;
    }
    int high = from[1] == 'x' ? digit_value(from[2]) : -1, low = high >= 0 ? digit_value(from[3]) : -1;
    if (low < 0 || high * 16 + low == 0) {
      r->bad = true;
      return NULL;
    }
    *to++ = (char)(high * 16 + low);
    from += 3;
  }
  if (!*from) {
    r->bad = true;
    return NULL;
  }
  r->at = from + 1;
  *to = 0;
  return start;
}

void pme__profile_end_line(profile_reader *r) {
  pme__profile_skip_blanks(r);
  r->bad |= *r->at != 0;
}

pme_place pme__profile_take_place(profile_reader *r) {
  pme_place p = {0};
  pme__profile_want_word(r, "at");
  p.line = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  if (*r->at == ':')
    r->at++;
  else
    r->bad = true;
  p.column = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  if (pme__profile_take_word(r, "file"))
    p.file = pme__profile_take_text(r);
  return p;
}

pme_schedule_kind pme__profile_take_schedule(profile_reader *r) {
  char name[16] = "";
  pme_schedule_kind kind = PME_SCHEDULE_STATIC;
  pme__profile_skip_blanks(r);
  size_t length = strcspn(r->at, " \t\r");
  memcpy(name, r->at, length < sizeof name ? length : 0);
  r->at += length;
  r->bad |= !pme_schedule_from_name(name, &kind);
  return kind;
}

/* ---- indices ---- */

int pme__profile_take_index(profile_reader *r, const char *word, const index_map *map, bool optional) {
  pme__profile_want_word(r, word);
  if (optional && pme__profile_take_word(r, "-"))
    return PME_NONE;
  int64_t i = pme__profile_take_whole(r, 0, MOST_INDEX);
  if (r->bad || i >= map->count || map->values[i] == PME_NONE) {
    r->bad = true;
    return PME_NONE;
  }
  return map->values[i];
}

static bool index_map_room(profile_reader *r, index_map *map, int64_t index) {
  if (index < map->room)
    return true;
  int room = (int)index + 1 > 2 * map->room ? (int)index + 1 : 2 * map->room;
  int *grown = (int *)pme_reallocate(map->values, sizeof(int) * (size_t)room);
  if (!grown) {
    r->no_memory = true;
    return false;
  }
  map->values = grown;
  map->room = room;
  return true;
}

int64_t pme__profile_take_own_index(profile_reader *r, const index_map *map) {
  int64_t i = pme__profile_take_whole(r, 0, MOST_INDEX);
  if (i > (int64_t)r->number || (i < map->count && map->values[i] != PME_NONE))
    r->bad = true;
  return i;
}

void pme__profile_set_index(profile_reader *r, index_map *map, int64_t file_index, int index) {
  if (index == PME_NONE || !index_map_room(r, map, file_index))
    return;
  while (map->count <= file_index)
    map->values[map->count++] = PME_NONE;
  map->values[file_index] = index;
}
