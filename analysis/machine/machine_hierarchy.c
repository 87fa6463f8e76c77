/* Levels that see what is missed above them, hold what is above them, or take what leaves there. */
#include "machine_hierarchy.h"

#include <stdio.h>
#include <string.h>

static const char *const inclusions[] = {"non-inclusive", "inclusive", "exclusive", "victim"};
static const char *const writes[] = {"allocate", "around", "evade"};
static const char *const sights[] = {"all", "misses"};
enum {
  INCLUSIONS = sizeof inclusions / sizeof *inclusions,
  WRITES = sizeof writes / sizeof *writes,
  SIGHTS = sizeof sights / sizeof *sights,
  MOST_TOLD = 65536
};

const char *pme__inclusion_name(pme_inclusion inclusion) { return inclusions[inclusion]; }
const char *pme__write_name(pme_write write) { return writes[write]; }

bool pme_machine_has_hierarchy(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++) {
    const pme_cache_level *level = &machine->levels[l];
    if (level->sees_misses || level->inclusion != PME_INCLUSION_NONE || level->write != PME_WRITE_ALLOCATE)
      return true;
  }
  return pme_machine_prefetches(machine);
}

bool pme_machine_only_filters(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].inclusion != PME_INCLUSION_NONE || machine->levels[l].write != PME_WRITE_ALLOCATE)
      return false;
  return pme_machine_has_hierarchy(machine) && !pme_machine_prefetches(machine);
}

bool pme_machine_prefetches(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++)
    if (pme_level_prefetches(&machine->levels[l]))
      return true;
  return false;
}

void pme__prefetchers_name(const pme_prefetchers *p, char name[PME__PREFETCHERS_BYTES]) {
  snprintf(name, PME__PREFETCHERS_BYTES, "%s%s%s%s%s", p->next ? "next" : "", p->next && p->pair ? "+" : "",
           p->pair ? "pair" : "", (p->next || p->pair) && p->ahead ? "+" : "", p->ahead ? "streamer" : "");
}

/* ---- reading ---- */

bool pme__is_hierarchy_key(const char *key) {
  return !strcmp(key, "sees") || !strcmp(key, "inclusion") || !strcmp(key, "clean") || !strcmp(key, "write") ||
         !strcmp(key, "prefetch") || !strcmp(key, "ahead") || !strcmp(key, "told");
}

/* One of `count` words. */
static pme_status read_word(pme__scanner *scan, const char *const *words, int count, const char *expected, int *out) {
  char word[16];
  pme__mark start = pme__scan_mark(scan);
  pme_status status = pme__scan_word(scan, word, sizeof word, expected);
  for (int i = 0; !status && i < count; i++)
    if (!strcmp(words[i], word)) {
      *out = i;
      return PME_OK;
    }
  return status ? status : PME__FAULT(scan, start, "expected %s, found '%s'", expected, word);
}

static pme_status read_clean(pme__scanner *scan, pme_cache_level *level) {
  double share;
  pme__mark start = pme__scan_mark(scan);
  pme_status status = pme__scan_number(scan, 0, &share, "a share from 0 to 1");
  if (!status && share > 1)
    return PME__FAULT(scan, start, "expected a share from 0 to 1");
  if (!status)
    level->dropped_share = 1 - share;
  return status;
}

static pme_status read_told(pme__scanner *scan, pme_cache_level *level) {
  double size;
  pme__mark start = pme__scan_mark(scan);
  pme_status status = pme__scan_number(scan, 1024, &size, "a size such as 32M");
  if (!status && (size <= (double)level->size_bytes || size > MOST_TOLD * (double)level->size_bytes))
    return PME__FAULT(scan, start, "%s: told= is what %lld bytes are a part of, expected more, and at most %d times",
                      level->name, (long long)level->size_bytes, MOST_TOLD);
  if (!status)
    level->told_bytes = (int64_t)size;
  return status;
}

/* Some of next, pair and streamer, with '+' between them. */
static pme_status read_prefetchers(pme__scanner *scan, pme_prefetchers *p) {
  static const char *const kinds[] = {"next", "pair", "streamer"};
  bool given[3] = {false};
  do {
    int kind = 0;
    pme__mark start = pme__scan_mark(scan);
    pme_status status = read_word(scan, kinds, 3, "next, pair or streamer, several with '+' between them", &kind);
    if (!status && given[kind])
      return PME__FAULT(scan, start, "%s is given twice", kinds[kind]);
    if (status)
      return status;
    given[kind] = true;
  } while (pme__scan_take(scan, '+'));
  p->next = given[0];
  p->pair = given[1];
  p->ahead = given[2] ? PME_USUAL_LINES_AHEAD : 0;
  return PME_OK;
}

static pme__mark *place_of(pme__hierarchy_seen *seen, const char *key) {
  if (!strcmp(key, "prefetch"))
    return &seen->prefetch;
  if (!strcmp(key, "ahead"))
    return &seen->ahead;
  if (!strcmp(key, "told"))
    return &seen->told;
  if (!strcmp(key, "sees"))
    return &seen->sees;
  if (!strcmp(key, "inclusion"))
    return &seen->inclusion;
  return !strcmp(key, "clean") ? &seen->clean : &seen->write;
}

pme_status pme__read_hierarchy(pme__scanner *scan, pme__mark start, const char *key, pme_cache_level *level,
                               pme__hierarchy_seen *seen) {
  pme__mark *place = place_of(seen, key);
  int found = 0;
  pme_status status;
  if (place->line)
    return PME__FAULT(scan, start, "%s is given twice", key);
  *place = start;
  if (!pme__scan_take(scan, '='))
    return pme__scan_expected(scan, "'='");
  if (place == &seen->clean)
    return read_clean(scan, level);
  if (place == &seen->told)
    return read_told(scan, level);
  if (place == &seen->prefetch)
    return read_prefetchers(scan, &level->prefetchers);
  if (place == &seen->ahead && !(seen->prefetch.line && level->prefetchers.ahead))
    return PME__FAULT(scan, start, "ahead= needs prefetch=streamer before it");
  if (place == &seen->ahead)
    return pme__scan_integer(scan, 1, PME_MOST_LINES_AHEAD, &level->prefetchers.ahead, "a number of lines");
  if (place == &seen->sees) {
    status = read_word(scan, sights, SIGHTS, "all or misses", &found);
    level->sees_misses = found;
  } else if (place == &seen->inclusion) {
    status = read_word(scan, inclusions, INCLUSIONS, "non-inclusive, inclusive, exclusive or victim", &found);
    level->inclusion = (pme_inclusion)found;
  } else {
    status = read_word(scan, writes, WRITES, "allocate, around or evade", &found);
    level->write = (pme_write)found;
  }
  return status;
}

/* ---- contradictions ---- */

/* Of the innermost level. */
static pme_status check_innermost(pme__scanner *scan, const pme_cache_level *level, const pme__hierarchy_seen *seen) {
  if (level->sees_misses)
    return PME__FAULT(scan, seen->sees, "%s: sees=misses needs a level above", level->name);
  if (level->inclusion != PME_INCLUSION_NONE)
    return PME__FAULT(scan, seen->inclusion, "%s: inclusion=%s needs a level above", level->name,
                      pme__inclusion_name(level->inclusion));
  if (pme_level_prefetches(level))
    return PME__FAULT(scan, seen->prefetch, "%s: prefetch= needs a level above, whose misses it sees", level->name);
  return PME_OK;
}

/* An inclusive level has room for all that is above it. */
static pme_status check_room(pme__scanner *scan, const pme_machine *above, const pme_cache_level *level,
                             const pme__hierarchy_seen *seen) {
  for (int l = 0; l < above->level_count && level->inclusion == PME_INCLUSION_INCLUSIVE; l++) {
    const pme_cache_level *inner = &above->levels[l];
    int64_t needed = inner->size_bytes * (level->shared_by / inner->shared_by);
    if (needed > level->size_bytes)
      return PME__FAULT(scan, seen->inclusion, "%s: inclusion=inclusive, but %s has %lld bytes and %s above it %lld",
                        level->name, level->name, (long long)level->size_bytes, inner->name, (long long)needed);
  }
  return PME_OK;
}

/* Lines move between the levels of a hierarchy. */
static pme_status check_lines(pme__scanner *scan, const pme_machine *above, const pme_cache_level *level) {
  pme_machine all = *above;
  all.levels[all.level_count++] = *level;
  for (int l = 0; l < above->level_count && pme_machine_has_hierarchy(&all); l++)
    if (above->levels[l].line_bytes != level->line_bytes)
      return PME__FAULT(scan, pme__scan_mark(scan),
                        "%s: lines of %d bytes, of %s %d: sees=, inclusion=, write= and prefetch= need lines of one "
                        "size",
                        level->name, level->line_bytes, above->levels[l].name, above->levels[l].line_bytes);
  return PME_OK;
}

/* All of it is a whole number of sets, too. */
static pme_status check_told(pme__scanner *scan, const pme_cache_level *level, const pme__hierarchy_seen *seen) {
  int64_t way_bytes = (int64_t)level->line_bytes * level->associativity;
  if (level->told_bytes % way_bytes == 0)
    return PME_OK;
  return PME__FAULT(scan, seen->told, "%s: told=, %lld bytes, is not a whole number of sets of %d ways of %d bytes",
                    level->name, (long long)level->told_bytes, level->associativity, level->line_bytes);
}

bool pme_machine_as_told(const pme_machine *machine, pme_machine *out) {
  bool has_more = false;
  *out = *machine;
  for (int l = 0; l < out->level_count; l++)
    if (out->levels[l].told_bytes > out->levels[l].size_bytes) {
      out->levels[l].size_bytes = out->levels[l].told_bytes;
      out->levels[l].told_bytes = 0;
      has_more = true;
    }
  return has_more;
}

pme_status pme__check_hierarchy(pme__scanner *scan, const pme_machine *above, pme_cache_level *level,
                                const pme__hierarchy_seen *seen) {
  bool takes = pme_level_takes_victims(level);
  pme_status status = check_told(scan, level, seen);
  if (!status && !above->level_count)
    status = check_innermost(scan, level, seen);
  if (!status && takes && seen->sees.line && !level->sees_misses)
    status = PME__FAULT(scan, seen->sees, "%s: inclusion=%s sees misses of the level above, not all", level->name,
                        pme__inclusion_name(level->inclusion));
  if (!status && seen->clean.line && level->inclusion != PME_INCLUSION_VICTIM)
    status = PME__FAULT(scan, seen->clean, "%s: clean= needs inclusion=victim", level->name);
  if (!status && takes && pme_level_prefetches(level))
    status = PME__FAULT(scan, seen->prefetch, "%s: prefetch= of a level that takes victims, which get no other lines",
                        level->name);
  level->sees_misses = level->sees_misses || takes;
  if (!status)
    status = check_room(scan, above, level, seen);
  return status ? status : check_lines(scan, above, level);
}

pme_status pme__check_outermost(pme__scanner *scan, const pme_machine *machine) {
  pme__mark end = pme__scan_mark(scan);
  const pme_cache_level *outermost = &machine->levels[machine->level_count - 1];
  for (const pme_cache_level *level = machine->levels; level < outermost; level++)
    if (level->write == PME_WRITE_EVADE)
      return PME__FAULT(scan, end, "%s: write=evade is of the outermost level, which is %s", level->name,
                        outermost->name);
  if (outermost->write == PME_WRITE_AROUND)
    return PME__FAULT(scan, end, "%s: write=around needs a level behind", outermost->name);
  return PME_OK;
}
