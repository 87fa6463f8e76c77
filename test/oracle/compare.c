#include "compare.h"

#include "claim_walk.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool same_text(const char *a, const char *b) { return (!a && !b) || (a && b && strcmp(a, b) == 0); }

static bool same_key(const struct key *a, const struct key *b) {
  return a->line == b->line && a->column == b->column && a->is_write == b->is_write &&
         a->local_scalar == b->local_scalar && a->loop_line == b->loop_line && same_text(a->loop_file, b->loop_file) &&
         same_text(a->file, b->file);
}

int comparison_key(struct comparison *c, const struct key *wanted) {
  for (size_t i = 0; i < c->key_count; i++)
    if (same_key(&c->keys[i], wanted))
      return (int)i;
  c->keys = oracle_grow(c->keys, c->key_count, &c->key_capacity, sizeof *c->keys);
  c->keys[c->key_count] = *wanted;
  return (int)c->key_count++;
}

static const char *place_file(const struct comparison *c, pme_place place) {
  return base_name(place.file ? place.file : pme_program_file(pme_concrete_program(c->concrete)));
}

static bool is_for_one_thread(const pme_program *program, int node) {
  for (; node != PME_NONE; node = pme_program_node(program, node)->parent)
    if (pme_program_node(program, node)->kind == PME_NODE_GUARD && pme_program_node(program, node)->u.guard.one_thread)
      return true;
  return false;
}

int comparison_claim_key(struct comparison *c, int node) {
  const pme_program *program = pme_concrete_program(c->concrete);
  const pme_node *access = pme_program_node(program, node);
  struct key key = {.file = place_file(c, access->place),
                    .function = "",
                    .line = (unsigned)access->place.line,
                    .column = (unsigned)access->place.column,
                    .is_write = access->u.access.is_write,
                    .loop_node = claim_workshare_of(program, node)};
  if (key.loop_node != PME_NONE) {
    pme_place place = pme_program_node(program, key.loop_node)->place;
    key.loop_file = place_file(c, place);
    key.loop_line = (unsigned)place.line;
  }
  int id = comparison_key(c, &key);
  c->keys[id].loop_node = key.loop_node;
  c->keys[id].one_thread |= is_for_one_thread(program, node);
  return id;
}

/* Does the place have an access that is no local scalar? `p[i]` reads p and p[i] at one place. */
static bool has_other_access_at(const struct recorded_trace *trace, const struct recorded_site *site) {
  for (size_t i = 0; i < trace->site_count; i++) {
    const struct recorded_site *other = &trace->sites[i];
    if (other->kind <= TRACE_BLOCK_WRITE && !(other->flags & TRACE_LOCAL_SCALAR) && other->line == site->line &&
        other->column == site->column && site_is_write(other) == site_is_write(site) &&
        strcmp(other->file, site->file) == 0)
      return true;
  }
  return false;
}

/* Claims have their keys before the trace is looked at. */
static bool is_claimed(const struct comparison *c, const struct key *key) {
  for (size_t i = 0; i < c->key_count; i++)
    if (same_key(&c->keys[i], key))
      return true;
  return false;
}

/* A claimed scalar is compared: some stay in memory although they need not, and then either view is right. */
static int find_recorded_key(struct comparison *c, const struct recorded_access *access) {
  const struct recorded_site *site = &c->trace->sites[access->site];
  struct key key = {.file = base_name(site->file),
                    .function = site->function,
                    .line = site->line,
                    .column = site->column,
                    .is_write = site_is_write(site),
                    .local_scalar = (site->flags & TRACE_LOCAL_SCALAR) != 0,
                    .loop_node = PME_NONE};
  if (access->loop != NO_LOOP) {
    key.loop_file = base_name(c->trace->sites[access->loop].file);
    key.loop_line = c->trace->sites[access->loop].line;
  }
  if (key.local_scalar && !has_other_access_at(c->trace, site)) {
    struct key plain = key;
    plain.local_scalar = false;
    if (is_claimed(c, &plain))
      return comparison_key(c, &plain);
  }
  return comparison_key(c, &key);
}

/* Remembers the last answer for each site: a trace has millions of accesses and few sites. */
int comparison_recorded_key(struct comparison *c, const struct recorded_access *access) {
  if (!c->known_keys) {
    c->known_keys = calloc(c->trace->site_count + 1, sizeof *c->known_keys);
    if (!c->known_keys)
      oracle_fail("out of memory");
  }
  struct known_key *known = &c->known_keys[access->site];
  if (!known->valid || known->loop != access->loop)
    *known = (struct known_key){true, access->loop, find_recorded_key(c, access)};
  return known->key;
}

/* ---- sequences of one thread ---- */

/* The accesses of one thread that belong to a key, in time order, and how far the claim has come. */
struct sequence {
  const struct recorded_access **accesses;
  size_t count, capacity, next;
  uint64_t used_bytes; /* of the block operation that is being claimed piece by piece */
};

struct thread_comparison {
  struct comparison *comparison;
  int thread;
  const int *key_of_node;
  struct sequence *sequences; /* per key */
};

static void record_sequences(struct comparison *c, const struct recorded_thread *thread, struct sequence **sequences,
                             size_t *sequence_count) {
  for (size_t i = 0; i < thread->count; i++) {
    const struct recorded_access *access = &thread->accesses[i];
    size_t id = (size_t)comparison_recorded_key(c, access);
    if (id >= *sequence_count) {
      *sequences = realloc(*sequences, (id + 1) * sizeof **sequences);
      if (!*sequences)
        oracle_fail("out of memory");
      memset(*sequences + *sequence_count, 0, (id + 1 - *sequence_count) * sizeof **sequences);
      *sequence_count = id + 1;
    }
    struct sequence *sequence = &(*sequences)[id];
    sequence->accesses =
        oracle_grow(sequence->accesses, sequence->count, &sequence->capacity, sizeof *sequence->accesses);
    sequence->accesses[sequence->count++] = access;
    struct key *key = &c->keys[id];
    key->function = c->trace->sites[access->site].function;
    key->has_block |= access->is_block;
    key->actual_bytes += access->bytes;
    key->actual++;
  }
}

static void differ(struct key *key, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differ(struct key *key, const char *format, ...) {
  if (key->verdict == KEY_DIFFERENT)
    return; /* the first difference says most */
  key->verdict = KEY_DIFFERENT;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(key->why, sizeof key->why, format, arguments);
  va_end(arguments);
}

int comparison_base_owner(const struct comparison *c, int array, int thread) {
  return pme_concrete_array_at(c->concrete, array)->is_private ? thread : 0;
}

static struct array_base *base_of(struct key *key, int array, int thread) {
  for (size_t i = 0; i < key->base_count; i++)
    if (key->bases[i].array == array && key->bases[i].thread == thread)
      return &key->bases[i];
  return NULL;
}

static struct array_base *bind_base(struct key *key, int array, int thread, uint64_t base) {
  key->bases = oracle_grow(key->bases, key->base_count, &key->base_capacity, sizeof *key->bases);
  key->bases[key->base_count] = (struct array_base){array, thread, base, UINT64_MAX, 0};
  return &key->bases[key->base_count++];
}

/* One claimed access against the next recorded one of its key. */
static bool visit(void *state, int node, int64_t offset) {
  struct thread_comparison *t = state;
  struct comparison *c = t->comparison;
  struct key *key = &c->keys[t->key_of_node[node]];
  struct sequence *sequence = &t->sequences[t->key_of_node[node]];
  const pme_concrete_access *claim = &pme_concrete_node_at(c->concrete, node)->u.access;
  key->claimed++;
  key->claimed_bytes += (uint64_t)claim->size_bytes;
  if (sequence->next == sequence->count)
    return true; /* counts tell */
  const struct recorded_access *actual = sequence->accesses[sequence->next];
  uint64_t address = actual->address + sequence->used_bytes;
  uint64_t bytes = (uint64_t)claim->size_bytes;
  if (actual->is_block && bytes < actual->bytes - sequence->used_bytes) {
    sequence->used_bytes += bytes;
  } else {
    if (bytes != actual->bytes - sequence->used_bytes)
      differ(key, "access %zu is claimed as %" PRIu64 " bytes and has %" PRIu64, sequence->next + 1, bytes,
             actual->bytes - sequence->used_bytes);
    sequence->next++;
    sequence->used_bytes = 0;
  }
  int owner = comparison_base_owner(c, claim->array, t->thread);
  struct array_base *base = base_of(key, claim->array, owner);
  if (!base)
    base = bind_base(key, claim->array, owner, address - (uint64_t)offset);
  if (base->base + (uint64_t)offset != address)
    differ(key, "access %zu: %s is claimed at offset %" PRId64 ", is at %" PRId64, sequence->next,
           pme_program_array(pme_concrete_program(c->concrete), claim->array)->name, offset,
           (int64_t)(address - base->base));
  if (address < base->low)
    base->low = address;
  if (address + bytes > base->high)
    base->high = address + bytes;
  return true;
}

int *comparison_keys_of_nodes(struct comparison *c) {
  const pme_program *program = pme_concrete_program(c->concrete);
  int count = pme_program_node_count(program);
  int *keys = calloc((size_t)count + 1, sizeof *keys);
  if (!keys)
    oracle_fail("out of memory");
  for (int node = 0; node < count; node++)
    keys[node] = pme_program_node(program, node)->kind == PME_NODE_ACCESS ? comparison_claim_key(c, node) : PME_NONE;
  return keys;
}

uint64_t comparison_steps(const struct comparison *c, int thread) {
  enum { AT_LEAST = 10000000, STEPS_AN_ACCESS = 4 };
  uint64_t recorded = (size_t)thread < c->trace->thread_count ? c->trace->threads[thread].count : 0;
  return AT_LEAST + STEPS_AN_ACCESS * recorded;
}

static void compare_thread(struct comparison *c, const int *key_of_node, int thread) {
  struct sequence *sequences = calloc(c->key_count + 1, sizeof *sequences);
  size_t sequence_count = c->key_count + 1;
  if (!sequences)
    oracle_fail("out of memory");
  if ((size_t)thread < c->trace->thread_count)
    record_sequences(c, &c->trace->threads[thread], &sequences, &sequence_count);
  struct thread_comparison state = {c, thread, key_of_node, sequences};
  claim_walk(c->concrete, thread, c->threads, comparison_steps(c, thread), visit, &state);
  for (size_t id = 0; id < c->key_count && id < sequence_count; id++)
    free(sequences[id].accesses);
  free(sequences);
}

/* ---- verdicts ---- */

/* Why the accesses of a key cannot be told apart by thread; NULL when they can. */
static const char *why_not_by_thread(const struct comparison *c, const struct key *key) {
  if (c->threads == 1)
    return NULL;
  if (key->one_thread)
    return "single"; /* any thread may run it */
  if (key->line == 0)
    return "reduction"; /* the compiler's, without a place */
  const pme_program *program = pme_concrete_program(c->concrete);
  for (int node = 0; node < pme_program_node_count(program); node++)
    if (claim_workshare_of(program, node) == node && pme_program_node(program, node)->u.loop.orphaned)
      return "orphaned loop"; /* all threads call the function, and not at the same time */
  if (key->loop_node != PME_NONE &&
      pme_concrete_node_at(c->concrete, key->loop_node)->u.loop.schedule != PME_SCHEDULE_STATIC)
    return "dynamic schedule";
  /* Code at the pragma is the compiler's; how partial sums are combined is the runtime's choice. */
  for (int node = 0; node < pme_program_node_count(program); node++) {
    const pme_node *it = pme_program_node(program, node);
    if ((it->kind == PME_NODE_REGION || claim_workshare_of(program, node) == node) &&
        (unsigned)it->place.line == key->line)
      return "reduction";
  }
  return NULL;
}

static void skip(struct key *key, const char *why) {
  key->verdict = KEY_SKIPPED;
  snprintf(key->why, sizeof key->why, "%s", why);
}

static bool has_scalar_beside(const struct comparison *c, const struct key *key) {
  struct key scalar = *key;
  scalar.local_scalar = true;
  for (size_t i = 0; i < c->key_count; i++)
    if (same_key(&c->keys[i], &scalar))
      return true;
  return false;
}

static void judge_counts(struct comparison *c) {
  for (size_t i = 0; i < c->key_count; i++) {
    struct key *key = &c->keys[i];
    const char *why = why_not_by_thread(c, key);
    if (why) {
      skip(key, why);
      continue;
    }
    if (c->trace->truncated && key->actual == 0) {
      skip(key, "not reached");
      continue;
    }
    /* A block operation is one event and is claimed in pieces. */
    uint64_t claimed = key->has_block ? key->claimed_bytes : key->claimed;
    uint64_t actual = key->has_block ? key->actual_bytes : key->actual;
    if (claimed == actual || (c->trace->truncated && claimed > actual))
      continue;
    if (key->claimed == 0)
      differ(key, "not claimed");
    else if (key->actual == 0)
      differ(key, has_scalar_beside(c, key) ? "is a register by convention" : "never happens");
    else
      differ(key, "counts differ");
  }
}

/* ---- the table ---- */

static const char *const verdict_texts[] = {"same",         "superset", "assumed",  "register",
                                            "not modelled", "skipped",  "DIFFERENT"};

static int by_place(const void *a, const void *b) {
  const struct key *x = a, *y = b;
  if (x->loop_line != y->loop_line)
    return x->loop_line < y->loop_line ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->column != y->column)
    return x->column < y->column ? -1 : 1;
  return (int)x->is_write - (int)y->is_write;
}

static void print_key(const struct comparison *c, const struct key *key, FILE *out) {
  const char *array = key->base_count ? pme_program_array(pme_concrete_program(c->concrete), key->bases[0].array)->name
                                      : (*key->function ? key->function : "?");
  fprintf(out, "  %s:%u:%u\t%s %-12s %12" PRIu64 " %12" PRIu64 "  %s%s%s\n", key->file, key->line, key->column,
          key->is_write ? "write" : "read ", array, key->claimed, key->actual, verdict_texts[key->verdict],
          *key->why ? ": " : "", key->why);
}

static size_t print_keys(struct comparison *c, FILE *out) {
  size_t counts[KEY_DIFFERENT + 1] = {0};
  qsort(c->keys, c->key_count, sizeof *c->keys, by_place);
  fprintf(out, "function %s\n", pme_program_function(pme_concrete_program(c->concrete)));
  unsigned line = UINT32_MAX;
  for (size_t i = 0; i < c->key_count; i++) {
    const struct key *key = &c->keys[i];
    counts[key->verdict]++;
    if (key->verdict == KEY_REGISTER && !c->show_all)
      continue;
    if (key->loop_line != line) {
      line = key->loop_line;
      if (key->loop_file)
        fprintf(out, " loop %s:%u\t\t                 claimed       actual\n", key->loop_file, line);
      else
        fprintf(out, " outside worksharing loops\t         claimed       actual\n");
    }
    print_key(c, key, out);
  }
  fprintf(out, "summary %s: ", pme_program_function(pme_concrete_program(c->concrete)));
  for (int verdict = 0; verdict <= KEY_DIFFERENT; verdict++)
    fprintf(out, "%zu %s, ", counts[verdict], verdict_texts[verdict]);
  fprintf(out, "%zu other faults%s\n", c->fault_count, c->trace->truncated ? ", trace truncated" : "");
  return counts[KEY_DIFFERENT];
}

size_t compare(struct comparison *c, FILE *out) {
  if (c->trace->call_count == 0) {
    fprintf(out, "function %s: was not called\n", pme_program_function(pme_concrete_program(c->concrete)));
    return 0;
  }
  int *key_of_node = comparison_keys_of_nodes(c);
  for (int thread = 0; thread < c->threads; thread++)
    compare_thread(c, key_of_node, thread);
  free(key_of_node);
  judge_counts(c);
  excuse_keys(c);
  compare_arrays(c, out);
  compare_supersets(c);
  compare_order(c, out);
  return print_keys(c, out) + c->fault_count;
}
