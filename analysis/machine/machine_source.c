#include "machine_source.h"

#include <stdio.h>
#include <string.h>

void pme__machine_set_name(pme_machine *machine, const char *name) {
  snprintf(machine->name, sizeof machine->name, "%s", name);
  for (char *c = machine->name; *c; c++)
    if (*c == ';' || *c == '#' || (unsigned char)*c <= ' ' || *c == 127)
      *c = c == machine->name ? '_' : ' ';
}

pme_status pme__machine_check(const pme_machine *machine, const pme__machine_source *source, pme_machine *out,
                              pme_error *error) {
  char text[1024];
  pme_error fault;
  size_t length = pme_machine_write(machine, text, sizeof text);
  if (length < sizeof text && !pme_machine_read(text, length, out, &fault)) {
    memcpy(out->untold, machine->untold, sizeof out->untold);
    return PME_OK;
  }
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0, "%s is outside what a machine text can say (%.120s): %s",
                       source->name, length < sizeof text ? fault.message : "text too long", source->advice);
}
