//===- ProgramDump.cpp - recovered programs as files (-pmecache-dump) --------------===//

#include "ProgramDump.h"

#include "plugin/base/ParsedOptions.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace llvm;
using namespace pme;

/// A name that is one component of a path, and the same to a shell when it is not quoted.
static std::string fileNameOf(StringRef Name) {
  std::string Result = Name.take_front(200).str();
  for (char &C : Result)
    if (!isAlnum(C) && !StringRef("_.-+=,@%").contains(C))
      C = '-';
  return Result.empty() || Result[0] == '.' ? "_" + Result : Result;
}

void pme::dumpProgram(const pme_program *Program, const std::string &Folder) {
  sys::fs::create_directories(Folder);
  SmallString<256> Path(Folder);
  sys::path::append(Path, fileNameOf(pme_program_function(Program)) + ".pme");
  FILE *Stream = std::fopen(Path.c_str(), "w");
  bool Written = Stream && pme_program_write(Program, Stream) == PME_OK;
  if (Stream && std::fclose(Stream) != 0)
    Written = false;
  if (!Written)
    warn("-pmecache-dump: cannot write '" + std::string(Path) + "': " + std::strerror(errno));
}
