//===- SourceFile.cpp - what a module was compiled from ------------------------------===//

#include "SourceFile.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

std::string pme::sourceFileOf(const Module &Module) {
  const std::string &Name = Module.getSourceFileName();
  if (Name != "FIRModule" && Name != "LLVMDialectModule")
    return Name;
  for (const DICompileUnit *Unit : Module.debug_compile_units())
    if (!Unit->getFilename().empty())
      return Unit->getFilename().str();
  for (const Function &Function : Module)
    if (!Function.isDeclaration())
      return Name + "-" + Function.getName().str();
  return Name;
}
