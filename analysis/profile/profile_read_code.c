/* Records of a profile that describe the program: functions, loops, blocks, references, values of symbols, advice, and
 * what running times are made from. */
#include "profile_reader.h"

void pme__profile_read_function(profile_reader *r) {
  int64_t own = pme__profile_take_own_index(r, &r->functions);
  pme_profile_function f = {.name = pme__profile_take_text(r)};
  pme_place p = pme__profile_take_place(r);
  f.file = p.file;
  f.line = p.line;
  pme__profile_want_word(r, "hash");
  f.hash = pme__profile_take_hexadecimal(r);
  f.calls = pme__profile_take_named_number(r, "calls");
  pme__profile_end_line(r);
  if (!r->bad)
    pme__profile_set_index(r, &r->functions, own, pme_profile_add_function(r->profile, &f));
}

void pme__profile_read_loop(profile_reader *r) {
  int64_t own = pme__profile_take_own_index(r, &r->loops);
  pme_profile_loop l = {.function = pme__profile_take_index(r, "function", &r->functions, false)};
  pme__profile_want_word(r, "number");
  l.number = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  l.parent = pme__profile_take_index(r, "parent", &r->loops, true);
  l.place = pme__profile_take_place(r);
  if (pme__profile_take_word(r, "variable"))
    l.variable = pme__profile_take_text(r);
  if (pme__profile_take_word(r, "parallel")) {
    l.parallel = true;
    l.schedule = pme__profile_take_schedule(r);
    l.chunk = pme__profile_take_whole(r, 0, INT64_MAX);
  }
  pme__profile_want_word(r, "threads");
  l.threads = (int)pme__profile_take_whole(r, 0, PME_PROFILE_MAX_THREADS);
  l.executions = pme__profile_take_named_number(r, "executions");
  l.iterations = pme__profile_take_named_number(r, "iterations");
  pme__profile_end_line(r);
  r->bad |= !r->bad && l.parent != PME_NONE && LOOPS(r->profile)[l.parent].function != l.function;
  if (!r->bad)
    pme__profile_set_index(r, &r->loops, own, pme_profile_add_loop(r->profile, &l));
}

void pme__profile_read_block(profile_reader *r) {
  int64_t own = pme__profile_take_own_index(r, &r->blocks);
  pme_profile_block b = {.function = pme__profile_take_index(r, "function", &r->functions, false)};
  pme__profile_want_word(r, "number");
  b.number = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  b.loop = pme__profile_take_index(r, "loop", &r->loops, true);
  b.place = pme__profile_take_place(r);
  b.executions = pme__profile_take_named_number(r, "executions");
  pme__profile_end_line(r);
  r->bad |= !r->bad && b.loop != PME_NONE && LOOPS(r->profile)[b.loop].function != b.function;
  if (!r->bad)
    pme__profile_set_index(r, &r->blocks, own, pme_profile_add_block(r->profile, &b));
}

void pme__profile_read_reference(profile_reader *r) {
  int64_t own = pme__profile_take_own_index(r, &r->references);
  pme_profile_reference f = {.block = pme__profile_take_index(r, "block", &r->blocks, false)};
  pme__profile_want_word(r, "number");
  f.number = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  f.place = pme__profile_take_place(r);
  if (pme__profile_take_word(r, "array"))
    f.array = pme__profile_take_text(r);
  f.is_write = pme__profile_take_word(r, "write");
  if (!f.is_write)
    pme__profile_want_word(r, "read");
  f.size_bytes = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  pme__profile_end_line(r);
  if (!r->bad)
    pme__profile_set_index(r, &r->references, own, pme_profile_add_reference(r->profile, &f));
}

void pme__profile_read_symbol(profile_reader *r) {
  int function = pme__profile_take_index(r, "function", &r->functions, false);
  int loop = pme__profile_take_index(r, "loop", &r->loops, true);
  pme__profile_want_word(r, "name");
  const char *name = pme__profile_take_text(r);
  pme__profile_want_word(r, "value");
  int64_t value = pme__profile_take_whole(r, INT64_MIN, INT64_MAX);
  double times = pme__profile_take_named_number(r, "times");
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_add_symbol(r->profile, function, loop, name, value, times);
}

void pme__profile_read_mean(profile_reader *r) {
  int function = pme__profile_take_index(r, "function", &r->functions, false);
  int loop = pme__profile_take_index(r, "loop", &r->loops, true);
  pme__profile_want_word(r, "name");
  const char *name = pme__profile_take_text(r);
  double total = pme__profile_take_named_number(r, "total");
  double times = pme__profile_take_named_number(r, "times");
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_add_mean(r->profile, function, loop, name, total, times);
}

void pme__profile_read_advice(profile_reader *r) {
  pme_profile_advice a = {.loop = pme__profile_take_index(r, "loop", &r->loops, false)};
  pme__profile_want_word(r, "machine");
  a.machine = pme__profile_take_text(r);
  pme__profile_want_word(r, "threads");
  a.threads = (int)pme__profile_take_whole(r, 1, PME_PROFILE_MAX_THREADS);
  a.schedule = pme__profile_take_schedule(r);
  a.chunk = pme__profile_take_whole(r, 0, INT64_MAX);
  a.pays = pme__profile_take_word(r, "pays");
  if (!a.pays)
    pme__profile_want_word(r, "calm");
  a.ratio = pme__profile_take_named_number(r, "ratio");
  a.low = pme__profile_take_named_number(r, "low");
  a.high = pme__profile_take_named_number(r, "high");
  pme__profile_want_word(r, "text");
  a.text = pme__profile_take_text(r);
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_add_advice(r->profile, &a);
}

void pme__profile_read_others(profile_reader *r) {
  int function = pme__profile_take_index(r, "function", &r->functions, false);
  int loop = pme__profile_take_index(r, "loop", &r->loops, true);
  pme__profile_want_word(r, "name");
  const char *name = pme__profile_take_text(r);
  double times = pme__profile_take_named_number(r, "times");
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_add_other_values(r->profile, function, loop, name, times);
}

/* ---- what running times are made from ---- */

static uint32_t take_named_operations(profile_reader *r, const char *name) {
  pme__profile_want_word(r, name);
  return (uint32_t)pme__profile_take_whole(r, 0, UINT32_MAX);
}

void pme__profile_read_work(profile_reader *r) {
  int loop = pme__profile_take_index(r, "loop", &r->loops, false);
  pme_profile_work w = {.operations = take_named_operations(r, "operations")};
  w.divisions = take_named_operations(r, "divisions");
  w.chain = take_named_operations(r, "chain");
  w.vector = take_named_operations(r, "vector");
  w.path = take_named_operations(r, "path");
  w.entry = take_named_operations(r, "entry");
  if (pme__profile_take_word(r, "library"))
    w.library = (uint32_t)pme__profile_take_whole(r, 0, w.operations);
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_set_work(r->profile, loop, &w);
}

void pme__profile_read_parts(profile_reader *r) {
  int loop = pme__profile_take_index(r, "loop", &r->loops, false);
  double part[PME_PROFILE_PARTS];
  pme__profile_want_word(r, "references");
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    part[i] = pme__profile_take_number(r);
  pme__profile_end_line(r);
  if (!r->bad)
    pme_profile_count_parts(r->profile, loop, part);
}

void pme__profile_read_course(profile_reader *r) {
  int block = pme__profile_take_index(r, "block", &r->blocks, false);
  pme_profile_course c = {.is_run = pme__profile_take_word(r, "run")};
  c.records = pme__profile_take_named_number(r, "records");
  c.rounds = pme__profile_take_named_number(r, "rounds");
  c.surprises = pme__profile_take_named_number(r, "surprises");
  pme__profile_end_line(r);
  /* A run ends otherwise than the ones before, and something else comes behind it. */
  r->bad |= c.surprises > 2 * c.records || (!r->bad && BLOCKS(r->profile)[block].course.records > 0);
  if (!r->bad)
    pme_profile_count_course(r->profile, block, &c);
}

void pme__profile_read_moves(profile_reader *r) {
  int reference = pme__profile_take_index(r, "reference", &r->references, false);
  pme_profile_moves m = {.is_chained = pme__profile_take_word(r, "chained")};
  m.decides = pme__profile_take_word(r, "decides");
  pme__profile_want_word(r, "first");
  m.first_address = pme__profile_take_hexadecimal(r);
  m.span_bytes = pme__profile_take_named_number(r, "span");
  pme__profile_want_word(r, "stride");
  m.stride_bytes = pme__profile_take_whole(r, INT64_MIN, INT64_MAX);
  m.seen = pme__profile_take_named_number(r, "seen");
  m.changes = pme__profile_take_named_number(r, "changes");
  m.moves = pme__profile_take_named_number(r, "moves");
  m.near = pme__profile_take_named_number(r, "near");
  m.follows = pme__profile_take_named_number(r, "follows");
  pme__profile_want_word(r, "leader");
  m.leader = (int)pme__profile_take_whole(r, 0, INT32_MAX);
  pme__profile_end_line(r);
  r->bad |= m.near > m.moves || m.moves > m.seen || m.changes > m.seen || m.follows > m.seen ||
            (!r->bad && REFERENCES(r->profile)[reference].moves.seen > 0);
  if (!r->bad)
    pme_profile_count_moves(r->profile, reference, &m);
}
