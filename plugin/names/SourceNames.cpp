//===- SourceNames.cpp - what the source text calls things ---------------------------===//

#include "SourceNames.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pme;

/// A file larger than this is not read: the names are not worth the time.
static constexpr uint64_t MaxFileBytes = 4 << 20;

bool pme::isReservedName(StringRef Name) {
  return Name.starts_with("__") || (Name.size() > 1 && Name[0] == '_' && isUpper(Name[1]));
}

bool pme::isLibrary(const DILocation &Place) {
  StringRef File = Place.getFilename();
  return File.starts_with("/usr/include/") || File.starts_with("/usr/lib/") || File.contains("/include/c++/");
}

bool pme::isFortranFile(StringRef Name) { return sys::path::extension(Name).starts_with_insensitive(".f"); }

bool pme::isFortran(const DILocation &Place) { return isFortranFile(Place.getFilename()); }

bool pme::isFortranDirective(StringRef Line) {
  Line = Line.ltrim();
  return Line.size() > 1 && StringRef("!cC*").contains(Line[0]) && Line[1] == '$';
}

static bool isKeyword(StringRef Word) {
  static const StringRef Keywords[] = {
      "for",  "while",    "do",       "if",     "else",   "return", "sizeof",   "int",   "long",     "short",
      "char", "float",    "double",   "void",   "const",  "static", "struct",   "union", "unsigned", "signed",
      "auto", "register", "restrict", "switch", "case",   "break",  "continue", "goto",  "new",      "this",
      "true", "false",    "nullptr",  "NULL",   "size_t", "omp",    "pragma"};
  return is_contained(Keywords, Word);
}

// What statements begin with: flang gives their places to the loads of what they compute with.
static bool isFortranKeyword(StringRef Word) {
  static const StringRef Keywords[] = {
      "allocate",   "associate", "block",    "call",   "case",      "continue", "critical", "cycle",
      "deallocate", "do",        "else",     "elseif", "elsewhere", "end",      "enddo",    "endif",
      "exit",       "forall",    "function", "goto",   "if",        "module",   "open",     "pointer",
      "print",      "program",   "pure",     "read",   "recursive", "return",   "select",   "stop",
      "subroutine", "then",      "type",     "use",    "where",     "while",    "write"};
  return is_contained(Keywords, Word.lower());
}

const SourceText::File &SourceText::read(StringRef Name, StringRef Directory) {
  SmallString<256> Path(Name);
  if (!sys::path::is_absolute(Path) && !Directory.empty()) {
    Path = Directory;
    sys::path::append(Path, Name);
  }
  auto [Entry, IsNew] = Files.try_emplace(Path);
  File &Result = Entry->second;
  if (!IsNew)
    return Result;
  if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true, /*RequiresNullTerminator=*/false);
      Buffer && (*Buffer)->getBufferSize() <= MaxFileBytes) {
    Result.Buffer = std::move(*Buffer);
    SmallVector<StringRef, 0> Lines;
    Result.Buffer->getBuffer().split(Lines, '\n');
    Result.Lines.assign(Lines.begin(), Lines.end());
  }
  return Result;
}

// The line, and the 0-based column in it; "" when the place has no text that names something.
StringRef SourceText::lineAt(const DILocation &Place, size_t &Column) {
  const File &Source = file(Place.getFilename(), Place.getDirectory());
  if (Place.getLine() == 0 || Place.getLine() > Source.Lines.size() || Place.getColumn() == 0)
    return "";
  StringRef Line = Source.Lines[Place.getLine() - 1];
  Column = Place.getColumn() - 1;
  bool IsDirective = Line.ltrim().starts_with("#") || (isFortran(Place) && isFortranDirective(Line));
  return Column >= Line.size() || IsDirective ? "" : Line;
}

StringRef SourceText::line(const DILocation &Place, unsigned Number) {
  const File &Source = file(Place.getFilename(), Place.getDirectory());
  return Number == 0 || Number > Source.Lines.size() ? "" : Source.Lines[Number - 1].ltrim();
}

bool SourceText::hasElement(const DILocation &Place, StringRef Element) {
  std::string Text = line(Place, Place.getLine()).lower(), Wanted = Element.lower();
  erase_if(Text, [](char C) { return C == ' ' || C == '\t'; });
  for (size_t At = Text.find(Wanted); At != std::string::npos; At = Text.find(Wanted, At + 1))
    if (At == 0 || (!isWordCharacter(Text[At - 1]) && Text[At - 1] != '%'))
      return true;
  return false;
}

// `AXPY_BODY;`: a macro that is a statement by itself names no variable, but is the place of all that is in it.
static bool isStatement(StringRef Line, size_t Start, StringRef Word) {
  StringRef Before = Line.take_front(Start).rtrim(), After = Line.substr(Start + Word.size()).ltrim();
  return Word.upper() == Word && (Before.empty() || StringRef("{};)").contains(Before.back())) &&
         (After.empty() || After.front() == ';');
}

StringRef SourceText::identifierAt(const DILocation &Place) {
  size_t Start;
  StringRef Line = lineAt(Place, Start);
  if (Line.empty() || isDigit(Line[Start]) || (Start > 0 && isWordCharacter(Line[Start - 1])))
    return "";
  StringRef Word = Line.substr(Start).take_while(isWordCharacter);
  bool IsScope = Line.substr(Start + Word.size()).starts_with("::");
  bool IsOther = isFortran(Place) ? isFortranKeyword(Word) : isStatement(Line, Start, Word);
  return IsScope || IsOther || isKeyword(Word) ? "" : Word;
}

/// Where the object starts that is written in front of `End`: identifiers, members and subscripts.
static size_t objectStart(StringRef Line, size_t End) {
  size_t Start = End;
  for (;;) {
    while (Start > 0 && Line[Start - 1] == ']') {
      unsigned Depth = 0;
      size_t Open = Start;
      do {
        --Open;
        Depth += Line[Open] == ']';
        Depth -= Line[Open] == '[';
      } while (Open > 0 && Depth > 0);
      if (Depth > 0)
        return End;
      Start = Open;
    }
    size_t WordEnd = Start;
    while (Start > 0 && isWordCharacter(Line[Start - 1]))
      --Start;
    if (Start == WordEnd)
      return End;
    if (Start >= 2 && Line.substr(Start - 2, 2) == "->")
      Start -= 2;
    else if (Start >= 1 && Line[Start - 1] == '.')
      --Start;
    else
      return Start;
  }
}

/// Behind the bracket that closes the one at `Open`; npos when the line does not close it.
static size_t bracketEnd(StringRef Line, size_t Open) {
  unsigned Depth = 0;
  for (size_t At = Open; At < Line.size(); ++At) {
    Depth += Line[At] == '[';
    Depth -= Line[At] == ']';
    if (Depth == 0)
      return At + 1;
  }
  return StringRef::npos;
}

/// What members and subscripts behind `Start` belong to the object.
static size_t objectEnd(StringRef Line, size_t Start) {
  for (;;) {
    if (Start < Line.size() && Line[Start] == '[') {
      size_t Close = bracketEnd(Line, Start);
      if (Close == StringRef::npos)
        return Start;
      Start = Close;
      continue;
    }
    size_t Word = Line.substr(Start).starts_with("->")        ? Start + 2
                  : Start < Line.size() && Line[Start] == '.' ? Start + 1
                                                              : Start;
    size_t End = Word;
    while (End < Line.size() && isWordCharacter(Line[End]))
      ++End;
    if (Word == Start || End == Word)
      return Start;
    Start = End;
  }
}

/// The variable of a declaration with a value that starts here, whose counter an `omp simd` loop reads at the place of the
/// type: `j` of `int64_t j = 0` and of `std::size_t j = 0`; "" where the text is another one.
static StringRef declaredAt(StringRef Text) {
  for (unsigned Words = 0;; ++Words) {
    StringRef Word = Text.take_while(isWordCharacter);
    StringRef Behind = Text.substr(Word.size()).ltrim();
    if (Word.empty() || isDigit(Word[0]))
      return "";
    if (Behind.consume_front("::")) {
      Text = Behind;
      continue;
    }
    if (Words > 0 && Behind.starts_with("=") && !Behind.starts_with("=="))
      return isKeyword(Word) ? "" : Word;
    Text = Behind;
  }
}

/// `vals[]` for `vals[map_t::get(r)]`: what a class says of a subscript tells a reader nothing.
static std::string withoutScopes(StringRef Object) {
  std::string Result;
  size_t Open;
  while ((Open = Object.find('[')) != StringRef::npos) {
    size_t Close = bracketEnd(Object, Open);
    StringRef Subscript = Object.slice(Open, Close);
    Result += (Object.take_front(Open) + (Subscript.contains("::") ? "[]" : Subscript)).str();
    Object = Object.substr(Close);
  }
  return Result + Object.str();
}

std::string SourceText::objectAt(const DILocation &Place) {
  StringRef Word = identifierAt(Place);
  size_t Start;
  StringRef Line = lineAt(Place, Start);
  if (StringRef Declared = isFortran(Place) ? "" : declaredAt(Line.substr(Start)); !Declared.empty())
    return Declared.str();
  // What a function returns has no name, and what a component of Fortran is part of is not its name.
  StringRef Behind = Line.substr(Start + Word.size()).ltrim();
  if (Word.empty() || Behind.starts_with(isFortran(Place) ? "%" : "("))
    return "";
  bool Arrow = Line.take_front(Start).ends_with("->"), Dot = Line.take_front(Start).ends_with(".");
  if (Arrow || Dot) {
    size_t Before = Start - (Arrow ? 2 : 1), First = objectStart(Line, Before);
    return First == Before ? "" : Line.slice(First, Start + Word.size()).str();
  }
  return withoutScopes(Line.slice(Start, objectEnd(Line, Start + Word.size())));
}

static StringRef withoutThis(StringRef Object) {
  Object.consume_front("this->");
  return Object;
}

std::string SourceText::operandAt(const DILocation &Place, bool Behind) {
  size_t Start = 0;
  StringRef Line = lineAt(Place, Start);
  StringRef Operator = Line.substr(Start).take_while([](char C) { return StringRef("<>=!*/%+-").contains(C); });
  if (Operator.empty() || Operator.size() > 2)
    return "";
  // Around a comparison or a sum a product binds closer, around a comparison a sum, too.
  StringRef Kind = Operator.take_front();
  StringRef Closer = StringRef("*/%").contains(Kind) ? "" : StringRef("+-").contains(Kind) ? "*/%" : "*/%+-";
  StringRef Object, Next;
  if (Behind) {
    StringRef Rest = Line.substr(Start + Operator.size()).ltrim();
    Object = Rest.take_front(objectEnd(Rest, Rest.take_while(isWordCharacter).size()));
    Next = Rest.substr(Object.size()).ltrim().take_front();
  } else {
    StringRef Before = Line.take_front(Start).rtrim();
    Object = Before.substr(objectStart(Before, Before.size()));
    Next = Before.drop_back(Object.size()).rtrim().take_back();
    Closer = "*/%+-.>)]";
  }
  bool IsName = !Object.empty() && isWordCharacter(Object[0]) && !isDigit(Object[0]) && !isKeyword(Object);
  bool IsWhole = Next.empty() || (Next != "(" && !Closer.contains(Next)) || (Next == "(" && !Behind);
  return IsName && IsWhole ? withoutThis(Object).str() : "";
}

std::string pme::withoutSubscripts(StringRef Object) {
  while (Object.ends_with("]")) {
    size_t Open = Object.size();
    unsigned Depth = 0;
    do {
      --Open;
      Depth += Object[Open] == ']';
      Depth -= Object[Open] == '[';
    } while (Open > 0 && Depth > 0);
    Object = Object.take_front(Open);
  }
  return Object.str();
}

static bool hasReservedName(StringRef Object) {
  while (!Object.empty()) {
    StringRef Word = Object.take_while(isWordCharacter);
    if (isReservedName(Word))
      return true;
    Object = Object.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

// A class says "operator()" where it declares it, a lambda function does not.
bool SourceText::isCallOperator(const DISubprogram &Callee) {
  if (Callee.getName() != "operator()")
    return false;
  const File &Source = file(Callee.getFilename(), Callee.getDirectory());
  unsigned Line = Callee.getLine();
  return Line > 0 && Line <= Source.Lines.size() && Source.Lines[Line - 1].contains("operator");
}

/// What `(*object)` at the start of the text points to, and where that ends; "" where the text is another one.
static StringRef pointedTo(StringRef Text, size_t &End) {
  size_t Close = Text.find(')');
  StringRef Inner = Close == StringRef::npos ? "" : Text.take_front(Close);
  if (!Inner.consume_front("(*"))
    return "";
  End = Close + 1;
  return objectEnd(Inner, Inner.take_while(isWordCharacter).size()) == Inner.size() ? Inner : "";
}

/// What a loop over a range goes through, whose begin and end are asked for at the colon; "" where that is no object.
static StringRef rangeBehind(StringRef Line, size_t Colon) {
  StringRef Range = Line.substr(Colon);
  if (!Range.consume_front(":"))
    return "";
  Range = Range.ltrim();
  StringRef Object = Range.take_front(objectEnd(Range, Range.take_while(isWordCharacter).size()));
  return Range.substr(Object.size()).ltrim().starts_with(")") ? Object : "";
}

std::string SourceText::receiverAt(const DILocation &Place, std::string &Separator, bool IsCallOperator) {
  size_t Start;
  StringRef Line = lineAt(Place, Start);
  Separator = ".";
  if (Line.empty())
    return "";
  if (StringRef Range = rangeBehind(Line, Start); !Range.empty())
    return withoutThis(Range).str();
  if (Line.substr(Start).starts_with("this->"))
    Start += StringRef("this->").size();
  StringRef Before = Line.take_front(Start);
  if (Before.ends_with(".") || (Before.ends_with("->") && !Before.ends_with("this->"))) {
    Separator = Before.ends_with(".") ? "." : "->";
    size_t End = Start - Separator.size(), First = objectStart(Line, End);
    return withoutThis(Line.slice(First, End)).str();
  }
  size_t End = 0;
  if (StringRef Object = pointedTo(Line.substr(Start), End); !Object.empty()) {
    StringRef Behind = Line.substr(Start + End).ltrim();
    Separator = "->";
    return Behind.starts_with("[") || (IsCallOperator && Behind.starts_with("(")) ? withoutThis(Object).str() : "";
  }
  size_t Word = Line.substr(Start).take_while(isWordCharacter).size();
  StringRef Object = Line.slice(Start, objectEnd(Line, Start + Word));
  bool IsCalled = IsCallOperator && Line.substr(Start + Object.size()).ltrim().starts_with("(");
  return Word > 0 && (IsCalled || Object.ends_with("]")) ? withoutSubscripts(Object) : "";
}

std::string SourceText::calledAt(const DILocation &Place) {
  StringRef Word = isFortran(Place) ? "" : identifierAt(Place);
  size_t Start;
  StringRef Line = lineAt(Place, Start), Behind = Line.substr(Start + Word.size());
  if (Word.empty() || !Behind.consume_front("("))
    return "";
  std::string Separator, Receiver = receiverAt(Place, Separator);
  if (Behind.starts_with(")") && !Receiver.empty())
    return Receiver + Separator + (Word + "()").str();
  StringRef Object = Behind.take_front(objectEnd(Behind, Behind.take_while(isWordCharacter).size()));
  bool IsOne = !Object.empty() && !isDigit(Object[0]) && Behind.substr(Object.size()).starts_with(")");
  return IsOne ? (Word + "(" + Object + ")").str() : "";
}

/// Lines that a list of parameters may take.
static constexpr size_t MaxParameterLines = 20;

/// From a place in a line on, as far as a list may go.
static StringRef textFrom(ArrayRef<StringRef> Lines, StringRef From, size_t Line) {
  StringRef Last = Lines[std::min(Lines.size(), Line + MaxParameterLines) - 1];
  return StringRef(From.data(), static_cast<size_t>(Last.end() - From.begin()));
}

/// What stands between the parentheses behind the function's name, "" when they do not close.
static StringRef parameterText(StringRef Text, StringRef Name, bool IsFortran) {
  auto Next = [&](size_t From) { return IsFortran ? Text.find_insensitive(Name, From) : Text.find(Name, From); };
  size_t Start = Next(0);
  while (Start != StringRef::npos && ((Start > 0 && isWordCharacter(Text[Start - 1])) ||
                                      !Text.substr(Start + Name.size()).ltrim().starts_with("(")))
    Start = Next(Start + 1);
  if (Start == StringRef::npos)
    return "";
  size_t Open = Text.find('(', Start);
  unsigned Depth = 0;
  for (size_t End = Open; End < Text.size(); ++End) {
    Depth += Text[End] == '(';
    Depth -= Text[End] == ')';
    if (Depth == 0)
      return Text.slice(Open + 1, End);
  }
  return "";
}

/// What stands between the commas of a list, but for those in parentheses and quotes.
static SmallVector<StringRef, 8> itemsOf(StringRef List) {
  SmallVector<StringRef, 8> Result;
  unsigned Depth = 0;
  bool IsQuoted = false;
  size_t Start = 0;
  for (size_t At = 0; At <= List.size() && !List.trim().empty(); ++At) {
    char C = At < List.size() ? List[At] : ',';
    Depth += C == '(' || C == '<';
    Depth -= Depth > 0 && (C == ')' || C == '>');
    IsQuoted ^= C == '"';
    if (C != ',' || Depth > 0 || (IsQuoted && At < List.size()))
      continue;
    Result.push_back(List.slice(Start, At).trim());
    Start = At + 1;
  }
  return Result;
}

/// `Rest`, "->m" or ".m" behind a parameter, of what was given for it: `b.m` for `&b`, `p->m` for `*p`. "": it is no object.
static std::string memberOfArgument(StringRef Argument, StringRef Rest) {
  StringRef Object = Argument, Member = Rest;
  bool IsTaken = Object.consume_front("&"), IsPointee = !IsTaken && Object.consume_front("*");
  if (Object.empty() || !isWordCharacter(Object[0]) || isDigit(Object[0]) ||
      objectEnd(Object, Object.take_while(isWordCharacter).size()) != Object.size())
    return "";
  if (IsTaken ? !Member.consume_front("->") : IsPointee && !Member.consume_front("."))
    return "";
  std::string Result = (Object + (IsTaken ? "." : IsPointee ? "->" : "") + Member).str();
  return withoutThis(Result).str();
}

std::string SourceText::asGiven(const DILocation &Place, const DILocation &Call, StringRef Object) {
  const DISubprogram *Callee = Place.getScope()->getSubprogram();
  StringRef Name = Object.take_while(isWordCharacter);
  size_t Start;
  StringRef Line = lineAt(Call, Start).substr(Start);
  if (!Callee || isFortran(Place) || isFortran(Call) || !Line.starts_with(Callee->getName()))
    return "";
  const File &Source = file(Call.getFilename(), Call.getDirectory());
  StringRef Text = textFrom(Source.Lines, Line, Call.getLine());
  auto Given = itemsOf(parameterText(Text, Callee->getName(), /*IsFortran=*/false));
  const std::vector<std::string> &Names = parametersOf(*Callee);
  auto Index = static_cast<size_t>(find(Names, Name) - Names.begin());
  return Given.size() == Names.size() && Index < Given.size()
             ? memberOfArgument(Given[Index], Object.substr(Name.size()))
             : "";
}

bool SourceText::isParameter(const DILocation &Place, StringRef Object) {
  const DISubprogram *Callee = Place.getScope()->getSubprogram();
  return Callee && is_contained(parametersOf(*Callee), Object.take_while(isWordCharacter));
}

std::string SourceText::objectInlinedAt(const DILocation &Place) {
  std::string Result = isLibrary(Place) ? "" : withoutThis(objectAt(Place)).str();
  if (hasReservedName(Result))
    Result = "";
  const DILocation *Inner = &Place;
  for (const DILocation *Call = Place.getInlinedAt(); Call; Inner = Call, Call = Call->getInlinedAt()) {
    if (!Result.empty() && isParameter(*Inner, Result)) {
      std::string Given = asGiven(*Inner, *Call, Result);
      if (Given.empty() || hasReservedName(Given))
        return Result;
      Result = Given;
      if (!isParameter(*Call, Result))
        return Result;
      continue;
    }
    const DISubprogram *Callee = Inner->getScope()->getSubprogram();
    bool IsCallOperator = Callee && isCallOperator(*Callee);
    std::string Separator, Receiver = isLibrary(*Call) ? "" : receiverAt(*Call, Separator, IsCallOperator);
    if (Receiver.empty() || hasReservedName(Receiver))
      continue;
    Result = Result.empty() ? Receiver : Receiver + Separator + Result;
  }
  return Result;
}

/// The last word in front of subscripts; "" where there are parentheses, or no type in front of a word.
static std::string declaredName(StringRef Parameter, bool IsFortran) {
  Parameter =
      Parameter.take_until([](char C) { return C == '[' || C == '='; }).trim(IsFortran ? " \t\r\n&" : " \t\r\n");
  size_t Start = Parameter.size();
  while (Start > 0 && isWordCharacter(Parameter[Start - 1]))
    --Start;
  StringRef Word = Parameter.substr(Start);
  bool IsName =
      (Start > 0 || IsFortran) && !Word.empty() && !isDigit(Word[0]) && !isKeyword(Word) && !Parameter.contains('(');
  return IsName ? Word.str() : "";
}

const std::vector<std::string> &SourceText::parametersOf(const DISubprogram &Function) {
  std::unique_ptr<std::vector<std::string>> &Known = Parameters[&Function];
  if (!Known)
    Known = std::make_unique<std::vector<std::string>>(readParameters(Function));
  return *Known;
}

std::vector<std::string> SourceText::readParameters(const DISubprogram &Function) {
  const File &Source = file(Function.getFilename(), Function.getDirectory());
  if (Function.getLine() == 0 || Function.getLine() > Source.Lines.size())
    return {};
  bool IsFortran = isFortranFile(Function.getFilename());
  StringRef First = Source.Lines[Function.getLine() - 1];
  StringRef List = parameterText(textFrom(Source.Lines, First, Function.getLine()), Function.getName(), IsFortran);
  std::vector<std::string> Result;
  for (StringRef Item : itemsOf(List))
    Result.push_back(declaredName(Item, IsFortran));
  return Result;
}
