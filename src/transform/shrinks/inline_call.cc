// The only call of a function gives way to its body.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class InlineCall final : public Trial<StatementArgs> {
  public:
    InlineCall()
        : Trial({.name = "inline-call",
                 .precondition = "a statement f(...) or x = f(...) that is the only mention of f, which "
                                 "returns at its end or not at all",
                 .effect = "the statement becomes a block: variables for the parameters, and the body; f "
                           "is removed",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        for (const NodeId id : view.nodes())
            if (call_in(view.program(), id)) offer({id});
    }

    bool may(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const NodeId stmt = step.stmt, parent = view.holds(stmt) ? view.parent(stmt) : NodeId{};
        if (!parent || p[parent].kind == NodeKind::For) return false;
        const NodeId call = call_in(p, stmt);
        if (!call) return false;
        const FuncId func = p[call].func();
        const FuncUse& use = view.use(func);
        if (func == p.entry || use.calls != 1 || use.refs != 0 || use.from_outside != 1) return false;
        return returns_at_end(p, p[func].body);
    }

    static NodeId call_in(const Program& p, NodeId stmt) {
        if (p[stmt].kind != NodeKind::ExprStmt) return {};
        NodeId expr = p[stmt].child(at::ExprStmt::expr);
        if (p[expr].kind == NodeKind::Assign) expr = p[expr].child(at::Assign::value);
        return p[expr].kind == NodeKind::Call ? expr : NodeId{};
    }

    static bool returns_at_end(const Program& p, NodeId body) {
        uint32_t returns = 0;
        program::walk(p, body, [&](NodeId id) { returns += p[id].kind == NodeKind::Return ? 1 : 0; });
        const auto stmts = p.list(p[body], at::Block::stmts);
        return returns == 0 || (returns == 1 && p[stmts.back()].kind == NodeKind::Return);
    }

    static FuncId owner_of(const Program& p, NodeId stmt) {
        for (uint32_t i = 0; i < p.funcs.size(); ++i) {
            bool found = false;
            program::walk(p, p.funcs[i].body, [&](NodeId id) { found |= id == stmt; });
            if (found) return {i};
        }
        return {};
    }

    bool change(Program& p, const Named& step) const override {
        const NodeId stmt = step.stmt;
        const FuncId caller = owner_of(p, stmt);
        const NodeId call = call_in(p, stmt);
        const FuncId func = p[call].func();
        std::vector<NodeId> stmts = declare_parameters(p, call);
        const auto body = p.list(p[p[func].body], at::Block::stmts);
        stmts.insert(stmts.end(), body.begin(), body.end());
        if (!stmts.empty() && p[stmts.back()].kind == NodeKind::Return) end_with(p, stmt, stmts);
        for (program::Var& var : p.vars)
            if (var.owner == func) var.owner = caller;
        become(p, stmt, program::Build(p).block(stmts));
        erase_function(p, func);
        return true;
    }

    static std::vector<NodeId> declare_parameters(Program& p, NodeId call) {
        const auto params = p.params(p[call].func());
        const auto args = p.list(p[call], at::Call::args);
        std::vector<NodeId> stmts;
        for (size_t i = 0; i < params.size(); ++i) {
            program::Var& var = p[params[i]];
            var.storage = program::Storage::Local;
            var.init = args[i];
            // An argument may mention a variable of the caller that has the name of a parameter.
            var.name = p.names.add(fresh_name(p, "a", params[i].index));
            stmts.push_back(program::Build(p).declare(params[i]));
        }
        return stmts;
    }

    // return e; becomes x = e; or e; or nothing.
    static void end_with(Program& p, NodeId stmt, std::vector<NodeId>& stmts) {
        const NodeId value = p[stmts.back()].child(at::Return::value);
        stmts.pop_back();
        if (!value) return;
        Node expr = p[p[stmt].child(at::ExprStmt::expr)];
        if (expr.kind == NodeKind::Assign) {
            expr.slot[at::Assign::value] = value.index;
            stmts.push_back(program::Build(p).expr(p.add(expr)));
        } else {
            stmts.push_back(program::Build(p).expr(value));
        }
    }
};

} // namespace

const Transform& inline_call() {
    static const InlineCall transform;
    return transform;
}

} // namespace assay::transform
