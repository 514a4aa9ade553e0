// A struct or union variable becomes a variable for each of its members that is used.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/retyping.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>
#include <map>

namespace assay::transform {
namespace {

namespace at = program::at;

class LowerRecord final : public Trial<VariableArgs> {
  public:
    LowerRecord()
        : Trial({.name = "lower-record",
                 .precondition = "a struct or union variable, no parameter, of which nothing but members "
                                 "is named; one that a for loop declares has one member in use at most",
                 .effect = "each member that is named becomes a variable of its own",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    using Parts = std::map<uint32_t, VarId>; // by member

    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        for (uint32_t i = 0; i < p.vars.size(); ++i)
            if (program::is_record(p.types.kind(p.vars[i].type))) offer({{i}});
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        return is_held(view, var) && program::is_record(p.types.kind(p[var].type)) &&
               p[var].storage != program::Storage::Param;
    }

    static bool is_member_of(const Program& p, const Node& n, VarId var) {
        if (n.kind != NodeKind::Member || n.slot[at::Member::object] >= p.nodes.size()) return false;
        const Node& object = p[n.child(at::Member::object)];
        return object.kind == NodeKind::VarRef && object.var() == var;
    }

    bool change(Program& p, const Named& step) const override {
        const VarId var = step.var;
        std::vector<uint32_t> uses;
        Parts parts;
        for (uint32_t i = 0; i < p.nodes.size(); ++i) {
            if (!is_member_of(p, p.nodes[i], var)) continue;
            uses.push_back(i);
            parts[p.nodes[i].slot[at::Member::field]] = {};
        }
        if (parts.empty() || !make_parts(p, var, parts)) return false;
        for (const uint32_t use : uses) {
            const VarId part = parts[p.nodes[use].slot[at::Member::field]];
            p.nodes[use] = p[program::Build(p).ref(part)];
        }
        return true;
    }

    // The variable itself stands for the first member in use.
    static bool make_parts(Program& p, VarId var, Parts& parts) {
        const program::Var whole = p[var];
        const auto given = p.types.fields_of(whole.type);
        const std::vector<program::Field> fields(given.begin(), given.end());
        std::vector<VarId> added;
        for (auto& [field, part] : parts) {
            program::Var made = whole;
            made.type = p.types.qualified(fields[field].type, p.types.quals(whole.type));
            made.init = initialiser(p, whole, field);
            if (field == parts.begin()->first) {
                p[var] = made;
                part = var;
                continue;
            }
            made.name = p.names.add(fresh_name(p, "m", static_cast<uint32_t>(p.vars.size())));
            part = p.add(made);
            added.push_back(part);
        }
        return declare(p, var, added);
    }

    static NodeId initialiser(const Program& p, const program::Var& whole, uint32_t field) {
        if (!whole.init || p[whole.init].kind != NodeKind::InitList) return {};
        const Node& list = p[whole.init];
        const auto elements = p.list(list, at::InitList::elements);
        if (p.types.kind(list.type) == TypeKind::Union)
            return list.op == field && !elements.empty() ? elements[0] : NodeId{};
        const auto fields = p.types.fields_of(list.type);
        size_t position = 0;
        for (uint32_t i = 0; i < field; ++i) position += fields[i].is_named() ? 1 : 0;
        return position < elements.size() ? elements[position] : NodeId{};
    }

    static bool declare(Program& p, VarId var, const std::vector<VarId>& added) {
        if (added.empty()) return true;
        if (p[var].is_global()) {
            p.globals.insert(std::ranges::find(p.globals, var) + 1, added.begin(), added.end());
            return true;
        }
        const Declaration found = declaration_of(p, var);
        if (!found.stmt) return false; // a for loop's
        const uint32_t behind = position_in(p, found.block, found.stmt) + 1;
        for (const VarId part : added) insert_stmt(p, found.block, behind, program::Build(p).declare(part));
        return true;
    }
};

} // namespace

const Transform& lower_record() {
    static const LowerRecord transform;
    return transform;
}

} // namespace assay::transform
