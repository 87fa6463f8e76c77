/* Draws hit rates and reuse distances of teams of threads. */
#include "svg_team.h"

#include <math.h>

#include "svg_parts.h"

/* One panel with the hit rates, then one for each level with its reuse distances. */
enum { WIDTH = 720, HEIGHT = 360, LEFT = 80, RIGHT = 110, TOP = 30, BOTTOM = 50 };
enum { DECADES = 6 }; /* shares from 10^-6 to 1 */

typedef struct picture {
  const pme__team_answer *answers;
  const uint32_t *threads;
  int count;
  const pme_machine *machine;
  FILE *stream;
} picture;

static double plot_width(void) { return WIDTH - LEFT - RIGHT; }
static double plot_height(void) { return HEIGHT - TOP - BOTTOM; }

/* ---- what panels have in common ---- */

static void put_horizontal(const picture *p, double y, const char *label) {
  fprintf(p->stream,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>"
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
          LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4, label);
}

static void put_tick(const picture *p, double x, double y, const char *label) {
  fprintf(p->stream, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x, y, label);
}

static void put_labels(const picture *p, double top, const char *title, const char *along, const char *up) {
  double middle = top + TOP + plot_height() / 2;
  fprintf(p->stream, "<text x=\"%d\" y=\"%.1f\" font-size=\"14\">%s</text>\n", LEFT, top + 18, title);
  put_tick(p, LEFT + plot_width() / 2, top + HEIGHT - 12, along);
  fprintf(p->stream, "<text x=\"18\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 18 %.1f)\">%s</text>\n",
          middle, middle, up);
}

static void put_name(const picture *p, int series, double y, const char *name) {
  fprintf(p->stream, "<text class=\"c%d\" x=\"%d\" y=\"%.1f\">%s</text>\n", series % PME__SVG_SERIES,
          WIDTH - RIGHT + 15, y, name);
}

/* ---- hit rates over threads ---- */

static double x_of_team(const picture *p, uint32_t threads) {
  double octaves = 1;
  for (int i = 0; i < p->count; i++)
    octaves = fmax(octaves, log2(p->threads[i]));
  return LEFT + plot_width() * log2(threads) / octaves;
}

static double hits(const pme__team_level *level, double misses) {
  return level->accesses > 0 ? fmin(1, fmax(0, 1 - misses / level->accesses)) : 1;
}

static double percent(const pme__team_level *level, double misses) { return 100 * hits(level, misses); }

/* As much of the scale as the hit rates take. */
static pme__svg_axis fit_hits(const picture *p) {
  double least = 100, most = 0;
  for (int i = 0; i < p->count; i++)
    for (int l = 0; l < p->machine->level_count; l++) {
      const pme__team_level *level = &p->answers[i].level[l];
      least = fmin(least, percent(level, fmax(level->misses, level->high)));
      most = fmax(most, percent(level, fmin(level->misses, level->low < level->high ? level->low : level->misses)));
    }
  pme__svg_axis axis = pme__svg_fit(fmin(least, 99.9), fmax(most, least + 0.1), 0, 1);
  if (axis.is_log) /* shares of a whole: differences count */
    axis = pme__svg_fit(0, most, 0, 1);
  axis.start = TOP + plot_height();
  axis.range = -plot_height();
  return axis;
}

static void put_hits(const picture *p, const pme__svg_axis *axis, int l) {
  const char *name = p->machine->levels[l].name;
  fprintf(p->stream, "<polyline class=\"c%d\" points=\"", l);
  for (int i = 0; i < p->count; i++)
    fprintf(p->stream, "%.1f,%.1f ", x_of_team(p, p->threads[i]),
            pme__svg_at(axis, percent(&p->answers[i].level[l], p->answers[i].level[l].misses)));
  fprintf(p->stream, "\"/>\n");
  for (int i = 0; i < p->count; i++) {
    const pme__team_level *level = &p->answers[i].level[l];
    double x = x_of_team(p, p->threads[i]);
    if (level->low < level->high)
      fprintf(p->stream, "<line class=\"c%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", l, x, x,
              pme__svg_at(axis, percent(level, level->low)), pme__svg_at(axis, percent(level, level->high)));
    pme__svg_begin_mark(l, x, pme__svg_at(axis, percent(level, level->misses)), p->stream);
    fprintf(p->stream, "%s, %u threads: %.4g%%", name, p->threads[i], percent(level, level->misses));
    pme__svg_end_mark(p->stream);
  }
}

/* Each level's name at the end of its line. */
static void name_levels(const picture *p, const pme__svg_axis *axis) {
  double places[PME_MAX_LEVELS];
  int order[PME_MAX_LEVELS], last = 0;
  for (int i = 0; i < p->count; i++)
    last = p->threads[i] > p->threads[last] ? i : last;
  for (int l = 0; l < p->machine->level_count; l++)
    places[l] = pme__svg_at(axis, percent(&p->answers[last].level[l], p->answers[last].level[l].misses));
  pme__svg_keep_apart(places, order, p->machine->level_count, 15, TOP, TOP + plot_height());
  for (int l = 0; l < p->machine->level_count; l++)
    put_name(p, l, places[l] + 4, p->machine->levels[l].name);
}

static void put_hit_panel(const picture *p) {
  char text[160];
  pme__svg_axis axis = fit_hits(p);
  for (int i = 0; i < axis.tick_count; i++) {
    snprintf(text, sizeof text, "%.4g%%", axis.ticks[i]);
    put_horizontal(p, pme__svg_at(&axis, axis.ticks[i]), text);
  }
  for (int i = 0; i < p->count; i++) {
    snprintf(text, sizeof text, "%u", p->threads[i]);
    put_tick(p, x_of_team(p, p->threads[i]), HEIGHT - BOTTOM + 18, text);
  }
  snprintf(text, sizeof text, "hit rate of each level (method: %s; %s%s%d cores)",
           pme__team_method_name(p->answers[0].method), p->machine->name, p->machine->name[0] ? ", " : "",
           p->machine->cores);
  put_labels(p, 0, text, "threads (cores)", "hit rate");
  for (int l = 0; l < p->machine->level_count; l++)
    put_hits(p, &axis, l);
  name_levels(p, &axis);
}

/* ---- reuse distances of a level ---- */

/* Columns: distance 0, then one for each octave, then the first touches. */
static int columns_of(const picture *p, int l) {
  const pme_cache_level *level = &p->machine->levels[l];
  int last = (int)ceil(log2((double)(level->size_bytes / level->line_bytes))) + 1;
  for (int i = 0; i < p->count; i++)
    for (int k = last + 1; k < PME_TEAM_OCTAVES; k++)
      if (p->answers[i].level[l].octave[k] > 0)
        last = k;
  return last + 2;
}

static double x_of_column(double column, int columns) { return LEFT + plot_width() * (column + 0.5) / columns; }

static double y_of_share(double top, double share) {
  double decades = share > 0 ? fmax(log10(share), -DECADES) : -DECADES;
  return top + TOP + plot_height() * -decades / DECADES;
}

static void put_distance_axes(const picture *p, double top, int l, int columns) {
  const pme_cache_level *level = &p->machine->levels[l];
  char text[96];
  for (int d = 0; d <= DECADES; d++) {
    snprintf(text, sizeof text, d ? "1e-%d" : "1", d);
    put_horizontal(p, y_of_share(top, pow(10, -d)), text);
  }
  for (int k = 0; k < columns - 1; k += columns > 16 ? 2 : 1) {
    snprintf(text, sizeof text, "%.0f", k ? ldexp(1, k - 1) : 0.0);
    put_tick(p, x_of_column(k, columns), top + HEIGHT - BOTTOM + 18, text);
  }
  put_tick(p, x_of_column(columns - 1, columns), top + HEIGHT - BOTTOM + 18, "first");
  double x = x_of_column(log2((double)(level->size_bytes / level->line_bytes)) + 0.5, columns);
  fprintf(p->stream, "<line class=\"lead\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x, x, top + TOP,
          top + HEIGHT - BOTTOM);
  snprintf(text, sizeof text, "reuse distances in %s (dashed: its size)", level->name);
  put_labels(p, top, text, "reuse distance, lines (octaves; first: first touches)", "share of the references");
}

static void put_distances(const picture *p, double top, int l, int team, int columns) {
  const pme__team_level *level = &p->answers[team].level[l];
  char name[32];
  fprintf(p->stream, "<polyline class=\"distances c%d\" style=\"stroke-width:%d\" points=\"", team % PME__SVG_SERIES,
          2 + 2 * (p->count - 1 - team < 3 ? p->count - 1 - team : 3)); /* wider ones below: equal lines are all seen */
  for (int k = 0; k < columns; k++) {
    double count = k < columns - 1 ? level->octave[k] : level->cold;
    fprintf(p->stream, "%.1f,%.1f ", x_of_column(k, columns),
            y_of_share(top, level->accesses > 0 ? count / level->accesses : 0));
  }
  fprintf(p->stream, "\"/>\n");
  snprintf(name, sizeof name, "%u thread%s", p->threads[team], p->threads[team] == 1 ? "" : "s");
  if (team < 14)
    put_name(p, team, top + TOP + 18.0 * (team + 1), name);
}

void pme__svg_team(const pme__team_answer *answers, const uint32_t *threads, int count, const pme_machine *machine,
                   FILE *stream) {
  picture p = {answers, threads, count, machine, stream};
  pme__svg_begin(WIDTH, (double)HEIGHT * (1 + machine->level_count), stream);
  put_hit_panel(&p);
  for (int l = 0; l < machine->level_count; l++) {
    int columns = columns_of(&p, l);
    double top = (double)HEIGHT * (l + 1);
    put_distance_axes(&p, top, l, columns);
    for (int team = 0; team < count; team++)
      put_distances(&p, top, l, team, columns);
  }
  fprintf(stream, "</svg>\n");
}
