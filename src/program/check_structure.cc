// The tables are sound: ids in range, nodes form trees, children have the class that nodes.def says.
#include "program/checker.h"
#include "program/sexpr.h"
#include "program/walk.h"

#include <fmt/format.h>

namespace assay::program {
namespace {

// So that everything that passes can be saved and loaded again: what is around a body, and types, take
// brackets too.
constexpr uint32_t kMaxDepth = kMaxNesting - 40;

template <typename Tag, typename Table> bool in_range(Id<Tag> id, const Table& table) {
    return id.index < table.size();
}

int op_count(NodeKind kind) {
    if (kind == NodeKind::Unary) return kUnaryOpCount;
    if (kind == NodeKind::Binary || kind == NodeKind::CompoundAssign) return kBinaryOpCount;
    if (kind == NodeKind::Logical) return 2;
    if (kind == NodeKind::IncDec) return 4;
    if (kind == NodeKind::CallBuiltin) return kBuiltinCount;
    return kind == NodeKind::InitList ? 256 : 1;
}

std::string type_table_problem(const TypeTable& types, TypeId id) {
    const Type& t = types[id];
    const bool has_base = t.kind > TypeKind::Enum && !is_record(t.kind);
    if (has_base && t.base.index >= id.index) return "stands before its parts";
    if (is_record(t.kind) && t.count >= types.records.size()) return "names no record";
    if (t.kind == TypeKind::Enum && t.count >= types.enums.size()) return "names no enum";
    if (t.kind == TypeKind::Function) {
        if (uint64_t{t.first} + t.count > types.params.size()) return "has parameters outside the table";
        for (const TypeId param : types.params_of(id))
            if (param.index >= id.index) return "stands before its parts";
    }
    return {};
}

} // namespace

void Checker::check_tables() {
    const TypeTable& types = p_.types;
    for (uint32_t i = 0; i < types.size(); ++i)
        if (const std::string problem = type_table_problem(types, {i}); !problem.empty())
            fail(fmt::format("type {} {}", i, problem));
    for (const Record& r : types.records)
        if (!in_range(r.name, p_.names) || uint64_t{r.first_field} + r.field_count > types.fields.size())
            fail("a record outside the tables");
    for (const Field& f : types.fields)
        if (!in_range(f.type, types) || (f.is_named() && !in_range(f.name, p_.names)))
            fail("a member outside the tables");
    for (const Enum& e : types.enums)
        if (!in_range(e.name, p_.names) || uint64_t{e.first} + e.count > types.enumerators.size())
            fail("an enum outside the tables");
    for (const Enumerator& e : types.enumerators)
        if (!in_range(e.name, p_.names)) fail("an enumerator outside the tables");
    for (const NameId label : p_.labels)
        if (!in_range(label, p_.names)) fail("a label without a name");
    for (uint32_t i = 0; i < p_.vars.size(); ++i) check_var({i});
    std::vector<bool> seen(p_.vars.size());
    for (const VarId id : p_.globals) {
        if (!in_range(id, p_.vars) || !p_[id].is_global()) fail("a global that is no global variable");
        if (seen[id.index]) fail(fmt::format("global '{}' is listed twice", p_.name(id)));
        seen[id.index] = true;
    }
    for (uint32_t i = 0; i < p_.funcs.size(); ++i) check_func({i});
    if (!in_range(p_.entry, p_.funcs)) fail("the program has no entry");
}

void Checker::check_var(VarId id) {
    const Var& var = p_[id];
    const auto bad = [&](std::string_view what) { fail(fmt::format("variable {}: {}", id.index, what)); };
    if (!in_range(var.name, p_.names)) bad("its name is outside the table");
    if (!in_range(var.type, p_.types)) bad("its type is outside the table");
    if (var.init && !in_range(var.init, p_.nodes)) bad("its initialiser is outside the table");
    if (var.length && !in_range(var.length, p_.nodes)) bad("its length is outside the table");
    if (var.storage > Storage::Param) bad("its storage is none");
    if (!var.is_global() && !in_range(var.owner, p_.funcs)) bad("its function is outside the table");
}

void Checker::check_func(FuncId id) {
    const Func& func = p_[id];
    if (!in_range(func.name, p_.names))
        fail(fmt::format("function {}: its name is outside the table", id.index));
    const auto bad = [&](std::string_view what) {
        fail(fmt::format("function '{}': {}", p_.name(id), what));
    };
    if (!in_range(func.type, p_.types) || p_.types.kind(func.type) != TypeKind::Function)
        bad("its type is no function type");
    if (!in_range(func.body, p_.nodes)) bad("it has no body");
    if (uint64_t{func.first_param} + func.param_count > p_.param_vars.size())
        bad("its parameters are outside the table");
    if (func.param_count != p_.types[func.type].count) bad("it has more or fewer parameters than its type");
    for (const VarId param : p_.params(id)) {
        if (!in_range(param, p_.vars)) bad("a parameter is outside the table");
        if (p_[param].storage != Storage::Param || p_[param].owner != id)
            bad("a parameter is no parameter of it");
        if (p_[param].init || p_[param].length) bad("a parameter is initialised");
    }
}

void Checker::check_trees() {
    parent_of_.assign(p_.nodes.size(), {});
    for (const VarId global : p_.globals) {
        where_ = fmt::format("global '{}'", p_.name(global));
        const NodeId init = p_[global].init;
        if (!init) continue;
        check_child(init, init, true);
        check_tree(init, 0);
    }
    for (const Func& func : p_.funcs) {
        where_ = fmt::format("function '{}'", p_.names[func.name]);
        if (p_[func.body].kind != NodeKind::Block) fail(func.body, "the body of a function must be a block");
        check_child(func.body, func.body, false);
        check_tree(func.body, 0);
    }
}

void Checker::check_child(NodeId parent, NodeId child, bool wants_expr) {
    if (!in_range(child, p_.nodes)) fail(parent, "a child is missing or outside the table");
    const Node& node = p_[child];
    if (static_cast<int>(node.kind) >= kNodeKindCount) fail(parent, "a child is of no kind");
    if (is_statement(node.kind) == wants_expr)
        fail(child, wants_expr ? "it stands in the place of an expression"
                               : "it stands in the place of a statement");
    if (parent_of_[child.index]) fail(child, "it has two parents");
    parent_of_[child.index] = parent;
    if (node.kind != NodeKind::InitList || child == parent) return;
    const NodeKind around = p_[parent].kind;
    if (around != NodeKind::InitList && around != NodeKind::CompoundLiteral && around != NodeKind::Declare)
        fail(child, "an initialiser list stands where none can");
}

void Checker::check_tree(NodeId id, uint32_t depth) {
    const Node& node = p_[id];
    depth += 1 + (node.guarded ? 1 : 0) + (node.form != 0 ? 1 : 0);
    if (depth > kMaxDepth) fail(id, fmt::format("the tree is deeper than {} nodes", kMaxDepth));
    check_slots(id);
    const NodeInfo& about = info(node.kind);
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (is_list(kind)) {
            for (const NodeId child : p_.list(node, i)) check_child(id, child, kind == FieldKind::ExprList);
        } else if (is_child(kind)) {
            const bool optional = kind == FieldKind::OptExpr || kind == FieldKind::OptStmt;
            if (optional && !node.child(i)) continue;
            check_child(id, node.child(i), kind == FieldKind::Expr || kind == FieldKind::OptExpr);
        }
    }
    if (node.kind == NodeKind::Declare) {
        const Var& var = p_[node.var()];
        for (const NodeId child : {var.length, var.init}) {
            if (!child) continue;
            check_child(id, child, true);
            check_tree(child, depth);
        }
    }
    for_each_child(p_, node, [&](NodeId child) { check_tree(child, depth); });
}

void Checker::check_slots(NodeId id) {
    const Node& node = p_[id];
    const NodeInfo& about = info(node.kind);
    if (node.op >= op_count(node.kind)) fail(id, "there is no such operator");
    if (about.cls == NodeClass::Stmt && node.guarded) fail(id, "a statement cannot be guarded");
    if (about.cls == NodeClass::Expr && !in_range(node.type, p_.types))
        fail(id, "its type is outside the table");
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const uint32_t slot = node.slot[i];
        switch (about.fields[i].kind) {
        case FieldKind::Type:
            if (slot >= p_.types.size()) fail(id, "a type is outside the table");
            break;
        case FieldKind::Var:
            if (slot >= p_.vars.size()) fail(id, "a variable is outside the table");
            break;
        case FieldKind::Func:
            if (slot >= p_.funcs.size()) fail(id, "a function is outside the table");
            break;
        case FieldKind::Label:
            if (slot >= p_.labels.size()) fail(id, "a label is outside the table");
            break;
        case FieldKind::ExprList:
        case FieldKind::StmtList:
            if (uint64_t{slot} + node.slot[i + 1] > p_.lists.size())
                fail(id, "its list is outside the table");
            break;
        case FieldKind::Expr:
        case FieldKind::OptExpr:
        case FieldKind::Stmt:
        case FieldKind::OptStmt:
        case FieldKind::Number:
        case FieldKind::Bits64:
        case FieldKind::Bits128: break;
        }
    }
}

} // namespace assay::program
