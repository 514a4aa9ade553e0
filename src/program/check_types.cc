// Types, and everything at file scope.
#include "program/checker.h"
#include "program/names.h"
#include "program/type_rules.h"
#include "program/typing.h"

#include <fmt/format.h>

#include <bit>
#include <unordered_set>

namespace assay::program {

void Checker::check_enums() {
    for (const Enum& e : p_.types.enums) {
        where_ = fmt::format("enum '{}'", p_.names[e.name]);
        if (e.count == 0) fail("it has no enumerators");
        int64_t smallest = INT64_MAX, largest = INT64_MIN;
        for (uint32_t i = 0; i < e.count; ++i) {
            const int64_t value = p_.types.enumerators[e.first + i].value;
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
        }
        if (smallest != e.smallest || largest != e.largest) fail("its range is not that of its enumerators");
        if (smallest < INT32_MIN || largest > INT32_MAX) fail("an enumerator does not fit int");
    }
}

void Checker::check_records() {
    for (uint32_t i = 0; i < p_.types.records.size(); ++i) {
        const Record& r = p_.types.records[i];
        where_ = fmt::format("{} '{}'", r.is_union ? "union" : "struct", p_.names[r.name]);
        if (r.align != 0 && (!std::has_single_bit(r.align) || r.align > 128))
            fail("its alignment is no power of two");
        std::unordered_set<std::string_view> names;
        uint64_t bytes = 0;
        for (uint32_t k = 0; k < r.field_count; ++k) {
            const Field& field = p_.types.fields[r.first_field + k];
            std::string problem = deep_type_problem(p_, field.type, i);
            if (problem.empty()) problem = field_problem(p_, i, field);
            if (!problem.empty()) fail(fmt::format("member {}: {}", k, problem));
            // Summed up here already: the size of a record is only asked for once its members are known to be
            // small.
            bytes += size_bound(p_, field.type);
            if (bytes > kMaxObjectBytes) fail(fmt::format("it is larger than {} bytes", kMaxObjectBytes));
            if (!field.is_named()) continue;
            const std::string_view name = p_.names[field.name];
            const std::string_view bad_name = name_problem(name, NamePlace::Inner);
            if (!bad_name.empty()) fail(fmt::format("the member name '{}' {}", name, bad_name));
            if (!names.insert(name).second) fail(fmt::format("it has two members '{}'", name));
        }
        if (names.empty()) fail("it has no named member");
    }
    where_.clear();
}

void Checker::check_file_names() {
    where_.clear();
    std::unordered_set<std::string_view> names;
    const auto note = [&](NameId id) {
        const std::string_view name = p_.names[id];
        const std::string_view problem = name_problem(name, NamePlace::File);
        if (!problem.empty()) fail(fmt::format("the name '{}' {}", name, problem));
        if (!names.insert(name).second)
            fail(fmt::format("the name '{}' stands for two things at file scope", name));
    };
    for (const Enum& e : p_.types.enums) {
        note(e.name);
        for (uint32_t i = 0; i < e.count; ++i) note(p_.types.enumerators[e.first + i].name);
    }
    for (const Record& r : p_.types.records) note(r.name);
    for (const VarId global : p_.globals) note(p_[global].name);
    for (const Func& func : p_.funcs) note(func.name);
}

void Checker::check_type(TypeId type, NodeId at) {
    if (good_types_.size() < p_.types.size()) good_types_.resize(p_.types.size());
    if (good_types_[type.index]) return;
    const std::string problem = deep_type_problem(p_, type);
    if (!problem.empty()) fail(at, fmt::format("its type has {}", problem));
    good_types_[type.index] = true;
}

void Checker::check_global(VarId id) {
    // Names are resolved in order, as the text has it: a global sees those before it, and itself.
    visible_[p_.name(id)] = id;
    if (p_[id].init) check_expr(p_[id].init);
    check_variable(id, p_[id].init);
}

void Checker::check_signature(FuncId id) {
    const Func& func = p_[id];
    check_type(func.type, {});
    std::vector<TypeId> types;
    for (const VarId param : p_.params(id)) {
        check_variable(param, {});
        types.push_back(typed_.types.unqualified(p_[param].type));
    }
    if (typed_.types.function(p_.result_type(id), types) != func.type)
        fail("its parameters are not those of its type");
    const bool is_pure = (func.flags & kFuncPure) != 0, is_const = (func.flags & kFuncConst) != 0;
    if (is_pure && is_const) fail("it is both pure and const");
    if ((is_pure || is_const) && p_.result_type(id) == type::Void)
        fail("it is pure or const without a result");
    if ((func.flags & kFuncInline) != 0) {
        if ((func.flags & kFuncNoinline) != 0) fail("it is both inline and noinline");
        if (!cxx_ && (func.flags & kFuncStatic) == 0)
            fail("it is inline but not static, which C does not define");
    }
    if (id == p_.entry && (p_.result_type(id) != type::Void || func.param_count != 0))
        fail("the entry must be void and without parameters");
}

void Checker::check_variable(VarId id, NodeId at) {
    const Var& var = p_[id];
    const auto bad = [&](std::string_view what) {
        fail(at, fmt::format("variable '{}': {}", p_.name(id), what));
    };
    const std::string_view problem = name_problem(p_.name(id), NamePlace::Inner);
    if (!problem.empty()) bad(fmt::format("the name {}", problem));
    if (const std::string why = deep_type_problem(p_, var.type); !why.empty())
        bad(fmt::format("its type has {}", why));
    if (!is_complete(p_, var.type)) bad("its type has no size");
    if ((p_.types.kind(var.type) == TypeKind::Vla) != var.length.valid())
        bad("a length is for variable-length arrays alone");
    if (var.length) {
        if (cxx_) bad("C++ has no variable-length arrays");
        if (var.storage != Storage::Local) bad("only a local can have a variable length");
        if (var.init) bad("a variable-length array cannot be initialised");
        if (!is_integral(typed_.types.kind(value_type(typed_, var.length)))) bad("its length is no integer");
        if (!is_possible_length(var.length, p_.types[var.type].base))
            bad("its length could be found to be negative, zero or very large");
    }
    if (!var.init) {
        if (cxx_ && var.storage != Storage::Param && holds_const(p_, var.type))
            bad("a variable with const in it must be initialised in C++");
        return;
    }
    if (!initialises(typed_, var.type, var.init)) bad("its initialiser does not fit its type");
    if (var.is_static_storage() && !is_static_initialiser(var.init))
        bad("the initialiser of a static variable is no constant");
}

} // namespace assay::program
