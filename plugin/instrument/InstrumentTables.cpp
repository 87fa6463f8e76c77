//===- InstrumentTables.cpp - the tables for the runtime -----------------------------===//

#include "InstrumentTables.h"

#include "plugin/base/SourceFile.h"

#include "pmecache/instrumented.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace pme;

// The structures are written down twice, in C and here: a change of one of them must not go unnoticed.
static_assert(sizeof(pme_instrumented_symbol) == 40 + PME_SYMBOL_VALUES * 16, "symbol changed");
static_assert(sizeof(pme_instrumented_function) == 64, "function changed");
static_assert(sizeof(pme_instrumented_site) == 40, "site changed");
static_assert(sizeof(pme_instrumented_block) == 40, "block changed");
static_assert(sizeof(pme_instrumented_loop) == 56, "loop changed");
static_assert(sizeof(pme_instrumented_module) == 40, "module changed");

TableBuilder::TableBuilder(Module &M) : M(M), Pointer(PointerType::get(M.getContext(), 0)) {
  Type *Int16 = Type::getInt16Ty(M.getContext()), *Int32 = Type::getInt32Ty(M.getContext());
  Type *Int64 = Type::getInt64Ty(M.getContext());
  Symbol = StructType::get(Pointer, Int32, Int32, Int64, ArrayType::get(Int64, 2 * PME_SYMBOL_VALUES), Int64, Int64);
  Site = StructType::get(Int32, Int32, Int32, Int32, Int64, Pointer, Pointer);
  Block = StructType::get(Int16, Int16, Int32, Pointer, Int32, Int32, Int32, Int32, Int64);
  Loop = StructType::get(Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Pointer);
  Function = StructType::get(Pointer, Pointer, Int64, Int32, Int32, Pointer, Int32, Int32, Pointer, Pointer);
}

Constant *TableBuilder::number(uint64_t Value, unsigned Bits) const {
  return ConstantInt::get(IntegerType::get(M.getContext(), Bits), Value);
}

GlobalVariable *TableBuilder::variable(Constant *Content, const char *Name) {
  return new GlobalVariable(M, Content->getType(), /*isConstant=*/false, GlobalValue::InternalLinkage, Content, Name);
}

Constant *TableBuilder::text(StringRef Text) {
  Constant *&Known = Texts[Text];
  if (!Known) {
    auto *Variable = variable(ConstantDataArray::getString(M.getContext(), Text), "pmecache.text");
    Variable->setConstant(true);
    Known = Variable;
  }
  return Known;
}

// A table of entries; null when there are none.
Constant *TableBuilder::pointerTo(std::vector<Constant *> Entries, Type *T, const char *Name) {
  if (Entries.empty())
    return Constant::getNullValue(Pointer);
  return variable(ConstantArray::get(ArrayType::get(T, Entries.size()), Entries), Name);
}

Constant *TableBuilder::place(const DebugLoc &Place, bool Column) const {
  return number(!Place ? 0 : Column ? Place.getCol() : Place.getLine(), 32);
}

// Null where that is the function's.
Constant *TableBuilder::otherFile(const DebugLoc &Place, const llvm::Function &F) {
  const DISubprogram *Own = F.getSubprogram();
  std::string File = Place ? fileOf(*Place) : "";
  return File.empty() || !Own || File == fileOf(*Own) ? Constant::getNullValue(Pointer) : text(File);
}

Constant *TableBuilder::site(const TraceSite &Entry, const llvm::Function &F) {
  return ConstantStruct::get(Site, place(Entry.Place, false), place(Entry.Place, true), number(Entry.Bytes, 32),
                             number(Entry.Flags, 32), number(static_cast<uint64_t>(Entry.Stride), 64),
                             text(Entry.Array), otherFile(Entry.Place, F));
}

Constant *TableBuilder::work(int64_t Count) const {
  return number(static_cast<uint64_t>(std::clamp<int64_t>(Count, 0, INT32_MAX)), 32);
}

Constant *TableBuilder::loop(const TraceLoop &Entry) {
  return ConstantStruct::get(Loop, place(Entry.Place, false), place(Entry.Place, true),
                             ConstantInt::getSigned(Type::getInt32Ty(M.getContext()), Entry.Parent),
                             number(Entry.Parallel, 32), work(Entry.Work.Work.operations),
                             work(Entry.Work.Work.divisions), work(Entry.Work.Work.chain), work(Entry.Work.Work.vector),
                             work(Entry.Work.Path), work(Entry.Work.Work.library), work(Entry.Work.Entry),
                             text(Entry.Variable));
}

Constant *TableBuilder::addBlock(FunctionTable &Table, const TraceBlock &Entry) {
  std::vector<Constant *> Sites;
  for (const TraceSite &S : Entry.Sites)
    Sites.push_back(site(S, *Table.Function));
  Constant *SiteTable = pointerTo(Sites, Site, "pmecache.sites");
  auto *Result =
      variable(ConstantStruct::get(Block, number(Entry.Kind, 16), number(Entry.Flags, 16), number(Sites.size(), 32),
                                   SiteTable, place(Entry.Place, false), place(Entry.Place, true),
                                   ConstantInt::getSigned(Type::getInt32Ty(M.getContext()), Entry.Loop),
                                   number(Table.Blocks.size(), 32), number(0, 64)),
               "pmecache.block");
  Result->setAlignment(Align(8));
  Table.Blocks.push_back(Result);
  return Result;
}

void TableBuilder::addSymbols(FunctionTable &Table) {
  if (Table.Symbols.empty())
    return;
  std::vector<Constant *> Entries;
  for (const std::string &Name : Table.Symbols)
    Entries.push_back(ConstantStruct::get(Symbol, text(Name), number(0, 32), number(0, 32), number(0, 64),
                                          Constant::getNullValue(Symbol->getElementType(4)), number(0, 64),
                                          number(0, 64)));
  Table.SymbolTable = variable(ConstantArray::get(ArrayType::get(Symbol, Entries.size()), Entries), "pmecache.symbols");
}

Constant *TableBuilder::symbol(const FunctionTable &Table, unsigned Index) const {
  Constant *Indices[] = {number(0, 32), number(Index, 32)};
  return ConstantExpr::getInBoundsGetElementPtr(Table.SymbolTable->getValueType(), Table.SymbolTable, Indices);
}

Constant *TableBuilder::function(const FunctionTable &Table) {
  const DISubprogram *Place = Table.Function->getSubprogram();
  Constant *Symbols = Table.SymbolTable ? static_cast<Constant *>(Table.SymbolTable) : Constant::getNullValue(Pointer);
  std::vector<Constant *> Loops;
  for (const TraceLoop &L : Table.Loops)
    Loops.push_back(loop(L));
  return ConstantStruct::get(Function, text(Table.Function->getName()), text(Place ? Place->getFilename() : ""),
                             number(Table.Hash, 64), number(Place ? Place->getLine() : 0, 32),
                             number(Table.Symbols.size(), 32), Symbols, number(Loops.size(), 32),
                             number(Table.Blocks.size(), 32), pointerTo(Loops, Loop, "pmecache.loops"),
                             pointerTo(Table.Blocks, Pointer, "pmecache.blocks"));
}

// A function without parameters that tells the runtime of the module.
llvm::Function *TableBuilder::caller(const char *Name, const char *Callee, Constant *Registered) {
  Type *Void = Type::getVoidTy(M.getContext());
  auto *Result = llvm::Function::Create(FunctionType::get(Void, false), GlobalValue::InternalLinkage, Name, M);
  Result->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Result));
  Builder.CreateCall(M.getOrInsertFunction(Callee, Void, Pointer), {Registered});
  Builder.CreateRetVoid();
  return Result;
}

// Before the constructors of the program, and after its destructors.
static const int FirstAndLast = 101;

void TableBuilder::finish(ArrayRef<FunctionTable> Functions, StringRef Caches) {
  std::vector<Constant *> Entries;
  for (const FunctionTable &Table : Functions)
    Entries.push_back(function(Table));
  auto *Table = variable(ConstantArray::get(ArrayType::get(Function, Entries.size()), Entries), "pmecache.functions");
  auto *Content =
      ConstantStruct::getAnon({number(PME_INSTRUMENTED_VERSION, 32), number(Entries.size(), 32), text(sourceFileOf(M)),
                               Table, text(Caches), Constant::getNullValue(Pointer)});
  auto *Registered = variable(Content, "pmecache.module");

  appendToGlobalCtors(M, caller("pmecache.register", "__pme_rt_module", Registered), FirstAndLast);
  appendToGlobalDtors(M, caller("pmecache.leave", "__pme_rt_module_gone", Registered), FirstAndLast);
}
