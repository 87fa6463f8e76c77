//===- SourceAtoms.cpp - places in the source without the numbers of atoms -----------===//

#include "SourceAtoms.h"
#include "LLVMCompat.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace pme;

WithoutAtoms::WithoutAtoms(const SmallPtrSetImpl<const Function *> &Functions) {
  for (const Function *F : Functions)
    for (const Instruction &I : instructions(*F)) {
      const DILocation *Place = I.getDebugLoc().get();
      const DILocation *Atomless = Place ? compat::withoutAtom(*Place) : nullptr;
      if (Atomless == Place)
        continue;
      auto &Changed = const_cast<Instruction &>(I); // for the moment
      Taken.push_back({&Changed, I.getDebugLoc()});
      Changed.setDebugLoc(DebugLoc(Atomless));
    }
}

WithoutAtoms::~WithoutAtoms() {
  for (auto &[I, Place] : Taken)
    I->setDebugLoc(Place);
}
