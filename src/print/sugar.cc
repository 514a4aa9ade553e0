#include "print/sugar.h"

#include "program/typing.h"
#include "program/walk.h"

#include <algorithm>
#include <array>

namespace assay::print {
namespace {

namespace at = program::at;
using program::FuncId;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::TypeKind;
using program::VarId;

constexpr uint32_t kLongest = 64; // of library arrays, whose elements are all written

class Finder {
  public:
    explicit Finder(const Program& program) : p_(program), parents_(program::parents(program)) {
        vars_.resize(program.vars.size());
        funcs_.resize(program.funcs.size());
    }

    Sugar find() {
        survey();
        for (uint32_t i = 0; i < p_.vars.size(); ++i) variable({i});
        for (uint32_t i = 0; i < p_.funcs.size(); ++i) function({i});
        return std::move(sugar_);
    }

  private:
    const Program& p_;
    const std::vector<NodeId> parents_;
    Sugar sugar_;
    bool has_getters_names_ = false;

    struct OfVar {
        bool only_indexed = true, in_initialiser = false, named = false;
    };
    struct OfFunc {
        bool early = false; // named before its definition, or as a value
    };
    std::vector<OfVar> vars_;
    std::vector<OfFunc> funcs_;

    const Node* parent(NodeId id) const {
        const NodeId up = parents_[id.index];
        return up ? &p_[up] : nullptr;
    }
    bool is_array(NodeId id) const { return p_.types.kind(p_[id].type) == TypeKind::Array; }

    void survey();
    void see(NodeId id, FuncId inside);
    void see_variable(NodeId id, FuncId inside);
    void variable(VarId id);
    bool is_library_array(VarId id) const;
    bool is_constant(VarId id) const;
    void function(FuncId id);
    bool is_getter(NodeId id) const;
    bool is_range(NodeId id) const;
    bool walks_over(NodeId body, VarId counter, uint32_t count) const;
};

void Finder::survey() {
    for (uint32_t i = 0; i < p_.names.size(); ++i) has_getters_names_ |= p_.names[{i}].starts_with("get_");
    for (const VarId global : p_.globals)
        if (p_[global].init) program::walk(p_, p_[global].init, [&](NodeId id) { see(id, {}); });
    for (uint32_t i = 0; i < p_.funcs.size(); ++i)
        if (p_.funcs[i].body) program::walk(p_, p_.funcs[i].body, [&](NodeId id) { see(id, {i}); });
}

void Finder::see(NodeId id, FuncId inside) {
    const Node& n = p_[id];
    if (n.kind == NodeKind::VarRef) see_variable(id, inside);
    if (n.kind == NodeKind::FuncRef) funcs_[n.func().index].early = true;
    if (n.kind == NodeKind::Call && (!inside || n.func() >= inside)) funcs_[n.func().index].early = true;
    if (!inside) return;
    if (n.kind == NodeKind::Member && is_getter(id)) sugar_.getters.push_back(id);
    if (n.kind == NodeKind::For && is_range(id)) sugar_.ranges.push_back(id);
}

void Finder::see_variable(NodeId id, FuncId inside) {
    const VarId var = p_[id].var();
    OfVar& seen = vars_[var.index];
    seen.named = true;
    if (!inside) seen.in_initialiser = true;
    const Node* up = parent(id);
    const bool indexed = up && up->kind == NodeKind::Index && up->child(at::Index::array) == id;
    const Node* above = indexed ? parent(parents_[id.index]) : nullptr;
    if (!indexed || up->form != 0 || (above && above->kind == NodeKind::AddrOf)) seen.only_indexed = false;
    if (!inside || !p_[var].is_global()) return;
    const auto known = [&](const Sugar::Reference& other) {
        return other.func == inside && other.var == var;
    };
    if (std::ranges::none_of(sugar_.references, known)) sugar_.references.push_back({inside, var});
}

void Finder::variable(VarId id) {
    if (is_library_array(id)) sugar_.arrays.push_back({id, ArrayForm::Array, false});
    if (!p_[id].is_global()) return;
    if (is_constant(id)) sugar_.constants.push_back(id);
    sugar_.members.push_back(id);
}

bool Finder::is_library_array(VarId id) const {
    const program::Var& var = p_[id];
    const program::Type& t = p_.types[var.type];
    if (t.kind != TypeKind::Array || var.length || t.count == 0 || t.count > kLongest) return false;
    const program::Type& element = p_.types[t.base];
    const bool number = element.kind <= TypeKind::Double && program::is_arithmetic(element.kind) &&
                        element.kind != TypeKind::Bool;
    if (!number || (element.quals & program::kVolatile) != 0) return false;
    return vars_[id.index].named && vars_[id.index].only_indexed && !vars_[id.index].in_initialiser;
}

bool Finder::is_constant(VarId id) const {
    const program::Var& var = p_[id];
    program::TypeId element = var.type;
    while (p_.types.kind(element) == TypeKind::Array) element = p_.types[element].base;
    const auto quals = p_.types.quals(element);
    if (!var.init || !program::is_arithmetic(p_.types.kind(element)) || (quals & program::kConst) == 0 ||
        (quals & program::kVolatile) != 0)
        return false;
    bool plain = true;
    program::walk(p_, var.init, [&](NodeId node) {
        const NodeKind kind = p_[node].kind;
        plain &= kind == NodeKind::IntConst || kind == NodeKind::FloatConst || kind == NodeKind::CharConst ||
                 kind == NodeKind::InitList || kind == NodeKind::Cast;
    });
    return plain;
}

void Finder::function(FuncId id) {
    if (!funcs_[id.index].early) sugar_.lambdas.push_back(id);
    if (id == p_.entry) return;
    program::walk(p_, p_[id].body, [&](NodeId node) {
        const Node& n = p_[node];
        if (n.kind != NodeKind::IntConst || n.type != program::type::Int || n.form != 0) return;
        if (n.bits() >= 1 && n.bits() <= 0x7fffffff) sugar_.templates.push_back({id, node});
    });
}

bool Finder::is_getter(NodeId id) const {
    const Node& n = p_[id];
    const program::Field& field = program::field_of(p_, n);
    const program::Type& t = p_.types[field.type];
    if (has_getters_names_ || field.is_bit_field() || !program::is_arithmetic(t.kind)) return false;
    if (((t.quals | p_.types.quals(p_[n.child(at::Member::object)].type)) & program::kVolatile) != 0)
        return false;
    const Node* up = parent(id);
    if (!up) return false;
    // Only where it is surely read and nothing else.
    constexpr std::array kReaders{NodeKind::Binary, NodeKind::Unary, NodeKind::Logical,
                                  NodeKind::Cast,   NodeKind::If,    NodeKind::Observe};
    if (std::ranges::find(kReaders, up->kind) != kReaders.end()) return true;
    if (up->kind == NodeKind::Index) return up->child(at::Index::subscript) == id;
    if (up->kind == NodeKind::Assign) return up->child(at::Assign::value) == id;
    return up->kind == NodeKind::CompoundAssign && up->child(at::CompoundAssign::value) == id;
}

// for (T i = 0; i < N; i++), where i does nothing but walk over one array of N elements.
bool Finder::is_range(NodeId id) const {
    const Node& n = p_[id];
    const NodeId init = n.child(at::For::init), test = n.child(at::For::condition),
                 step = n.child(at::For::step);
    if (!init || !test || !step || p_[init].kind != NodeKind::Declare) return false;
    const VarId counter = p_[init].var();
    const auto is_counter = [&](NodeId node) {
        return p_[node].kind == NodeKind::VarRef && p_[node].var() == counter;
    };
    const program::Var& var = p_[counter];
    if (!var.init || p_[var.init].kind != NodeKind::IntConst || p_[var.init].bits() != 0) return false;
    if (var.is_static_storage() || p_.types.quals(var.type) != 0) return false;
    if (p_[step].kind != NodeKind::IncDec || !is_increment(p_[step].incdec()) || p_[step].guarded ||
        !is_counter(p_[step].child(at::IncDec::target)))
        return false;
    if (p_[test].kind != NodeKind::Binary || p_[test].binary() != program::BinaryOp::Lt ||
        !is_counter(p_[test].child(at::Binary::left)))
        return false;
    const Node& bound = p_[p_[test].child(at::Binary::right)];
    if (bound.kind != NodeKind::IntConst || bound.bits() < 1 || bound.bits() > UINT32_MAX) return false;
    return walks_over(n.child(at::For::body), counter, static_cast<uint32_t>(bound.bits()));
}

bool Finder::walks_over(NodeId body, VarId counter, uint32_t count) const {
    VarId array;
    bool fits = true;
    program::walk(p_, body, [&](NodeId id) {
        const Node& n = p_[id];
        if (n.kind != NodeKind::VarRef || n.var() != counter) return;
        const Node* up = parent(id);
        fits &= up->kind == NodeKind::Index && up->child(at::Index::subscript) == id && up->form == 0;
        if (!fits) return;
        const Node& base = p_[up->child(at::Index::array)];
        const Node* above = parent(parents_[id.index]);
        fits &= base.kind == NodeKind::VarRef && (!array || array == base.var());
        fits &= !above || above->kind != NodeKind::AddrOf;
        if (!fits) return;
        array = base.var();
        const program::Type& t = p_.types[p_[array].type];
        fits &= t.kind == TypeKind::Array && t.count == count && !p_[array].length;
    });
    return fits && array.valid();
}

} // namespace

bool Sugar::empty() const {
    return arrays.empty() && constants.empty() && members.empty() && references.empty() && lambdas.empty() &&
           templates.empty() && getters.empty() && ranges.empty();
}

Sugar possible_sugar(const Program& program) { return Finder(program).find(); }

} // namespace assay::print
