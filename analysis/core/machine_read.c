/* Reads the text form of a machine (docs/machine-format.md): fields `key=value`, separated by `;` or line breaks. */
#include "pmecache/machine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
  MAX_CORES = 4096,
  MAX_WAYS = 1024,
  MIN_LINE_BYTES = 8,
  MAX_LINE_BYTES = 4096,
};
static const int64_t max_level_bytes = (int64_t)1 << 44;
static const double max_cycles = 1e6, max_frequency_hz = 1e12;

typedef struct reader {
  const char *at, *end;
  int line, column;
  pme_machine machine;
  bool has_name, has_cores, has_memory, has_frequency, has_placement;
  pme_error *error;
} reader;

/* A place that an error can point back to. */
typedef struct mark {
  int line, column;
} mark;

static mark mark_here(const reader *r) { return (mark){r->line, r->column}; }

/* ---- characters ---- */

static char peek(const reader *r) { return r->at < r->end ? *r->at : '\0'; }
static bool at_end(const reader *r) { return r->at >= r->end; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}

static void advance(reader *r) {
  if (*r->at == '\n') {
    r->line++;
    r->column = 1;
  } else {
    r->column++;
  }
  r->at++;
}

static void skip_blanks(reader *r) {
  while (!at_end(r) && is_blank(*r->at))
    advance(r);
  if (peek(r) == '#')
    while (!at_end(r) && *r->at != '\n')
      advance(r);
}

/* Blanks, comments, line breaks and empty fields. */
static void skip_to_field(reader *r) {
  skip_blanks(r);
  while (peek(r) == ';' || peek(r) == '\n') {
    advance(r);
    skip_blanks(r);
  }
}

static bool take(reader *r, char c) {
  skip_blanks(r);
  if (peek(r) != c || at_end(r))
    return false;
  advance(r);
  return true;
}

/* What stands at the place of an error, for people. */
static const char *found_text(const reader *r, char buffer[16]) {
  if (at_end(r))
    return "the end of the text";
  unsigned char c = (unsigned char)*r->at;
  if (c == '\n')
    return "the end of the line";
  snprintf(buffer, 16, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
  return buffer;
}

static pme_status expected(reader *r, const char *what) {
  char buffer[16];
  skip_blanks(r);
  return pme_error_set(r->error, PME_BAD_INPUT, r->line, r->column, "expected %s, found %s", what,
                       found_text(r, buffer));
}

#define FAULT(r, place, ...) pme_error_set((r)->error, PME_BAD_INPUT, (place).line, (place).column, __VA_ARGS__)

/* ---- tokens ---- */

static pme_status read_word(reader *r, char *word, size_t word_bytes, const char *what) {
  size_t length = 0;
  skip_blanks(r);
  mark start = mark_here(r);
  if (at_end(r) || !is_word(*r->at))
    return expected(r, what);
  while (!at_end(r) && is_word(*r->at)) {
    if (length + 1 == word_bytes)
      return FAULT(r, start, "expected %s, found a word of more than %d characters", what, (int)word_bytes - 1);
    word[length++] = *r->at;
    advance(r);
  }
  word[length] = '\0';
  return PME_OK;
}

/* Digits with an optional fraction, as mantissa / 10^decimals. At most 18 digits: the mantissa cannot overflow. */
typedef struct decimal {
  int64_t mantissa;
  int decimals;
} decimal;

static pme_status read_decimal(reader *r, decimal *out, const char *what) {
  decimal value = {0, 0};
  int digits = 0;
  bool fraction = false;
  skip_blanks(r);
  mark start = mark_here(r);
  if (!is_digit(peek(r)))
    return expected(r, what);
  for (; is_digit(peek(r)) || (peek(r) == '.' && !fraction); advance(r)) {
    if (*r->at == '.') {
      fraction = true;
      continue;
    }
    if (++digits > 18)
      return FAULT(r, start, "expected %s, found a number of more than 18 digits", what);
    value.mantissa = value.mantissa * 10 + (*r->at - '0');
    value.decimals += fraction;
  }
  *out = value;
  return PME_OK;
}

static double decimal_value(decimal d) {
  double value = (double)d.mantissa, power = 1;
  while (d.decimals-- > 0)
    power *= 10;
  return value / power;
}

static pme_status read_integer(reader *r, int low, int high, int *out, const char *what) {
  decimal value;
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_decimal(r, &value, what);
  if (status)
    return status;
  if (value.decimals || value.mantissa < low || value.mantissa > high)
    return FAULT(r, start, "expected %s from %d to %d", what, low, high);
  *out = (int)value.mantissa;
  return PME_OK;
}

/* 32K, 1.25M, 512: the suffix counts in powers of 1024. */
static pme_status read_size(reader *r, int64_t *out) {
  static const char suffixes[] = "KMGT";
  decimal value;
  int64_t unit = 1;
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_decimal(r, &value, "a size such as 32K");
  if (status)
    return status;
  char c = peek(r);
  const char *suffix = c ? strchr(suffixes, c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c) : NULL;
  if (suffix) {
    unit = (int64_t)1 << (10 * (suffix - suffixes + 1));
    advance(r);
  }
  double size = decimal_value(value) * (double)unit;
  if (size > (double)max_level_bytes)
    return FAULT(r, start, "the size is more than 16T");
  int64_t size_bytes = (int64_t)size;
  if (size_bytes < 1 || (double)size_bytes != size)
    return FAULT(r, start, "expected a whole number of bytes, at least 1");
  *out = size_bytes;
  return PME_OK;
}

static pme_status read_cycles(reader *r, double *out, const char *what) {
  decimal value;
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_decimal(r, &value, what);
  if (status)
    return status;
  double cycles = decimal_value(value);
  if (cycles > max_cycles)
    return FAULT(r, start, "expected %s of at most 1000000 cycles", what);
  *out = cycles;
  return PME_OK;
}

/* ---- levels ---- */

static pme_status check_geometry(reader *r, mark start, const pme_cache_level *level) {
  int64_t way_bytes = (int64_t)level->line_bytes * level->associativity;
  if (level->line_bytes & (level->line_bytes - 1))
    return FAULT(r, start, "%s: the line size %d is not a power of two", level->name, level->line_bytes);
  if (level->size_bytes % way_bytes)
    return FAULT(r, start, "%s: %lld bytes are not a whole number of sets of %d ways of %d bytes", level->name,
                 (long long)level->size_bytes, level->associativity, level->line_bytes);
  return PME_OK;
}

/* ",full" makes one set; how many ways that is depends on the line size, which comes next. */
static pme_status read_ways(reader *r, int *ways, bool *full) {
  skip_blanks(r);
  *full = peek(r) == 'f';
  if (!*full)
    return read_integer(r, 1, MAX_WAYS, ways, "a number of ways");
  char word[8];
  mark start = mark_here(r);
  pme_status status = read_word(r, word, sizeof word, "a number of ways or `full`");
  if (!status && strcmp(word, "full") != 0)
    return FAULT(r, start, "expected a number of ways or `full`");
  return status;
}

static pme_status make_full(reader *r, mark start, pme_cache_level *level) {
  int64_t ways = level->size_bytes / level->line_bytes;
  if (ways < 1 || ways > MAX_WAYS)
    return FAULT(r, start, "%s: full associativity would need %lld ways, expected 1 to %d", level->name,
                 (long long)ways, MAX_WAYS);
  level->associativity = (int)ways;
  return PME_OK;
}

static pme_status read_level_option(reader *r, pme_cache_level *level) {
  static const char what[] = "shared=, latency= or throughput=";
  char key[16];
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_word(r, key, sizeof key, what);
  if (status)
    return status;
  bool shared = !strcmp(key, "shared"), latency = !strcmp(key, "latency"), throughput = !strcmp(key, "throughput");
  if (!shared && !latency && !throughput)
    return FAULT(r, start, "expected %s, found '%s'", what, key);
  if ((shared && level->shared_by) || (latency && level->latency_cycles > 0) ||
      (throughput && level->throughput_cycles > 0))
    return FAULT(r, start, "%s is given twice", key);
  if (!take(r, '='))
    return expected(r, "'='");
  if (shared)
    return read_integer(r, 1, MAX_CORES, &level->shared_by, "a number of cores");
  return latency ? read_cycles(r, &level->latency_cycles, "a latency")
                 : read_cycles(r, &level->throughput_cycles, "a throughput");
}

static pme_status check_new_level(reader *r, mark start, const char *name) {
  const pme_machine *machine = &r->machine;
  for (int level = 0; level < machine->level_count; level++)
    if (!strcmp(machine->levels[level].name, name))
      return FAULT(r, start, "%s is given twice", name);
  if (machine->level_count == PME_MAX_LEVELS)
    return FAULT(r, start, "more than %d cache levels", PME_MAX_LEVELS);
  if (machine->level_count && strcmp(machine->levels[machine->level_count - 1].name, name) > 0)
    return FAULT(r, start, "%s must come before %s: levels stand nearest to the core first", name,
                 machine->levels[machine->level_count - 1].name);
  return PME_OK;
}

/* Each group of cores that shares a level lies inside one group of the next. */
static pme_status check_sharing(reader *r, mark start, const pme_cache_level *level) {
  if (!r->machine.level_count)
    return PME_OK;
  const pme_cache_level *inner = &r->machine.levels[r->machine.level_count - 1];
  if (level->shared_by % inner->shared_by)
    return FAULT(r, start, "%s is shared by %d cores, %s by %d: expected a multiple", inner->name, inner->shared_by,
                 level->name, level->shared_by);
  return PME_OK;
}

/* SIZE,WAYS,LINE then options. */
static pme_status read_level(reader *r, mark start, const char *name) {
  pme_cache_level level = {0};
  bool full;
  pme_status status = check_new_level(r, start, name);
  if (status)
    return status;
  memcpy(level.name, name, strlen(name) + 1);
  skip_blanks(r);
  mark value = mark_here(r);
  if ((status = read_size(r, &level.size_bytes)))
    return status;
  if (!take(r, ','))
    return expected(r, "',' and the number of ways");
  if ((status = read_ways(r, &level.associativity, &full)))
    return status;
  if (!take(r, ','))
    return expected(r, "',' and the line size");
  if ((status = read_integer(r, MIN_LINE_BYTES, MAX_LINE_BYTES, &level.line_bytes, "a line size in bytes")))
    return status;
  if (full && (status = make_full(r, value, &level)))
    return status;
  while (take(r, ','))
    if ((status = read_level_option(r, &level)))
      return status;
  if (!level.shared_by)
    level.shared_by = 1;
  if ((status = check_geometry(r, value, &level)) || (status = check_sharing(r, value, &level)))
    return status;
  r->machine.levels[r->machine.level_count++] = level;
  return PME_OK;
}

/* ---- the other fields ---- */

static pme_status read_name(reader *r) {
  char *name = r->machine.name;
  size_t length = 0;
  skip_blanks(r);
  mark start = mark_here(r);
  while (!at_end(r) && *r->at != ';' && *r->at != '\n' && *r->at != '#') {
    unsigned char c = (unsigned char)*r->at;
    if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
      return expected(r, "a name");
    if (length + 1 == sizeof r->machine.name)
      return FAULT(r, start, "the name has more than %d bytes", (int)sizeof r->machine.name - 1);
    name[length++] = (char)c;
    advance(r);
  }
  while (length && is_blank(name[length - 1]))
    length--;
  name[length] = '\0';
  return length ? PME_OK : expected(r, "a name");
}

static pme_status read_cores(reader *r) {
  return read_integer(r, 1, MAX_CORES, &r->machine.cores, "a number of cores");
}

/* LATENCY[,throughput=CYCLES] */
static pme_status read_memory(reader *r) {
  char key[16];
  pme_status status = read_cycles(r, &r->machine.memory_latency_cycles, "the memory latency in cycles");
  if (status || !take(r, ','))
    return status;
  skip_blanks(r);
  mark start = mark_here(r);
  if ((status = read_word(r, key, sizeof key, "throughput=")))
    return status;
  if (strcmp(key, "throughput") != 0)
    return FAULT(r, start, "expected throughput=, found '%s'", key);
  if (!take(r, '='))
    return expected(r, "'='");
  return read_cycles(r, &r->machine.memory_throughput_cycles, "a throughput");
}

/* 2.66G, 2660M: the suffix counts in powers of 1000. */
static pme_status read_frequency(reader *r) {
  decimal value;
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_decimal(r, &value, "a frequency such as 2.66G");
  if (status)
    return status;
  char c = peek(r);
  double unit = c == 'G' || c == 'g' ? 1e9 : c == 'M' || c == 'm' ? 1e6 : c == 'K' || c == 'k' ? 1e3 : 1;
  if (unit > 1)
    advance(r);
  double frequency_hz = decimal_value(value) * unit;
  if (frequency_hz > max_frequency_hz)
    return FAULT(r, start, "the frequency is more than 1000G");
  r->machine.frequency_hz = frequency_hz;
  return PME_OK;
}

static pme_status read_placement(reader *r) {
  char word[16];
  skip_blanks(r);
  mark start = mark_here(r);
  pme_status status = read_word(r, word, sizeof word, "close or spread");
  if (status)
    return status;
  bool spread = !strcmp(word, "spread");
  if (!spread && strcmp(word, "close") != 0)
    return FAULT(r, start, "expected close or spread, found '%s'", word);
  r->machine.placement = spread ? PME_PLACEMENT_SPREAD : PME_PLACEMENT_CLOSE;
  return PME_OK;
}

static bool is_level_name(const char *key) { return key[0] == 'L' && key[1] >= '1' && key[1] <= '9' && !key[2]; }

static pme_status once(reader *r, mark start, bool *seen, const char *key) {
  if (*seen)
    return FAULT(r, start, "%s is given twice", key);
  *seen = true;
  return PME_OK;
}

static pme_status read_value(reader *r, mark start, const char *key) {
  pme_status status;
  if (is_level_name(key))
    return read_level(r, start, key);
  if (!strcmp(key, "name"))
    return (status = once(r, start, &r->has_name, key)) ? status : read_name(r);
  if (!strcmp(key, "cores"))
    return (status = once(r, start, &r->has_cores, key)) ? status : read_cores(r);
  if (!strcmp(key, "memory"))
    return (status = once(r, start, &r->has_memory, key)) ? status : read_memory(r);
  if (!strcmp(key, "frequency"))
    return (status = once(r, start, &r->has_frequency, key)) ? status : read_frequency(r);
  if (!strcmp(key, "placement"))
    return (status = once(r, start, &r->has_placement, key)) ? status : read_placement(r);
  return FAULT(r, start, "expected name, cores, L1 to L9, memory, frequency or placement, found '%s'", key);
}

static pme_status read_field(reader *r) {
  char key[32];
  mark start = mark_here(r);
  pme_status status = read_word(r, key, sizeof key, "a field such as cores=4");
  if (status)
    return status;
  if (!take(r, '='))
    return expected(r, "'='");
  if ((status = read_value(r, start, key)))
    return status;
  skip_blanks(r);
  return at_end(r) || *r->at == ';' || *r->at == '\n' ? PME_OK : expected(r, "';' or the end of the line");
}

static pme_status check_machine(reader *r) {
  const pme_machine *machine = &r->machine;
  mark end = mark_here(r);
  if (!r->has_cores)
    return FAULT(r, end, "cores=N is missing");
  if (!machine->level_count)
    return FAULT(r, end, "no cache level, expected one such as L1=32K,8,64");
  for (int i = 0; i < machine->level_count; i++)
    if (machine->levels[i].shared_by > machine->cores)
      return FAULT(r, end, "%s is shared by %d cores, but the machine has %d", machine->levels[i].name,
                   machine->levels[i].shared_by, machine->cores);
  return PME_OK;
}

pme_status pme_machine_read(const char *text, size_t length, pme_machine *out, pme_error *error) {
  reader r = {.at = text, .end = text + length, .line = 1, .column = 1, .error = error};
  for (skip_to_field(&r); !at_end(&r); skip_to_field(&r)) {
    pme_status status = read_field(&r);
    if (status)
      return status;
  }
  pme_status status = check_machine(&r);
  if (!status)
    *out = r.machine;
  return status;
}
