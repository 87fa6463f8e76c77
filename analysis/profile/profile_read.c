/* Reading the text form of a profile, line by line: a line that is damaged or makes no sense is told and left out, and
 * so is what depends on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/checksum.h"
#include "pmecache/arena.h"
#include "profile_reader.h"

/* ---- records of the run ---- */

static void read_run(profile_reader *r) {
  pme_profile_options read = r->options, *o = &read;
  pme__profile_want_word(r, "version");
  pme__profile_take_whole(r, PME_PROFILE_VERSION, PME_PROFILE_VERSION);
  pme__profile_want_word(r, "line");
  o->line_bytes = (int)pme__profile_take_whole(r, 1, 1 << 20);
  pme__profile_want_word(r, "sampling");
  if (pme__profile_take_word(r, "exact"))
    o->sampling = PME_SAMPLING_EXACT;
  else if (pme__profile_take_word(r, "bounded"))
    o->sampling = PME_SAMPLING_BOUNDED;
  else if (pme__profile_take_word(r, "hybrid"))
    o->sampling = PME_SAMPLING_HYBRID;
  else
    r->bad = true;
  pme__profile_want_word(r, "window");
  o->window_lines = (uint32_t)pme__profile_take_whole(r, 0, INT32_MAX);
  pme__profile_want_word(r, "sample");
  o->sample_lines = (uint32_t)pme__profile_take_whole(r, 0, INT32_MAX);
  pme__profile_want_word(r, "threads");
  o->threads = (int)pme__profile_take_whole(r, 1, PME_PROFILE_MAX_THREADS);
  o->rate = pme__profile_take_named_number(r, "rate");
  pme__profile_end_line(r);
  pme_profile_options *mine = &r->profile->options;
  read.command = mine->command;
  read.scaled = mine->scaled;
  read.geometry_count = mine->geometry_count;
  memcpy(read.geometries, mine->geometries, sizeof read.geometries);
  read.threads = mine->threads > read.threads ? mine->threads : read.threads;
  r->bad |= !pme__profile_options_valid(o);
  if (!r->bad && !r->has_run) {
    *mine = read;
    r->has_run = true;
  }
}

static void read_command(profile_reader *r) {
  const char *command = pme__profile_take_text(r);
  pme__profile_end_line(r);
  if (!r->bad)
    r->profile->options.command = pme__profile_text(r->profile, command);
}

static void read_scaled(profile_reader *r) {
  const char *runs = pme__profile_take_text(r);
  pme__profile_end_line(r);
  if (!r->bad)
    r->profile->options.scaled = pme__profile_text(r->profile, runs);
}

static void read_geometry(profile_reader *r) {
  pme_profile_options *o = &r->profile->options;
  int64_t index = pme__profile_take_whole(r, 0, PME_PROFILE_MAX_GEOMETRIES - 1);
  pme_geometry g;
  pme__profile_want_word(r, "sets");
  g.sets = pme__profile_take_whole(r, 1, INT64_MAX);
  pme__profile_want_word(r, "ways");
  g.ways = (int)pme__profile_take_whole(r, 1, PME_PROFILE_MAX_WAYS);
  g.sampled = pme__profile_take_word(r, "sampled");
  pme__profile_end_line(r);
  /* Streams have room for the geometries known when they are made. */
  r->bad |= index != o->geometry_count || r->profile->streams.count > 0;
  if (!r->bad)
    o->geometries[o->geometry_count++] = g;
}

static void read_end(profile_reader *r) {
  int64_t lines = pme__profile_take_whole(r, 0, INT64_MAX);
  pme__profile_end_line(r);
  if (!r->bad && lines != r->number - 1)
    pme__profile_fault_add(r->profile, r->number, "%lld lines were written, %d are here", (long long)lines,
                           r->number - 1);
  r->ended = !r->bad;
}

/* ---- lines ---- */

static void read_record(profile_reader *r) {
  static const struct {
    const char *name;
    void (*read)(profile_reader *r);
  } records[] = {{"run", read_run},
                 {"command", read_command},
                 {"scaled", read_scaled},
                 {"geometry", read_geometry},
                 {"function", pme__profile_read_function},
                 {"loop", pme__profile_read_loop},
                 {"block", pme__profile_read_block},
                 {"reference", pme__profile_read_reference},
                 {"symbol", pme__profile_read_symbol},
                 {"others", pme__profile_read_others},
                 {"mean", pme__profile_read_mean},
                 {"advice", pme__profile_read_advice},
                 {"work", pme__profile_read_work},
                 {"parts", pme__profile_read_parts},
                 {"course", pme__profile_read_course},
                 {"moves", pme__profile_read_moves},
                 {"stream", pme__profile_read_stream},
                 {"hits", pme__profile_read_hits},
                 {"sampled", pme__profile_read_sampled},
                 {"lines", pme__profile_read_lines},
                 {"row", pme__profile_read_row},
                 {"piece", pme__profile_read_piece},
                 {"nearest", pme__profile_read_nearest},
                 {"farthest", pme__profile_read_farthest},
                 {"end", read_end}};
  pme__profile_skip_blanks(r);
  if (!*r->at || *r->at == '#')
    return;
  const char *start = r->at;
  for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
    if (!pme__profile_take_word(r, records[i].name))
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
static bool next_line(profile_reader *r, const char **text, const char *end) {
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
static pme_status read_first_line(profile_reader *r, pme_error *error) {
  pme__profile_skip_blanks(r);
  if (r->profile->fault_total)
    return PME_OK;
  if (!pme__profile_take_word(r, "pmeprof"))
    return pme_error_set(error, PME_BAD_INPUT, 1, 1, "this is no profile: the first line is not `pmeprof 1`");
  long version = (long)pme__profile_take_whole(r, 0, INT32_MAX);
  pme__profile_end_line(r);
  if (r->bad)
    pme__profile_fault_add(r->profile, r->number, "the version cannot be read");
  else if (version != PME_PROFILE_VERSION)
    return pme_error_set(error, PME_BAD_INPUT, 1, 9, "this profile has version %ld, this program reads version %d",
                         version, PME_PROFILE_VERSION);
  return PME_OK;
}

static pme_status read_lines(profile_reader *r, const char *text, size_t length, pme_error *error) {
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

static void reader_close(profile_reader *r) {
  pme_reallocate(r->functions.values, 0);
  pme_reallocate(r->loops.values, 0);
  pme_reallocate(r->blocks.values, 0);
  pme_reallocate(r->references.values, 0);
  pme_reallocate(r->line, 0);
}

pme_status pme_profile_read(const char *text, size_t length, pme_profile **out, pme_error *error) {
  profile_reader r = {.options = pme_profile_default_options()};
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
