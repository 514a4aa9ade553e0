// Initialisers of declarations and compound literals. All values are computed before any is stored: C leaves
// the order of a list's elements open, so that none of them may look at, or change, what is being
// initialised.
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

void Evaluator::gather(const Place& place, NodeId init, std::vector<InitPart>& parts,
                       std::vector<uint32_t>& pieces) {
    const Nested nested(depth_);
    if (node(init).kind != NodeKind::InitList) {
        pieces.push_back(log_.open_piece());
        const Value value = eval(init);
        here_ = init;
        parts.push_back({place, convert_to(value, node(init).type, place.type)});
        return;
    }
    step(init);
    const Node n = node(init);
    const program::Type t = p_.types[place.type];
    const size_t given = p_.list(n, at::InitList::elements).size();
    parts.push_back({place, {}, n.op});
    uint32_t next = 0;
    for (size_t i = 0; i < given; ++i) {
        const NodeId element = p_.list(n, at::InitList::elements)[i]; // a repair may move the lists
        Place part;
        if (t.kind == TypeKind::Struct) {
            const auto fields = p_.types.fields_of(place.type);
            while (!fields[next].is_named()) ++next;
            part = field_place(place, next++);
        } else if (t.kind == TypeKind::Union) {
            part = field_place(place, n.op);
        } else {
            part = element_place(place, next++);
        }
        gather(part, element, parts, pieces);
    }
}

// What a list does not name is zero. The object's old value, if any, is forgotten already.
void Evaluator::initialise(const Place& place, NodeId init) {
    if (node(init).kind != NodeKind::InitList && !has_effects(init)) {
        const AccessLog::Mark mark(log_);
        const Value value = eval(init);
        here_ = init;
        put(place, convert_to(value, node(init).type, place.type));
        const BitRange bits = bits_of(place);
        return log_.note_complete(memory_.object(place.object).serial, bits.first, bits.last);
    }
    std::vector<InitPart> parts = std::move(spare_parts_);
    std::vector<uint32_t> pieces = std::move(spare_pieces_);
    parts.clear();
    pieces.clear();
    const Object& object = memory_.object(place.object);
    const uint64_t serial = object.serial;
    const BitRange bits = bits_of(place);
    {
        std::optional<AccessLog::Listener> listener;
        if (has_effects(init)) listener.emplace(log_, memory_.next_serial());
        const AccessLog::Mark mark(log_);
        gather(place, init, parts, pieces);
        here_ = init;
        if (listener) {
            pieces.push_back(log_.end());
            for (size_t i = 1; i + 1 < pieces.size(); ++i)
                if (log_.conflict(pieces[0], pieces[i], pieces[i + 1])) throw Undefined{Ub::Unsequenced};
            if (log_.any_write(mark.position(), serial, bits.first, bits.last))
                throw Undefined{Ub::Unsequenced};
        }
    }
    for (const InitPart& part : parts) {
        if (part.value.kind != Value::Kind::None) {
            put(part.place, part.value);
            continue;
        }
        const uint32_t low = part.place.offset, high = low + facts(part.place.type).size;
        charge(high - low);
        const bool is_union = facts(part.place.type).kind == TypeKind::Union;
        if (is_union) memory_.lose_rest_of_union(part.place.object, low, high, low, low);
        memory_.zero_part(part.place.object, part.place.type, low, is_union ? part.member : 0);
    }
    log_.note_complete(serial, bits.first, bits.last);
    spare_parts_ = std::move(parts);
    spare_pieces_ = std::move(pieces);
}

} // namespace assay::semantics
