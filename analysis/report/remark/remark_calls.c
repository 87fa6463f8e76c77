/* Calls whose accesses are left out: said where the number stands, for they may be most of what the loop does. */
#include <string.h>

#include "remark_parts.h"

enum { MOST_CALLS = 3 };

/* "heavy" of "heavy, which is not followed, beside 2 references". Names of templates have commas of their own. */
static int callee_length(const char *text) {
  const char *beside = strstr(text, ", beside "), *which = strstr(text, ", which ");
  const char *end = which && (!beside || which < beside) ? which : beside;
  return (int)(end ? (size_t)(end - text) : strlen(text));
}

/* Of a name that is too long for a remark arguments of templates are left out, "std::sort<...>": cut anywhere it would
 * look like another. */
void pme__say_callee(pme__words *l, const char *text) {
  int length = callee_length(text), depth = 0, written = 0;
  char name[PME__REMARK_NAME_BYTES + 1];
  if (length <= PME__REMARK_NAME_BYTES) {
    pme__say(l, "%.*s", length, text);
    return;
  }
  int i = 0;
  for (; i < length && written < PME__REMARK_NAME_BYTES; i++) {
    if (depth == 0 || (depth == 1 && text[i] == '>'))
      name[written++] = text[i];
    for (int dot = 0; text[i] == '<' && depth == 0 && dot < 3 && written < PME__REMARK_NAME_BYTES; dot++)
      name[written++] = '.';
    depth += text[i] == '<' ? 1 : text[i] == '>' && depth > 0 ? -1 : 0;
  }
  pme__say(l, i < length ? "%.*s..." : "%.*s", written, name);
}

/* Of calls beside the loop nothing is said: its accesses are counted without them. */
static bool is_left_out(const pme__remark_builder *b, int i, int loop_node) {
  const pme_assumption *assumption = pme__assumption_at(b->prediction, i);
  return assumption->code == PME_ASSUMPTION_CALL_IGNORED && assumption->node != PME_NONE &&
         pme_subject_is_below(b->subject, assumption->node, loop_node);
}

bool pme__leaves_calls_out(const pme__remark_builder *b, int loop_node) {
  for (int i = 0; i < pme__assumption_count(b->prediction); i++)
    if (is_left_out(b, i, loop_node))
      return true;
  return false;
}

static bool was_said(const pme__remark_builder *b, int i, int loop_node) {
  const char *text = pme__assumption_at(b->prediction, i)->text;
  for (int before = 0; before < i; before++) {
    const char *other = pme__assumption_at(b->prediction, before)->text;
    if (is_left_out(b, before, loop_node) && callee_length(other) == callee_length(text) &&
        strncmp(other, text, (size_t)callee_length(text)) == 0)
      return true;
  }
  return false;
}

static bool is_of_library(const char *text) {
  static const char library[] = "Fortran's ";
  return strncmp(text, library, strlen(library)) == 0;
}

/* Those that somebody wrote, or those of a compiler's library; `said` before them. How many are said then. */
static int say_calls(pme__words *l, const pme__remark_builder *b, int loop_node, bool of_library, int said) {
  for (int i = 0; i < pme__assumption_count(b->prediction); i++) {
    const char *text = pme__assumption_at(b->prediction, i)->text;
    if (!is_left_out(b, i, loop_node) || is_of_library(text) != of_library || was_said(b, i, loop_node))
      continue;
    if (said < MOST_CALLS) {
      pme__say(l, "%s", said == 0 ? "; not counted: what calls touch of " : ", ");
      pme__say_callee(l, text);
    } else if (said == MOST_CALLS) {
      pme__say(l, ", ...");
    }
    said++;
  }
  return said;
}

void pme__say_calls_left_out(pme__words *l, const pme__remark_builder *b, int loop_node) {
  int said = say_calls(l, b, loop_node, /*of_library=*/false, 0);
  say_calls(l, b, loop_node, /*of_library=*/true, said);
}
