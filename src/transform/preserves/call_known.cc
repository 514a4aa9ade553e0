// An integer constant becomes a call of a function that returns it.
#include "base/hash.h"
#include "program/typing.h"
#include "program/walk.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/bare.h"
#include "transform/kit/edit.h"
#include "transform/kit/fold.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/kit/signatures.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class CallKnown final : public TransformOf<CallKnownArgs> {
  public:
    CallKnown()
        : TransformOf({.name = "call-known",
                       .precondition =
                           "an integer constant where its value alone is wanted, and a function that does "
                           "nothing but return an expression of its integer parameters, which has this "
                           "value for the arguments",
                       .effect =
                           "c becomes f(a, b, c), converted to the type of c unless the place does that; "
                           "structs, unions and arrays are passed as variables",
                       .flags = {.preserves = true},
                       .sites = Sites::Integers}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        for (uint64_t i = 0; i < 60; ++i) {
            const uint64_t w = base::scramble(word + i);
            const program::Func& func = p.funcs[w % p.funcs.size()];
            CallKnownArgs args{.body = func.body, .bare = ((w >> 62) & 1) != 0};
            for (size_t k = 0; k < std::min<size_t>(func.param_count, kMostParams); ++k)
                args.args[k] = base::scramble(w + k) % 12;
            if (offer(args)) return;
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site)) return false;
        const FuncId func = function_of(p, step.body);
        if (!func || func == view.function(step.site) || func == p.entry) return false;
        if (!view.function(step.site) || view.use(func).in_pure_code || is_in_pure(view, step.site))
            return false;
        const TypeKind result = p.types.kind(p.result_type(func));
        if (!program::is_integer(result)) return false;
        if (step.bare && (program::promoted_type(p, program::basic(result)) != view[step.site].type ||
                          !promotes_alike(view, step.site)))
            return false;
        const std::span<const VarId> params = p.params(func);
        for (size_t i = 0; i < kMostParams; ++i) {
            const UInt128 arg = step.args[i];
            if (i >= params.size() ? arg != 0 : !fits_param(view, step.site, p[params[i]].type, arg))
                return false;
        }
        return params.size() <= kMostParams && view.depth(step.site) < 500;
    }

    static bool is_in_pure(const View& view, NodeId site) {
        const program::Func& around = view.program()[view.function(site)];
        return (around.flags & (program::kFuncPure | program::kFuncConst)) != 0;
    }

    static bool fits_param(const View& view, NodeId site, TypeId type, UInt128 arg) {
        const Program& p = view.program();
        const program::Type& t = p.types[type];
        if (program::is_integer(t.kind)) {
            const TypeId wide = program::promoted_type(p, program::basic(t.kind));
            return semantics::convert(arg, shape_of(p.types.kind(wide), p.platform.target)) == arg;
        }
        const VarId var{arg < p.vars.size() ? static_cast<uint32_t>(arg) : UINT32_MAX};
        if (!var || !is_visible(view, site, var)) return false;
        const program::Type& own = p.types[p[var].type];
        if (t.kind == TypeKind::Pointer) return program::is_array(own.kind) && own.base == t.base;
        return program::is_record(t.kind) && p[var].type == type && t.quals == 0;
    }

    static bool has_dead_code(const View& view, FuncId func) {
        bool any = false;
        program::walk(view.program(), view.program()[func].body, [&](NodeId id) { any |= view.is_dead(id); });
        return any;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const FuncId func = function_of(p, step.body);
        const size_t count = p.params(func).size();
        for (const VarId param : p.params(func))
            if (!program::is_integer(p.types.kind(p[param].type)))
                return false; // what is passed may have no value
        if (!view.is_dead(step.site) && has_dead_code(view, func)) return false; // it would run now
        const auto result = result_of(p, func, std::span(step.args).first(count));
        const TypeKind kind = p.types.kind(view[step.site].type);
        return result &&
               semantics::convert(*result, shape_of(kind, p.platform.target)) == view[step.site].bits();
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type;
        const FuncId func = function_of(p, step.body);
        const std::vector<VarId> params(p.params(func).begin(), p.params(func).end());
        std::vector<NodeId> args;
        for (size_t i = 0; i < params.size(); ++i) {
            const TypeKind kind = p.types.kind(p[params[i]].type);
            args.push_back(program::is_integer(kind)
                               ? build.integer(program::promoted_type(p, program::basic(kind)),
                                               static_cast<Int128>(step.args[i]))
                               : build.ref(VarId{static_cast<uint32_t>(step.args[i])}));
        }
        const NodeId made = build.call(func, args);
        if (step.bare)
            become(p, step.site, made);
        else
            become_value(p, step.site, made, type);
    }
};

} // namespace

const Transform& call_known() {
    static const CallKnown transform;
    return transform;
}

} // namespace assay::transform
