/* Numbers that a person can take in. */
#include "pmecache/report.h"

#include <math.h>
#include <string.h>

static const char *const suffixes[] = {"", "K", "M", "G", "T", "P", "E"};
enum { SUFFIX_COUNT = sizeof suffixes / sizeof *suffixes };

/* Decimals that give `digits` significant digits to a value below 1000, once rounded; at least none. */
static int decimals_for(double value, int digits) {
  int decimals = digits - 1;
  double unit = 1; /* 10^decimals */
  for (int i = 0; i < decimals; i++)
    unit *= 10;
  for (double limit = 10; decimals > 0 && value >= limit - 0.5 / unit; limit *= 10) {
    decimals--;
    unit /= 10;
  }
  return decimals;
}

static void print_scaled(double value, int digits, const char *suffix, char *buffer, size_t buffer_bytes) {
  snprintf(buffer, buffer_bytes, "%.*f%s", decimals_for(fabs(value), digits), value, suffix);
  char *comma = strchr(buffer, ','); /* some locales write 7,2 */
  if (comma)
    *comma = '.';
}

void pme_format_count(double value, int digits, char *buffer, size_t buffer_bytes) {
  static const double nothing = 0.05; /* "0.0" says less than "0" */
  double size = fabs(value);
  if (size < nothing)
    value = size = 0;
  if (isnan(value)) {
    snprintf(buffer, buffer_bytes, "unknown");
  } else if (size < 9999.5) {
    bool whole = fabs(value - nearbyint(value)) < 1e-6 * (1 + size) || size >= 999.5;
    if (whole)
      snprintf(buffer, buffer_bytes, "%.0f", value + 0.0);
    else
      print_scaled(value, digits, "", buffer, buffer_bytes);
  } else {
    int suffix = 0;
    for (; size >= 999.5 && suffix < SUFFIX_COUNT - 1; suffix++) {
      size /= 1000;
      value /= 1000;
    }
    if (size >= 999.5)
      snprintf(buffer, buffer_bytes, "%.*e", digits - 1, value * 1e18);
    else
      print_scaled(value, digits, suffixes[suffix], buffer, buffer_bytes);
  }
}

void pme_format_share(double part, double whole, char *buffer, size_t buffer_bytes) {
  double percent = 100 * part / whole;
  if (!(whole > 0) || isnan(percent))
    snprintf(buffer, buffer_bytes, "-");
  else if (percent <= 0)
    snprintf(buffer, buffer_bytes, "0%%");
  else if (percent < 0.01)
    snprintf(buffer, buffer_bytes, "<0.01%%");
  else if (percent < 0.995)
    snprintf(buffer, buffer_bytes, "0.%02d%%", (int)(percent * 100 + 0.5));
  else
    print_scaled(percent, 2, "%", buffer, buffer_bytes);
}
