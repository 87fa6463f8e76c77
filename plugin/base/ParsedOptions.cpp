//===- ParsedOptions.cpp - options become requests -----------------------------------===//

#include "ParsedOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace pme;

void pme::warn(const std::string &Text) { errs() << "pmecache: warning: " << Text << "\n"; }

static void warnAbout(const char *Option, const pme_error &Error) {
  std::string Text = std::string(Option) + ": ";
  if (Error.column > 0)
    Text += (Error.line > 1 ? "line " + std::to_string(Error.line) + ", " : "") + "column " +
            std::to_string(Error.column) + ": ";
  warn(Text + Error.message);
}

/// A whole number from Low to High, the whole text.
static bool readInteger(StringRef Text, int Low, int High, int &Value) {
  return !Text.getAsInteger(10, Value) && Value >= Low && Value <= High;
}

static void checkChoice(const char *Option, StringRef Text, ArrayRef<StringRef> Choices) {
  if (is_contained(Choices, Text))
    return;
  std::string Expected;
  for (StringRef Choice : Choices)
    if (!Choice.empty())
      Expected += (Expected.empty() ? "" : Choice == Choices.back() ? " or " : ", ") + Choice.str();
  warn(std::string(Option) + ": expected " + Expected + ", found '" + Text.str() + "'");
}

ParsedOptions::ParsedOptions(const Options &Options) {
  readMachine(Options.Machine);
  readThreads(Options.Threads);
  readSchedule(Options.Schedule);
  readParameters(Options.Param);
  readBudget(Options.Budget);
  checkChoice("-pmecache-instrument", Options.Instrument, {"", "irregular", "all", "values"});
  readAdvise(Options.Advise);
  if (!Options.Profile.empty() && !sys::fs::is_regular_file(Options.Profile))
    warn("-pmecache-profile: cannot read '" + Options.Profile + "'");
}

ParsedOptions::~ParsedOptions() { pme_bindings_destroy(Bindings, WhatIf.binding_count); }

void ParsedOptions::readMachine(const std::string &Text) {
  pme_error Error = {};
  HasMachine = pme_machine_resolve(Text.c_str(), &Machine, &Error) == PME_OK;
  if (!HasMachine)
    warnAbout("-pmecache-machine", Error);
}

/// A team is as large as asked for; where the source does not say, as OMP_NUM_THREADS says, else one thread a core.
void ParsedOptions::readThreads(const std::string &Text) {
  WhatIf.default_threads = HasMachine ? Machine.cores : 1;
  if (const char *Environment = std::getenv("OMP_NUM_THREADS")) {
    int Value;
    if (readInteger(StringRef(Environment).split(',').first.trim(), 1, 4096, Value))
      WhatIf.default_threads = Value;
  }
  if (!Text.empty() && !readInteger(Text, 1, 4096, WhatIf.threads)) {
    WhatIf.threads = 0;
    warn("-pmecache-threads: expected 1 to 4096, found '" + Text + "'");
  }
}

void ParsedOptions::readSchedule(const std::string &Text) {
  pme_error Error = {};
  if (!Text.empty() && pme_what_if_read_schedule(Text.c_str(), &WhatIf, &Error) != PME_OK)
    warnAbout("-pmecache-schedule", Error);
}

void ParsedOptions::readParameters(const std::string &Text) {
  pme_error Error = {};
  if (pme_bindings_read(Text.c_str(), &Bindings, &WhatIf.binding_count, &Error) != PME_OK)
    warnAbout("-pmecache-param", Error);
  WhatIf.bindings = Bindings;
}

void ParsedOptions::readBudget(const std::string &Text) {
  int Value;
  if (readInteger(Text, 1, 1000000, Value))
    BudgetMs = Value;
  else
    warn("-pmecache-budget: expected 1 to 1000000 milliseconds, found '" + Text + "'");
}

void ParsedOptions::readAdvise(const std::string &Text) {
  checkChoice("-pmecache-advise", Text, {"off", "chunk", "all"});
  Scope = Text == "off" ? Advise::Off : Text == "chunk" ? Advise::Chunk : Advise::All;
}
