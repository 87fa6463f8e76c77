/* Leaves out of a document what an answer does not look at, before it is parsed: most of it are references. */
#include <string.h>

#include "units_parts.h"

typedef struct slimmer {
  const char *at, *end;
  char *to;
  bool is_broken;
} slimmer;

/* ---- skipping ---- */

static bool skip_string(slimmer *s) {
  for (s->at++; s->at < s->end; s->at++) {
    if (*s->at == '\\')
      s->at++;
    else if (*s->at == '"')
      return s->at++, true;
  }
  return false;
}

/* An object or a list: to behind its end. */
static bool skip_nest(slimmer *s) {
  int depth = 0;
  while (s->at < s->end) {
    switch (*s->at) {
    case '"':
      if (!skip_string(s))
        return false;
      continue;
    case '{':
    case '[':
      depth++;
      break;
    case '}':
    case ']':
      depth--;
      break;
    default:
      break;
    }
    s->at++;
    if (!depth)
      return true;
  }
  return false;
}

static bool skip_value(slimmer *s) {
  if (s->at >= s->end)
    return false;
  if (*s->at == '"')
    return skip_string(s);
  if (*s->at == '{' || *s->at == '[')
    return skip_nest(s);
  while (s->at < s->end && !strchr(",]} \t\r\n", *s->at))
    s->at++;
  return true;
}

static void skip_blanks(slimmer *s) {
  while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r'))
    s->at++;
}

static char next(slimmer *s) {
  skip_blanks(s);
  return s->at < s->end ? *s->at : 0;
}

/* ---- copying ---- */

static void put(slimmer *s, const char *from) {
  size_t length = (size_t)(s->at - from);
  memmove(s->to, from, length); /* in place: never ahead of what is read */
  s->to += length;
}

/* Members that only pages, documents and explanations are made of. */
static bool is_left_out(const char *key, size_t length) {
  static const char *const keys[] = {"references", "assumptions",        "sizes",        "hint",   "loop_fusion",
                                     "hit_models", "advice_assumptions", "explanations", "printed"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (length == strlen(keys[i]) && !memcmp(key, keys[i], length))
      return true;
  return false;
}

static void copy_value(slimmer *s, int depth);

/* A member from its key on, the comma before it where it is not the first that is kept. */
static void copy_member(slimmer *s, int depth, bool *has_one) {
  const char *key = s->at;
  if (*key != '"' || !skip_string(s)) {
    s->is_broken = true;
    return;
  }
  size_t length = (size_t)(s->at - key);
  bool is_kept = length < 2 || !is_left_out(key + 1, length - 2);
  if (is_kept) {
    if (*has_one)
      *s->to++ = ',';
    put(s, key);
    *has_one = true;
  }
  if (next(s) != ':') {
    s->is_broken = true;
    return;
  }
  s->at++;
  next(s);
  if (is_kept) {
    *s->to++ = ':';
    copy_value(s, depth);
  } else if (!skip_value(s)) {
    s->is_broken = true;
  }
}

static void copy_nest(slimmer *s, int depth) {
  char open = *s->at++, close = open == '{' ? '}' : ']';
  bool has_one = false;
  *s->to++ = open;
  while (!s->is_broken && next(s) != close) {
    if (s->at >= s->end) {
      s->is_broken = true;
    } else if (open == '{') {
      copy_member(s, depth, &has_one);
    } else {
      if (has_one)
        *s->to++ = ',';
      copy_value(s, depth);
      has_one = true;
    }
    if (next(s) == ',')
      s->at++;
    else if (next(s) != close)
      s->is_broken = true;
  }
  if (s->is_broken)
    return; /* maybe at the end of the text */
  s->at++;
  *s->to++ = close;
}

enum { MOST_DEPTH = 64 };

static void copy_value(slimmer *s, int depth) {
  const char *from = s->at;
  if (depth < MOST_DEPTH && s->at < s->end && (*from == '{' || *from == '[')) {
    copy_nest(s, depth + 1);
    return;
  }
  s->is_broken |= !skip_value(s);
  if (!s->is_broken)
    put(s, from);
}

size_t pme__slim(char *text, size_t length) {
  slimmer s = {.at = text, .end = text + length, .to = text};
  next(&s);
  copy_value(&s, 0);
  next(&s);
  return s.is_broken || s.at != s.end ? 0 : (size_t)(s.to - text);
}
