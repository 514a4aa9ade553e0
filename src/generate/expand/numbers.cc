// Expressions: a constant, whose value is known, becomes an expression of the same value, again and again.
#include "generate/expand/maker.h"

#include "program/typing.h"
#include "transform/kit/bare.h"
#include "transform/kit/forms_of_constants.h"
#include "transform/kit/inverse.h"

#include <algorithm>

namespace assay::generate::expand {

namespace at = program::at;
using program::BinaryOp;
using transform::ConstantForm;

namespace {

enum class Growth { Split, Reform, Read, ReadEqual, New, Varying, Call };
constexpr SiteOf kGrowth{"expand.number",
                         Option{Growth::Split, "split", 16},
                         Option{Growth::Reform, "reform", 8},
                         Option{Growth::Read, "read", 34},
                         Option{Growth::ReadEqual, "read-equal", 14},
                         Option{Growth::New, "new-variable", 5},
                         Option{Growth::Varying, "varying", 12},
                         Option{Growth::Call, "call", 7}};
constexpr SiteOf kOperator{"expand.operator",
                           Option{BinaryOp::Add, "add", 10},
                           Option{BinaryOp::Sub, "sub", 10},
                           Option{BinaryOp::Mul, "mul", 7},
                           Option{BinaryOp::Div, "div", 5},
                           Option{BinaryOp::Rem, "rem", 5},
                           Option{BinaryOp::Shl, "shl", 4},
                           Option{BinaryOp::Shr, "shr", 4},
                           Option{BinaryOp::And, "and", 6},
                           Option{BinaryOp::Or, "or", 6},
                           Option{BinaryOp::Xor, "xor", 6},
                           Option{BinaryOp::Lt, "lt", 6},
                           Option{BinaryOp::Le, "le", 6},
                           Option{BinaryOp::Gt, "gt", 6},
                           Option{BinaryOp::Ge, "ge", 6},
                           Option{BinaryOp::Eq, "eq", 6},
                           Option{BinaryOp::Ne, "ne", 6}};
constexpr choice::Mask kNoComparisons =
    kOperator.all_but(BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne);
constexpr SiteOf kForm{"expand.form",
                       Option{ConstantForm::Minus, "minus", 5},
                       Option{ConstantForm::BitNot, "bit-not", 5},
                       Option{ConstantForm::Not, "not", 3},
                       Option{ConstantForm::And, "and", 3},
                       Option{ConstantForm::Or, "or", 3},
                       Option{ConstantForm::First, "first", 3},
                       Option{ConstantForm::Second, "second", 3},
                       Option{ConstantForm::Cast, "cast", 7},
                       Option{ConstantForm::Comma, "comma", 2}};
constexpr SiteOf kSize{"expand.expression",     Option{2, "tiny", 2},   Option{6, "small", 5},
                       Option{14, "medium", 5}, Option{40, "large", 2}, Option{120, "huge", 1}};
// A constant at the end of an expression becomes a variable after all.
constexpr Coin kLeaf{"expand.leaf", 85};
constexpr Coin kLeft{"expand.left", 60};
constexpr Coin kTwice{"expand.varying.twice", 25};

} // namespace

uint32_t Maker::budget() {
    const auto most = static_cast<uint32_t>(c.pick(kSize));
    return 1 + static_cast<uint32_t>(c.below(most));
}

void Maker::add_place(NodeId node, NodeKind parent) {
    if (p[node].kind != NodeKind::IntConst) return;
    // What a step made last is there twice: the site took it over.
    for (size_t i = places_.size(); i-- > 0 && i + 4 >= places_.size();)
        if (places_[i].node == node) return;
    places_.push_back({node, transform::promotes_children(parent), in_constant_ || parent == NodeKind::Case});
}

// The new nodes' children that are constants; the site of the step, which took over a new node, was one of
// them.
void Maker::find_places(uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; ++i) {
        const Node n = p.nodes[i];
        switch (n.kind) {
        case NodeKind::Binary:
        case NodeKind::Logical:
            add_place(n.child(0), n.kind);
            add_place(n.child(1), n.kind);
            break;
        case NodeKind::Conditional:
            for (uint8_t k = 0; k < 3; ++k) add_place(n.child(k), n.kind);
            break;
        case NodeKind::Comma:
            add_place(n.child(0), n.kind);
            add_place(n.child(1), n.kind);
            break;
        case NodeKind::Index:
        case NodeKind::Assign:
        case NodeKind::CompoundAssign: add_place(n.child(1), n.kind); break;
        case NodeKind::Unary:
        case NodeKind::Cast:
        case NodeKind::If:
        case NodeKind::While:
        case NodeKind::Switch:
        case NodeKind::Case: add_place(n.child(0), n.kind); break;
        case NodeKind::DoWhile: add_place(n.child(at::DoWhile::condition), n.kind); break;
        case NodeKind::Call:
            for (uint32_t k = 0; k < n.slot[at::Call::args + 1]; ++k)
                add_place(p.lists[n.slot[at::Call::args] + k], n.kind);
            break;
        case NodeKind::Declare:
            // Only the plain `T i = 5`: not the lists of aggregates, nor what must be constant.
            if (p[n.var()].storage == program::Storage::Local && p[n.var()].init)
                add_place(p[n.var()].init, n.kind);
            break;
        default: break;
        }
    }
}

void Maker::find_places() { find_places(made, static_cast<uint32_t>(p.nodes.size())); }

void Maker::expand_made(uint32_t budget) {
    expand_range(made, static_cast<uint32_t>(p.nodes.size()), budget);
}

void Maker::expand_range(uint32_t from, uint32_t to, uint32_t budget) {
    places_.clear();
    find_places(from, to);
    uint32_t leaves = 2 * budget + 6; // a subscript that is read from an array has a subscript again
    while (!places_.empty()) {
        // Any of them, so that trees are neither lists nor complete.
        const size_t chosen = places_.size() == 1 ? 0 : c.below(places_.size());
        const Place place = places_[chosen];
        places_[chosen] = places_.back();
        places_.pop_back();
        if (budget > 0 && !full()) {
            --budget;
            split(place);
        } else if (leaves > 0 && !place.constant && c.pick(kLeaf)) {
            --leaves;
            read_equal(place);
        }
    }
}

Node Maker::binary_below(NodeId node) const {
    return p[node].kind == NodeKind::Cast ? p[p[node].child(at::Cast::operand)] : p[node];
}

void Maker::split(Place place) {
    base::check(p[place.node].kind == NodeKind::IntConst, "only a constant is expanded");
    in_constant_ = place.constant;
    if (place.constant) {
        if (c.percent(70) || !reform(place)) split_constant(place);
        in_constant_ = false;
        return;
    }
    bool done = false;
    switch (c.pick(kGrowth)) {
    case Growth::Split: break;
    case Growth::Reform: done = reform(place); break;
    case Growth::Read: done = read_any(place); break;
    case Growth::ReadEqual: done = read_equal(place); break;
    case Growth::New: done = read_new(place); break;
    case Growth::Varying: done = use_varying(place) || read_any(place); break;
    case Growth::Call: done = call(place) || read_any(place); break;
    }
    if (!done) split_constant(place);
}

void Maker::split_constant(Place place) {
    const Node n = p[place.node];
    const semantics::ShiftRule shifts = place.constant ? semantics::ShiftRule::C : rule();
    for (int tries = 0; tries < 3; ++tries) {
        const BinaryOp op = c.pick(kOperator, n.bits() <= 1 ? kOperator.all() : kNoComparisons);
        const auto operands = transform::operands_for(op, n.bits(), shape(n.type), shifts, c.bits64());
        if (!operands) continue;
        apply(transform::split_constant(), place.node,
              transform::SplitConstantArgs{op, operands->left, operands->right});
        return find_places();
    }
}

// Makes one operand the given value; it is the first of the places afterwards.
bool Maker::split_beside(Place place, UInt128 given, bool given_left) {
    const Node n = p[place.node];
    for (int tries = 0; tries < 4; ++tries) {
        const BinaryOp op = c.pick(kOperator, n.bits() <= 1 ? kOperator.all() : kNoComparisons);
        if (is_shift(op) && !given_left) {
            if (given >= shape(n.type).width || n.type != program::type::Int) continue;
        }
        const auto operands =
            transform::operands_beside(op, given, given_left, n.bits(), shape(n.type), rule(), c.bits64());
        if (!operands) continue;
        apply(transform::split_constant(), place.node,
              transform::SplitConstantArgs{op, operands->left, operands->right});
        return true;
    }
    return false;
}

// The operand that was given the value; the other one is to be expanded. None: no operation was found.
NodeId Maker::split_off(Place place, UInt128 value) {
    const bool left = c.pick(kLeft);
    if (!split_beside(place, value, left)) return {};
    const Node n = binary_below(place.node);
    add_place(n.child(left ? at::Binary::right : at::Binary::left), NodeKind::Binary);
    return n.child(left ? at::Binary::left : at::Binary::right);
}

bool Maker::reform(Place place) {
    const Node n = p[place.node];
    choice::Mask allowed = kForm.all();
    if (n.bits() > 1) allowed -= kForm.only(ConstantForm::Not, ConstantForm::And, ConstantForm::Or);
    if (place.constant) allowed -= kForm.only(ConstantForm::Comma);
    const ConstantForm form = c.pick(kForm, allowed);
    const auto numbers = transform::numbers_for(p, form, n.type, n.bits(), c.bits64());
    if (!transform::has_form(p, form, n.type, n.bits(), numbers)) return false;
    apply(transform::reform_constant(), place.node, transform::ReformConstantArgs{form, numbers});
    find_places();
    return true;
}

bool Maker::read(Place place, const Known& known) {
    const bool bare = place.bare && known.operation == p[place.node].type;
    apply(transform::read_known(), place.node, transform::ReadKnownArgs{known.var, known.path, bare});
    find_places();
    return true;
}

bool Maker::read_equal(Place place) {
    const UInt128 wanted = p[place.node].bits();
    const IntShape own = shape(p[place.node].type);
    const size_t count = locals.size() + globals.size();
    if (count == 0) return false;
    size_t next = c.below(count);
    for (size_t i = 0; i < std::min<size_t>(count, 48); ++i, next = next + 1 == count ? 0 : next + 1) {
        const Known& known = next < locals.size() ? locals[next] : globals[next - locals.size()];
        if (semantics::convert(objects[known.object].value, own) == wanted) return read(place, known);
    }
    return false;
}

bool Maker::read_any(Place place) {
    const size_t count = locals.size() + globals.size();
    if (count == 0) return false;
    // What was decided lately is read more often.
    const bool local = globals.empty() || (!locals.empty() && c.percent(60));
    const std::vector<Known>& candidates = local ? locals : globals;
    Known known = c.element(candidates);
    // One that needs no conversion, if it is not far.
    for (int tries = 0; tries < 2 && known.operation != p[place.node].type; ++tries)
        known = c.element(candidates);
    const UInt128 value = semantics::convert(objects[known.object].value, shape(p[place.node].type));
    if (value == p[place.node].bits()) return read(place, known);
    const NodeId given = split_off(place, value);
    return given && read({given, true, false}, known);
}

bool Maker::read_new(Place place) {
    const std::optional<size_t> made_known = add_input_with(p[place.node].bits(), p[place.node].type);
    if (!made_known) return false;
    const Known known = globals[*made_known];
    return read(place, known);
}

bool Maker::use_varying(Place place) {
    if (varying.empty()) return false;
    const Varying& from = varying[c.below(varying.size())];
    const VarId var = from.var;
    const TypeId wide = program::promoted_type(p, program::basic(from.kind));
    const bool is_volatile_var = (p.types.quals(p[var].type) & program::kVolatile) != 0;
    UInt128 result = 0, k = 0;
    BinaryOp op = BinaryOp::Sub;
    const bool twice = !is_volatile_var && c.pick(kTwice);
    if (twice) {
        op = c.percent(50) ? BinaryOp::Sub : BinaryOp::Xor;
    } else {
        bool found = false;
        for (int tries = 0; tries < 4 && !found; ++tries) {
            op = c.pick(kOperator);
            const UInt128 near = from.values[c.below(from.values.size())];
            const uint64_t word = c.bits64();
            k = word % 2 == 0 ? transform::edge_value(word >> 8, shape(wide))
                              : semantics::canonical(near + (word >> 8) % 3 - 1, shape(wide));
            found = true;
            for (size_t i = 0; i < from.values.size() && found; ++i) {
                const semantics::IntOutcome outcome =
                    semantics::binary(op, from.values[i], k, shape(wide), shape(wide), rule());
                found = outcome.ok() && (i == 0 || outcome.bits == result);
                result = outcome.bits;
            }
        }
        if (!found) return false;
    }
    const TypeId type = p[place.node].type;
    const UInt128 value = semantics::convert(result, shape(type));
    NodeId given = place.node;
    if (value != p[place.node].bits()) given = split_off(place, value);
    if (!given) return false;
    apply(transform::use_varying(), given, transform::UseVaryingArgs{var, op, twice, k});
    find_places();
    return true;
}

bool Maker::call(Place place) {
    if (calls_left == 0 || functions.empty()) return false;
    const Function& function = c.element(functions);
    const uint64_t cost = rounds * function.cost;
    if (function.args.empty() || cost > kDearestCall) return false;
    work += cost;
    const size_t chosen = c.below(function.args.size());
    const TypeId type = p[place.node].type;
    const UInt128 value = semantics::convert(function.results[chosen], shape(type));
    NodeId given = place.node;
    bool bare = place.bare;
    if (value != p[place.node].bits()) {
        given = split_off(place, value);
        if (!given) return false;
        bare = true;
    }
    --calls_left;
    bare = bare && program::promoted_type(p, program::basic(function.result)) == type;
    apply(transform::call_known(), given,
          transform::CallKnownArgs{function.body, bare, function.args[chosen]});
    find_places();
    return true;
}

std::span<const choice::Site* const> number_sites() {
    static constexpr const choice::Site* all[]{&kGrowth, &kOperator, &kForm, &kSize, &kLeaf, &kLeft, &kTwice};
    return all;
}

} // namespace assay::generate::expand
