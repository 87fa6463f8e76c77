/* Advice as a picture: for each loop what was looked at, over the chunk. */
#include <math.h>

#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "svg_parts.h"

enum { PANEL_WIDTH = 420, PANEL_HEIGHT = 280, LEFT = 70, RIGHT = 20, TOP = 50, BOTTOM = 50, MOST_TEAMS = 8 };

/* Of one loop: misses, or time. */
typedef struct panel {
  const pme_advice *advice;
  const pme_loop_advice *loop;
  FILE *stream;
  bool of_time;
  double trips, left, top; /* place of the panel */
  double most_chunk, most_value;
  int team_count, teams[MOST_TEAMS]; /* the largest is drawn first; more than that are left out */
} panel;

static const char *const colors[MOST_TEAMS] = {"#4c78a8", "#f58518", "#54a24b", "#e45756",
                                               "#72b7b2", "#b279a2", "#ff9da6", "#9d755d"};

/* ---- values ---- */

static double chunk_of(const panel *p, const pme_candidate *c) {
  return c->chunk > 0 ? (double)c->chunk : fmax(ceil(p->trips / fmax(c->threads, 1)), 1);
}

static double value_of(const panel *p, const pme_candidate *c) {
  double frequency = p->advice->prediction->machine->frequency_hz;
  if (!p->of_time)
    return c->levels[p->advice->prediction->level_count - 1].misses;
  return frequency > 0 ? c->time.cycles / frequency * 1e3 : c->time.cycles;
}

/* Rows that are padded and chunks that are taken on demand are another matter. */
static bool is_drawn(const pme_candidate *c) { return c->pad_bytes == 0 && c->schedule == PME_SCHEDULE_STATIC; }

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

static void measure_panel(panel *p) {
  p->most_chunk = 2;
  for (int i = 0; i < p->loop->count; i++) {
    const pme_candidate *c = &p->loop->candidates[i];
    if (!is_drawn(c))
      continue;
    note_team(p, c->threads);
    p->most_chunk = fmax(p->most_chunk, chunk_of(p, c));
    p->most_value = fmax(p->most_value, value_of(p, c));
  }
  if (p->most_value <= 0)
    p->most_value = 1;
}

/* ---- places ---- */

static double x_of(const panel *p, double chunk) {
  return p->left + LEFT + (PANEL_WIDTH - LEFT - RIGHT) * log2(chunk) / log2(p->most_chunk);
}

static double y_of(const panel *p, double value) {
  return p->top + TOP + (PANEL_HEIGHT - TOP - BOTTOM) * (1 - value / (1.05 * p->most_value));
}

/* ---- parts ---- */

static void put_value(const panel *p, double value) {
  char text[24];
  if (p->of_time && value < 100)
    snprintf(text, sizeof text, "%.3g", value);
  else
    pme_format_count(value, 2, text, sizeof text);
  fputs(text, p->stream);
}

static void put_axes(const panel *p) {
  double left = p->left + LEFT, right = p->left + PANEL_WIDTH - RIGHT, bottom = p->top + PANEL_HEIGHT - BOTTOM;
  for (int i = 0; i <= 4; i++) {
    double value = p->most_value * i / 4, y = y_of(p, value);
    fprintf(p->stream, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", left, right, y, y);
    fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", left - 6, y + 4);
    put_value(p, value);
    fprintf(p->stream, "</text>\n");
  }
  double factor = p->most_chunk > 4096 ? 16 : 4;
  for (double chunk = 1; chunk <= p->most_chunk; chunk *= factor)
    fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", x_of(p, chunk), bottom + 16,
            chunk);
  fprintf(p->stream,
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">iterations a chunk (static: its block)</text>\n",
          (left + right) / 2, bottom + 34);
}

static const pme_candidate *next_by_chunk(const panel *p, int threads, double after) {
  const pme_candidate *next = NULL;
  for (int i = 0; i < p->loop->count; i++) {
    const pme_candidate *c = &p->loop->candidates[i];
    if (is_drawn(c) && c->threads == threads && chunk_of(p, c) > after && (!next || chunk_of(p, c) < chunk_of(p, next)))
      next = c;
  }
  return next;
}

static void put_line(const panel *p, int number) {
  const pme_candidate *c;
  fprintf(p->stream, "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"", colors[number]);
  for (double after = 0; (c = next_by_chunk(p, p->teams[number], after)); after = chunk_of(p, c))
    fprintf(p->stream, "%.1f,%.1f ", x_of(p, chunk_of(p, c)), y_of(p, value_of(p, c)));
  fprintf(p->stream, "\"/>\n");
  for (double after = 0; (c = next_by_chunk(p, p->teams[number], after)); after = chunk_of(p, c)) {
    bool is_best = c == &p->loop->candidates[0];
    fprintf(p->stream, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"><title>",
            x_of(p, chunk_of(p, c)), y_of(p, value_of(p, c)), is_best || c->is_present ? 6 : 3,
            c->is_present ? "white" : colors[number], colors[number]);
    char change[300];
    pme_candidate_write(c, NULL, pme_concrete_program(p->advice->prediction->concrete), change, sizeof change);
    pme__svg_text(change, p->stream);
    fprintf(p->stream, ": ");
    put_value(p, value_of(p, c));
    fprintf(p->stream, "%s%s</title></circle>\n", c->is_present ? ", what is there" : "", is_best ? ", the best" : "");
  }
  fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%d thread%s</text>\n", p->left + LEFT + 75.0 * number,
          p->top + TOP - 12, colors[number], p->teams[number], p->teams[number] == 1 ? "" : "s");
}

static void put_title(const panel *p) {
  const pme_prediction *prediction = p->advice->prediction;
  const pme_subject_node *node = pme_subject_at(prediction->subject, p->loop->node);
  fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\">", p->left + LEFT, p->top + 20);
  if (p->of_time)
    fprintf(p->stream, "time, %s", prediction->machine->frequency_hz > 0 ? "ms" : "cycles");
  else
    fprintf(p->stream, "misses of %s", prediction->level_info[prediction->level_count - 1].name);
  fprintf(p->stream, ", loop ");
  pme__svg_text(node->u.loop.variable, p->stream);
  if (node->place.line > 0)
    fprintf(p->stream, " at line %d", node->place.line);
  fprintf(p->stream, "</text>\n");
}

static double trips_of(const pme_advice *advice, int node) {
  const pme_loop_prediction *row = pme__loop_row(advice->prediction, node);
  return row ? row->trip_count : 1;
}

static void put_panel(const pme_advice *advice, int number, bool of_time, FILE *stream) {
  panel p = {.advice = advice,
             .loop = &advice->loops[number],
             .stream = stream,
             .of_time = of_time,
             .left = of_time ? PANEL_WIDTH : 0,
             .top = (double)PANEL_HEIGHT * number};
  p.trips = trips_of(advice, p.loop->node);
  measure_panel(&p);
  put_title(&p);
  put_axes(&p);
  for (int i = 0; i < p.team_count; i++)
    put_line(&p, i);
}

void pme_svg_advice(const pme_advice *advice, FILE *stream) {
  int rows = advice->loop_count > 0 ? advice->loop_count : 1;
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
          "font-size=\"11\">\n<style>.grid{stroke:#ddd}</style>\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
          2 * PANEL_WIDTH, rows * PANEL_HEIGHT, 2 * PANEL_WIDTH, rows * PANEL_HEIGHT);
  if (advice->loop_count == 0)
    fprintf(stream, "<text x=\"%d\" y=\"20\">no parallel loop with a prediction: nothing to advise</text>\n", LEFT);
  for (int i = 0; i < advice->loop_count; i++) {
    put_panel(advice, i, false, stream);
    if (!advice->loops[i].by_misses)
      put_panel(advice, i, true, stream);
  }
  fprintf(stream, "</svg>\n");
}
