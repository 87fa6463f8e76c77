//===- SourceFile.h - what a module was compiled from --------------------------------===//

#ifndef PMECACHE_PLUGIN_BASE_SOURCEFILE_H
#define PMECACHE_PLUGIN_BASE_SOURCEFILE_H

#include <string>

namespace llvm {
class Module;
}

namespace pme {

/// The file that the module was compiled from. flang gives every module the same name: then the file of its line tables,
/// else a name that is made of its first function, so that two modules are told apart.
std::string sourceFileOf(const llvm::Module &Module);

} // namespace pme

#endif
