//===- ParsedOptions.h - what the options ask for, read once a compile ---------------===//
//
// Options are texts. Here they become a machine, a team size, a schedule and values of symbols. A text that is wrong
// is an error on stderr, with the option's name, the column and the nearest word, and never fails the compile: what it
// asked for is then simply not there.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_PARSEDOPTIONS_H
#define PMECACHE_PLUGIN_BASE_PARSEDOPTIONS_H

#include "Options.h"

#include "pmecache/concrete.h"
#include "pmecache/machine.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace pme {

class ParsedOptions {
public:
  /// Reads and checks the texts, but for the machine.
  explicit ParsedOptions(const Options &Options);
  ~ParsedOptions();
  ParsedOptions(const ParsedOptions &) = delete;
  ParsedOptions &operator=(const ParsedOptions &) = delete;

  /// The machine to model; null when the request was bad or the host cannot be read (said on stderr). It is read at the
  /// first call: looking at the host takes a while, which a compile that says nothing must not feel.
  const pme_machine *machine();
  const pme_what_if &whatIf();
  double budgetMs() const { return BudgetMs; }
  /// Of all functions together, by the clock.
  double unitBudgetMs() const { return UnitBudgetMs; }
  /// Of the search for advice, for each loop; 0: the usual.
  double effortMs() const { return EffortMs; }
  enum class Advise { Off, Chunk, All };
  Advise adviseScope() const { return Scope; }
  /// Orders of loops are searched for thoroughly, in all nests.
  bool isDeep() const { return Deep; }
  /// Whether loops outside of OpenMP are answered, too.
  bool isSequentialWanted() const { return Sequential; }
  /// Whether the program is to measure itself, as -pmecache-instrument says.
  bool instruments() const { return Instruments; }

private:
  void readThreads(const char *Option, const std::string &Text, int &Threads);
  void readSchedule(const std::string &Text);
  void readParameters(const std::string &Text);
  void readBudget(const std::string &Text);
  void readUnitBudget(const std::string &Text);
  void readEffort(const std::string &Text);
  void readAdvise(const std::string &Text);

  const Options &Asked;
  pme_machine Machine = {};
  bool HasMachine = false, IsMachineRead = false;
  pme_what_if WhatIf = {};
  pme_binding *Bindings = nullptr;
  int DefaultThreads = 0; ///< 0: none asked for
  double BudgetMs = 1000, UnitBudgetMs = 10000, EffortMs = 0;
  Advise Scope = Advise::All;
  bool Deep = false;
  bool Instruments = false, Sequential = false;
};

/// "; did you mean 'n'?", or nothing where no word is near.
std::string didYouMean(const std::string &Word, llvm::ArrayRef<const char *> Words);

/// What somebody asked for and did not get: one line on stderr, which no -Werror turns into a failure.
void complain(const std::string &Text);
/// One line on stderr. Not a diagnostic of the compiler: -Werror must not turn it into a failure.
void warn(const std::string &Text);

} // namespace pme

#endif
