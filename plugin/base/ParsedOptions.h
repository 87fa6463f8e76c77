//===- ParsedOptions.h - what the options ask for, read once a compile ---------------===//
//
// Options are texts. Here they become a machine, a team size, a schedule and values of symbols. A text that is wrong
// is reported on stderr, with the option's name and the column, and never fails the compile: what it asked for is then
// simply not there.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_PARSEDOPTIONS_H
#define PMECACHE_PLUGIN_BASE_PARSEDOPTIONS_H

#include "Options.h"

#include "pmecache/concrete.h"
#include "pmecache/machine.h"

#include <string>

namespace pme {

class ParsedOptions {
public:
  explicit ParsedOptions(const Options &Options);
  ~ParsedOptions();
  ParsedOptions(const ParsedOptions &) = delete;
  ParsedOptions &operator=(const ParsedOptions &) = delete;

  /// The machine to model; null when the request was bad or the host cannot be read (said on stderr).
  const pme_machine *machine() const { return HasMachine ? &Machine : nullptr; }
  const pme_what_if &whatIf() const { return WhatIf; }
  double budgetMs() const { return BudgetMs; }
  enum class Advise { Off, Chunk, All };
  Advise adviseScope() const { return Scope; }

private:
  void readMachine(const std::string &Text);
  void readThreads(const std::string &Text);
  void readSchedule(const std::string &Text);
  void readParameters(const std::string &Text);
  void readBudget(const std::string &Text);
  void readAdvise(const std::string &Text);

  pme_machine Machine = {};
  bool HasMachine = false;
  pme_what_if WhatIf = {};
  pme_binding *Bindings = nullptr;
  double BudgetMs = 1000;
  Advise Scope = Advise::All;
};

/// One line on stderr. Not a diagnostic of the compiler: -Werror must not turn it into a failure.
void warn(const std::string &Text);

} // namespace pme

#endif
