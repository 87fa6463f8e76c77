/* The machines that are known by name: a table made from machine_presets.def. */
#include "pmecache/machine.h"

static const pme_machine_preset presets[] = {
#define PME_MACHINE_PRESET(name, processor, text, source) {name, processor, text, source},
#include "pmecache/machine_presets.def"
#undef PME_MACHINE_PRESET
};

int pme_machine_preset_count(void) { return (int)(sizeof presets / sizeof *presets); }

const pme_machine_preset *pme_machine_preset_at(int index) {
  return index >= 0 && index < pme_machine_preset_count() ? &presets[index] : NULL;
}
