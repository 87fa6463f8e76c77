#include "place.h"

#include <inttypes.h>
#include <string.h>

enum { LINE_BYTES = 4096 };

/* The word that starts at `text`, without quotes, into `word`; what follows it. */
static const char *read_word(const char *text, char *word, size_t bytes) {
  size_t length = 0;
  bool quoted = *text == '"';
  text += quoted;
  while (*text && *text != '\n' && (quoted ? *text != '"' : *text != ' ')) {
    text += quoted && text[0] == '\\' && text[1];
    if (length + 1 < bytes)
      word[length++] = *text;
    text++;
  }
  word[length] = '\0';
  return text + (quoted && *text == '"');
}

static int array_of_name(const struct comparison *c, const char *name) {
  const pme_program *program = pme_concrete_program(c->concrete);
  for (int array = 0; array < pme_program_array_count(program); array++)
    if (strcmp(pme_program_array(program, array)->name, name) == 0)
      return array;
  return PME_NONE;
}

/* An array's line without its claimed base and group, with the real base. */
static void place_array(const struct comparison *c, const char *line, FILE *out) {
  char name[LINE_BYTES], word[LINE_BYTES];
  const char *rest = read_word(line + strlen("array "), name, sizeof name);
  struct array_base base;
  int array = array_of_name(c, name);
  if (array == PME_NONE || !comparison_array_base(c, array, 0, &base)) {
    fprintf(out, "%s\n", line);
    return;
  }
  fprintf(out, "%.*s", (int)(rest - line), line);
  while (*rest) {
    while (*rest == ' ')
      rest++;
    const char *end = read_word(rest, word, sizeof word);
    if (strcmp(word, "base") == 0 || strcmp(word, "group") == 0)
      end = read_word(end + 1, word, sizeof word);
    else
      fprintf(out, " %.*s", (int)(end - rest), rest);
    rest = end;
  }
  fprintf(out, " base %" PRIu64 "\n", base.base);
}

static void place_symbol(const pme_what_if *what_if, const char *line, FILE *out) {
  char name[LINE_BYTES];
  const char *rest = read_word(line + strlen("param "), name, sizeof name);
  for (int i = 0; i < what_if->binding_count; i++)
    if (strcmp(what_if->bindings[i].name, name) == 0) {
      fprintf(out, "%.*s = %" PRId64 "\n", (int)(rest - line), line, what_if->bindings[i].value);
      return;
    }
  fprintf(out, "%s\n", line);
}

void place_program(const char *path, const struct comparison *c, const pme_what_if *what_if, FILE *out) {
  FILE *file = fopen(path, "r");
  if (!file)
    oracle_fail("cannot open %s", path);
  char line[LINE_BYTES];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "array ", strlen("array ")) == 0)
      place_array(c, line, out);
    else if (strncmp(line, "param ", strlen("param ")) == 0)
      place_symbol(what_if, line, out);
    else
      fprintf(out, "%s\n", line);
  }
  fclose(file);
}
