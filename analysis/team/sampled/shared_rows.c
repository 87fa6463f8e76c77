/* Each line of the rows is looked at by itself: who has how many bytes of it, and how often each of them comes. */
#include "shared_rows.h"

#include <math.h>
#include <stdbool.h>

enum { LINE_BYTES = 64 };

typedef struct row_in_team {
  const pme_sampled_row *row;
  const pme__loop_of_team *team;
} row_in_team;

static bool is_of_all(const pme_sampled_row *row) { return row->distance == PME_ROW_OF_ALL; }

/* Where a thread's row begins. */
static uint64_t begin_of(const row_in_team *r, int thread) {
  if (is_of_all(r->row))
    return r->row->offset;
  return r->row->offset + (uint64_t)thread * (r->row->distance ? r->row->distance : r->row->bytes);
}

/* The share of a thread's row that is in a line. */
static double share_of(const row_in_team *r, uint64_t line, int thread) {
  uint64_t begin = begin_of(r, thread), end = begin + r->row->bytes;
  uint64_t low = line * LINE_BYTES > begin ? line * LINE_BYTES : begin;
  uint64_t high = (line + 1) * LINE_BYTES < end ? (line + 1) * LINE_BYTES : end;
  return high > low ? (double)(high - low) / (double)r->row->bytes : 0;
}

/* Of threads that come to a line at the same time, `others` beside one on the average, with references one after the other:
 * the share of its references before which another one writes. All but the last of them have one between two of theirs. */
static double overtaken(double others) { return others / (1 + fmax(others, 1)); }

/* References of a visit to a variable of all, or to elements that are taken in turns, that find the line lost, where the
 * visits of others are so many of the thread's. What every iteration comes to, another thread has come to
 * in between; else whoever comes next is any of the threads. */
static double lost_of_all(const row_in_team *r, double others) {
  const pme_sampled_row *row = r->row;
  double references = row->references / row->visits, writes = fmin(1, row->writes / row->visits);
  bool is_steady = r->team->iterations > 0 && row->visits >= r->team->iterations;
  double lost = is_steady ? writes : writes * others / (1 + writes * others), gaps = references - 1;
  double rate = row->writes * others / r->team->references;
  if (gaps > 0)
    lost += gaps * (1 - exp(-rate * (row->span / row->visits) / gaps));
  return fmin(lost, references);
}

/* Of one thread's visits to a line, of which each has `own` of all visits to its row: references that find it lost, where
 * the visits of `others` are so many of those to theirs. Iterations that all come to their rows do so at the same time, one
 * thread beside the other; what is visited now and then meets by chance. */
static double lost_in_visit(const row_in_team *r, double own, double others) {
  if (is_of_all(r->row))
    return lost_of_all(r, others / own);
  const pme_sampled_row *row = r->row;
  double references = row->references / row->visits, writes = row->writes / row->visits, gaps = references - 1;
  double iterations = r->team->iterations, each_writes = fmin(1, 2 * writes / references);
  bool is_steady = iterations > 0 && row->visits >= iterations;
  double lost = is_steady && row->visits * own >= iterations ? each_writes * overtaken(others)
                                                             : 1 - exp(-fmin(1, writes) * others / own);
  double rate = row->writes * others / r->team->references; /* of writes of others, in time */
  if (is_steady)
    lost += gaps * each_writes * overtaken(others);
  else if (gaps > 0)
    lost += gaps * (1 - exp(-rate * (row->span / row->visits) / gaps));
  return fmin(lost, references);
}

static double lost_in_line(const row_in_team *r, uint64_t line, int first, int last) {
  double all = 0, lost = 0, visits = r->row->visits / r->team->threads;
  for (int t = first; t <= last; t++)
    all += share_of(r, line, t);
  for (int t = first; t <= last; t++) {
    double own = share_of(r, line, t);
    if (own > 0 && all - own > 0)
      lost += visits * own * lost_in_visit(r, own, all - own);
  }
  return lost;
}

/* Of a line that `thread`, and maybe others before and behind it, have some of. */
static double lost_around(const row_in_team *r, uint64_t line, int thread) {
  int first = thread, last = thread;
  while (first > 0 && share_of(r, line, first - 1) > 0)
    first--;
  while (last + 1 < r->team->threads && share_of(r, line, last + 1) > 0)
    last++;
  return lost_in_line(r, line, first, last);
}

/* Only the first and the last line of a long row are another thread's, too. */
static double lost_at_ends(const row_in_team *r) {
  double lost = 0;
  uint64_t last_line = UINT64_MAX;
  for (int t = 0; t < r->team->threads; t++) {
    uint64_t begin = begin_of(r, t), ends[2] = {begin / LINE_BYTES, (begin + r->row->bytes - 1) / LINE_BYTES};
    for (int e = 0; e < 2; e++) {
      if (ends[e] != last_line)
        lost += lost_around(r, ends[e], t);
      last_line = ends[e];
    }
  }
  return lost;
}

/* Rows that reach into each other (blocks that threads take in turns): of evenly spread lines, so many at most, each is
 * everybody's. */
static double lost_in_all(const row_in_team *r) {
  enum { MOST_LINES = 1024 };
  uint64_t first = begin_of(r, 0) / LINE_BYTES;
  uint64_t count = (begin_of(r, r->team->threads - 1) + r->row->bytes - 1) / LINE_BYTES + 1 - first;
  uint64_t looked_at = count < MOST_LINES ? count : MOST_LINES;
  double lost = 0;
  for (uint64_t i = 0; i < looked_at; i++)
    lost += lost_in_line(r, first + count / looked_at * i, 0, r->team->threads - 1);
  return lost * (double)count / (double)looked_at;
}

static double lost_in_row(const row_in_team *r) {
  return r->row->distance && r->row->bytes > r->row->distance ? lost_in_all(r) : lost_at_ends(r);
}

double pme__lost_in_rows(const pme_line_sample *sample, const pme__loop_of_team *team) {
  double lost = 0;
  for (int r = 0; r < sample->row_count; r++)
    if (sample->rows[r].loop == team->loop && team->threads > 1 && team->references > 0)
      lost += lost_in_row(&(row_in_team){&sample->rows[r], team});
  return lost;
}
