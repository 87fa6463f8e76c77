//===- GivenSymbols.cpp - values that are given, and the symbols of a unit ---------===//

#include "GivenSymbols.h"

#include "plugin/base/ParsedOptions.h"

#include "pmecache/program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

using namespace llvm;
using namespace pme;

void GivenSymbols::note(const pme_program *Program) {
  for (int Id = 0; Id < pme_program_parameter_count(Program); ++Id) {
    const pme_parameter *Symbol = pme_program_parameter(Program, Id);
    Symbols.insert(Symbol->name);
    if (!Symbol->known && !StringRef(Symbol->name).starts_with("1 << ")) // of what can be given
      Unknown.insert(Symbol->name);
  }
}

// A build gives the same values to all of its files, so a name that this one does not have may belong to another. It is
// an error where a name here is near, or where something here still lacks a value.
void GivenSymbols::complain(const pme_what_if &WhatIf, const std::string &SourceFile) const {
  if (Symbols.empty())
    return;
  std::vector<const char *> Names;
  auto IsGiven = [&](const std::string &Name) {
    return any_of(ArrayRef(WhatIf.bindings, WhatIf.binding_count),
                  [&](const pme_binding &Given) { return Given.name == Name; });
  };
  for (const std::string &Name : Symbols)
    if (!IsGiven(Name)) // else nobody can have meant it by another word
      Names.push_back(Name.c_str());
  std::set<std::string> Wanting = Unknown;
  for (const pme_binding &Given : ArrayRef(WhatIf.bindings, WhatIf.binding_count))
    Wanting.erase(Given.name);
  std::string Others; // of a build's other files, or meant for what lacks a value: told together
  for (const pme_binding &Given : ArrayRef(WhatIf.bindings, WhatIf.binding_count)) {
    if (Symbols.count(Given.name))
      continue;
    std::string Quoted = "'" + std::string(Given.name) + "'", Meant = didYouMean(Given.name, Names);
    if (!Meant.empty())
      pme::complain("-pmecache-param: no symbol " + Quoted + " in " + SourceFile + Meant);
    else
      Others += (Others.empty() ? "" : ", ") + Quoted;
  }
  if (!Others.empty() && !Wanting.empty())
    pme::complain("-pmecache-param: no symbol " + Others + " in " + SourceFile + "; without a value: '" +
                  join(Wanting, "', '") + "'");
}
