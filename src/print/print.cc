#include "print/composer.h"

#include "base/check.h"
#include "program/typing.h"
#include "program/walk.h"

namespace assay::print {

using program::Storage;

std::string joined(std::initializer_list<std::string_view> sections) {
    size_t size = 0;
    for (const std::string_view section : sections) size += section.size() + 1;
    std::string text;
    text.reserve(size);
    for (const std::string_view section : sections) {
        if (section.empty()) continue;
        if (!text.empty()) text += '\n';
        text += section;
    }
    return text;
}

uint32_t Composer::file_of(FuncId func) const {
    if (!several_) return kDriver;
    return options_.layout == Layout::ThreeFiles ? 1 : func.index + 1;
}

void Composer::write_pieces(const PartName* part) {
    Writer& out = printer_.out;
    constexpr size_t kStorageColumns = 7, kFunctionColumns = 14; // "static ", "static inline "
    for (const VarId var : p_.globals) {
        Slice slice{out.size(), 0};
        printer_.write_global(var, kStorageColumns);
        out.put(';');
        out.end();
        slice.to = out.size();
        globals_.push_back(slice);
    }
    for (uint32_t i = 0; i < p_.funcs.size(); ++i) {
        const FuncId id{i};
        base::check(p_[id].body.valid(), "a function without a body");
        FunctionText piece;
        piece.signature.from = out.size();
        printer_.write_signature(id, kFunctionColumns);
        out.settle();
        piece.signature.to = piece.body.from = out.size();
        out.put(' ');
        printer_.write_body(id, file_of(id));
        piece.body.to = out.size();
        if (options_.layout == Layout::PerFunction) piece.helpers = printer_.take_helpers();
        funcs_.push_back(piece);
    }
    if (options_.layout != Layout::PerFunction && !funcs_.empty())
        funcs_.front().helpers = printer_.take_helpers();
    entry_in_main_ = options_.entry_in_main && may_stand_in_main();
    harness_ = write_harness(printer_, p_, meaning_, several_, part,
                             entry_in_main_ ? std::optional(entry_text()) : std::nullopt);
}

bool Composer::may_stand_in_main() const {
    if (several_ || !printer_.is_short()) return false;
    if (use(p_.entry).file != kNoFile || use(p_.entry).in_initialiser) return false;
    bool returns = false;
    program::walk(p_, p_[p_.entry].body, [&](NodeId id) { returns |= p_[id].kind == NodeKind::Return; });
    if (returns) return false;
    for (const program::Var& local : p_.vars) {
        if (local.is_global() || local.owner != p_.entry) continue;
        for (const VarId global : p_.globals)
            if (p_.name(global) == p_.names[local.name]) return false;
    }
    return true;
}

// The lines between the braces of the entry's body.
std::string_view Composer::entry_text() const {
    std::string_view body = text(funcs_[p_.entry.index].body);
    const size_t open = body.find("{\n"), close = body.rfind('}');
    return open == body.npos ? std::string_view() : body.substr(open + 2, close - open - 2);
}

bool Composer::is_static(VarId var) const {
    if (p_[var].storage != Storage::Static) return false;
    if (!several_ || use(var).file == kDriver || use(var).file == kNoFile) return true;
    return use(var).file != kManyFiles && !use(var).in_initialiser && !printer_.uses.refers[var.index];
}

uint32_t Composer::home(VarId var) const {
    return is_static(var) && use(var).file != kNoFile ? use(var).file : kDriver;
}

bool Composer::leaves_file(FuncId func) const {
    if (!several_) return false;
    const Use& u = use(func);
    return u.in_initialiser || (u.file != kNoFile && u.file != file_of(func));
}

// C's `inline` alone promises a definition elsewhere, so it never stands alone.
std::string Composer::storage(FuncId func) const {
    if (leaves_file(func)) return {};
    if (printer_.sugar.is_lambda(func)) return "static const auto ";
    const bool is_template = printer_.sugar.parameter(func) != nullptr;
    const std::string head =
        is_template ? "template <int " + printer_.sugar.parameter_name() + "> " : std::string();
    const bool is_inline = (p_[func].flags & program::kFuncInline) != 0;
    const bool is_static = (p_[func].flags & program::kFuncStatic) != 0 || (is_inline && !cxx_);
    if (is_inline) return head + (is_static ? "static inline " : "inline ");
    return head + (is_static ? "static " : "");
}

std::string_view Composer::storage(VarId var) const {
    if (!printer_.sugar.member_name(var).empty()) return {};
    if (printer_.sugar.is_constant(var)) return is_static(var) ? "static constexpr " : "constexpr ";
    if (is_static(var)) return "static ";
    // A const object of C++ is internal unless it is said to be extern.
    const bool is_const = (p_.types.quals(p_[var].type) & program::kConst) != 0;
    return cxx_ && is_const && !several_ ? "extern " : "";
}

std::string Composer::library(const std::array<bool, kLibraryCount>& needed) const {
    const std::string size(basic_spelling(p_.types.kind(program::size_type(p_.platform)), cxx_));
    const std::array<std::string, kLibraryCount> all{
        "int printf(const char *, ...);",
        "void abort(void);",
        "void *memcpy(void *, const void *, " + size + ");",
        "void *memmove(void *, const void *, " + size + ");",
        "void *memset(void *, int, " + size + ");",
        "int memcmp(const void *, const void *, " + size + ");",
    };
    std::string text;
    for (size_t i = 0; i < all.size(); ++i)
        if (needed[i]) text += (cxx_ ? "extern \"C\" " : "") + all[i] + "\n";
    return text;
}

std::string Composer::defined_types() {
    Writer out;
    printer_.types.define_needed(out);
    return out.take();
}

std::string Composer::prototype(FuncId func) const {
    std::string made(storage(func));
    made += text(funcs_[func.index].signature);
    return made += ";\n";
}

std::string Composer::shared_prototypes() const {
    std::string made;
    for (uint32_t i = 0; i < p_.funcs.size(); ++i)
        if (leaves_file({i})) made += prototype({i});
    return made;
}

// Functions that are named before they are defined: by initialisers of globals, or by functions of the same
// file.
std::string Composer::early_prototypes(bool by_initialisers) const {
    std::string made;
    for (uint32_t i = 0; i < p_.funcs.size(); ++i)
        if (!leaves_file({i}) && use(FuncId{i}).early && use(FuncId{i}).in_initialiser == by_initialisers)
            made += prototype({i});
    return made;
}

std::string Composer::shared_globals() {
    Writer out;
    for (const VarId var : p_.globals) {
        if (is_static(var)) continue;
        out.begin();
        out.put("extern ");
        printer_.types.declare(out, p_[var].type, p_.name(var));
        out.put(';');
        out.end();
    }
    return out.take();
}

std::string Composer::globals(uint32_t file) {
    std::string made;
    VarId last;
    for (size_t i = 0; i < p_.globals.size(); ++i) {
        const VarId var = p_.globals[i];
        if (home(var) != file) continue;
        std::string_view declared = text(globals_[i]);
        if (printer_.is_short() && last.valid() && may_share_line(last, var)) {
            made.resize(made.size() - 2); // ";\n"
            made += ", ";
            declared.remove_prefix(printer_.types.name(p_[var].type).size() + 1);
        } else {
            made += storage(var);
        }
        made += declared;
        last = var;
    }
    return made;
}

// int a, b;
bool Composer::may_share_line(VarId first, VarId second) const {
    const TypeId type = p_[first].type;
    return p_[second].type == type && program::is_arithmetic(p_.types.kind(type)) &&
           storage(first) == storage(second);
}

std::string Composer::headers() const {
    std::string made;
    for (const std::string_view header : printer_.sugar.headers())
        made += "#include <" + std::string(header) + ">\n";
    return made;
}

std::string Composer::static_members() {
    Writer out;
    for (const VarId var : p_.globals) {
        if (printer_.sugar.member_name(var).empty()) continue;
        if (out.size() == 0) out.line("struct " + printer_.sugar.holder() + " {");
        out.begin(4);
        out.put("    static ");
        printer_.types.declare(out, p_[var].type, p_.name(var));
        out.put(';');
        out.end();
    }
    if (out.size() != 0) out.line("};");
    return out.take();
}

std::string Composer::helpers(const std::vector<GuardedOp>& ops) const {
    Writer out;
    for (const GuardedOp& op : ops) {
        if (out.size() != 0) out.blank();
        printer_.define_helper(op, out);
    }
    return out.take();
}

std::string Composer::function(FuncId func) const {
    std::string made(storage(func));
    made += text(funcs_[func.index].signature);
    made += text(funcs_[func.index].body);
    return made;
}

std::string Composer::functions() const {
    std::string made;
    made.reserve(printer_.out.size() + 16 * funcs_.size());
    for (uint32_t i = 0; i < funcs_.size(); ++i) {
        if (entry_in_main_ && i == p_.entry.index) continue;
        if (!made.empty()) made += '\n';
        made += function({i});
    }
    return made;
}

std::string Composer::comment() const {
    if (options_.comment.empty()) return {};
    std::string text = options_.comment;
    for (size_t at; (at = text.find("*/")) != std::string::npos;) text.insert(at + 1, 1, ' ');
    return "/* " + text + " */\n";
}

std::vector<GuardedOp> Composer::all_helpers() const {
    return funcs_.empty() ? std::vector<GuardedOp>() : funcs_.front().helpers;
}

std::string Composer::one_file() {
    const std::string members = static_members(); // before the types: it may be the first to need one
    return joined({comment(), headers(), library(printer_.uses.library), defined_types(), members,
                   harness_.definitions, early_prototypes(true), globals(kDriver), early_prototypes(false),
                   helpers(all_helpers()), functions(), harness_.main});
}

std::string Composer::header() {
    const std::string shared = shared_globals(); // before the types: it may be the first to need one
    return joined({library(printer_.uses.library), defined_types(), harness_.declarations, shared,
                   shared_prototypes()});
}

Printed Composer::compose() {
    write_pieces();
    Printed printed;
    printed.expected = harness_.expected;
    const std::string extension = cxx_ ? ".cpp" : ".c";
    const auto add = [&](const std::string& name, std::string text) {
        printed.sources.push_back(name + extension);
        printed.files.push_back({name + extension, std::move(text)});
    };
    if (options_.layout == Layout::OneFile) {
        add(options_.stem, one_file());
        return printed;
    }
    const std::string include = "#include \"" + options_.stem + ".h\"\n";
    if (options_.layout == Layout::ThreeFiles) {
        add(options_.stem + "_func", joined({comment(), include, globals(1), early_prototypes(false),
                                             helpers(all_helpers()), functions()}));
    } else {
        for (uint32_t i = 0; i < funcs_.size(); ++i)
            add(options_.stem + "_" + std::string(p_.name(FuncId{i})),
                joined({comment(), include, globals(i + 1), helpers(funcs_[i].helpers), function({i})}));
    }
    add(options_.stem + "_main",
        joined({comment(), include, harness_.definitions, globals(kDriver), harness_.main}));
    printed.support = {printed.sources.back()};
    printed.files.push_back({options_.stem + ".h", header()});
    return printed;
}

Composer::Part Composer::compose_part(const PartName& name) {
    write_pieces(&name);
    return {joined({defined_types(), early_prototypes(true), globals(kDriver), early_prototypes(false),
                    functions(), harness_.main}),
            harness_.expected, all_helpers(), printer_.uses.library, printer_.uses.harness};
}

Printed print(const Program& program, const semantics::Meaning& meaning, const Options& options) {
    return Composer(program, meaning, options).compose();
}

} // namespace assay::print
