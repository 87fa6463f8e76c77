//===- SourceFile.h - what a module was compiled from --------------------------------===//

#ifndef PMECACHE_PLUGIN_BASE_SOURCEFILE_H
#define PMECACHE_PLUGIN_BASE_SOURCEFILE_H

#include <string>

namespace llvm {
class DILocation;
class DISubprogram;
class Module;
} // namespace llvm

namespace pme {

/// The file that the module was compiled from. flang gives every module the same name: then the file of its line tables,
/// or what `pmecache scan` says that is compiled, else a name that is made of its first function, so that two modules are
/// told apart.
std::string sourceFileOf(const llvm::Module &Module);

/// The file of a place, from the folder of the compile: where clang has split the path in another folder (that which both
/// have in common), the whole of it.
std::string fileOf(const llvm::DISubprogram &Function);
std::string fileOf(const llvm::DILocation &Place);

/// A place in words: "line 12", "stl_heap.h:229" where code of another file was inlined.
std::string lineWords(const llvm::DILocation &Place);

} // namespace pme

#endif
