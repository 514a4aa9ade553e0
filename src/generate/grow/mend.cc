#include "generate/grow/mend.h"

#include "generate/grow/sites.h"
#include "program/build.h"
#include "program/constant_value.h"
#include "program/walk.h"

#include <algorithm>
#include <array>

namespace assay::generate::grow {

using choice::Choices;
using program::Build;
using program::Node;
using program::NodeId;
using program::NodeKind;
using program::Program;
using semantics::Meaning;
using semantics::Ub;
namespace at = program::at;

namespace {

enum class Fence { Break, Condition };
constexpr choice::SiteOf kFence{"grow.mend.fence", choice::Option{Fence::Break, "break", 1},
                                choice::Option{Fence::Condition, "condition", 1}};

// A floating point operation that had to round cannot be guarded: its left operand takes its place.
bool keep_left(Program& p, NodeId id) {
    if (p[id].kind != NodeKind::Binary) return false;
    Node kept;
    kept.kind = NodeKind::Cast;
    kept.type = p[id].type;
    kept.slot[at::Cast::operand] = p[id].slot[at::Binary::left];
    p[id] = kept;
    return true;
}

bool jumps_back(const Program& p, const Node& n) {
    return n.kind == NodeKind::If && p[n.child(at::If::yes)].kind == NodeKind::Goto;
}

// The loops that went round most often.
std::vector<NodeId> busiest_loops(const Program& p, const Meaning& meaning) {
    std::vector<std::pair<uint32_t, NodeId>> found;
    uint32_t most = 20;
    program::walk(p, [&](NodeId id) {
        if (id.index >= meaning.profile.size() || !(is_loop(p[id].kind) || jumps_back(p, p[id]))) return;
        const bool endless = p[id].kind == NodeKind::For && !p[id].child(at::For::condition);
        const NodeId body = endless ? p[id].child(at::For::body) : id;
        const uint32_t rounds = endless ? meaning.profile[body.index].runs : meaning.profile[id.index].taken;
        most = std::max(most, rounds);
        found.emplace_back(rounds, id);
    });
    std::vector<NodeId> loops;
    for (const auto& [rounds, id] : found)
        if (rounds > 20 && rounds >= most / 4) loops.push_back(id);
    return loops;
}

uint8_t condition_slot(NodeKind kind) {
    if (kind == NodeKind::For) return at::For::condition;
    if (kind == NodeKind::DoWhile) return at::DoWhile::condition;
    return kind == NodeKind::While ? uint8_t{at::While::condition} : uint8_t{at::If::condition};
}

// The loop may go round only so often, all in all: a global counts.
void fence_in(Program& p, NodeId loop, Choices& c) {
    Build b(p);
    const std::string name = "spent" + std::to_string(p.vars.size());
    const program::VarId spent = b.global(name, program::type::Int);
    const NodeId count = b.incdec(program::IncDecOp::PreInc, b.ref(spent));
    const NodeId limit = b.integer(program::type::Int, c.range(3, 40));
    const NodeKind kind = p[loop].kind;
    const bool by_condition = !is_loop(kind) || c.pick(kFence) == Fence::Condition;
    const NodeId condition = p[loop].child(condition_slot(kind));
    if (by_condition && condition) {
        const NodeId enough = b.binary(program::BinaryOp::Lt, count, limit);
        const NodeId both = b.logical(program::LogicalOp::And, condition, enough);
        p[loop].slot[condition_slot(kind)] = both.index;
        return;
    }
    const NodeId stop = b.if_(b.binary(program::BinaryOp::Gt, count, limit), b.break_());
    const NodeId body = b.block(std::array{stop, p[loop].child(body_slot(kind))});
    p[loop].slot[body_slot(kind)] = body.index;
}

// Does something outside the tree jump into it?
bool is_jumped_into(const Program& p, NodeId root) {
    std::vector<program::LabelId> labels;
    program::walk(p, root, [&](NodeId id) {
        if (p[id].kind == NodeKind::Label) labels.push_back(p[id].label());
    });
    if (labels.empty()) return false;
    const auto jumps = [&](NodeId from) {
        std::ptrdiff_t count = 0;
        program::walk(p, from, [&](NodeId id) {
            if (p[id].kind == NodeKind::Goto)
                count += std::count(labels.begin(), labels.end(), p[id].label());
        });
        return count;
    };
    std::ptrdiff_t all = 0;
    for (const program::Func& func : p.funcs)
        if (func.body) all += jumps(func.body);
    return all != jumps(root);
}

// The statement around the node goes away.
bool cut_out(Program& p, NodeId id) {
    const std::vector<NodeId> parents = program::parents(p);
    const auto is_stmt = [&](NodeId node) { return program::is_statement(p[node].kind); };
    NodeId stmt = id;
    while (stmt && stmt.index < parents.size() && !is_stmt(stmt)) stmt = parents[stmt.index];
    if (!stmt || stmt.index >= parents.size()) return false;
    const NodeId parent = parents[stmt.index];
    if (!parent) return false; // the body of a function
    if (p[parent].kind == NodeKind::For && p[parent].child(at::For::init) == stmt) stmt = parent;
    const NodeKind kind = p[stmt].kind;
    if (kind == NodeKind::Declare || kind == NodeKind::Return || is_jumped_into(p, stmt)) return false;
    p[stmt] = Node{};
    return true;
}

bool is_leaf(NodeKind kind) {
    return kind == NodeKind::IntConst || kind == NodeKind::CharConst || kind == NodeKind::EnumConst ||
           kind == NodeKind::FloatConst || kind == NodeKind::SizeofType;
}

bool is_made_of_constants(const Program& p, NodeId root) {
    const NodeKind kind = p[root].kind;
    if (is_leaf(kind)) return true;
    if (kind != NodeKind::Unary && kind != NodeKind::Binary && kind != NodeKind::Cast &&
        kind != NodeKind::Logical && kind != NodeKind::Conditional)
        return false;
    bool all = true;
    program::for_each_child(p, p[root], [&](NodeId child) { all = all && is_made_of_constants(p, child); });
    return all;
}

} // namespace

bool mend(Program& p, const Meaning& meaning, Choices& c) {
    if (meaning.outcome == semantics::Outcome::OverBudget) {
        const std::vector<NodeId> loops = busiest_loops(p, meaning);
        for (const NodeId loop : loops) fence_in(p, loop, c);
        return !loops.empty();
    }
    if (!meaning.at.valid()) return false;
    if (meaning.ub == Ub::FloatInexact && keep_left(p, meaning.at)) return true;
    return cut_out(p, meaning.at);
}

void define_constant_arms(Program& p, const Meaning& meaning) {
    std::vector<NodeId> arms;
    const auto add = [&](NodeId arm) {
        if (arm.index >= meaning.profile.size() || meaning.profile[arm.index].runs == 0) arms.push_back(arm);
    };
    program::walk(p, [&](NodeId id) {
        if (p[id].kind != NodeKind::Conditional) return;
        add(p[id].child(at::Conditional::yes));
        add(p[id].child(at::Conditional::no));
    });
    for (const NodeId arm : arms) {
        const program::TypeId type = p[arm].type;
        if (!is_integer(p.types.kind(type)) || is_leaf(p[arm].kind) || !is_made_of_constants(p, arm))
            continue;
        if (program::constant_value(p, arm)) continue;
        Node one;
        one.kind = NodeKind::IntConst;
        one.type = p.types.unqualified(type);
        one.set_bits(1);
        p[arm] = one;
    }
}

std::span<const choice::Site* const> mend_sites() {
    static constexpr const choice::Site* all[]{&kFence};
    return all;
}

} // namespace assay::generate::grow
