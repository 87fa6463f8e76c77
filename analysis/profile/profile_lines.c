/* The line sample in a profile: kept in arrays, written and read as text. */
#include "profile_lines.h"

#include <string.h>

#include "profile_reader.h"

/* ---- building and asking ---- */

void pme_profile_start_line_sample(pme_profile *p, const pme_line_sample *sample) {
  p->lines = (pme_line_sample){
      .sets = sample->sets, .splits = sample->splits, .is_cut = sample->is_cut, .has_times = sample->has_times};
  p->pieces.count = p->touches.count = p->rows.count = 0;
}

void pme_profile_add_sampled_piece(pme_profile *p, const pme_sampled_piece *piece) {
  int index = pme__vector_add(p, &p->pieces, sizeof *piece);
  if (index == PME_NONE)
    return;
  PIECES(p)[index] = *piece;
  PIECES(p)[index].first = (size_t)p->touches.count;
  PIECES(p)[index].count = 0;
}

void pme_profile_add_sampled_touch(pme_profile *p, const pme_sampled_touch *touch) {
  int index = p->pieces.count ? pme__vector_add(p, &p->touches, sizeof *touch) : PME_NONE;
  if (index == PME_NONE)
    return;
  TOUCHES(p)[index] = *touch;
  PIECES(p)[p->pieces.count - 1].count++;
}

void pme_profile_add_sampled_row(pme_profile *p, const pme_sampled_row *row) {
  int index = pme__vector_add(p, &p->rows, sizeof *row);
  if (index != PME_NONE)
    ROWS(p)[index] = *row;
}

bool pme_profile_line_sample(const pme_profile *p, pme_line_sample *out) {
  *out = p->lines;
  out->piece_count = p->pieces.count;
  out->pieces = PIECES(p);
  out->touch_count = (size_t)p->touches.count;
  out->touches = TOUCHES(p);
  out->row_count = p->rows.count;
  out->rows = ROWS(p);
  return p->lines.sets > 0 && p->pieces.count > 0;
}

/* ---- as text ---- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *put_number(uint64_t value, char *to) {
  for (; value >= 32; value >>= 5)
    *to++ = alphabet[32 + value % 32];
  *to++ = alphabet[value];
  return to;
}

void pme__touch_encode(const pme_sampled_touch *touch, bool has_times, pme_sampled_touch *last,
                       char code[PME__TOUCH_BYTES]) {
  int64_t away = (int64_t)(touch->reference - last->reference);
  char *end = put_number(touch->iteration - last->iteration, code);
  end = put_number((uint64_t)away << 1 ^ (uint64_t)(away >> 63), end);
  if (has_times) {
    end = put_number(touch->time - last->time, end);
    end = put_number(touch->more, end);
  }
  if (has_times && touch->more > 0) {
    end = put_number(touch->writes, end);
    end = put_number(touch->span, end);
  }
  *end = 0;
  *last = *touch;
}

static int digit_of(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool take_number(const char **at, uint64_t *value) {
  *value = 0;
  for (int shift = 0; shift < 64; shift += 5) {
    int digit = digit_of(**at);
    if (digit < 0)
      return false;
    ++*at;
    *value |= (uint64_t)(digit % 32) << shift;
    if (digit < 32)
      return true;
  }
  return false;
}

static bool take_times(const char **at, pme_sampled_touch *last) {
  uint64_t later, more, writes = last->reference & 1, span = 0;
  if (!take_number(at, &later) || !take_number(at, &more) || more >= UINT32_MAX ||
      (more > 0 && (!take_number(at, &writes) || writes > more + 1 || !take_number(at, &span))))
    return false;
  last->time += later;
  last->more = (uint32_t)more;
  last->writes = (uint32_t)writes;
  last->span = span;
  return true;
}

bool pme__touch_decode(const char **at, bool has_times, pme_sampled_touch *last) {
  uint64_t further, away;
  if (!take_number(at, &further) || !take_number(at, &away))
    return false;
  last->iteration += further;
  last->reference += (away >> 1) ^ (0 - (away & 1));
  return !has_times || take_times(at, last);
}

/* ---- reading ---- */

void pme__profile_read_lines(profile_reader *r) {
  pme__profile_want_word(r, "sets");
  int sets = (int)pme__profile_take_whole(r, 1, PME_SAMPLE_SETS);
  pme__profile_want_word(r, "splits");
  int splits = (int)pme__profile_take_whole(r, 0, PME_SAMPLE_MOST_SPLITS);
  bool is_cut = pme__profile_take_word(r, "cut"), has_times = pme__profile_take_word(r, "timed");
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_start_line_sample(
        r->profile, &(pme_line_sample){.sets = sets, .splits = splits, .is_cut = is_cut, .has_times = has_times});
}

static pme_sampled_kind take_kind(profile_reader *r) {
  if (pme__profile_take_word(r, "one"))
    return PME_SAMPLED_ONE;
  if (pme__profile_take_word(r, "all"))
    return PME_SAMPLED_ALL;
  pme__profile_want_word(r, "loop");
  return PME_SAMPLED_LOOP;
}

static void read_touches(profile_reader *r, uint64_t iterations) {
  pme_sampled_touch touch = {0};
  pme__profile_skip_blanks(r);
  const char *at = r->at;
  while (pme__touch_decode(&at, r->profile->lines.has_times, &touch) && touch.iteration < iterations)
    pme_profile_add_sampled_touch(r->profile, &touch);
  r->at = at;
}

void pme__profile_read_piece(profile_reader *r) {
  pme_sampled_piece piece = {.kind = take_kind(r)};
  piece.loop = pme__profile_take_index(r, "loop", &r->loops, true);
  piece.schedule = pme__profile_take_schedule(r);
  piece.chunk = pme__profile_take_whole(r, 0, INT64_MAX);
  pme__profile_want_word(r, "iterations");
  piece.iterations = (uint64_t)pme__profile_take_whole(r, 0, INT64_MAX);
  piece.references = pme__profile_take_named_number(r, "references");
  piece.no_barrier = pme__profile_take_word(r, "nowait");
  pme__profile_want_word(r, "touches");
  r->bad |= r->profile->lines.sets == 0;
  if (r->bad)
    return;
  pme_profile_add_sampled_piece(r->profile, &piece);
  read_touches(r, piece.iterations);
  pme__profile_end_line(r);
}

/* Numbers that no run could have counted are refused: rows are looked at line by line. */
static bool is_possible(const pme_sampled_row *row) {
  return row->loop != PME_NONE && row->visits > 0 && row->references >= row->visits && row->writes >= 0 &&
         row->writes <= row->references && row->span >= 0;
}

void pme__profile_read_row(profile_reader *r) {
  pme_sampled_row row = {.loop = pme__profile_take_index(r, "loop", &r->loops, false)};
  pme__profile_want_word(r, "offset");
  row.offset = (uint32_t)pme__profile_take_whole(r, 0, 63);
  pme__profile_want_word(r, "bytes");
  row.bytes = (uint64_t)pme__profile_take_whole(r, 1, INT64_MAX);
  if (pme__profile_take_word(r, "distance"))
    row.distance = (uint64_t)pme__profile_take_whole(r, 1, INT64_MAX);
  row.visits = pme__profile_take_named_number(r, "visits");
  row.references = pme__profile_take_named_number(r, "references");
  row.writes = pme__profile_take_named_number(r, "writes");
  row.span = pme__profile_take_named_number(r, "span");
  pme__profile_end_line(r);
  r->bad |= r->profile->lines.sets == 0 || !is_possible(&row);
  if (!r->bad)
    pme_profile_add_sampled_row(r->profile, &row);
}
