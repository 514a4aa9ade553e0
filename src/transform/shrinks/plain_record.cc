// A bit-field becomes an ordinary member; a struct is no longer packed or aligned.
#include "transform/kit/args.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class PlainRecord final : public Trial<FieldArgs> {
  public:
    PlainRecord()
        : Trial({.name = "plain-record",
                 .precondition = "a struct or union with a named bit-field, or packed, or aligned",
                 .effect = "the bit-field is an ordinary member, or the attribute is gone",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const auto& records = view.program().types.records;
        for (uint32_t record = 0; record < records.size(); ++record)
            for (uint32_t field = 0; field <= records[record].field_count; ++field) offer({record, field});
    }

    bool may(const View& view, const Named& step) const override {
        const program::TypeTable& types = view.program().types;
        if (step.record >= types.records.size()) return false;
        const program::Record& record = types.records[step.record];
        if (step.field > record.field_count) return false;
        if (step.field == record.field_count) {
            if (!record.packed && record.align == 0) return false;
        } else {
            const program::Field& field = types.fields[record.first_field + step.field];
            if (!field.is_bit_field() || !field.is_named()) return false;
        }
        return true;
    }

    bool change(Program& p, const Named& step) const override {
        program::Record& record = p.types.records[step.record];
        if (step.field < record.field_count) {
            p.types.fields[record.first_field + step.field].bits = -1;
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
