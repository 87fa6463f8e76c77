/* One loop: its levels, accesses, advice, curve and reasons. */
#include <string.h>

#include "page_parts.h"
#include "pmecache/report.h"

enum { MOST_REFERENCES = 12, MOST_CANDIDATES = 5, MOST_REASONS = 12 };

static void put_cell(const char *text, FILE *stream) {
  fputs("<td class=t>", stream);
  pme__page_text(text, stream);
  fputs("</td>", stream);
}

static void put_member(const json_t *object, const char *key, FILE *stream) {
  const json_t *value = json_object_get(object, key);
  if (json_is_number(value))
    pme__page_count(json_number_value(value), stream);
  else
    fputs("<td></td>", stream);
}

/* ---- facts ---- */

static void put_fact(const char *name, const json_t *value, FILE *stream) {
  char number[24];
  if (json_is_string(value)) {
    fprintf(stream, "%s <b>", name);
    pme__page_text(json_string_value(value), stream);
    fputs("</b> ", stream);
  } else if (json_is_number(value)) {
    pme_format_count(json_number_value(value), 3, number, sizeof number);
    fprintf(stream, "%s <b>%s</b> ", name, number);
  }
}

/* A link to what is inside of a closed loop opens it. */
static void put_facts(const json_t *loop, int number, FILE *stream) {
  static const char *const keys[][2] = {{"schedule", "schedule"}, {"chunk", "chunk"},           {"threads", "threads"},
                                        {"trip_count", "trips"},  {"executions", "executions"}, {"status", "status"}};
  fprintf(stream, "<p id=L%d>", number);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    put_fact(keys[i][1], json_object_get(loop, keys[i][0]), stream);
  fputs("</p>\n", stream);
}

/* ---- levels and accesses ---- */

static void put_level(const json_t *level, FILE *stream) {
  static const char *const keys[] = {"accesses", "misses", "cold", "self", "other_threads", "coherence", "low", "high"};
  char share[24];
  pme_format_share(pme__number_at(level, "misses", 0), pme__number_at(level, "accesses", 0), share, sizeof share);
  fputs("<tr>", stream);
  put_cell(pme__text_at(level, "name"), stream);
  fprintf(stream, "<td>%s</td>", share);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    put_member(level, keys[i], stream);
  put_cell(pme__text_at(level, "precision"), stream);
  fputs("</tr>\n", stream);
}

static void put_levels(const json_t *levels, FILE *stream) {
  if (!json_array_size(levels))
    return;
  fputs("<table><tr><th class=t>level<th>rate<th>accesses<th>misses<th>first touch<th>own<th>other threads<th>coherence"
        "<th>low<th>high<th class=t>precision</tr>\n",
        stream);
  for (size_t i = 0; i < json_array_size(levels); i++)
    put_level(json_array_get(levels, i), stream);
  fputs("</table>\n", stream);
}

static void put_reference(const json_t *reference, FILE *stream) {
  const json_t *levels = json_object_get(reference, "levels");
  const char *file = pme__text_at(reference, "file");
  fputs("<tr>", stream);
  put_cell(pme__text_at(reference, "array"), stream);
  put_cell(pme__text_at(reference, "access"), stream);
  fputs("<td>", stream);
  if (*file) {
    pme__page_text(file, stream);
    fputc(':', stream);
  }
  fprintf(stream, "%.0f</td>", pme__number_at(reference, "line", 0));
  for (size_t l = 0; l < json_array_size(levels); l++)
    put_member(json_array_get(levels, l), "misses", stream);
  fputs("</tr>\n", stream);
}

static void put_references(const json_t *loop, FILE *stream) {
  const json_t *references = json_object_get(loop, "references"), *levels = json_object_get(loop, "levels");
  size_t count = json_array_size(references);
  if (!count || !json_array_size(levels))
    return;
  fputs("<table><tr><th class=t>array<th class=t>access<th>line", stream);
  for (size_t l = 0; l < json_array_size(levels); l++) {
    fputs("<th>", stream);
    pme__page_text(pme__text_at(json_array_get(levels, l), "name"), stream);
  }
  fputs("</tr>\n", stream);
  for (size_t i = 0; i < count && i < MOST_REFERENCES; i++)
    put_reference(json_array_get(references, i), stream);
  if (count > MOST_REFERENCES)
    fprintf(stream, "<tr><td class=t colspan=9>and %d more accesses</td></tr>\n", (int)count - MOST_REFERENCES);
  fputs("</table>\n", stream);
}

/* ---- advice ---- */

static void put_candidate(const json_t *candidate, FILE *stream) {
  double ratio = pme__number_at(candidate, "time_ratio", pme__number_at(candidate, "miss_ratio", -1));
  const json_t *misses = json_object_get(candidate, "misses"), *value;
  const char *level;
  fprintf(stream, json_is_true(json_object_get(candidate, "present")) ? "<tr class=now>" : "<tr>");
  put_cell(pme__text_at(candidate, "change"), stream);
  if (ratio >= 0)
    fprintf(stream, "<td>%.2f</td>", ratio);
  else
    fputs("<td></td>", stream);
  json_object_foreach((json_t *)misses, level, value) pme__page_count(json_number_value(value), stream);
  put_cell(pme__text_at(candidate, "why"), stream);
  fputs("</tr>\n", stream);
}

static void put_advice(const json_t *loop, FILE *stream) {
  const json_t *list = json_object_get(loop, "advice"), *misses = json_object_get(json_array_get(list, 0), "misses"),
               *value;
  const char *level, *text = pme__text_at(loop, "advice_text");
  if (*text) {
    fputs("<p>", stream);
    pme__page_text(text, stream);
    fputs("</p>\n", stream);
  }
  if (!json_array_size(list))
    return;
  fputs("<table><tr><th class=t>candidate<th>ratio", stream);
  json_object_foreach((json_t *)misses, level, value) {
    fputs("<th>", stream);
    pme__page_text(level, stream);
  }
  fputs("<th class=t>why</tr>\n", stream);
  for (size_t i = 0; i < json_array_size(list) && i < MOST_CANDIDATES; i++)
    put_candidate(json_array_get(list, i), stream);
  fputs("</table>\n", stream);
}

/* ---- reasons ---- */

/* Neighbours often have the same: it is said once. */
static void put_hint(const json_t *item, const json_t *before, FILE *stream) {
  const char *hint = pme__text_at(item, "hint");
  if (!*hint || (before && !strcmp(hint, pme__text_at(before, "hint"))))
    return;
  fputs(" <i>", stream);
  pme__page_text(hint, stream);
  fputs("</i>", stream);
}

/* The text of a code is general, that of the item says what in particular. */
static void put_item(const json_t *item, const char *general, FILE *stream) {
  double line = pme__number_at(item, "line", 0);
  const char *text = pme__text_at(item, "text");
  fputs("<li>", stream);
  if (line > 0)
    fprintf(stream, "line %.0f: ", line);
  if (strcmp(general, text) != 0) {
    pme__page_text(general, stream);
    fputs(*general ? ": " : "", stream);
  }
  pme__page_text(text, stream);
}

static const char *general_text(const json_t *item) {
  pme_reason_code reason = pme_reason_from_name(pme__text_at(item, "code"));
  pme_assumption_code assumption = pme_assumption_from_name(pme__text_at(item, "code"));
  if (reason != PME_REASON_COUNT)
    return reason == PME_REASON_UNKNOWN_PARAMETER ? "" : pme_reason_text(reason);
  bool says_all = assumption == PME_ASSUMPTION_COUNT || assumption == PME_ASSUMPTION_PARAMETER_VALUE;
  return says_all ? "" : pme_assumption_text(assumption);
}

static void put_texts(const json_t *list, const char *title, FILE *stream) {
  if (!json_array_size(list))
    return;
  fprintf(stream, "<p>%s</p><ul>\n", title);
  for (size_t i = 0; i < json_array_size(list) && i < MOST_REASONS; i++) {
    const json_t *item = json_array_get(list, i);
    put_item(item, general_text(item), stream);
    put_hint(item, i ? json_array_get(list, i - 1) : NULL, stream);
    fputs("</li>\n", stream);
  }
  fputs("</ul>\n", stream);
}

void pme__page_loop(const pme__units *units, int index, FILE *stream) {
  const pme__unit_loop *loop = &units->loops[index];
  char place[PME__PLACE_BYTES], law[PME__LAW_BYTES];
  pme__write_place(loop, place, sizeof place);
  fprintf(stream, "<details><summary>%d. <code>", index + 1);
  pme__page_text(place, stream);
  fputs("</code> ", stream);
  pme__page_text(loop->variable, stream);
  fputs(" in <b>", stream);
  pme__page_text(loop->name, stream);
  fputs("</b></summary>\n", stream);
  put_facts(loop->loop, index + 1, stream);
  put_levels(json_object_get(loop->loop, "levels"), stream);
  put_references(loop->loop, stream);
  if (loop->kind == PME__LOOP_BY_SIZE) {
    pme__write_law(&loop->law, law, sizeof law);
    fputs("<p>", stream);
    pme__page_text(law, stream);
    fputs("</p>\n", stream);
    pme__page_curve(json_object_get(loop->loop, "by_size"), stream);
  }
  put_advice(loop->loop, stream);
  put_texts(json_object_get(loop->loop, "reasons"), "Not modelled:", stream);
  put_texts(json_object_get(loop->loop, "assumptions"), "Assumed:", stream);
  fputs("</details>\n", stream);
}
