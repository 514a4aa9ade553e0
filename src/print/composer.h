// Composer: which piece of a program's text goes where. Only this room includes it.
#pragma once

#include "print/harness.h"
#include "print/print.h"

#include <array>
#include <initializer_list>

namespace assay::print {

struct Slice {
    size_t from = 0, to = 0;
};

class Composer {
  public:
    Composer(const Program& program, const semantics::Meaning& meaning, const Options& options)
        : p_(program), meaning_(meaning), options_(options), cxx_(is_cxx(program.platform.standard)),
          several_(options.layout != Layout::OneFile), printer_(program, meaning, options) {}

    Printed compose();

    // One of several programs in a file: all of its own text, the expected line, and what it needs of what
    // they share.
    struct Part {
        std::string text, expected;
        std::vector<GuardedOp> helpers;
        std::array<bool, kLibraryCount> library;
        std::array<bool, kHarnessPartCount> harness;
    };
    Part compose_part(const PartName& name);
    std::string library(const std::array<bool, kLibraryCount>& needed) const;
    std::string helpers(const std::vector<GuardedOp>& ops) const;

  private:
    struct FunctionText {
        Slice signature, body;
        std::vector<GuardedOp> helpers; // with PerFunction; else all are with the first function
    };

    const Program& p_;
    const semantics::Meaning& meaning_;
    const Options& options_;
    const bool cxx_;
    const bool several_;
    Printer printer_;
    std::vector<Slice> globals_; // by place in Program::globals
    std::vector<FunctionText> funcs_;
    HarnessText harness_;
    bool entry_in_main_ = false;

    void write_pieces(const PartName* part = nullptr);
    uint32_t file_of(FuncId func) const;
    bool may_stand_in_main() const;
    std::string_view entry_text() const;
    std::string_view text(Slice slice) const { return printer_.out.slice(slice.from, slice.to); }
    const Use& use(VarId var) const { return printer_.uses.vars[var.index]; }
    const Use& use(FuncId func) const { return printer_.uses.funcs[func.index]; }

    bool is_static(VarId var) const;
    uint32_t home(VarId var) const;
    bool leaves_file(FuncId func) const;
    std::string storage(FuncId func) const;
    std::string_view storage(VarId var) const;

    std::string one_file();
    std::string header();
    std::string defined_types();
    std::string prototype(FuncId func) const;
    std::string shared_prototypes() const;
    std::string early_prototypes(bool by_initialisers) const;
    std::string shared_globals();
    std::string globals(uint32_t file);
    bool may_share_line(VarId first, VarId second) const;
    std::string headers() const;
    std::string static_members();
    std::vector<GuardedOp> all_helpers() const;
    std::string function(FuncId func) const;
    std::string functions() const;
    std::string comment() const;
};

// Sections with a blank line between them.
std::string joined(std::initializer_list<std::string_view> sections);

} // namespace assay::print
