/* Draws hit rates and reuse distances of teams of threads. */
#include "svg_team.h"

#include <math.h>

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

static const char *colour_of(int index) {
  static const char *const colours[] = {"#1b6ca8", "#b5481a", "#3b7d23", "#7a3b8f", "#8a6d00", "#444444"};
  return colours[index % 6];
}

/* ---- what panels have in common ---- */

static void put_horizontal(const picture *p, double y, const char *label) {
  fprintf(p->stream,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/>"
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

static void put_key(const picture *p, double top, int index, const char *name) {
  fprintf(p->stream, "<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n", WIDTH - RIGHT + 15,
          top + TOP + 18 * (index + 1), colour_of(index), name);
}

/* ---- hit rates over threads ---- */

static double x_of_team(const picture *p, uint32_t threads) {
  double octaves = 1;
  for (int i = 0; i < p->count; i++)
    octaves = fmax(octaves, log2(p->threads[i]));
  return LEFT + plot_width() * log2(threads) / octaves;
}

static double y_of_hits(double hit_rate) { return TOP + plot_height() * (1 - hit_rate); }

static double hits(const pme__team_level *level, double misses) {
  return level->accesses > 0 ? fmin(1, fmax(0, 1 - misses / level->accesses)) : 1;
}

static void put_hits(const picture *p, int l) {
  const char *name = p->machine->levels[l].name;
  fprintf(p->stream, "<g stroke=\"%s\" fill=\"none\"><polyline points=\"", colour_of(l));
  for (int i = 0; i < p->count; i++)
    fprintf(p->stream, "%.1f,%.1f ", x_of_team(p, p->threads[i]),
            y_of_hits(hits(&p->answers[i].level[l], p->answers[i].level[l].misses)));
  fprintf(p->stream, "\"/>\n");
  for (int i = 0; i < p->count; i++) {
    const pme__team_level *level = &p->answers[i].level[l];
    double x = x_of_team(p, p->threads[i]);
    if (level->low < level->high)
      fprintf(p->stream, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n", x, x,
              y_of_hits(hits(level, level->low)), y_of_hits(hits(level, level->high)));
    fprintf(p->stream, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s, %u threads: %.4g%%</title></circle>\n", x,
            y_of_hits(hits(level, level->misses)), name, p->threads[i], 100 * hits(level, level->misses));
  }
  fprintf(p->stream, "</g>\n");
  put_key(p, 0, l, name);
}

static void put_hit_panel(const picture *p) {
  char text[96];
  for (int i = 0; i <= 4; i++) {
    snprintf(text, sizeof text, "%d%%", 25 * i);
    put_horizontal(p, y_of_hits(i / 4.0), text);
  }
  for (int i = 0; i < p->count; i++) {
    snprintf(text, sizeof text, "%u", p->threads[i]);
    put_tick(p, x_of_team(p, p->threads[i]), HEIGHT - BOTTOM + 18, text);
  }
  snprintf(text, sizeof text, "hit rate of each level (method: %s)", pme__team_method_name(p->answers[0].method));
  put_labels(p, 0, text, "threads (cores)", "hit rate");
  for (int l = 0; l < p->machine->level_count; l++)
    put_hits(p, l);
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
  fprintf(p->stream,
          "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>\n", x, x,
          top + TOP, top + HEIGHT - BOTTOM);
  snprintf(text, sizeof text, "reuse distances in %s (dashed: its size)", level->name);
  put_labels(p, top, text, "reuse distance, lines (octaves; first: first touches)", "share of the references");
}

static void put_distances(const picture *p, double top, int l, int team, int columns) {
  const pme__team_level *level = &p->answers[team].level[l];
  char name[32];
  fprintf(p->stream, "<polyline class=\"distances\" fill=\"none\" stroke=\"%s\" points=\"", colour_of(team));
  for (int k = 0; k < columns; k++) {
    double count = k < columns - 1 ? level->octave[k] : level->cold;
    fprintf(p->stream, "%.1f,%.1f ", x_of_column(k, columns),
            y_of_share(top, level->accesses > 0 ? count / level->accesses : 0));
  }
  fprintf(p->stream, "\"/>\n");
  snprintf(name, sizeof name, "%u thread%s", p->threads[team], p->threads[team] == 1 ? "" : "s");
  if (team < 14)
    put_key(p, top, team, name);
}

void pme__svg_team(const pme__team_answer *answers, const uint32_t *threads, int count, const pme_machine *machine,
                   FILE *stream) {
  picture p = {answers, threads, count, machine, stream};
  fprintf(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
          "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
          WIDTH, HEIGHT * (1 + machine->level_count));
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
