/* Building and reading profiles in memory. */
#include "pmecache/profile.h"

#include <math.h>
#include <string.h>

#include "profile_internal.h"

enum { DEFAULT_LINE_BYTES = 64, LEAST_LINE_BYTES = 8, MOST_LINE_BYTES = 4096 };

/* ---- life ---- */

pme_profile_options pme_profile_default_options(void) {
  return (pme_profile_options){.line_bytes = DEFAULT_LINE_BYTES, .rate = 1, .threads = 1};
}

bool pme__profile_options_valid(const pme_profile_options *o) {
  bool valid = o->line_bytes >= LEAST_LINE_BYTES && o->line_bytes <= MOST_LINE_BYTES &&
               !(o->line_bytes & (o->line_bytes - 1)) && o->sampling <= PME_SAMPLING_HYBRID &&
               (o->sampling == PME_SAMPLING_EXACT) == (o->window_lines == 0) &&
               !(o->window_lines & (o->window_lines - 1)) && o->rate > 0 && o->rate <= 1 && o->threads >= 1 &&
               o->threads <= PME_PROFILE_MAX_THREADS && o->geometry_count >= 0 &&
               o->geometry_count <= PME_PROFILE_MAX_GEOMETRIES;
  for (int i = 0; valid && i < o->geometry_count; i++)
    valid = o->geometries[i].sets >= 1 && o->geometries[i].ways >= 1 && o->geometries[i].ways <= PME_PROFILE_MAX_WAYS;
  return valid;
}

pme_status pme_profile_create(const pme_profile_options *options, const pme_allocator *allocator, pme_profile **out) {
  if (!pme__profile_options_valid(options))
    return PME_BAD_ARGUMENT;
  pme_profile *p = (pme_profile *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *p);
  if (!p)
    return PME_NO_MEMORY;
  memset(p, 0, sizeof *p);
  p->options = *options;
  if (allocator) {
    p->has_allocator = true;
    p->allocator = *allocator;
  }
  p->options.command = pme__profile_text(p, options->command);
  p->options.scaled = pme__profile_text(p, options->scaled);
  if (p->status) {
    pme_profile_destroy(p);
    return PME_NO_MEMORY;
  }
  *out = p;
  return PME_OK;
}

void pme_profile_destroy(pme_profile *p) {
  if (!p)
    return;
  pme_allocator allocator = p->allocator;
  bool has_allocator = p->has_allocator;
  pme__profile_memory_destroy(p);
  pme_allocator_reallocate(has_allocator ? &allocator : NULL, p, sizeof *p, 0);
}

pme_status pme_profile_status(const pme_profile *p) { return p->status; }

/* ---- building ---- */

static int refuse(pme_profile *p) {
  if (!p->status)
    p->status = PME_BAD_ARGUMENT;
  return PME_NONE;
}

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool is_index(int index, const vector *v) { return index >= 0 && index < v->count; }

static int find_same_function(const pme_profile *p, const pme_profile_function *f) {
  for (int i = 0; i < p->functions.count; i++) {
    const pme_profile_function *g = &FUNCTIONS(p)[i];
    if (g->hash == f->hash && !strcmp(g->name, f->name) && same_text(g->file, f->file))
      return i;
  }
  return PME_NONE;
}

int pme_profile_add_function(pme_profile *p, const pme_profile_function *function) {
  if (!function->name)
    return refuse(p);
  int i = find_same_function(p, function);
  if (i != PME_NONE) {
    FUNCTIONS(p)[i].calls += function->calls;
    return i;
  }
  pme_profile_function copy = *function;
  copy.name = pme__profile_text(p, function->name);
  copy.file = pme__profile_text(p, function->file);
  i = p->status ? PME_NONE : pme__vector_add(p, &p->functions, sizeof copy);
  if (i != PME_NONE)
    FUNCTIONS(p)[i] = copy;
  return i;
}

static pme_place copy_place(pme_profile *p, pme_place place) {
  place.file = pme__profile_text(p, place.file);
  return place;
}

int pme_profile_add_loop(pme_profile *p, const pme_profile_loop *loop) {
  bool parent_fits = loop->parent == PME_NONE ||
                     (is_index(loop->parent, &p->loops) && LOOPS(p)[loop->parent].function == loop->function);
  if (!is_index(loop->function, &p->functions) || loop->number < 0 || !parent_fits)
    return refuse(p);
  int i = pme__index_find(p, THING_LOOP, loop->function, loop->number);
  if (i != PME_NONE) {
    pme_profile_count_loop(p, i, loop->executions, loop->iterations, loop->threads);
    pme_profile_count_parts(p, i, loop->part);
    return i;
  }
  pme_profile_loop copy = *loop;
  copy.place = copy_place(p, loop->place);
  copy.variable = pme__profile_text(p, loop->variable);
  i = p->status ? PME_NONE : pme__vector_add(p, &p->loops, sizeof copy);
  if (i == PME_NONE || !pme__index_add(p, THING_LOOP, loop->function, loop->number, i))
    return PME_NONE;
  LOOPS(p)[i] = copy;
  return i;
}

int pme_profile_add_block(pme_profile *p, const pme_profile_block *block) {
  bool loop_fits = block->loop == PME_NONE ||
                   (is_index(block->loop, &p->loops) && LOOPS(p)[block->loop].function == block->function);
  if (!is_index(block->function, &p->functions) || block->number < 0 || !loop_fits)
    return refuse(p);
  int i = pme__index_find(p, THING_BLOCK, block->function, block->number);
  if (i != PME_NONE) {
    pme_profile_count_block(p, i, block->executions);
    pme_profile_count_course(p, i, &block->course);
    return i;
  }
  pme_profile_block copy = *block;
  copy.place = copy_place(p, block->place);
  i = p->status ? PME_NONE : pme__vector_add(p, &p->blocks, sizeof copy);
  if (i == PME_NONE || !pme__index_add(p, THING_BLOCK, block->function, block->number, i))
    return PME_NONE;
  BLOCKS(p)[i] = copy;
  return i;
}

int pme_profile_add_reference(pme_profile *p, const pme_profile_reference *reference) {
  if (!is_index(reference->block, &p->blocks) || reference->number < 0)
    return refuse(p);
  int function = BLOCKS(p)[reference->block].function;
  int i = pme__index_find(p, THING_REFERENCE, function, reference->number);
  if (i != PME_NONE) {
    pme_profile_count_moves(p, i, &reference->moves);
    return i;
  }
  pme_profile_reference copy = *reference;
  copy.place = copy_place(p, reference->place);
  copy.array = pme__profile_text(p, reference->array);
  i = p->status ? PME_NONE : pme__vector_add(p, &p->references, sizeof copy);
  if (i == PME_NONE || !pme__index_add(p, THING_REFERENCE, function, reference->number, i))
    return PME_NONE;
  REFERENCES(p)[i] = copy;
  return i;
}

static pme_profile_stream *new_stream(pme_profile *p, int reference, int thread) {
  pme_profile_stream *stream = (pme_profile_stream *)pme__profile_allocate(p, sizeof *stream);
  for (int g = 0; stream && g < p->options.geometry_count; g++) {
    if (p->options.geometries[g].sampled)
      continue;
    stream->set_hits[g] = (double *)pme__profile_allocate(p, sizeof(double) * (size_t)p->options.geometries[g].ways);
    if (!stream->set_hits[g])
      return NULL;
  }
  int i = stream ? pme__vector_add(p, &p->streams, sizeof(pme_profile_stream *)) : PME_NONE;
  if (i == PME_NONE)
    return NULL;
  stream->reference = reference;
  stream->thread = thread;
  STREAMS(p)[i] = stream;
  return pme__index_add(p, THING_STREAM, reference, thread, i) ? stream : NULL;
}

pme_profile_stream *pme_profile_stream_of(pme_profile *p, int reference, int thread) {
  if (!is_index(reference, &p->references) || thread < 0 || thread >= PME_PROFILE_MAX_THREADS) {
    refuse(p);
    return NULL;
  }
  int i = pme__index_find(p, THING_STREAM, reference, thread);
  if (i != PME_NONE)
    return STREAMS(p)[i];
  pme_profile_set_threads(p, thread + 1);
  return new_stream(p, reference, thread);
}

void pme_profile_add_distance(pme_profile *p, pme_profile_stream *stream, uint64_t distance, double weight,
                              uint64_t window, const uint8_t *depths) {
  if (!stream)
    return;
  if (pme_histogram_add(&stream->histogram, distance, weight, window, pme__profile_allocator(p)) && !p->status)
    p->status = PME_NO_MEMORY;
  if (!depths)
    return;
  stream->set_total++;
  for (int g = 0; g < p->options.geometry_count; g++)
    if (stream->set_hits[g] && depths[g] < p->options.geometries[g].ways)
      stream->set_hits[g][depths[g]]++;
}

/* A loop that went round at all goes round once at least. */
static int64_t mean_of(double total, double times) {
  double mean = times > 0 ? fmin(total / times, 0x1p62) : 0;
  return mean > 0 ? llround(fmax(mean, 1)) : 0;
}

static void add_symbol(pme_profile *p, const pme_profile_symbol *symbol) {
  if (!is_index(symbol->function, &p->functions) || !symbol->name ||
      (symbol->loop != PME_NONE && !is_index(symbol->loop, &p->loops))) {
    refuse(p);
    return;
  }
  for (int i = 0; i < p->symbols.count; i++) {
    pme_profile_symbol *s = &SYMBOLS(p)[i];
    if (s->function == symbol->function && s->loop == symbol->loop && s->other == symbol->other &&
        s->mean == symbol->mean && (s->mean || s->value == symbol->value) && strcmp(s->name, symbol->name) == 0) {
      s->times += symbol->times;
      s->total += symbol->total;
      if (s->mean)
        s->value = mean_of(s->total, s->times);
      return;
    }
  }
  const char *copy = pme__profile_text(p, symbol->name);
  int i = copy ? pme__vector_add(p, &p->symbols, sizeof(pme_profile_symbol)) : PME_NONE;
  if (i == PME_NONE)
    return;
  SYMBOLS(p)[i] = *symbol;
  SYMBOLS(p)[i].name = copy;
}

void pme_profile_add_symbol(pme_profile *p, int function, int loop, const char *name, int64_t value, double times) {
  add_symbol(p, &(pme_profile_symbol){function, loop, name, .value = value, .times = times});
}

void pme_profile_add_other_values(pme_profile *p, int function, int loop, const char *name, double times) {
  add_symbol(p, &(pme_profile_symbol){function, loop, name, .other = true, .times = times});
}

void pme_profile_add_mean(pme_profile *p, int function, int loop, const char *name, double total, double times) {
  int64_t value = mean_of(total, times);
  add_symbol(p,
             &(pme_profile_symbol){function, loop, name, .mean = true, .value = value, .times = times, .total = total});
}

void pme_profile_add_advice(pme_profile *p, const pme_profile_advice *advice) {
  if (!is_index(advice->loop, &p->loops) || !advice->machine || !advice->text) {
    refuse(p);
    return;
  }
  int i = 0;
  while (i < p->advice.count &&
         (ADVICE(p)[i].loop != advice->loop || strcmp(ADVICE(p)[i].machine, advice->machine) != 0))
    i++;
  const char *machine = pme__profile_text(p, advice->machine), *text = pme__profile_text(p, advice->text);
  if (!machine || !text || (i == p->advice.count && pme__vector_add(p, &p->advice, sizeof *advice) == PME_NONE))
    return;
  ADVICE(p)[i] = *advice;
  ADVICE(p)[i].machine = machine;
  ADVICE(p)[i].text = text;
}

void pme_profile_count_loop(pme_profile *p, int loop, double executions, double iterations, int threads) {
  if (!is_index(loop, &p->loops))
    return;
  pme_profile_loop *l = &LOOPS(p)[loop];
  l->executions += executions;
  l->iterations += iterations;
  l->threads = threads > l->threads ? threads : l->threads;
}

void pme_profile_count_block(pme_profile *p, int block, double executions) {
  if (is_index(block, &p->blocks))
    BLOCKS(p)[block].executions += executions;
}

void pme_profile_set_threads(pme_profile *p, int threads) {
  if (threads > p->options.threads && threads <= PME_PROFILE_MAX_THREADS)
    p->options.threads = threads;
}

/* ---- what running times are made from ---- */

void pme_profile_set_schedule(pme_profile *p, int loop, pme_schedule_kind schedule, int64_t chunk) {
  if (!is_index(loop, &p->loops) || !LOOPS(p)[loop].parallel)
    return;
  LOOPS(p)[loop].schedule = schedule;
  LOOPS(p)[loop].chunk = chunk > 0 ? chunk : 0;
}

void pme_profile_set_work(pme_profile *p, int loop, const pme_profile_work *work) {
  if (is_index(loop, &p->loops))
    LOOPS(p)[loop].work = *work;
}

void pme_profile_count_parts(pme_profile *p, int loop, const double part[PME_PROFILE_PARTS]) {
  for (int i = 0; is_index(loop, &p->loops) && i < PME_PROFILE_PARTS; i++)
    LOOPS(p)[loop].part[i] += part[i];
}

void pme_profile_count_course(pme_profile *p, int block, const pme_profile_course *course) {
  if (!is_index(block, &p->blocks) || course->records <= 0)
    return;
  pme_profile_course *to = &BLOCKS(p)[block].course;
  to->is_run = course->is_run;
  to->records += course->records;
  to->rounds += course->rounds;
  to->surprises += course->surprises;
}

/* Of what cannot be added up, that of the one who has seen more. */
static void keep_surer(pme_profile_moves *to, const pme_profile_moves *from) {
  if (from->seen <= to->seen)
    return;
  to->first_address = from->first_address;
  to->stride_bytes = from->stride_bytes;
  to->leader = from->leader;
}

void pme_profile_count_moves(pme_profile *p, int reference, const pme_profile_moves *moves) {
  if (!is_index(reference, &p->references) || moves->seen <= 0)
    return;
  pme_profile_moves *to = &REFERENCES(p)[reference].moves;
  keep_surer(to, moves);
  to->is_chained = moves->is_chained;
  to->decides = moves->decides;
  to->span_bytes = fmax(to->span_bytes, moves->span_bytes);
  to->seen += moves->seen;
  to->changes += moves->changes;
  to->moves += moves->moves;
  to->near += moves->near;
  to->follows += moves->follows;
}

/* ---- reading ---- */

const pme_allocator *pme_profile_allocator(const pme_profile *p) { return pme__profile_allocator(p); }
const pme_profile_options *pme_profile_options_of(const pme_profile *p) { return &p->options; }
int pme_profile_function_count(const pme_profile *p) { return p->functions.count; }
const pme_profile_function *pme_profile_function_at(const pme_profile *p, int i) { return &FUNCTIONS(p)[i]; }
int pme_profile_loop_count(const pme_profile *p) { return p->loops.count; }
const pme_profile_loop *pme_profile_loop_at(const pme_profile *p, int i) { return &LOOPS(p)[i]; }
int pme_profile_block_count(const pme_profile *p) { return p->blocks.count; }
const pme_profile_block *pme_profile_block_at(const pme_profile *p, int i) { return &BLOCKS(p)[i]; }
int pme_profile_reference_count(const pme_profile *p) { return p->references.count; }
const pme_profile_reference *pme_profile_reference_at(const pme_profile *p, int i) { return &REFERENCES(p)[i]; }
int pme_profile_stream_count(const pme_profile *p) { return p->streams.count; }
const pme_profile_stream *pme_profile_stream_at(const pme_profile *p, int i) { return STREAMS(p)[i]; }
int pme_profile_advice_count(const pme_profile *p) { return p->advice.count; }
const pme_profile_advice *pme_profile_advice_at(const pme_profile *p, int i) { return &ADVICE(p)[i]; }
int pme_profile_symbol_count(const pme_profile *p) { return p->symbols.count; }
const pme_profile_symbol *pme_profile_symbol_at(const pme_profile *p, int i) { return &SYMBOLS(p)[i]; }

int pme_profile_find_function(const pme_profile *p, const char *name, uint64_t hash, bool *stale) {
  bool other = false;
  *stale = false;
  for (int i = 0; i < p->functions.count; i++) {
    const pme_profile_function *f = &FUNCTIONS(p)[i];
    if (strcmp(f->name, name) != 0)
      continue;
    if (!hash || !f->hash || f->hash == hash)
      return i;
    other = true;
  }
  *stale = other;
  return PME_NONE;
}

static void move_place(const pme_profile_function *f, int by, pme_place *place) {
  bool is_own = !place->file || !f->file || !strcmp(place->file, f->file);
  if (is_own && place->line >= f->line)
    place->line += by;
}

void pme_profile_move_function(pme_profile *p, int function, int line) {
  pme_profile_function *f = &FUNCTIONS(p)[function];
  int by = line > 0 && f->line > 0 ? line - f->line : 0;
  for (int i = 0; by && i < p->loops.count; i++)
    if (LOOPS(p)[i].function == function)
      move_place(f, by, &LOOPS(p)[i].place);
  for (int i = 0; by && i < p->references.count; i++)
    if (BLOCKS(p)[REFERENCES(p)[i].block].function == function)
      move_place(f, by, &REFERENCES(p)[i].place);
  for (int i = 0; by && i < p->blocks.count; i++)
    if (BLOCKS(p)[i].function == function)
      move_place(f, by, &BLOCKS(p)[i].place);
  f->line += by;
}

static bool loop_has(const pme_profile *p, int outer, int loop) {
  while (loop != PME_NONE && loop != outer)
    loop = LOOPS(p)[loop].parent;
  return loop == outer;
}

bool pme_profile_part_has(const pme_profile *p, const pme_profile_part *part, const pme_profile_stream *stream) {
  const pme_profile_reference *reference = &REFERENCES(p)[stream->reference];
  const pme_profile_block *block = &BLOCKS(p)[reference->block];
  return (part->thread == PME_NONE || part->thread == stream->thread) &&
         (part->reference == PME_NONE || part->reference == stream->reference) &&
         (part->block == PME_NONE || part->block == reference->block) &&
         (part->loop == PME_NONE || loop_has(p, part->loop, block->loop)) &&
         (part->function == PME_NONE || part->function == block->function);
}

/* Streams of one reference are found by the index, one for each thread; else all are looked at. */
int pme_profile_next_stream(const pme_profile *p, const pme_profile_part *part, int *position) {
  bool one = part->reference != PME_NONE;
  int end = one ? p->options.threads : p->streams.count;
  while (*position < end) {
    int at = (*position)++;
    int i = one ? pme__index_find(p, THING_STREAM, part->reference, at) : at;
    if (i != PME_NONE && pme_profile_part_has(p, part, STREAMS(p)[i]))
      return i;
  }
  return PME_NONE;
}

double pme__stream_scale(const pme_profile_stream *s) {
  return s->histogram.total > 0 && s->accesses > s->histogram.total ? s->accesses / s->histogram.total : 1;
}

pme_status pme_profile_sum(const pme_profile *p, const pme_profile_part *part, pme_histogram *histogram,
                           double *accesses) {
  double count = 0;
  for (int position = 0, i; (i = pme_profile_next_stream(p, part, &position)) != PME_NONE;) {
    const pme_profile_stream *s = STREAMS(p)[i];
    count += s->accesses;
    if (histogram && pme_histogram_merge(histogram, &s->histogram, pme__stream_scale(s), pme__profile_allocator(p)))
      return PME_NO_MEMORY;
  }
  if (accesses)
    *accesses = count;
  return PME_OK;
}

const pme_profile_fault *pme_profile_faults(const pme_profile *p, int *count, int *total) {
  *count = p->fault_count;
  *total = p->fault_total;
  return p->faults;
}
