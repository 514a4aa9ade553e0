// What the program shows: observed values on the way, and the final values of its globals.
#include "program/typing.h"
#include "semantics/evaluator.h"

#include <bit>

namespace assay::semantics {

namespace at = program::at;

Scalar Evaluator::scalar(const Value& value, TypeId type) const {
    const TypeKind kind = facts(type).kind;
    if (kind == TypeKind::Float)
        return {program::type::Float, std::bit_cast<uint32_t>(static_cast<float>(value.real))};
    if (kind == TypeKind::Double) return {program::type::Double, std::bit_cast<uint64_t>(value.real)};
    return {program::basic(program::integer_kind(p_, type)), value.bits};
}

void Evaluator::exec_observe(NodeId id, const Node& n) {
    const NodeId child = n.child(at::Observe::value);
    const uint32_t mark = memory_.mark(), literals = literals_made_;
    const TypeId type = node(child).type; // before: a repair may move the nodes
    const Scalar shown = scalar(eval(child), type);
    if (literals == literals_made_) memory_.release(mark);
    here_ = id;
    log_.note(AccessLog::kOutput, 0, 1, true);
    if (pure_since_ != 0) throw Undefined{Ub::FalseAttribute};
    meaning_.checksum = mix(meaning_.checksum, p_, shown);
    if (options_.on_shown) options_.on_shown(id, shown);
    const auto [entry, is_new] = observed_at_.try_emplace(id.index, meaning_.observed.size());
    if (is_new) meaning_.observed.push_back({id, 0, true, shown, kHashStart});
    ObservedSite& site = meaning_.observed[entry->second];
    ++site.times;
    site.same &= shown == site.first;
    site.hash = mix(site.hash, p_, shown);
}

void Evaluator::collect_finals() {
    std::vector<uint32_t> path;
    for (const program::VarId id : p_.globals) {
        const program::Var& var = p_[id];
        if (var.observed && (p_.types.quals(var.type) & program::kConst) == 0)
            collect(place_of(id), id, path);
    }
    for (const FinalValue& final : meaning_.finals) {
        meaning_.checksum = mix(meaning_.checksum, p_, final.value);
        if (options_.on_shown) options_.on_shown({}, final.value);
    }
}

// Does every number in it (at least one) hold a value that was stored as such?
bool Evaluator::readable(const Place& place) {
    const size_t finals = meaning_.finals.size(), steps = meaning_.path_steps.size();
    std::vector<uint32_t> path;
    bool complete = true;
    try {
        const TypeKind kind = facts(place.type).kind;
        if (is_arithmetic(kind))
            complete = memory_.holds(place) && (load(place), true);
        else
            collect(place, {}, path);
    } catch (const Undefined&) {
        complete = false;
    }
    const bool any = is_arithmetic(facts(place.type).kind) || meaning_.finals.size() > finals;
    meaning_.finals.resize(finals);
    meaning_.path_steps.resize(steps);
    return complete && any;
}

void Evaluator::collect(const Place& place, program::VarId var, std::vector<uint32_t>& path) {
    const program::Type t = p_.types[place.type];
    const auto descend = [&](const Place& part, uint32_t step) {
        path.push_back(step);
        collect(part, var, path);
        path.pop_back();
    };
    if (is_record(t.kind)) {
        const auto fields = p_.types.fields_of(place.type);
        for (uint32_t i = 0; i < fields.size(); ++i) {
            if (!fields[i].is_named()) continue;
            const Place part = field_place(place, i);
            if (t.kind == TypeKind::Union && !readable(part)) continue;
            descend(part, i);
            if (t.kind == TypeKind::Union) break;
        }
    } else if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        for (uint32_t i = 0; i < t.count; ++i) descend(element_place(place, i), i);
    } else if (is_arithmetic(t.kind)) {
        if (!memory_.holds(place)) return;
        Value value;
        try {
            value = load(place);
        } catch (const Undefined&) {
            return; // bytes without a value, inside a union
        }
        FinalValue final{var, static_cast<uint32_t>(meaning_.path_steps.size()),
                         static_cast<uint32_t>(path.size()), scalar(value, place.type)};
        meaning_.path_steps.insert(meaning_.path_steps.end(), path.begin(), path.end());
        meaning_.finals.push_back(final);
    }
}

} // namespace assay::semantics
