#include "program/check_program.h"

#include "program/checker.h"

#include <fmt/format.h>

namespace assay::program {

Checker::Checker(const Program& program)
    : p_(program), typed_(program), cxx_(is_cxx(program.platform.standard)) {}

void Checker::run() {
    check_tables();
    check_trees();
    where_.clear();
    check_enums();
    check_records();
    check_file_names();
    for (const VarId global : p_.globals) {
        where_ = fmt::format("global '{}'", p_.name(global));
        check_global(global);
    }
    declared_.assign(p_.vars.size(), false);
    for (uint32_t i = 0; i < p_.funcs.size(); ++i) {
        where_ = fmt::format("function '{}'", p_.name(FuncId{i}));
        check_signature({i});
        check_body({i});
    }
}

void Checker::fail(std::string_view what) const {
    throw CheckError{where_.empty() ? std::string(what) : fmt::format("{}: {}", where_, what)};
}

void Checker::fail(NodeId at, std::string_view what) const {
    if (at.index >= p_.nodes.size()) fail(what);
    const bool is_kind = static_cast<int>(p_[at].kind) < kNodeKindCount;
    fail(fmt::format("{} (node {}): {}", is_kind ? info(p_[at].kind).name : "?", at.index, what));
}

base::Result<void> check_program(const Program& program) {
    try {
        Checker(program).run();
        return {};
    } catch (const CheckError& error) {
        return base::Error{error.message};
    }
}

} // namespace assay::program
