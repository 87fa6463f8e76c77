//===- FortranNames.h - names of Fortran's scalars, read from the source text --------===//
//
// flang gives all that a statement computes the place where the statement begins: in `x(k) = y(k)` the place of a load of
// `k` is that of `x`. So a scalar has its name from where it is declared, from the statements that give it a value, or
// from the DO statement that counts in it; an argument has it from the list of arguments.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_FORTRANNAMES_H
#define PMECACHE_PLUGIN_NAMES_FORTRANNAMES_H

#include "SourceNames.h"

#include "llvm/IR/Instructions.h"

namespace pme {

/// Is it a whole number of a Fortran program?
bool isFortranScalar(const llvm::AllocaInst &Slot);

/// Names arguments and whole numbers on the stack of a function on the clone that was Fortran; else nothing.
void nameFortran(llvm::Function &Function, SourceText &Text);

} // namespace pme

#endif
