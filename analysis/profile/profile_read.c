/* Reading the text form of a profile. Nothing here trusts the file: a line that is damaged or makes no sense is told
 * and left out, and so is what depends on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/checksum.h"
#include "pmecache/arena.h"
#include "profile_internal.h"

/* Index in the file to index in memory; PME_NONE: lost. */
typedef struct index_map {
  int *values;
  int count, room;
} index_map;

typedef struct reader {
  pme_profile *profile;
  pme_profile_options options;
  bool has_run;
  index_map functions, loops, blocks, references;
  char *line; /* a copy of the current line, terminated */
  size_t line_room;
  const char *at; /* what comes next in it */
  int number;     /* of the line */
  bool bad;       /* the line made no sense */
  bool no_memory;
  bool ended;
} reader;

enum { MOST_INDEX = 1 << 24, MOST_LINE = 1 << 20 };
static const double most_count = 1e18;

/* ---- words ---- */

static void skip_blanks(reader *r) { r->at += strspn(r->at, " \t\r"); }

/* The next word, if it is this one. */
static bool take(reader *r, const char *word) {
  skip_blanks(r);
  size_t length = strlen(word);
  if (strncmp(r->at, word, length) != 0 || (r->at[length] && !strchr(" \t\r", r->at[length])))
    return false;
  r->at += length;
  return true;
}

static void want(reader *r, const char *word) { r->bad |= !take(r, word); }

static bool ends_word(char c) { return !c || strchr(" \t\r:", c) != NULL; }

static int64_t whole(reader *r, int64_t low, int64_t high) {
  skip_blanks(r);
  char *end;
  long long value = strtoll(r->at, &end, 10);
  if (r->bad || end == r->at || !ends_word(*end) || value < low || value > high) {
    r->bad = true;
    return low;
  }
  r->at = end;
  return value;
}

static uint64_t hexadecimal(reader *r) {
  skip_blanks(r);
  char *end;
  unsigned long long value = strtoull(r->at, &end, 16);
  r->bad |= end == r->at || !ends_word(*end);
  r->at = end;
  return value;
}

/* A count: finite and not negative. */
static double number(reader *r) {
  skip_blanks(r);
  char *end;
  double value = strtod(r->at, &end);
  if (r->bad || end == r->at || !ends_word(*end) || !(value >= 0 && value <= most_count)) {
    r->bad = true;
    return 0;
  }
  r->at = end;
  return value;
}

static double named_number(reader *r, const char *name) {
  want(r, name);
  return number(r);
}

static int digit_value(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *found = c ? strchr(digits, c) : NULL;
  return found ? (int)(found - digits) : -1;
}

/* A quoted text, decoded in place; NULL when it is none. */
static const char *text(reader *r) {
  skip_blanks(r);
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

static void line_ends(reader *r) {
  skip_blanks(r);
  r->bad |= *r->at != 0;
}

/* ---- indices ---- */

/* What the file calls `word N`: the index in memory. `-` is PME_NONE where that is allowed; a lost one is bad. */
static int index_of(reader *r, const char *word, const index_map *map, bool optional) {
  want(r, word);
  if (optional && take(r, "-"))
    return PME_NONE;
  int64_t i = whole(r, 0, MOST_INDEX);
  if (r->bad || i >= map->count || map->values[i] == PME_NONE) {
    r->bad = true;
    return PME_NONE;
  }
  return map->values[i];
}

static bool index_map_room(reader *r, index_map *map, int64_t index) {
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

/* The file's own index of the record in this line. An index far beyond what the file can hold is damage. */
static int64_t own_index(reader *r, const index_map *map) {
  int64_t i = whole(r, 0, MOST_INDEX);
  if (i > (int64_t)r->number || (i < map->count && map->values[i] != PME_NONE))
    r->bad = true;
  return i;
}

static void set_index(reader *r, index_map *map, int64_t file_index, int index) {
  if (index == PME_NONE || !index_map_room(r, map, file_index))
    return;
  while (map->count <= file_index)
    map->values[map->count++] = PME_NONE;
  map->values[file_index] = index;
}

/* ---- records ---- */

static pme_place place(reader *r) {
  pme_place p = {0};
  want(r, "at");
  p.line = (int)whole(r, 0, INT32_MAX);
  if (*r->at == ':')
    r->at++;
  else
    r->bad = true;
  p.column = (int)whole(r, 0, INT32_MAX);
  if (take(r, "file"))
    p.file = text(r);
  return p;
}

static void read_run(reader *r) {
  pme_profile_options read = r->options, *o = &read;
  want(r, "version");
  whole(r, PME_PROFILE_VERSION, PME_PROFILE_VERSION);
  want(r, "line");
  o->line_bytes = (int)whole(r, 1, 1 << 20);
  want(r, "sampling");
  if (take(r, "exact"))
    o->sampling = PME_SAMPLING_EXACT;
  else if (take(r, "bounded"))
    o->sampling = PME_SAMPLING_BOUNDED;
  else if (take(r, "hybrid"))
    o->sampling = PME_SAMPLING_HYBRID;
  else
    r->bad = true;
  want(r, "window");
  o->window_lines = (uint32_t)whole(r, 0, INT32_MAX);
  want(r, "sample");
  o->sample_lines = (uint32_t)whole(r, 0, INT32_MAX);
  want(r, "threads");
  o->threads = (int)whole(r, 1, PME_PROFILE_MAX_THREADS);
  o->rate = named_number(r, "rate");
  line_ends(r);
  pme_profile_options *mine = &r->profile->options;
  read.command = mine->command;
  read.geometry_count = mine->geometry_count;
  memcpy(read.geometries, mine->geometries, sizeof read.geometries);
  read.threads = mine->threads > read.threads ? mine->threads : read.threads;
  r->bad |= !pme__profile_options_valid(o);
  if (!r->bad && !r->has_run) {
    *mine = read;
    r->has_run = true;
  }
}

static void read_command(reader *r) {
  const char *command = text(r);
  line_ends(r);
  if (!r->bad)
    r->profile->options.command = pme__profile_text(r->profile, command);
}

static void read_geometry(reader *r) {
  pme_profile_options *o = &r->profile->options;
  int64_t index = whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  pme_geometry g;
  want(r, "sets");
  g.sets = whole(r, 1, INT64_MAX);
  want(r, "ways");
  g.ways = (int)whole(r, 1, PME_PROFILE_MAX_WAYS);
  g.sampled = take(r, "sampled");
  line_ends(r);
  /* Streams have room for the geometries known when they are made. */
  r->bad |= index != o->geometry_count || r->profile->streams.count > 0;
  if (!r->bad)
    o->geometries[o->geometry_count++] = g;
}

static void read_function(reader *r) {
  int64_t own = own_index(r, &r->functions);
  pme_profile_function f = {.name = text(r)};
  pme_place p = place(r);
  f.file = p.file;
  f.line = p.line;
  want(r, "hash");
  f.hash = hexadecimal(r);
  f.calls = named_number(r, "calls");
  line_ends(r);
  if (!r->bad)
    set_index(r, &r->functions, own, pme_profile_add_function(r->profile, &f));
}

static pme_schedule_kind schedule(reader *r) {
  char name[16] = "";
  pme_schedule_kind kind = PME_SCHEDULE_STATIC;
  skip_blanks(r);
  size_t length = strcspn(r->at, " \t\r");
  memcpy(name, r->at, length < sizeof name ? length : 0);
  r->at += length;
  r->bad |= !pme_schedule_from_name(name, &kind);
  return kind;
}

static void read_loop(reader *r) {
  int64_t own = own_index(r, &r->loops);
  pme_profile_loop l = {.function = index_of(r, "function", &r->functions, false)};
  want(r, "number");
  l.number = (int)whole(r, 0, INT32_MAX);
  l.parent = index_of(r, "parent", &r->loops, true);
  l.place = place(r);
  if (take(r, "variable"))
    l.variable = text(r);
  if (take(r, "parallel")) {
    l.parallel = true;
    l.schedule = schedule(r);
    l.chunk = whole(r, 0, INT64_MAX);
  }
  want(r, "threads");
  l.threads = (int)whole(r, 0, PME_PROFILE_MAX_THREADS);
  l.executions = named_number(r, "executions");
  l.iterations = named_number(r, "iterations");
  line_ends(r);
  r->bad |= !r->bad && l.parent != PME_NONE && LOOPS(r->profile)[l.parent].function != l.function;
  if (!r->bad)
    set_index(r, &r->loops, own, pme_profile_add_loop(r->profile, &l));
}

static void read_block(reader *r) {
  int64_t own = own_index(r, &r->blocks);
  pme_profile_block b = {.function = index_of(r, "function", &r->functions, false)};
  want(r, "number");
  b.number = (int)whole(r, 0, INT32_MAX);
  b.loop = index_of(r, "loop", &r->loops, true);
  b.place = place(r);
  b.executions = named_number(r, "executions");
  line_ends(r);
  r->bad |= !r->bad && b.loop != PME_NONE && LOOPS(r->profile)[b.loop].function != b.function;
  if (!r->bad)
    set_index(r, &r->blocks, own, pme_profile_add_block(r->profile, &b));
}

static void read_reference(reader *r) {
  int64_t own = own_index(r, &r->references);
  pme_profile_reference f = {.block = index_of(r, "block", &r->blocks, false)};
  want(r, "number");
  f.number = (int)whole(r, 0, INT32_MAX);
  f.place = place(r);
  if (take(r, "array"))
    f.array = text(r);
  f.is_write = take(r, "write");
  if (!f.is_write)
    want(r, "read");
  f.size_bytes = (int)whole(r, 0, INT32_MAX);
  line_ends(r);
  if (!r->bad)
    set_index(r, &r->references, own, pme_profile_add_reference(r->profile, &f));
}

static void read_symbol(reader *r) {
  int function = index_of(r, "function", &r->functions, false);
  int loop = index_of(r, "loop", &r->loops, true);
  want(r, "name");
  const char *name = text(r);
  want(r, "value");
  int64_t value = whole(r, INT64_MIN, INT64_MAX);
  double times = named_number(r, "times");
  line_ends(r);
  if (!r->bad)
    pme_profile_add_symbol(r->profile, function, loop, name, value, times);
}

static void read_advice(reader *r) {
  pme_profile_advice a = {.loop = index_of(r, "loop", &r->loops, false)};
  want(r, "machine");
  a.machine = text(r);
  want(r, "threads");
  a.threads = (int)whole(r, 1, PME_PROFILE_MAX_THREADS);
  a.schedule = schedule(r);
  a.chunk = whole(r, 0, INT64_MAX);
  a.pays = take(r, "pays");
  if (!a.pays)
    want(r, "calm");
  a.ratio = named_number(r, "ratio");
  a.low = named_number(r, "low");
  a.high = named_number(r, "high");
  want(r, "text");
  a.text = text(r);
  line_ends(r);
  if (!r->bad)
    pme_profile_add_advice(r->profile, &a);
}

static void read_others(reader *r) {
  int function = index_of(r, "function", &r->functions, false);
  int loop = index_of(r, "loop", &r->loops, true);
  want(r, "name");
  const char *name = text(r);
  double times = named_number(r, "times");
  line_ends(r);
  if (!r->bad)
    pme_profile_add_other_values(r->profile, function, loop, name, times);
}

static void read_bins(reader *r, pme_histogram *h) {
  want(r, "bins");
  for (skip_blanks(r); *r->at && !r->bad; skip_blanks(r)) {
    uint64_t start = (uint64_t)whole(r, 0, INT64_MAX);
    int bin = pme_bin_of(start);
    r->bad |= pme_bin_start(bin) != start;
    double count = number(r), sum = bin < PME_BINS_EXACT ? bin * count : number(r);
    double slack = 1e-9 * sum, most = bin == PME_BIN_COUNT - 1 ? 0x1p60 : (double)pme_bin_start(bin + 1);
    bool fits =
        bin < PME_BINS_EXACT || (sum + slack >= count * (double)pme_bin_start(bin) && sum - slack <= count * most);
    if (r->bad || !fits || pme_histogram_bin(h, bin).count != 0)
      r->bad = true;
    else if (pme_histogram_add_bin(h, bin, count, sum, pme__profile_allocator(r->profile)))
      r->no_memory = true;
  }
}

static void read_histogram(reader *r, pme_histogram *h) {
  h->total = named_number(r, "total");
  h->cold = named_number(r, "cold");
  h->far = named_number(r, "far");
  read_bins(r, h);
  r->bad |= h->far > h->total || h->total > 0x1p62;
}

static void read_stream(reader *r) {
  pme_histogram h = {.total = 0};
  int reference = index_of(r, "reference", &r->references, false);
  want(r, "thread");
  int thread = (int)whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  double accesses = named_number(r, "accesses");
  read_histogram(r, &h);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  if (s && s->histogram.total == 0 && s->accesses == 0) {
    s->accesses = accesses;
    s->histogram = h;
    return;
  }
  r->bad = true;
  pme_histogram_destroy(&h, pme__profile_allocator(r->profile));
}

static void read_range_end(reader *r, pme_range_end end) {
  pme_histogram h = {.total = 0};
  int reference = index_of(r, "reference", &r->references, false);
  want(r, "thread");
  int thread = (int)whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  read_histogram(r, &h);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  pme_profile_range *range = s && s->histogram.total > 0 ? pme_profile_range_of(r->profile, s) : NULL;
  pme_histogram *to = !range ? NULL : end == PME_RANGE_FARTHEST ? &range->farthest : &range->nearest;
  if (to && to->total == 0) {
    *to = h;
    return;
  }
  r->bad = true;
  pme_histogram_destroy(&h, pme__profile_allocator(r->profile));
}

static void read_nearest(reader *r) { read_range_end(r, PME_RANGE_NEAREST); }
static void read_farthest(reader *r) { read_range_end(r, PME_RANGE_FARTHEST); }

static void read_hits(reader *r) {
  const pme_profile_options *o = &r->profile->options;
  double hits[PME_PROFILE_MAX_WAYS] = {0};
  int reference = index_of(r, "reference", &r->references, false);
  want(r, "thread");
  int thread = (int)whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  want(r, "geometry");
  int g = (int)whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  want(r, "total");
  double total = number(r), sum = 0;
  want(r, "depths");
  r->bad |= g >= o->geometry_count || o->geometries[g].sampled;
  for (int depth = 0; !r->bad && depth < o->geometries[g].ways; depth++)
    sum += hits[depth] = number(r);
  line_ends(r);
  r->bad |= sum > total * (1 + 1e-9);
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  if (!s || (s->set_total > 0 && s->set_total != total)) {
    r->bad = true;
    return;
  }
  s->set_total = total;
  memcpy(s->set_hits[g], hits, sizeof(double) * (size_t)o->geometries[g].ways);
}

static void read_sampled(reader *r) {
  const pme_profile_options *o = &r->profile->options;
  int reference = index_of(r, "reference", &r->references, false);
  want(r, "thread");
  int thread = (int)whole(r, 0, PME_PROFILE_MAX_THREADS - 1);
  want(r, "geometry");
  int g = (int)whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  pme_set_sample sample = {0};
  sample.hits = named_number(r, "hits");
  sample.expected = named_number(r, "expected");
  sample.variance = named_number(r, "variance");
  sample.weight = named_number(r, "weight");
  if (take(r, "met")) {
    sample.met = number(r);
    sample.met_evenly = named_number(r, "evenly");
  }
  sample.partly = take(r, "partly");
  line_ends(r);
  r->bad |= g >= o->geometry_count || !o->geometries[g].sampled;
  pme_profile_stream *s = r->bad ? NULL : pme_profile_stream_of(r->profile, reference, thread);
  r->bad |= !s || s->set_sample[g].weight > 0;
  if (!r->bad)
    s->set_sample[g] = sample;
}

static void read_end(reader *r) {
  int64_t lines = whole(r, 0, INT64_MAX);
  line_ends(r);
  if (!r->bad && lines != r->number - 1)
    pme__profile_fault_add(r->profile, r->number, "%lld lines were written, %d are here", (long long)lines,
                           r->number - 1);
  r->ended = !r->bad;
}

/* ---- lines ---- */

static void read_record(reader *r) {
  static const struct {
    const char *name;
    void (*read)(reader *r);
  } records[] = {
      {"run", read_run},         {"command", read_command}, {"geometry", read_geometry},   {"function", read_function},
      {"loop", read_loop},       {"block", read_block},     {"reference", read_reference}, {"symbol", read_symbol},
      {"others", read_others},   {"advice", read_advice},   {"stream", read_stream},       {"hits", read_hits},
      {"sampled", read_sampled}, {"nearest", read_nearest}, {"farthest", read_farthest},   {"end", read_end}};
  skip_blanks(r);
  if (!*r->at || *r->at == '#')
    return;
  const char *start = r->at;
  for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
    if (!take(r, records[i].name))
      continue;
    records[i].read(r);
    if (r->bad)
      pme__profile_fault_add(r->profile, r->number,
                             "this %s makes no sense, or belongs to something lost, near column %d: left out",
                             records[i].name, (int)(r->at - r->line) + 1);
    return;
  }
  pme__profile_fault_add(r->profile, r->number, "no record is called '%.*s': left out", (int)strcspn(start, " \t"),
                         start);
}

/* Takes the check sum off; false when it is wrong. A line without one was written by a person. */
static bool check(char *line, size_t length) {
  if (memchr(line, 0, length))
    return false;
  if (length < CHECK_SUM_LENGTH || line[length - CHECK_SUM_LENGTH] != ' ' || line[length - CHECK_SUM_LENGTH + 1] != '~')
    return true;
  char sum[CHECK_SUM_LENGTH];
  snprintf(sum, sizeof sum, "%08x", (unsigned)pme__check_sum(line, length - CHECK_SUM_LENGTH));
  line[length - CHECK_SUM_LENGTH] = 0;
  return !strcmp(line + length - CHECK_SUM_LENGTH + 2, sum);
}

/* The next line, copied; false at the end of the text or without memory. */
static bool next_line(reader *r, const char **text, const char *end) {
  if (*text >= end)
    return false;
  const char *stop = (const char *)memchr(*text, '\n', (size_t)(end - *text));
  size_t length = (size_t)((stop ? stop : end) - *text);
  if (length + 1 > r->line_room) {
    char *grown = (char *)pme_reallocate(r->line, 2 * (length + 1));
    if (!grown) {
      r->no_memory = true;
      return false;
    }
    r->line = grown;
    r->line_room = 2 * (length + 1);
  }
  memcpy(r->line, *text, length);
  r->line[length] = 0;
  *text += length + 1;
  r->number++;
  r->at = r->line;
  r->bad = false;
  if (!check(r->line, length)) {
    pme__profile_fault_add(r->profile, r->number, "damaged (its check sum is wrong): left out");
    r->line[0] = 0;
  }
  return true;
}

/* Where the first line is damaged, the version in `run` decides. */
static pme_status read_first_line(reader *r, pme_error *error) {
  skip_blanks(r);
  if (r->profile->fault_total)
    return PME_OK;
  if (!take(r, "pmeprof"))
    return pme_error_set(error, PME_BAD_INPUT, 1, 1, "this is no profile: the first line is not `pmeprof 1`");
  long version = (long)whole(r, 0, INT32_MAX);
  line_ends(r);
  if (r->bad)
    pme__profile_fault_add(r->profile, r->number, "the version cannot be read");
  else if (version != PME_PROFILE_VERSION)
    return pme_error_set(error, PME_BAD_INPUT, 1, 9, "this profile has version %ld, this program reads version %d",
                         version, PME_PROFILE_VERSION);
  return PME_OK;
}

static pme_status read_lines(reader *r, const char *text, size_t length, pme_error *error) {
  const char *end = text + length;
  if (!next_line(r, &text, end))
    return r->no_memory ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory")
                        : pme_error_set(error, PME_BAD_INPUT, 1, 1, "the profile is empty");
  pme_status status = read_first_line(r, error);
  if (status)
    return status;
  while (!r->no_memory && !r->profile->status && !r->ended && next_line(r, &text, end))
    read_record(r);
  if (r->no_memory || r->profile->status == PME_NO_MEMORY)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  if (!r->has_run)
    return pme_error_set(error, PME_BAD_INPUT, 2, 1, "the record `run` is missing or damaged: nothing can be used");
  if (!r->ended)
    pme__profile_fault_add(r->profile, r->number, "the file ends early: the record `end` is missing");
  return PME_OK;
}

static void reader_close(reader *r) {
  pme_reallocate(r->functions.values, 0);
  pme_reallocate(r->loops.values, 0);
  pme_reallocate(r->blocks.values, 0);
  pme_reallocate(r->references.values, 0);
  pme_reallocate(r->line, 0);
}

pme_status pme_profile_read(const char *text, size_t length, pme_profile **out, pme_error *error) {
  reader r = {.options = pme_profile_default_options()};
  if (pme_profile_create(&r.options, NULL, &r.profile))
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  pme_status status = read_lines(&r, text, length, error);
  reader_close(&r);
  if (status) {
    pme_profile_destroy(r.profile);
    return status;
  }
  *out = r.profile;
  return PME_OK;
}
