/* Advice as a picture: for each loop what was looked at, over the chunk: misses of the level that decides, and time. */
#include <math.h>
#include <string.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "svg_parts.h"

enum {
  PANEL_WIDTH = 460,
  LEFT = 64,
  RIGHT = 84,
  HEAD = 98,
  INSET = 14,
  ALONE_WIDTH = 640,
  PLOT_TOP = HEAD + 28,
  PLOT_HEIGHT = 200,
  ROW_HEIGHT = 380
};
enum { MOST_TEAMS = PME__SVG_SERIES, LABEL_GAP = 14, TEXT_BYTES = 400 };

/* Of one loop: misses, or time. */
typedef struct panel {
  const pme_advice *advice;
  const pme_loop_advice *loop;
  FILE *stream;
  bool of_time;
  int level;        /* whose misses are drawn */
  double trips;     /* of the loop */
  double left, top; /* place of the panel */
  double unit;      /* what a time is divided by */
  const char *unit_name;
  pme__svg_axis x, y;
  int team_count, teams[MOST_TEAMS]; /* the largest is drawn first; more than that are left out */
} panel;

/* ---- what is drawn ---- */

static const pme_candidate *present_of(const pme_loop_advice *loop) { return &loop->candidates[loop->present]; }

/* NULL: nothing is advised. */
static const pme_candidate *advised_of(const pme_loop_advice *loop) { return loop->pays ? &loop->candidates[0] : NULL; }

static double chunk_of(const panel *p, const pme_candidate *c) {
  return c->chunk > 0 ? (double)c->chunk : fmax(ceil(p->trips / fmax(c->threads, 1)), 1);
}

static double value_of(const panel *p, const pme_candidate *c) {
  return p->of_time ? c->time.cycles / p->unit : c->levels[p->level].misses;
}

/* Lines are plain static schedules: rows that are padded and chunks that are taken on demand are another matter. */
static bool is_on_line(const pme_candidate *c) { return c->pad_count == 0 && c->schedule == PME_SCHEDULE_STATIC; }

static bool is_drawn(const panel *p, const pme_candidate *c) {
  return is_on_line(c) || c->is_present || c == advised_of(p->loop);
}

static void note_team(panel *p, int threads) {
  int at = 0;
  while (at < p->team_count && p->teams[at] > threads)
    at++;
  if ((at < p->team_count && p->teams[at] == threads) || at == MOST_TEAMS)
    return;
  if (p->team_count < MOST_TEAMS)
    p->team_count++;
  for (int i = p->team_count - 1; i > at; i--)
    p->teams[i] = p->teams[i - 1];
  p->teams[at] = threads;
}

/* Seconds, milliseconds, ... such that the largest is at least 1; cycles where the frequency is not known. */
static void choose_unit(panel *p, double most_cycles) {
  static const char *const names[] = {"s", "ms", "us", "ns"};
  double frequency = p->advice->prediction->machine->frequency_hz;
  int i = 0;
  p->unit = frequency > 0 ? frequency : 1;
  p->unit_name = "cycles";
  for (; frequency > 0 && i < 3 && most_cycles < p->unit; i++)
    p->unit /= 1000;
  if (frequency > 0)
    p->unit_name = names[i];
}

static void measure_panel(panel *p) {
  double most_chunk = 2, most_cycles = 0, least = INFINITY, most = 0;
  for (int i = 0; i < p->loop->count; i++)
    most_cycles = fmax(most_cycles, p->loop->candidates[i].time.cycles);
  choose_unit(p, most_cycles);
  for (int i = 0; i < p->loop->count; i++) {
    const pme_candidate *c = &p->loop->candidates[i];
    if (!is_drawn(p, c))
      continue;
    if (is_on_line(c))
      note_team(p, c->threads);
    most_chunk = fmax(most_chunk, chunk_of(p, c));
    least = fmin(least, value_of(p, c));
    most = fmax(most, value_of(p, c));
  }
  p->x = (pme__svg_axis){true, 1, most_chunk, p->left + LEFT + INSET, PANEL_WIDTH - LEFT - INSET - RIGHT, 0, {0}};
  p->y = pme__svg_fit(isinf(least) ? 0 : least, most, p->top + PLOT_TOP + PLOT_HEIGHT, -PLOT_HEIGHT);
}

static double x_of(const panel *p, const pme_candidate *c) { return pme__svg_at(&p->x, chunk_of(p, c)); }
static double y_of(const panel *p, const pme_candidate *c) { return pme__svg_at(&p->y, value_of(p, c)); }

/* ---- parts ---- */

static void put_text(const panel *p, double x, double y, const char *attributes, const char *text) {
  fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
  pme__svg_text(text, p->stream);
  fprintf(p->stream, "</text>\n");
}

static void write_value(const panel *p, double value, char *text, size_t bytes) {
  if (p->of_time && value < 10000)
    snprintf(text, bytes, "%.3g", value);
  else
    pme_format_count(value, 2, text, bytes);
}

static void put_axes(const panel *p) {
  double left = p->left + LEFT, right = p->left + PANEL_WIDTH - RIGHT, bottom = p->top + PLOT_TOP + PLOT_HEIGHT;
  char text[32];
  for (int i = 0; i < p->y.tick_count; i++) {
    double y = pme__svg_at(&p->y, p->y.ticks[i]);
    fprintf(p->stream, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", left, right, y, y);
    write_value(p, p->y.ticks[i], text, sizeof text);
    put_text(p, left - 6, y + 4, "text-anchor=\"end\"", text);
  }
  double factor = p->x.high > 65536 ? 64 : p->x.high > 1024 ? 16 : 4;
  for (double chunk = 1; chunk <= p->x.high; chunk *= factor) {
    snprintf(text, sizeof text, "%.0f", chunk);
    put_text(p, pme__svg_at(&p->x, chunk), bottom + 16, "text-anchor=\"middle\"", text);
  }
  put_text(p, (left + right) / 2, bottom + 34, "text-anchor=\"middle\"", "iterations a chunk (static: its block)");
}

static const pme_candidate *next_by_chunk(const panel *p, int threads, double after) {
  const pme_candidate *next = NULL;
  for (int i = 0; i < p->loop->count; i++) {
    const pme_candidate *c = &p->loop->candidates[i];
    if (is_on_line(c) && c->threads == threads && chunk_of(p, c) > after &&
        (!next || chunk_of(p, c) < chunk_of(p, next)))
      next = c;
  }
  return next;
}

static void write_candidate(const panel *p, const pme_candidate *c, char *text, size_t bytes) {
  pme_candidate_write(c, NULL, pme_concrete_program(p->advice->prediction->concrete), text, bytes);
}

static void put_mark(const panel *p, int series, const pme_candidate *c) {
  char change[300], value[32];
  pme__svg_begin_mark(series, x_of(p, c), y_of(p, c), p->stream);
  write_candidate(p, c, change, sizeof change);
  write_value(p, value_of(p, c), value, sizeof value);
  pme__svg_text(change, p->stream);
  fprintf(p->stream, ": %s%s%s", value, c->is_present ? ", what is there" : "",
          c == advised_of(p->loop) ? ", the advice" : "");
  pme__svg_end_mark(p->stream);
}

static const pme_candidate *put_line(const panel *p, int number) {
  const pme_candidate *c, *last = NULL;
  /* Wider ones below, so that equal lines are all seen. */
  int above = p->team_count - 1 - number;
  fprintf(p->stream, "<polyline class=\"c%d\" style=\"stroke-width:%d\" points=\"", number,
          2 + 2 * (above < 3 ? above : 3));
  for (double after = 0; (c = next_by_chunk(p, p->teams[number], after)); after = chunk_of(p, c))
    fprintf(p->stream, "%.1f,%.1f ", x_of(p, c), y_of(p, c));
  fprintf(p->stream, "\"/>\n");
  for (double after = 0; (c = next_by_chunk(p, p->teams[number], after)); after = chunk_of(p, c)) {
    put_mark(p, number, c);
    last = c;
  }
  return last;
}

/* Each line has its name at its end, as far as names keep apart; a lead goes there from the last mark. */
static void put_lines(const panel *p) {
  double places[MOST_TEAMS], right = p->left + PANEL_WIDTH - RIGHT;
  const pme_candidate *ends[MOST_TEAMS];
  int order[MOST_TEAMS];
  for (int i = 0; i < p->team_count; i++) {
    ends[i] = put_line(p, i);
    places[i] = y_of(p, ends[i]);
  }
  pme__svg_keep_apart(places, order, p->team_count, LABEL_GAP, p->top + PLOT_TOP, p->top + PLOT_TOP + PLOT_HEIGHT);
  for (int i = 0; i < p->team_count; i++) {
    char text[32], attributes[32];
    snprintf(text, sizeof text, "%d thread%s", p->teams[i], p->teams[i] == 1 ? "" : "s");
    snprintf(attributes, sizeof attributes, "class=\"c%d\"", i);
    fprintf(p->stream, "<line class=\"lead\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x_of(p, ends[i]) + 6,
            y_of(p, ends[i]), right + 10, places[i]);
    put_text(p, right + 13, places[i] + 4, attributes, text);
  }
}

static void put_ring(FILE *stream, double x, double y) {
  fprintf(stream, "<circle class=\"now\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/>\n", x, y);
}

static void put_star(FILE *stream, double x, double y) {
  fprintf(
      stream,
      "<path class=\"advice\" transform=\"translate(%.1f %.1f)\" d=\"M0,-10l2.9,6.1 6.7,0.8-5,4.6 1.3,6.6-5.9-3.3-5.9,"
      "3.3 1.3-6.6-5-4.6 6.7-0.8z\"/>\n",
      x, y);
}

static void put_panel(panel *p) {
  char title[80];
  const pme_candidate *advised = advised_of(p->loop);
  measure_panel(p);
  if (p->of_time)
    snprintf(title, sizeof title, "time of the loop, %s", p->unit_name);
  else
    snprintf(title, sizeof title, "misses of %s", p->advice->prediction->level_info[p->level].name);
  put_text(p, p->left + LEFT, p->top + HEAD + 8, "font-weight=\"bold\"", title);
  put_axes(p);
  put_lines(p);
  put_ring(p->stream, x_of(p, present_of(p->loop)), y_of(p, present_of(p->loop)));
  if (advised)
    put_star(p->stream, x_of(p, advised), y_of(p, advised));
}

/* ---- what stands above the panels of a loop ---- */

static void say_size(pme__words *t, const pme_prediction *prediction, double trips) {
  const char *before = "; ";
  pme__say(t, ", ");
  pme__say_count(t, trips);
  pme__say(t, " iterations");
  for (int i = 0; i < pme__assumption_count(prediction); i++) {
    const pme_assumption *a = pme__assumption_at(prediction, i);
    if (a->code != PME_ASSUMPTION_PARAMETER_VALUE || t->length > 90)
      continue;
    pme__say(t, "%s%.*s", before, (int)strcspn(a->text, "("), a->text);
    before = ", ";
  }
}

static void say_bytes(pme__words *t, int64_t bytes) {
  if (bytes % (1 << 20) == 0)
    pme__say(t, "%lldM", (long long)(bytes >> 20));
  else
    pme__say(t, "%gK", (double)bytes / 1024);
}

static void say_machine(pme__words *t, const pme_machine *machine) {
  pme__say(t, "%s%s%d core%s", machine->name, machine->name[0] ? ": " : "machine: ", machine->cores,
           machine->cores == 1 ? "" : "s");
  for (int l = 0; l < machine->level_count; l++) {
    pme__say(t, ", %s ", machine->levels[l].name);
    say_bytes(t, machine->levels[l].size_bytes);
    if (machine->levels[l].shared_by > 1)
      pme__say(t, " shared by %d", machine->levels[l].shared_by);
  }
}

static void put_head(const panel *p) {
  const pme_prediction *prediction = p->advice->prediction;
  const pme_subject_node *node = pme_subject_at(prediction->subject, p->loop->node);
  const pme_candidate *advised = advised_of(p->loop);
  char text[TEXT_BYTES], change[300];
  pme__words t = pme__words_in(text, sizeof text);
  pme__say(&t, "%.80s:%d, %s %.40s", pme__base_name(pme__file_of(prediction->subject, node->place, NULL)),
           node->place.line, pme__kind_of_loop(&node->u.loop), node->u.loop.variable);
  say_size(&t, prediction, p->trips);
  put_text(p, LEFT, p->top + 20, "font-size=\"14\"", text);
  t = pme__words_in(text, sizeof text);
  say_machine(&t, prediction->machine);
  put_text(p, LEFT, p->top + 38, "class=\"machine\"", text);
  write_candidate(p, present_of(p->loop), change, sizeof change);
  snprintf(text, sizeof text, "now: %.300s", change);
  put_ring(p->stream, LEFT + 8, p->top + 53);
  put_text(p, LEFT + 24, p->top + 57, "", text);
  if (advised) {
    write_candidate(p, advised, change, sizeof change);
    snprintf(text, sizeof text, "advice: %.300s", change);
    put_star(p->stream, LEFT + 8, p->top + 75);
  }
  put_text(p, LEFT + 24, p->top + 79, "", advised ? text : "no change pays for sure");
}

/* ---- the document ---- */

/* The level that decided where misses do; else the one that costs most. */
static int level_of(const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_loop_prediction *row = pme__loop_row(advice->prediction, loop->node);
  if (loop->by_misses && loop->pays)
    return loop->candidates[0].ratio_level;
  return row ? pme__costliest_level(advice->prediction, row) : advice->prediction->level_count - 1;
}

static void put_loop(const pme_advice *advice, int number, FILE *stream) {
  const pme_loop_advice *loop = &advice->loops[number];
  const pme_loop_prediction *row = pme__loop_row(advice->prediction, loop->node);
  panel misses = {.advice = advice,
                  .loop = loop,
                  .stream = stream,
                  .level = level_of(advice, loop),
                  .trips = row ? row->trip_count : 1,
                  .top = (double)ROW_HEIGHT * number};
  panel time = misses;
  time.of_time = true;
  time.left = PANEL_WIDTH;
  put_head(&misses);
  if (loop->count == 0)
    return;
  put_panel(&misses);
  if (!loop->by_misses)
    put_panel(&time);
}

void pme_svg_advice(const pme_advice *advice, FILE *stream) {
  int rows = advice->loop_count > 0 ? advice->loop_count : 1;
  bool has_times = false;
  for (int i = 0; i < advice->loop_count; i++)
    has_times = has_times || !advice->loops[i].by_misses;
  pme__svg_begin(has_times ? 2 * PANEL_WIDTH : ALONE_WIDTH, (double)rows * ROW_HEIGHT, stream);
  if (advice->loop_count == 0)
    fprintf(stream, "<text x=\"%d\" y=\"20\">no parallel loop with a prediction: nothing to advise</text>\n", LEFT);
  for (int i = 0; i < advice->loop_count; i++)
    put_loop(advice, i, stream);
  fprintf(stream, "</svg>\n");
}
