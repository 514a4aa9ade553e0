// A bit-field becomes an ordinary member; a struct is no longer packed or aligned.
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class PlainRecord final : public Transform {
  public:
    PlainRecord()
        : Transform({.name = "plain-record",
                     .precondition = "a struct or union with a named bit-field, or packed, or aligned",
                     .effect = "the bit-field is an ordinary member, or the attribute is gone",
                     .flags = {.shrinks = true},
                     .arg_count = 2}) {} // record; member, or one behind the last: attributes

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const auto& records = view.program().types.records;
        for (uint32_t record = 0; record < records.size(); ++record)
            for (uint32_t field = 0; field <= records[record].field_count; ++field)
                out.push_back(step_at(site, {record, field}));
    }

    bool can(const View& view, const Step& step) const override {
        const program::TypeTable& types = view.program().types;
        if (!view.is_whole_program(step.site) || step.args[0] >= types.records.size()) return false;
        const program::Record& record = types.records[static_cast<size_t>(step.args[0])];
        if (step.args[1] > record.field_count) return false;
        if (step.args[1] == record.field_count) {
            if (!record.packed && record.align == 0) return false;
        } else {
            const program::Field& field =
                types.fields[record.first_field + static_cast<size_t>(step.args[1])];
            if (!field.is_bit_field() || !field.is_named()) return false;
        }
        return shrinks_soundly(view.program(), [&](Program& p) { return simplify(p, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return simplify(program, step); });
    }

    static bool simplify(Program& p, const Step& step) {
        program::Record& record = p.types.records[static_cast<size_t>(step.args[0])];
        if (step.args[1] < record.field_count) {
            p.types.fields[record.first_field + static_cast<size_t>(step.args[1])].bits = -1;
        } else {
            record.packed = false;
            record.align = 0;
        }
        return true;
    }
};

} // namespace

const Transform& plain_record() {
    static const PlainRecord transform;
    return transform;
}

} // namespace assay::transform
