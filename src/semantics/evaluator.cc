#include "semantics/evaluator.h"

#include "base/check.h"
#include "program/typing.h"
#include "program/walk.h"
#include "semantics/effects.h"
#include "semantics/repair.h"

#include <fmt/format.h>

namespace assay::semantics {

Evaluator::Evaluator(const program::Program& program, program::Program* repairable, Repairer* repairer,
                     const EvaluateOptions& options)
    : p_(program), repairable_(repairable), repairer_(repairer), options_(options), layout_(program),
      memory_(program, layout_, options.memory_budget), shift_rule_(shift_rule(program.platform.standard)),
      long_after_(repairer == nullptr ? UINT64_MAX : options.long_after) {}

Meaning Evaluator::run() {
    prepare();
    meaning_.checksum = kHashStart;
    try {
        start_globals();
        memory_.begin_stack(options_.stack_budget);
        call(p_[p_.entry].body, p_.entry, {}, {});
        here_ = {};
        collect_finals();
    } catch (const Undefined& undefined) {
        meaning_.outcome = Outcome::Undefined;
        meaning_.ub = undefined.kind;
        meaning_.at = here_;
    } catch (const OverBudget&) {
        meaning_.outcome = Outcome::OverBudget;
        meaning_.at = here_;
    }
    return std::move(meaning_);
}

void Evaluator::prepare() {
    active_calls_.resize(p_.funcs.size(), 0);
    locals_of_funcs_.resize(p_.funcs.size());
    make_room();
    std::vector<NodeId> path;
    for (const program::Func& func : p_.funcs)
        if (func.body) prepare_node(func.body, path);
    for (const program::VarId global : p_.globals)
        if (p_[global].init) prepare_node(p_[global].init, path);
    // Static locals are initialised before the program starts, also those whose declaration is no longer
    // reachable.
    for (const program::Var& var : p_.vars)
        if (var.storage == program::Storage::LocalStatic && var.init) prepare_node(var.init, path);
}

void Evaluator::make_room() {
    node_facts_.resize(p_.nodes.size());
    for (auto i = static_cast<uint32_t>(objects_of_vars_.size()); i < p_.vars.size(); ++i) {
        const program::Var& var = p_.vars[i];
        const bool local = var.storage == program::Storage::Local || var.storage == program::Storage::Param;
        if (local && var.owner) locals_of_funcs_[var.owner.index].push_back({i});
    }
    objects_of_vars_.resize(p_.vars.size());
    if (options_.profile) {
        meaning_.profile.resize(p_.nodes.size());
        profile_ = meaning_.profile.data();
    }
    for (uint32_t i = static_cast<uint32_t>(type_facts_.size()); i < p_.types.size(); ++i) {
        TypeFacts& f = type_facts_.emplace_back();
        f.kind = p_.types.kind({i});
        f.size = layout_.size({i});
        if (is_integral(f.kind)) f.shape = layout_.shape({i});
    }
}

bool Evaluator::prepare_node(NodeId id, std::vector<NodeId>& path) {
    const Node& n = node(id);
    const bool is_stmt = program::is_statement(n.kind);
    if (is_stmt) path.push_back(id);
    if (n.kind == NodeKind::Label) label_paths_[n.label().index] = path;
    bool effects = is_effect(n);
    program::for_each_child(p_, n, [&](NodeId child) { effects |= prepare_node(child, path); });
    if (n.kind == NodeKind::Declare) {
        const program::Var& var = p_[n.var()];
        if (var.length) prepare_node(var.length, path);
        if (var.init) prepare_node(var.init, path);
    }
    if (is_stmt) path.pop_back();
    node_facts_[id.index].effects = effects;
    prepare_operands(id);
    return effects;
}

void Evaluator::prepare_operands(NodeId id) {
    const Node& n = node(id);
    if (n.kind == NodeKind::Cast) {
        NodeFacts& f = node_facts_[id.index];
        const TypeFacts& to = facts(n.type);
        f.integers = is_integer(to.kind) && is_integral(facts(node(n.child(0)).type).kind);
        f.shape = to.shape;
    }
    if (n.kind != NodeKind::Binary && n.kind != NodeKind::CompoundAssign) return;
    const TypeKind left = facts(node(n.child(0)).type).kind, right = facts(node(n.child(1)).type).kind;
    if (!is_arithmetic(left) || !is_arithmetic(right)) return;
    const bool shifts = is_shift(n.binary());
    NodeFacts& f = node_facts_[id.index];
    f.operands = shifts ? program::promoted(p_, n.child(0)) : program::operand_type(p_, n);
    f.integers = is_integral(left) && is_integral(right);
    if (!f.integers) return;
    f.shape = facts(f.operands).shape;
    f.count = shifts ? facts(program::promoted(p_, n.child(1))).shape : f.shape;
}

void Evaluator::start_globals() {
    const auto start = [&](program::VarId id) {
        const program::Var& var = p_[id];
        const bool constant = p_.types.quals(var.type) == program::kConst;
        const ObjectRef object = memory_.allocate(var.type, facts(var.type).size, constant);
        memory_.zero(object);
        objects_of_vars_[id.index] = object;
    };
    for (const program::VarId global : p_.globals) start(global);
    std::vector<program::VarId> statics;
    for (uint32_t i = 0; i < p_.vars.size(); ++i)
        if (p_.vars[i].storage == program::Storage::LocalStatic) statics.push_back({i});
    for (const program::VarId local : statics) start(local);
    const auto initialise_all = [&](const std::vector<program::VarId>& vars) {
        for (const program::VarId id : vars)
            if (p_[id].init) initialise(place_of(id), p_[id].init);
    };
    frames_.emplace_back();
    initialise_all(p_.globals);
    initialise_all(statics);
    frames_.pop_back();
}

void Evaluator::charge(uint64_t bytes) {
    meaning_.steps += bytes / kBytesPerStep;
    if (meaning_.steps > options_.step_budget) throw OverBudget{};
}

int64_t Evaluator::clamped(NodeId id, UInt128 bits) const {
    const bool negative = static_cast<Int128>(bits) < 0 && facts(node(id).type).shape.is_signed;
    if (negative) return static_cast<int64_t>(std::max(static_cast<Int128>(bits), Int128{INT64_MIN}));
    return static_cast<int64_t>(std::min(bits, UInt128{INT64_MAX}));
}

void Evaluator::note_truth(NodeId id, bool truth) {
    if (profile_ != nullptr && truth) ++profile_[id.index].taken;
}

Meaning evaluate(const program::Program& program, const EvaluateOptions& options) {
    return Evaluator(program, nullptr, nullptr, options).run();
}

Meaning evaluate_and_repair(program::Program& program, Repairer& repairer, const EvaluateOptions& options) {
    EvaluateOptions with_profile = options;
    with_profile.profile = true;
    return Evaluator(program, &program, &repairer, with_profile).run();
}

uint64_t mix(uint64_t hash, const program::Program& program, const Scalar& value) {
    hash = mix(hash, static_cast<uint64_t>(value.bits));
    const TypeKind kind = program.types.kind(value.type);
    const bool wide = program::is_wide(kind);
    return wide ? mix(hash, static_cast<uint64_t>(value.bits >> 64)) : hash;
}

std::string describe(const Meaning& meaning) {
    switch (meaning.outcome) {
    case Outcome::Defined: return fmt::format("checksum {:016x}", meaning.checksum);
    case Outcome::Undefined:
        return fmt::format("undefined: {} ({}) at node {}", saved_name(meaning.ub), description(meaning.ub),
                           meaning.at.valid() ? std::to_string(meaning.at.index) : "?");
    case Outcome::OverBudget: return fmt::format("over budget after {} steps", meaning.steps);
    }
    return {};
}

} // namespace assay::semantics
