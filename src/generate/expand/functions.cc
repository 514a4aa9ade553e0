// Functions: each is called with several sets of arguments, which are checked inside, and has a result for
// each.
#include "generate/expand/maker.h"

#include "program/typing.h"
#include "transform/kit/fold.h"
#include "transform/kit/inverse.h"

#include <algorithm>

namespace assay::generate::expand {

namespace at = program::at;
using program::BinaryOp;
using transform::kHere;
using transform::kMostParams;
using transform::Signature;

namespace {

enum class Param { Number, Record, Array };
constexpr SiteOf kParam{"expand.param", Option{Param::Number, "number", 8},
                        Option{Param::Record, "record", 2}, Option{Param::Array, "array", 2}};
constexpr SiteOf kFlags{
    "expand.function", Option{program::kFuncStatic, "static", 4}, Option{program::FuncFlag{0}, "extern", 3},
    Option{program::FuncFlag{program::kFuncStatic | program::kFuncNoinline}, "noinline", 2},
    Option{program::FuncFlag{program::kFuncStatic | program::kFuncInline}, "inline", 2}};
constexpr SiteOf kCalls{"expand.arguments", Option{1u, "one", 2}, Option{2u, "two", 3},
                        Option{3u, "three", 2}, Option{5u, "five", 1}};
constexpr Coin kCalledForSure{"expand.called-for-sure", 75};
constexpr Coin kArgumentShown{"expand.argument.shown", 85};
constexpr SiteOf kTermOp{"expand.result",
                         Option{BinaryOp::Add, "add", 5},
                         Option{BinaryOp::Sub, "sub", 5},
                         Option{BinaryOp::Mul, "mul", 3},
                         Option{BinaryOp::Div, "div", 2},
                         Option{BinaryOp::Rem, "rem", 2},
                         Option{BinaryOp::Shl, "shl", 1},
                         Option{BinaryOp::Shr, "shr", 2},
                         Option{BinaryOp::And, "and", 2},
                         Option{BinaryOp::Or, "or", 2},
                         Option{BinaryOp::Xor, "xor", 3},
                         Option{BinaryOp::Lt, "lt", 1},
                         Option{BinaryOp::Eq, "eq", 1}};

} // namespace

Signature Maker::any_signature(std::array<const Aggregate*, kMostParams>& passed) {
    Signature s;
    s.result = kind();
    s.flags = c.pick(kFlags);
    const auto count = c.below(kMostParams + 1);
    uint32_t numbers = 0;
    std::array<uint32_t, kMostParams> number_at{};
    for (size_t i = 0; i < count; ++i) {
        const Param param = c.pick(kParam);
        const Aggregate* given = aggregates.empty() ? nullptr : &c.element(aggregates);
        const bool record = given && given->record != UINT32_MAX;
        if (given && param == (record ? Param::Record : Param::Array)) {
            s.params[i] = record ? transform::kRecordCode + given->record
                                 : transform::kPointerCode + static_cast<uint32_t>(given->element);
            passed[i] = given;
        } else {
            s.params[i] = static_cast<uint32_t>(kind());
            number_at[numbers++] = static_cast<uint32_t>(i + 1);
        }
    }
    const auto any_number = [&] { return numbers == 0 ? 0 : number_at[c.below(numbers)]; };
    s.start = any_number();
    const auto terms = 1 + c.below(transform::kTerms);
    for (size_t i = 0; i < terms; ++i) {
        const BinaryOp op = c.pick(kTermOp);
        const uint32_t operand = c.percent(40) ? any_number() : 0;
        const UInt128 number = value_of(program::type::Int, -1);
        s.terms[i] = transform::Term::of(op, operand,
                                         operand != 0   ? UInt128{0}
                                         : is_shift(op) ? number % 8
                                                        : number);
    }
    return s;
}

// Those of several sets of arguments for which the result is defined.
void Maker::find_arguments(Function& function, const std::array<const Aggregate*, kMostParams>& passed) {
    const std::vector<VarId> params(p.params(function.func).begin(), p.params(function.func).end());
    const uint32_t wanted = c.pick(kCalls);
    for (uint32_t tries = 0; tries < 2 * wanted + 4 && function.args.size() < wanted; ++tries) {
        std::array<UInt128, kMostParams> args{};
        for (size_t i = 0; i < params.size(); ++i)
            args[i] = passed[i] ? UInt128{passed[i]->var.index} : value_of(p[params[i]].type, -1);
        const auto result = transform::result_of(p, function.func, {args.data(), params.size()});
        if (!result) continue;
        function.args.push_back(args);
        function.results.push_back(*result);
    }
}

void Maker::know_parameters(const Function& function, const Spot& spot,
                            const std::array<const Aggregate*, kMostParams>& passed) {
    const std::vector<VarId> params(p.params(function.func).begin(), p.params(function.func).end());
    for (size_t i = 0; i < params.size(); ++i) {
        if (passed[i]) {
            const bool record = passed[i]->record != UINT32_MAX;
            for (uint32_t k = 0; k < passed[i]->count; ++k) {
                const Known there = globals[passed[i]->first_known + k];
                // A struct is a copy of the argument's, an array is the argument itself.
                const uint32_t object =
                    record ? add_object(objects[there.object].value, spot.level, true) : there.object;
                const UInt128 path = record ? there.path : there.path + kHere - 1;
                locals.push_back(known_at(params[i], path, there.type, there.bits, object));
            }
            if (passed[i]->count != 0 && c.pick(kArgumentShown)) {
                const Known first = locals[locals.size() - 1 - c.below(passed[i]->count)];
                show(spot, first.var, first.path);
            }
            continue;
        }
        std::vector<UInt128> values;
        for (const auto& args : function.args) values.push_back(args[i]);
        const bool same = std::ranges::all_of(values, [&](UInt128 value) { return value == values[0]; });
        if (c.pick(kArgumentShown))
            apply(transform::show_value(), spot.block, transform::ShowValueArgs{spot.before, params[i], 0});
        if (same)
            locals.push_back(
                known_at(params[i], 0, p[params[i]].type, -1, add_object(values[0], spot.level, false)));
        else
            varying.push_back({params[i], p.types.kind(p[params[i]].type), std::move(values)});
    }
}

void Maker::add_function() {
    std::array<const Aggregate*, kMostParams> passed{};
    const Signature signature = any_signature(passed);
    apply(transform::add_function(), entry_body(), transform::AddFunctionArgs{signature});
    const uint32_t first = made, last = static_cast<uint32_t>(p.nodes.size());
    Function function;
    function.func = {static_cast<uint32_t>(p.funcs.size() - 1)};
    function.body = p[function.func].body;
    function.result = signature.result;
    find_arguments(function, passed);
    if (function.args.empty()) return;
    const std::vector<Aggregate> kept = aggregates; // `passed` points into it
    for (auto& given : passed)
        if (given) given = &kept[static_cast<size_t>(given - aggregates.data())];
    Spot spot;
    spot.block = function.body;
    spot.before = p.list(p[function.body], at::Block::stmts).back();
    spot.body = function.body;
    spot.level = 1;
    spot.rounds = 4; // calls
    work = 0;
    know_parameters(function, spot, passed);
    const size_t known = locals.size();
    fill(spot, static_cast<uint32_t>(c.below(5)));
    calls_left = 1;
    rounds = spot.rounds;
    base::check(locals.size() == known, "what a block made known is forgotten");
    expand_range(first, last, budget());
    locals.clear();
    varying.clear();
    sums.clear();
    function.cost = 10 + work / spot.rounds;
    functions.push_back(std::move(function));
}

void Maker::call_all(const Spot& spot) {
    for (size_t i = 0; i < functions.size(); ++i) {
        if (!c.pick(kCalledForSure)) continue;
        for (size_t k = 0; k < functions[i].args.size() && !full(); ++k) call_with(spot, functions[i], k);
    }
}

// t = f(...)
void Maker::call_with(const Spot& spot, const Function& function, size_t chosen) {
    const TypeId type = program::basic(function.result);
    const auto storage = c.percent(50) ? program::Storage::Local : program::Storage::Static;
    const uint8_t quals = is_volatile() ? program::kVolatile : 0;
    const VarId var = add_variable(spot, storage, static_cast<UInt128>(function.result), quals, c.bits64());
    const UInt128 value = function.results[chosen];
    apply(transform::assign_known(), spot.block,
          transform::AssignKnownArgs{spot.before, var, 0, 0, false, value});
    NodeId constant;
    for (uint32_t i = made; i < p.nodes.size(); ++i)
        if (p.nodes[i].kind == NodeKind::Assign) constant = p.nodes[i].child(at::Assign::value);
    apply(transform::call_known(), constant,
          transform::CallKnownArgs{function.body, true, function.args[chosen]});
    calls_left = 0;
    rounds = spot.rounds;
    expand_made(budget());
    locals.push_back(known_at(var, 0, type, -1, add_object(value, spot.level, true)));
    show(spot, var, 0);
}

std::span<const choice::Site* const> function_sites() {
    static constexpr const choice::Site* all[]{&kParam,         &kFlags,         &kCalls,
                                               &kCalledForSure, &kArgumentShown, &kTermOp};
    return all;
}

} // namespace assay::generate::expand
