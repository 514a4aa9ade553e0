// Statements in saved text, and what statements and expressions share: fields and scopes.
#include "program/text_loader.h"

#include "program/typing.h"

#include <fmt/format.h>

namespace assay::program {
namespace {

std::optional<NodeKind> stmt_kind(std::string_view head) {
    for (int i = 0; i < kNodeKindCount; ++i) {
        const NodeInfo& about = info(static_cast<NodeKind>(i));
        if (about.cls == NodeClass::Stmt && about.saved == head) return about.kind;
    }
    return std::nullopt;
}

bool is_missing(const Form& form) { return !form.is_list && form.text == "_"; }

} // namespace

void Loader::leave() {
    for (size_t i = hidden_.size(); i > scope_starts_.back(); --i)
        visible_[hidden_[i - 1].name] = hidden_[i - 1].before;
    hidden_.resize(scope_starts_.back());
    scope_starts_.pop_back();
}

void Loader::bind(const Form& name, VarId var) {
    for (size_t i = scope_starts_.back(); i < hidden_.size(); ++i)
        if (hidden_[i].name == name.text)
            name.fail(fmt::format("'{}' is declared already in this scope", name.text));
    VarId& slot = visible_[name.text];
    hidden_.push_back({name.text, slot});
    slot = var;
}

void Loader::fill_fields(Node& node, const Form& form, size_t next) {
    const NodeInfo& about = info(node.kind);
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (is_list(kind)) {
            std::vector<NodeId> children;
            for (; next < form.items.size(); ++next)
                children.push_back(kind == FieldKind::ExprList ? expr(form.items[next])
                                                               : stmt(form.items[next]));
            p_.set_list(node, i, children);
            continue;
        }
        const bool optional = kind == FieldKind::OptExpr || kind == FieldKind::OptStmt;
        if (optional && (next >= form.items.size() || is_missing(form.items[next]))) {
            ++next;
            continue;
        }
        const Form& item = form.items[next++];
        switch (kind) {
        case FieldKind::Expr:
        case FieldKind::OptExpr: node.slot[i] = expr(item).index; break;
        case FieldKind::Stmt:
        case FieldKind::OptStmt: node.slot[i] = stmt(item).index; break;
        case FieldKind::Type: node.slot[i] = type(item).index; break;
        case FieldKind::Label: node.slot[i] = label(item).index; break;
        case FieldKind::Func: {
            const auto func = funcs_.find(item.atom("the name of a function"));
            if (func == funcs_.end()) item.fail(fmt::format("no function is named '{}'", item.text));
            node.slot[i] = func->second.index;
            break;
        }
        case FieldKind::Var:
        case FieldKind::Number:
        case FieldKind::Bits64:
        case FieldKind::Bits128:
        case FieldKind::ExprList:
        case FieldKind::StmtList: base::fail("a field that has its own text");
        }
    }
}

NodeId Loader::stmt(const Form& form) {
    const std::string_view head = form.head();
    if (head == "form") return with_form(form, [&](const Form& inner) { return stmt(inner); });
    const std::optional<NodeKind> kind = stmt_kind(head);
    if (!kind) form.fail(head.empty() ? "expected a statement" : fmt::format("unknown statement '{}'", head));
    if (*kind == NodeKind::Declare) return declare(form);
    if (*kind == NodeKind::Block) return block(form);
    if (*kind == NodeKind::For) return for_stmt(form);
    const NodeInfo& about = info(*kind);
    size_t least = 0;
    for (uint8_t i = 0; i < about.field_count; ++i)
        if (about.fields[i].kind != FieldKind::OptExpr && about.fields[i].kind != FieldKind::OptStmt) ++least;
    want_items(form, least, about.field_count);
    Node node;
    node.kind = *kind;
    fill_fields(node, form, 1);
    if (*kind == NodeKind::Label) define_label(form, node.label());
    return finish(form, node);
}

NodeId Loader::block(const Form& form) {
    Node node;
    node.kind = NodeKind::Block;
    enter();
    fill_fields(node, form, 1);
    leave();
    return finish(form, node);
}

NodeId Loader::for_stmt(const Form& form) {
    want_items(form, 4, 4);
    Node node;
    node.kind = NodeKind::For;
    enter();
    fill_fields(node, form, 1);
    leave();
    return finish(form, node);
}

// (declare [static] NAME TYPE [INITIALISER]) or (declare NAME (vla T) (length N))
NodeId Loader::declare(const Form& form) {
    size_t i = 1;
    Var var;
    if (form.items.size() > 1 && !form.items[1].is_list && form.items[1].text == "static") {
        var.storage = Storage::LocalStatic;
        ++i;
    }
    if (form.items.size() < i + 2 || form.items.size() > i + 3)
        form.fail("expected (declare [static] NAME TYPE [INITIALISER])");
    const Form* init = form.items.size() == i + 3 ? &form.items[i + 2] : nullptr;
    var.name = p_.names.add(fresh_name(form.items[i], false));
    var.type = object_type(form.items[i + 1]);
    var.owner = func_;
    if (p_.types.kind(var.type) == TypeKind::Vla) {
        if (init == nullptr || init->head() != "length")
            form.fail("a variable-length array needs its length: (declare NAME (vla T) (length N))");
        if (var.storage != Storage::Local) form.fail("a variable-length array cannot be static");
        want_items(*init, 1, 1);
        var.length = expr(init->items[1]);
        if (!is_integral(p_.types.kind(value_type(p_, var.length))))
            init->items[1].fail("the length is no integer");
        init = nullptr;
    }
    const VarId id = p_.add(var);
    bind(form.items[i], id);
    if (init != nullptr) {
        const NodeId made = checked_initialiser(*init, var.type); // sees the variable itself, as in C
        p_[id].init = made;
    }
    Node node;
    node.kind = NodeKind::Declare;
    node.slot[at::Declare::var] = id.index;
    return finish(form, node);
}

LabelId Loader::label(const Form& form) {
    const std::string_view name = fresh_name(form, false);
    const auto [found, is_new] = labels_.try_emplace(name, LabelUse{{}, &form, false});
    if (is_new) found->second.id = p_.add_label(name);
    return found->second.id;
}

void Loader::define_label(const Form& form, LabelId id) {
    LabelUse& use = labels_.find(p_.name(id))->second;
    if (use.defined) form.fail(fmt::format("the label '{}' is there already", p_.name(id)));
    use.defined = true;
}

void Loader::check_labels() const {
    const Form* first =
        nullptr; // in the text, so that the message does not depend on the order of a hash table
    for (const auto& [name, use] : labels_)
        if (!use.defined && (first == nullptr || std::pair(use.first_use->line, use.first_use->column) <
                                                     std::pair(first->line, first->column)))
            first = use.first_use;
    if (first != nullptr) first->fail(fmt::format("no label is named '{}' in this function", first->text));
}

} // namespace assay::program
