/* Reads the parentheses of a `for` as far as a block of its iterations needs them. */
#include "block_heads.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef pme__text_piece part;

static part trimmed(const char *from, const char *to) {
  while (from < to && (*from == ' ' || *from == '\t'))
    from++;
  while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
    to--;
  return (part){from, to};
}

/* Three parts, between two semicolons. */
static bool cut(const char *from, const char *to, part parts[3]) {
  int count = 0;
  const char *begin = from + 1;
  for (const char *at = begin; at < to; at++) {
    if (*at != ';' && at + 1 != to)
      continue;
    if (count == 3)
      return false;
    parts[count++] = trimmed(begin, at);
    begin = at + 1;
  }
  return count == 3;
}

/* Behind the variable, which the part begins with as a word. */
static bool is_behind_variable(part all, const char *variable, part *rest) {
  size_t length = strlen(variable);
  if ((size_t)(all.to - all.from) <= length || !pme__is_word_at(all.from, all.from, variable, length))
    return false;
  *rest = trimmed(all.from + length, all.to);
  return true;
}

/* `int j = 0`: what stands before the variable, and behind the sign. */
static bool read_begin(part all, const char *variable, part *type, part *first) {
  const char *equals = memchr(all.from, '=', (size_t)(all.to - all.from));
  if (!equals || memchr(all.from, ',', (size_t)(all.to - all.from)) || !pme__declares_variable(all.from))
    return false;
  part name = trimmed(all.from, equals);
  size_t length = strlen(variable);
  if ((size_t)(name.to - name.from) <= length || !pme__is_word_at(all.from, name.to - length, variable, length))
    return false;
  *type = trimmed(name.from, name.to - length);
  *first = trimmed(equals + 1, all.to);
  return first->from < first->to && *first->from != '=';
}

/* Names, numbers and sums, no calls: it is computed more often than it was. */
static bool is_plain(part value) {
  for (const char *at = value.from; at < value.to; at++) {
    if (!pme__is_word(*at) && !strchr("+-*/%.[]() ", *at))
      return false;
    if (*at == '(' && at > value.from && (pme__is_word(at[-1]) || at[-1] == ')' || at[-1] == ']'))
      return false;
  }
  return value.from < value.to;
}

/* `< n` or `<= n`. */
static bool read_end(part all, const char *variable, bool *is_last, part *end) {
  part rest;
  if (!is_behind_variable(all, variable, &rest) || *rest.from != '<')
    return false;
  *is_last = rest.from[1] == '=';
  *end = trimmed(rest.from + (*is_last ? 2 : 1), rest.to);
  return is_plain(*end);
}

static bool goes_up_by_one(part all, const char *variable) {
  part rest;
  if (is_behind_variable(all, variable, &rest) &&
      (pme__is_text(rest, "++") || pme__is_text(rest, "+= 1") || pme__is_text(rest, "+=1")))
    return true;
  part name = trimmed(all.from + 2, all.to);
  return strncmp(all.from, "++", 2) == 0 && pme__is_text(name, variable);
}

/* `(int j = 0; j < n; j++)` */
typedef struct for_head {
  part type, first, end;
  bool is_last; /* `<=` */
} for_head;

static bool read_head(const char *from, const char *to, const char *variable, for_head *out) {
  part parts[3];
  return cut(from, to, parts) && read_begin(parts[0], variable, &out->type, &out->first) &&
         read_end(parts[1], variable, &out->is_last, &out->end) && goes_up_by_one(parts[2], variable);
}

bool pme__write_block_heads(const char *from, const char *to, const char *variable, int64_t size,
                            pme__block_heads *out) {
  for_head head;
  if (!read_head(from, to, variable, &head))
    return false;
  bool is_word = true;
  for (const char *at = head.end.from; at < head.end.to; at++)
    is_word = is_word && pme__is_word(*at);
  const char *open = is_word ? "" : "(", *close = is_word ? "" : ")", *sign = head.is_last ? "<=" : "<";
  int type_length = (int)(head.type.to - head.type.from), end_length = (int)(head.end.to - head.end.from);
  int counter = snprintf(out->counter, sizeof out->counter, "%s_block", variable);
  int over = snprintf(out->over, sizeof out->over, "(%.*s %s = %.*s; %s %s %.*s; %s += %" PRId64 ")", type_length,
                      head.type.from, out->counter, (int)(head.first.to - head.first.from), head.first.from,
                      out->counter, sign, end_length, head.end.from, out->counter, size);
  int within =
      snprintf(out->within, sizeof out->within,
               "(%.*s %s = %s; %s %s (%s%.*s%s - %s < %" PRId64 " ? %.*s : %s + %" PRId64 "); %s++)", type_length,
               head.type.from, variable, out->counter, variable, sign, open, end_length, head.end.from, close,
               out->counter, size, end_length, head.end.from, out->counter, size - head.is_last, variable);
  return counter > 0 && counter < (int)sizeof out->counter && over > 0 && over < (int)sizeof out->over && within > 0 &&
         within < (int)sizeof out->within;
}

bool pme__write_row_length(const char *from, const char *to, const char *variable, char *out, size_t bytes) {
  for_head head;
  if (!read_head(from, to, variable, &head))
    return false;
  for (const char *at = head.first.from; at < head.first.to; at++)
    if (*at < '0' || *at > '9')
      return false;
  int length =
      snprintf(out, bytes, "%.*s%s", (int)(head.end.to - head.end.from), head.end.from, head.is_last ? " + 1" : "");
  return length > 0 && length < (int)bytes;
}
