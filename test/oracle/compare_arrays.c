/* Bases of arrays: one an array, as claimed within a group, aligned as claimed, offsets within the extents. */
#include "compare.h"

#include <inttypes.h>

static const char *array_name(const struct comparison *c, int array) {
  return pme_program_array(pme_concrete_program(c->concrete), array)->name;
}

static int array_count(const struct comparison *c) {
  return pme_program_array_count(pme_concrete_program(c->concrete));
}

static bool is_same_array(const struct array_base *a, const struct array_base *b) {
  return a->array == b->array && a->thread == b->thread;
}

/* How many keys found this base of this array, over all keys. */
static size_t votes_for(const struct comparison *c, const struct array_base *base) {
  size_t votes = 0;
  for (size_t i = 0; i < c->key_count; i++)
    for (size_t j = 0; j < c->keys[i].base_count; j++)
      votes += is_same_array(&c->keys[i].bases[j], base) && c->keys[i].bases[j].base == base->base &&
               c->keys[i].verdict == KEY_SAME;
  return votes;
}

bool comparison_array_base(const struct comparison *c, int array, int thread, struct array_base *out) {
  size_t best = 0;
  *out = (struct array_base){array, comparison_base_owner(c, array, thread), 0, UINT64_MAX, 0};
  for (size_t i = 0; i < c->key_count; i++)
    for (size_t j = 0; j < c->keys[i].base_count; j++) {
      const struct array_base *candidate = &c->keys[i].bases[j];
      size_t votes = is_same_array(candidate, out) ? votes_for(c, candidate) : 0;
      if (votes <= best)
        continue;
      best = votes;
      out->base = candidate->base;
    }
  for (size_t i = 0; best && i < c->key_count; i++)
    for (size_t j = 0; j < c->keys[i].base_count; j++) {
      const struct array_base *seen = &c->keys[i].bases[j];
      if (!is_same_array(seen, out) || seen->base != out->base || c->keys[i].verdict != KEY_SAME)
        continue;
      out->low = seen->low < out->low ? seen->low : out->low;
      out->high = seen->high > out->high ? seen->high : out->high;
    }
  return best > 0;
}

static void check_keys_agree(struct comparison *c, const struct array_base *base) {
  for (size_t i = 0; i < c->key_count; i++)
    for (size_t j = 0; j < c->keys[i].base_count; j++) {
      struct key *key = &c->keys[i];
      if (!is_same_array(&key->bases[j], base) || key->bases[j].base == base->base || key->verdict != KEY_SAME)
        continue;
      key->verdict = KEY_DIFFERENT;
      snprintf(key->why, sizeof key->why, "%s starts %" PRId64 " bytes away from where other references have it",
               array_name(c, base->array), (int64_t)(key->bases[j].base - base->base));
    }
}

static void fault(struct comparison *c, FILE *out, int array, const char *text, int64_t number) {
  fprintf(out, " array %s: %s %" PRId64 "\n", array_name(c, array), text, number);
  c->fault_count++;
}

static void check_claims(struct comparison *c, const struct array_base *base, FILE *out) {
  const pme_concrete_array *claim = pme_concrete_array_at(c->concrete, base->array);
  if (claim->alignment_bytes > 1 && base->base % (uint64_t)claim->alignment_bytes != 0)
    fault(c, out, base->array, "DIFFERENT: is not aligned to", claim->alignment_bytes);
  if (claim->size_bytes > 0 && base->low < base->base)
    fault(c, out, base->array, "DIFFERENT: is used before its start by", (int64_t)(base->base - base->low));
  if (claim->size_bytes > 0 && base->high > base->base + (uint64_t)claim->size_bytes)
    fault(c, out, base->array, "DIFFERENT: is used beyond its extents by",
          (int64_t)(base->high - base->base - (uint64_t)claim->size_bytes));
}

/* Claimed bases are relative within a group: all arrays of it lie equally far from where they are claimed. */
static void check_group(struct comparison *c, const struct array_base *first, FILE *out) {
  const pme_concrete_array *a = pme_concrete_array_at(c->concrete, first->array);
  for (int other = first->array + 1; a->has_base && a->group != PME_NONE && other < array_count(c); other++) {
    const pme_concrete_array *b = pme_concrete_array_at(c->concrete, other);
    struct array_base second;
    if (b->group != a->group || !b->has_base || !comparison_array_base(c, other, first->thread, &second))
      continue;
    int64_t error = (int64_t)((second.base - first->base) - (b->base_bytes - a->base_bytes));
    if (error)
      fault(c, out, other, "DIFFERENT: within its group it is off by", error);
  }
}

/* Two arrays that share memory are two for the model: worth knowing, not wrong (an assumption says so). */
static void note_overlaps(const struct comparison *c, const struct array_base *first, FILE *out) {
  for (int other = first->array + 1; other < array_count(c); other++) {
    struct array_base second;
    if (comparison_array_base(c, other, first->thread, &second) && first->low < second.high && second.low < first->high)
      fprintf(out, " note: arrays %s and %s share memory\n", array_name(c, first->array), array_name(c, other));
  }
}

static void compare_array(struct comparison *c, int array, int thread, FILE *out) {
  struct array_base base;
  if (!comparison_array_base(c, array, thread, &base))
    return;
  check_keys_agree(c, &base);
  check_claims(c, &base, out);
  check_group(c, &base, out);
  note_overlaps(c, &base, out);
  if (c->show_all)
    fprintf(out, " base %s %" PRIu64 "\n", array_name(c, array), base.base);
}

void compare_arrays(struct comparison *c, FILE *out) {
  for (int array = 0; array < array_count(c); array++)
    for (int thread = 0; thread < c->threads; thread++)
      if (comparison_base_owner(c, array, thread) == thread)
        compare_array(c, array, thread, out);
}
