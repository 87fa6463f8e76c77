/* What reads the records of a profile: a line of text, from left to right. Private to analysis/profile.
 *
 * Nothing here trusts the file. What is not as expected makes the line bad, and everything that is taken after that is
 * without meaning.
 */
#ifndef PMECACHE_ANALYSIS_PROFILE_PROFILE_READER_H
#define PMECACHE_ANALYSIS_PROFILE_PROFILE_READER_H

#include "profile_internal.h"

/* Index in the file to index in memory; PME_NONE: lost. */
typedef struct index_map {
  int *values;
  int count, room;
} index_map;

typedef struct profile_reader {
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
} profile_reader;

/* ---- words ---- */

void pme__profile_skip_blanks(profile_reader *r);
/* The next word, if it is this one. */
bool pme__profile_take_word(profile_reader *r, const char *word);
void pme__profile_want_word(profile_reader *r, const char *word);
int64_t pme__profile_take_whole(profile_reader *r, int64_t low, int64_t high);
uint64_t pme__profile_take_hexadecimal(profile_reader *r);
/* A count: finite and not negative. */
double pme__profile_take_number(profile_reader *r);
double pme__profile_take_named_number(profile_reader *r, const char *name);
/* A quoted text, decoded in place; NULL when it is none. */
const char *pme__profile_take_text(profile_reader *r);
pme_place pme__profile_take_place(profile_reader *r);
pme_schedule_kind pme__profile_take_schedule(profile_reader *r);
void pme__profile_end_line(profile_reader *r);

/* ---- indices ---- */

/* What the file calls `word N`: the index in memory. `-` is PME_NONE where that is allowed; a lost one is bad. */
int pme__profile_take_index(profile_reader *r, const char *word, const index_map *map, bool optional);
/* The file's own index of the record in this line. An index far beyond what the file can hold is damage. */
int64_t pme__profile_take_own_index(profile_reader *r, const index_map *map);
void pme__profile_set_index(profile_reader *r, index_map *map, int64_t file_index, int index);

/* ---- records ---- */

void pme__profile_read_function(profile_reader *r);
void pme__profile_read_loop(profile_reader *r);
void pme__profile_read_block(profile_reader *r);
void pme__profile_read_reference(profile_reader *r);
void pme__profile_read_symbol(profile_reader *r);
void pme__profile_read_mean(profile_reader *r);
void pme__profile_read_advice(profile_reader *r);
void pme__profile_read_others(profile_reader *r);
void pme__profile_read_stream(profile_reader *r);
void pme__profile_read_nearest(profile_reader *r);
void pme__profile_read_farthest(profile_reader *r);
void pme__profile_read_hits(profile_reader *r);
void pme__profile_read_sampled(profile_reader *r);
void pme__profile_read_lines(profile_reader *r);
void pme__profile_read_row(profile_reader *r);
void pme__profile_read_piece(profile_reader *r);
void pme__profile_read_work(profile_reader *r);
void pme__profile_read_parts(profile_reader *r);
void pme__profile_read_course(profile_reader *r);
void pme__profile_read_moves(profile_reader *r);

#endif
