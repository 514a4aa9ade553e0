// A member that is not used is removed.
#include "program/walk.h"
#include "transform/kit/args.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class DeleteMember final : public Trial<FieldArgs> {
  public:
    DeleteMember()
        : Trial({.name = "delete-member",
                 .precondition = "a member of a struct or union that is not used, and is not the last "
                                 "one left",
                 .effect = "the member and the initialisers for it are removed",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const auto& records = view.program().types.records;
        for (uint32_t record = 0; record < records.size(); ++record)
            for (uint32_t field = 0; field < records[record].field_count; ++field) offer({record, field});
    }

    bool may(const View& view, const Named& step) const override {
        const auto& records = view.program().types.records;
        if (step.record >= records.size()) return false;
        const uint32_t fields = records[step.record].field_count;
        return step.field < fields && fields >= 2;
    }

    static bool is_of(const Program& p, TypeId type, uint32_t record) {
        return type && type.index < p.types.size() && program::is_record(p.types.kind(type)) &&
               p.types[type].count == record;
    }

    bool change(Program& p, const Named& step) const override {
        const uint32_t id = step.record, gone = step.field;
        std::vector<bool> held(p.nodes.size());
        program::walk(p, [&](NodeId node) { held[node.index] = true; });
        for (uint32_t i = 0; i < p.nodes.size(); ++i) {
            Node& n = p.nodes[i];
            if (!held[i]) continue;
            if (n.kind == NodeKind::Member && is_of(p, p[n.child(at::Member::object)].type, id)) {
                uint32_t& field = n.slot[at::Member::field];
                if (field == gone) return false;
                if (field > gone) --field;
            }
            if (n.kind == NodeKind::InitList && is_of(p, n.type, id)) shorten(p, n, gone);
        }
        program::Record& record = p.types.records[id];
        for (uint32_t i = gone; i + 1 < record.field_count; ++i)
            p.types.fields[record.first_field + i] = p.types.fields[record.first_field + i + 1];
        --record.field_count;
        return true;
    }

    static void shorten(Program& p, Node& list, uint32_t gone) {
        if (p.types.kind(list.type) == TypeKind::Union) {
            if (list.op > gone)
                --list.op;
            else if (list.op == gone)
                p.set_list(list, at::InitList::elements, {});
            return;
        }
        const auto old = p.list(list, at::InitList::elements);
        const size_t position = position_of(p, list.type, gone);
        std::vector<NodeId> kept;
        for (size_t i = 0; i < old.size(); ++i)
            if (i != position) kept.push_back(old[i]);
        p.set_list(list, at::InitList::elements, kept);
    }

    // Unnamed members have no initialiser.
    static size_t position_of(const Program& p, TypeId type, uint32_t field) {
        const auto fields = p.types.fields_of(type);
        if (!fields[field].is_named()) return SIZE_MAX;
        size_t named = 0;
        for (uint32_t i = 0; i < field; ++i) named += fields[i].is_named() ? 1 : 0;
        return named;
    }
};

} // namespace

const Transform& delete_member() {
    static const DeleteMember transform;
    return transform;
}

} // namespace assay::transform
