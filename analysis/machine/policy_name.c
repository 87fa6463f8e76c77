/* Names of replacement policies, as machine texts have them. */
#include "pmecache/machine.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {
#define PME_POLICY(NAME, name) #name,
#include "pmecache/policies.def"
#undef PME_POLICY
};

void pme_policy_name(const pme_policy *policy, char name[PME_POLICY_NAME_BYTES]) {
  if (policy->kind != PME_POLICY_QLRU)
    snprintf(name, PME_POLICY_NAME_BYTES, "%s%s", kinds[policy->kind], policy->loads_only ? "_loads" : "");
  else
    snprintf(name, PME_POLICY_NAME_BYTES, "qlru_h%u%u_m%u_r%u_u%u%s", policy->hit_of_3 & 3U, policy->hit_of_2 & 3U,
             policy->fill_age & 3U, policy->place & 3U, policy->aging & 3U, policy->aging_on_miss_only ? "_umo" : "");
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* One digit up to `most` where the pattern has `#`. */
static bool read_digit(char c, int most, uint8_t *out) {
  if (c < '0' || c > '0' + most)
    return false;
  *out = (uint8_t)(c - '0');
  return true;
}

/* h32_m1_r2_u1, h32_m1_r2_u1_umo. A hit makes no line older; where all grow older only if none has age 3 (U2, U3), one
 * of age 3 need not be there when it is looked for (R0, R2). */
static bool read_ages(const char *text, pme_policy *out) {
  static const char form[] = "h##_m#_r#_u#";
  const int most[] = {2, 1, 3, 2, 3};
  uint8_t *digits[] = {&out->hit_of_3, &out->hit_of_2, &out->fill_age, &out->place, &out->aging};
  int next = 0;
  for (size_t i = 0; i < sizeof form - 1; i++) {
    if (form[i] == '#' && !read_digit(text[i], most[next], digits[next]))
      return false;
    if (form[i] != '#' && text[i] != form[i])
      return false;
    next += form[i] == '#';
  }
  const char *rest = text + sizeof form - 1;
  out->aging_on_miss_only = !strcmp(rest, "_umo");
  bool finds_one = out->place == 1 || out->aging < 2;
  return (*rest == '\0' || out->aging_on_miss_only) && out->hit_of_2 <= out->hit_of_3 && finds_one;
}

bool pme_policy_named(const char *name, pme_policy *out) {
  char text[PME_POLICY_NAME_BYTES] = "";
  if (strlen(name) >= sizeof text)
    return false;
  for (size_t i = 0; name[i]; i++)
    text[i] = lower(name[i]);
  *out = (pme_policy){0};
  if (!strncmp(text, "qlru_", 5)) {
    out->kind = PME_POLICY_QLRU;
    return read_ages(text + 5, out);
  }
  if (!strcmp(text, "plru_loads")) {
    *out = (pme_policy){.kind = PME_POLICY_PLRU, .loads_only = true};
    return true;
  }
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && i != PME_POLICY_QLRU; i++)
    if (!strcmp(kinds[i], text)) {
      out->kind = (pme_policy_kind)i;
      return true;
    }
  return false;
}
