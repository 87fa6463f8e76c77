//===- ProgramDump.h - recovered programs as files (-pmecache-dump) ----------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_PROGRAMDUMP_H
#define PMECACHE_PLUGIN_DRIVER_PROGRAMDUMP_H

#include "pmecache/program.h"

#include <string>

namespace pme {

/// As `Folder`/<function>.pme; warns where that cannot be written.
void dumpProgram(const pme_program *Program, const std::string &Folder);

} // namespace pme

#endif
