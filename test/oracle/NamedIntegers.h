//===- NamedIntegers.h - integer variables of the source, for values of symbols -===//
#ifndef PMECACHE_TEST_ORACLE_NAMEDINTEGERS_H
#define PMECACHE_TEST_ORACLE_NAMEDINTEGERS_H

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

/// An integer variable, by the name that symbols have.
struct NamedInteger {
  std::string Name;
  llvm::Value *Address;
  llvm::Type *Accessed;
};

/// Those that a function may ask for: its own, what it got the address of (dummy arguments of Fortran), the module's.
std::vector<NamedInteger> namedIntegers(llvm::Function &F);

#endif
