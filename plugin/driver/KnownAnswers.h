//===- KnownAnswers.h - functions of a unit that have one answer ---------------------===//
//
// Instances of a template, and functions that macros or generators write, are often one program but for their names and
// places. What is searched for long, curves and advice by size, is found for the first of them, and holds for all.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_KNOWNANSWERS_H
#define PMECACHE_PLUGIN_DRIVER_KNOWNANSWERS_H

#include "plugin/recover/Recover.h"

#include "pmecache/advice.h"
#include "pmecache/arena.h"
#include "pmecache/by_size.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <memory>
#include <vector>

namespace pme {

struct DestroyArena {
  void operator()(pme_arena *Arena) const { pme_arena_destroy(Arena); }
};
using ArenaHandle = std::unique_ptr<pme_arena, DestroyArena>;

/// For functions that are all answered under the same values.
class KnownAnswers {
public:
  struct Answer {
    ArenaHandle Arena; ///< that the rest lives in
    const pme_by_size *BySize = nullptr;
    const pme_sizes *Sizes = nullptr;
  };

  /// Which functions are alike: what they hold must outlive this.
  void compare(llvm::ArrayRef<RecoveredFunction> Functions);
  /// What the first one alike was answered; null: nothing yet, or none is alike.
  const Answer *of(const pme_program *Program) const;
  /// Takes the arena with what was found, where a function alike is still to come; then `Arena` is empty.
  void keep(const pme_program *Program, ArenaHandle &Arena, const pme_by_size *BySize, const pme_sizes *Sizes);

private:
  std::map<const pme_program *, const pme_program *> FirstOf; ///< of functions that have others alike
  std::map<const pme_program *, Answer> Answers;              ///< of first ones
};

} // namespace pme

#endif
