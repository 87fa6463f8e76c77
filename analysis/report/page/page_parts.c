#include "page_parts.h"

#include "pmecache/report.h"

/* ---- text ---- */

/* Bytes of the character that begins here, 0: it is not UTF-8. */
static size_t character_bytes(const unsigned char *at, size_t left) {
  size_t bytes = at[0] < 0x80                    ? 1
                 : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
                 : (at[0] & 0xF0) == 0xE0        ? 3
                 : at[0] < 0xF5                  ? 4
                                                 : 0;
  if (at[0] >= 0x80 && at[0] < 0xC2)
    return 0;
  for (size_t i = 1; i < bytes; i++)
    if (i >= left || (at[i] & 0xC0) != 0x80)
      return 0;
  bool is_too_long = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
  bool is_none = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F);
  return is_too_long || is_none ? 0 : bytes;
}

static const char *entity_of(unsigned char c) {
  switch (c) {
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '&':
    return "&amp;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return (c < ' ' && c != '\t') || c == 127 ? "\xEF\xBF\xBD" : NULL;
  }
}

void pme__page_bytes(const char *text, size_t length, FILE *stream) {
  for (size_t i = 0; i < length;) {
    const unsigned char *at = (const unsigned char *)text + i;
    size_t bytes = character_bytes(at, length - i);
    const char *entity = bytes ? entity_of(*at) : "\xEF\xBF\xBD";
    if (entity)
      fputs(entity, stream);
    for (size_t k = 0; k < bytes && !entity; k++)
      fputc(at[k], stream);
    i += bytes ? bytes : 1;
  }
}

void pme__page_text(const char *text, FILE *stream) {
  size_t length = 0;
  while (text[length])
    length++;
  pme__page_bytes(text, length, stream);
}

void pme__page_count(double value, FILE *stream) {
  char number[24];
  pme_format_count(value, 2, number, sizeof number);
  if (value >= 10000)
    fprintf(stream, "<td title=\"%.15g\">%s</td>", value, number);
  else
    fprintf(stream, "<td>%s</td>", number);
}
