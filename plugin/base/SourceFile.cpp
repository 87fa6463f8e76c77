//===- SourceFile.cpp - what a module was compiled from ------------------------------===//

#include "SourceFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

std::string pme::sourceFileOf(const Module &Module) {
  const std::string &Name = Module.getSourceFileName();
  if (Name != "FIRModule" && Name != "LLVMDialectModule")
    return Name;
  for (const DICompileUnit *Unit : Module.debug_compile_units())
    if (!Unit->getFilename().empty())
      return Unit->getFilename().str();
  if (const char *Scanned = std::getenv("PMECACHE_SCAN_SOURCE"); Scanned && *Scanned) // tools/builds/scan_compiler.h
    return Scanned;
  for (const Function &Function : Module)
    if (!Function.isDeclaration())
      return Name + "-" + Function.getName().str();
  return Name;
}

static std::string fromCompile(StringRef File, StringRef Folder, const DICompileUnit *Unit) {
  if (!Unit || Folder.empty() || Folder == Unit->getDirectory() || sys::path::is_absolute(File))
    return File.str();
  SmallString<256> Path(Folder);
  sys::path::append(Path, File);
  return std::string(Path);
}

std::string pme::fileOf(const DISubprogram &Function) {
  return fromCompile(Function.getFilename(), Function.getDirectory(), Function.getUnit());
}

std::string pme::fileOf(const DILocation &Place) {
  const DISubprogram *Function = Place.getScope()->getSubprogram();
  return fromCompile(Place.getFilename(), Place.getDirectory(), Function ? Function->getUnit() : nullptr);
}

std::string pme::lineWords(const DILocation &Place) {
  const DILocation *Outermost = &Place;
  while (const DILocation *Call = Outermost->getInlinedAt())
    Outermost = Call;
  std::string Line = std::to_string(Place.getLine());
  bool IsOther = Outermost->getFilename() != Place.getFilename();
  return IsOther ? (sys::path::filename(Place.getFilename()) + ":" + Line).str() : "line " + Line;
}
