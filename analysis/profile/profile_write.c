/* The text form of a profile (docs/formats/profile.md). No stdio streams: it also runs at the end of an instrumented
 * program. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/base/checksum.h"
#include "profile_internal.h"
#include "profile_lines.h"

typedef struct line_writer {
  const pme_profile *profile;
  const pme_profile_writer *out;
  char *text;
  size_t length, room;
  pme_status status;
  long lines;
} line_writer;

/* ---- one line ---- */

static bool reserve(line_writer *w, size_t more) {
  if (w->status)
    return false;
  if (w->room - w->length >= more)
    return true;
  size_t room = 2 * (w->length + more);
  char *grown = (char *)pme_allocator_reallocate(pme__profile_allocator(w->profile), w->text, w->room, room);
  if (!grown) {
    w->status = PME_NO_MEMORY;
    return false;
  }
  w->text = grown;
  w->room = room;
  return true;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(line_writer *w, const char *format, ...) {
  enum { LONGEST = 128 };
  if (!reserve(w, LONGEST))
    return;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(w->text + w->length, LONGEST, format, arguments);
  va_end(arguments);
  w->length += length < LONGEST ? (size_t)length : LONGEST - 1;
}

/* Shortest of 15 and 17 digits that reads back the same; a point even where the locale of the program has a comma. */
static void put_number(line_writer *w, double value) {
  if (fabs(value) < 0x1p53 && floor(value) == value) {
    put(w, " %.0f", value);
    return;
  }
  size_t start = w->length;
  put(w, " %.17g", value);
  for (size_t i = start + 1; i < w->length; i++)
    if (!strchr("0123456789+-einfa", w->text[i]))
      w->text[i] = '.';
}

static void put_named_number(line_writer *w, const char *name, double value) {
  put(w, "%s", name);
  put_number(w, value);
}

static void put_text(line_writer *w, const char *text) {
  put(w, " \"");
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < ' ' || c == '"' || c == '\\' || c == 0x7f)
      put(w, "\\x%02x", c);
    else
      put(w, "%c", c);
  }
  put(w, "\"");
}

static void end_line(line_writer *w) {
  if (!w->status)
    put(w, " ~%08x\n", (unsigned)pme__check_sum(w->text, w->length));
  if (!w->status && !w->out->write(w->out->context, w->text, w->length))
    w->status = PME_IO;
  w->length = 0;
  w->lines++;
}

/* An index, `-` for none. */
static void put_index(line_writer *w, const char *word, int index) {
  if (index == PME_NONE)
    put(w, " %s -", word);
  else
    put(w, " %s %d", word, index);
}

static void put_place(line_writer *w, pme_place place) {
  put(w, " at %d:%d", place.line, place.column);
  if (place.file) {
    put(w, " file");
    put_text(w, place.file);
  }
}

/* ---- records ---- */

/* Stands twice in a file, because without it nothing can be used. */
static void write_run(line_writer *w) {
  static const char *const samplings[] = {"exact", "bounded", "hybrid"};
  const pme_profile_options *o = &w->profile->options;
  put(w, "run version %d line %d sampling %s window %u sample %u threads %d rate", PME_PROFILE_VERSION, o->line_bytes,
      samplings[o->sampling], (unsigned)o->window_lines, (unsigned)o->sample_lines, o->threads);
  put_number(w, o->rate);
  end_line(w);
}

static void write_head(line_writer *w) {
  const pme_profile_options *o = &w->profile->options;
  put(w, "pmeprof %d", PME_PROFILE_VERSION);
  end_line(w);
  write_run(w);
  if (o->command) {
    put(w, "command");
    put_text(w, o->command);
    end_line(w);
  }
  if (o->scaled) {
    put(w, "scaled");
    put_text(w, o->scaled);
    end_line(w);
  }
  for (int g = 0; g < o->geometry_count; g++) {
    const pme_geometry *geometry = &o->geometries[g];
    put(w, "geometry %d sets %lld ways %d%s", g, (long long)geometry->sets, geometry->ways,
        geometry->sampled ? " sampled" : "");
    end_line(w);
  }
}

static void write_function(line_writer *w, int i) {
  const pme_profile_function *f = &FUNCTIONS(w->profile)[i];
  put(w, "function %d", i);
  put_text(w, f->name);
  put_place(w, (pme_place){.file = f->file, .line = f->line});
  put(w, " hash %016llx calls", (unsigned long long)f->hash);
  put_number(w, f->calls);
  end_line(w);
}

static void write_loop(line_writer *w, int i) {
  const pme_profile_loop *l = &LOOPS(w->profile)[i];
  put(w, "loop %d function %d number %d", i, l->function, l->number);
  put_index(w, "parent", l->parent);
  put_place(w, l->place);
  if (l->variable) {
    put(w, " variable");
    put_text(w, l->variable);
  }
  if (l->parallel)
    put(w, " parallel %s %lld", pme_schedule_name(l->schedule), (long long)l->chunk);
  put(w, " threads %d executions", l->threads);
  put_number(w, l->executions);
  put_named_number(w, " iterations", l->iterations);
  end_line(w);
}

static void write_block(line_writer *w, int i) {
  const pme_profile_block *b = &BLOCKS(w->profile)[i];
  put(w, "block %d function %d number %d", i, b->function, b->number);
  put_index(w, "loop", b->loop);
  put_place(w, b->place);
  put_named_number(w, " executions", b->executions);
  end_line(w);
}

static void write_reference(line_writer *w, int i) {
  const pme_profile_reference *r = &REFERENCES(w->profile)[i];
  put(w, "reference %d block %d number %d", i, r->block, r->number);
  put_place(w, r->place);
  if (r->array) {
    put(w, " array");
    put_text(w, r->array);
  }
  put(w, " %s %d", r->is_write ? "write" : "read", r->size_bytes);
  end_line(w);
}

/* ---- what running times are made from ---- */

static void write_work(line_writer *w, int i) {
  static const pme_profile_work none = {0};
  const pme_profile_work *work = &LOOPS(w->profile)[i].work;
  if (!memcmp(work, &none, sizeof none))
    return;
  put(w, "work loop %d operations %u divisions %u chain %u vector %u path %u entry %u", i, (unsigned)work->operations,
      (unsigned)work->divisions, (unsigned)work->chain, (unsigned)work->vector, (unsigned)work->path,
      (unsigned)work->entry);
  if (work->library)
    put(w, " library %u", (unsigned)work->library);
  end_line(w);
}

static void write_parts(line_writer *w, int i) {
  const double *part = LOOPS(w->profile)[i].part;
  double sum = 0;
  for (int k = 0; k < PME_PROFILE_PARTS; k++)
    sum += part[k];
  if (sum <= 0)
    return;
  put(w, "parts loop %d references", i);
  for (int k = 0; k < PME_PROFILE_PARTS; k++)
    put_number(w, part[k]);
  end_line(w);
}

static void write_course(line_writer *w, int i) {
  const pme_profile_course *c = &BLOCKS(w->profile)[i].course;
  if (c->records <= 0)
    return;
  put(w, "course block %d%s", i, c->is_run ? " run" : "");
  put_named_number(w, " records", c->records);
  put_named_number(w, " rounds", c->rounds);
  put_named_number(w, " surprises", c->surprises);
  end_line(w);
}

static void write_moves(line_writer *w, int i) {
  const pme_profile_moves *m = &REFERENCES(w->profile)[i].moves;
  if (m->seen <= 0)
    return;
  put(w, "moves reference %d%s%s first %016llx", i, m->is_chained ? " chained" : "", m->decides ? " decides" : "",
      (unsigned long long)m->first_address);
  put_named_number(w, " span", m->span_bytes);
  put(w, " stride %lld", (long long)m->stride_bytes);
  put_named_number(w, " seen", m->seen);
  put_named_number(w, " changes", m->changes);
  put_named_number(w, " moves", m->moves);
  put_named_number(w, " near", m->near);
  put_named_number(w, " follows", m->follows);
  put(w, " leader %d", m->leader);
  end_line(w);
}

/* ---- what else is known ---- */

static void write_symbol(line_writer *w, int i) {
  const pme_profile_symbol *s = &SYMBOLS(w->profile)[i];
  put(w, "%s function %d", s->other ? "others" : s->mean ? "mean" : "symbol", s->function);
  put_index(w, "loop", s->loop);
  put(w, " name");
  put_text(w, s->name);
  if (s->mean)
    put_named_number(w, " total", s->total);
  else if (!s->other)
    put(w, " value %lld", (long long)s->value);
  put_named_number(w, " times", s->times);
  end_line(w);
}

static void write_advice(line_writer *w, int i) {
  const pme_profile_advice *a = &ADVICE(w->profile)[i];
  put(w, "advice loop %d machine", a->loop);
  put_text(w, a->machine);
  put(w, " threads %d %s %lld %s", a->threads, pme_schedule_name(a->schedule), (long long)a->chunk,
      a->pays ? "pays" : "calm");
  put_named_number(w, " ratio", a->ratio);
  put_named_number(w, " low", a->low);
  put_named_number(w, " high", a->high);
  put(w, " text");
  put_text(w, a->text);
  end_line(w);
}

/* For each bin its smallest distance, how often, and the sum where the bin has more than one distance. */
static void put_bins(line_writer *w, const pme_histogram *h) {
  put(w, " bins");
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    pme_bin b = pme_histogram_bin(h, bin);
    if (b.count <= 0)
      continue;
    put(w, " %llu", (unsigned long long)pme_bin_start(bin));
    put_number(w, b.count);
    if (bin >= PME_BINS_EXACT)
      put_number(w, b.sum);
  }
}

static void put_histogram(line_writer *w, const pme_histogram *h) {
  put_named_number(w, " total", h->total);
  put_named_number(w, " cold", h->cold);
  put_named_number(w, " far", h->far);
  put_bins(w, h);
  end_line(w);
}

static void write_range_end(line_writer *w, const char *end, const pme_profile_stream *s, const pme_histogram *h) {
  put(w, "%s reference %d thread %d", end, s->reference, s->thread);
  put_histogram(w, h);
}

static void write_hits(line_writer *w, const pme_profile_stream *s, int g) {
  put(w, "hits reference %d thread %d geometry %d total", s->reference, s->thread, g);
  put_number(w, s->set_total);
  put(w, " depths");
  for (int depth = 0; depth < w->profile->options.geometries[g].ways; depth++)
    put_number(w, s->set_hits[g][depth]);
  end_line(w);
}

static void write_sample(line_writer *w, const pme_profile_stream *s, int g) {
  const pme_set_sample *sample = &s->set_sample[g];
  put(w, "sampled reference %d thread %d geometry %d hits", s->reference, s->thread, g);
  put_number(w, sample->hits);
  put_named_number(w, " expected", sample->expected);
  put_named_number(w, " variance", sample->variance);
  put_named_number(w, " weight", sample->weight);
  if (sample->met_evenly > 0) {
    put_named_number(w, " met", sample->met);
    put_named_number(w, " evenly", sample->met_evenly);
  }
  put(w, sample->partly ? " partly" : "");
  end_line(w);
}

static void write_stream(line_writer *w, int i) {
  const pme_profile_stream *s = STREAMS(w->profile)[i];
  put(w, "stream reference %d thread %d accesses", s->reference, s->thread);
  put_number(w, s->accesses);
  put_histogram(w, &s->histogram);
  if (s->range) {
    write_range_end(w, "nearest", s, &s->range->nearest);
    write_range_end(w, "farthest", s, &s->range->farthest);
  }
  for (int g = 0; g < w->profile->options.geometry_count; g++)
    if (s->set_hits[g] && s->set_total > 0)
      write_hits(w, s, g);
    else if (s->set_sample[g].weight > 0)
      write_sample(w, s, g);
}

/* The touches of a piece, each as what it is more than the one before. */
static void write_piece(line_writer *w, int i) {
  static const char *const kinds[] = {
      [PME_SAMPLED_ONE] = "one", [PME_SAMPLED_ALL] = "all", [PME_SAMPLED_LOOP] = "loop"};
  const pme_sampled_piece *piece = &PIECES(w->profile)[i];
  put(w, "piece %s", kinds[piece->kind]);
  put_index(w, "loop", piece->loop);
  put(w, " %s %lld iterations %llu references", pme_schedule_name(piece->schedule), (long long)piece->chunk,
      (unsigned long long)piece->iterations);
  put_number(w, piece->references);
  put(w, "%s touches ", piece->no_barrier ? " nowait" : "");
  pme_sampled_touch last = {0};
  for (size_t t = piece->first; t < piece->first + piece->count; t++) {
    char code[PME__TOUCH_BYTES];
    pme__touch_encode(&TOUCHES(w->profile)[t], w->profile->lines.has_times, &last, code);
    put(w, "%s", code);
  }
  end_line(w);
}

static void write_row(line_writer *w, int i) {
  const pme_sampled_row *row = &ROWS(w->profile)[i];
  put(w, "row");
  put_index(w, "loop", row->loop);
  put(w, " offset %u bytes %llu", (unsigned)row->offset, (unsigned long long)row->bytes);
  if (row->distance)
    put(w, " distance %llu", (unsigned long long)row->distance);
  put_named_number(w, " visits", row->visits);
  put_named_number(w, " references", row->references);
  put_named_number(w, " writes", row->writes);
  put_named_number(w, " span", row->span);
  end_line(w);
}

static void write_lines(line_writer *w) {
  const pme_line_sample *lines = &w->profile->lines;
  if (lines->sets == 0)
    return;
  put(w, "lines sets %d splits %d%s%s", lines->sets, lines->splits, lines->is_cut ? " cut" : "",
      lines->has_times ? " timed" : "");
  end_line(w);
  for (int i = 0; i < w->profile->rows.count && !w->status; i++)
    write_row(w, i);
  for (int i = 0; i < w->profile->pieces.count && !w->status; i++)
    write_piece(w, i);
}

static void write_all(line_writer *w, const vector *v, void (*write)(line_writer *w, int i)) {
  for (int i = 0; i < v->count && !w->status; i++)
    write(w, i);
}

pme_status pme_profile_write(const pme_profile *p, const pme_profile_writer *writer) {
  line_writer w = {.profile = p, .out = writer};
  write_head(&w);
  write_all(&w, &p->functions, write_function);
  write_all(&w, &p->loops, write_loop);
  write_all(&w, &p->blocks, write_block);
  write_all(&w, &p->references, write_reference);
  write_all(&w, &p->loops, write_work);
  write_all(&w, &p->loops, write_parts);
  write_all(&w, &p->blocks, write_course);
  write_all(&w, &p->references, write_moves);
  write_all(&w, &p->symbols, write_symbol);
  write_all(&w, &p->advice, write_advice);
  write_all(&w, &p->streams, write_stream);
  write_lines(&w);
  write_run(&w);
  put(&w, "end %ld", w.lines);
  end_line(&w);
  if (w.text)
    pme_allocator_reallocate(pme__profile_allocator(p), w.text, w.room, 0);
  return w.status;
}
