// Passes that offer every step of some transforms, level by level.
#include "reduce/model/offers.h"
#include "reduce/model/passes.h"

namespace assay::reduce::model {
namespace {

class Everywhere final : public ModelPass {
  public:
    using Level = std::vector<const Transform*>;
    Everywhere(std::string_view name, std::vector<Level> levels) : name_(name), levels_(std::move(levels)) {}
    std::string_view name() const override { return name_; }

  private:
    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level >= levels_.size()) return false;
        offer_all(view, levels_[level], out);
        return true;
    }

    const std::string_view name_;
    const std::vector<Level> levels_;
};

// Constants become 0, then 1, then smaller and smaller.
class Constants final : public ModelPass {
  public:
    std::string_view name() const override { return "constants"; }

  private:
    static constexpr uint32_t kLevels = 12;

    bool offer(const Candidate&, const View& view, uint32_t level, std::vector<Edit>& out) const override {
        if (level >= kLevels) return false;
        std::vector<Edit> all;
        offer_all(view, std::vector{&transform::simplify_constant()}, all);
        for (Edit& edit : all) {
            const base::UInt128 value = transform::read_args<transform::ValueArgs>(edit.steps[0].args)->value;
            if (value < 2 ? level == value : level >= 2) out.push_back(std::move(edit));
        }
        return true;
    }
};

} // namespace

const Pass& unwrapping() {
    static const Everywhere pass("unwrapping", {{&transform::unwrap_statement()},
                                                {&transform::splice_block(), &transform::unwrap_statement(),
                                                 &transform::turn_branch()}});
    return pass;
}

// What has linkage is less known to a compiler, so this comes before all goes into one file.
const Pass& linkage() {
    static const Everywhere pass("linkage", {{&transform::drop_static()}});
    return pass;
}

const Pass& aggregates() {
    static const Everywhere pass(
        "aggregates", {{&transform::drop_pointer()},
                       {&transform::lower_record(), &transform::lower_array(), &transform::lower_rows()},
                       {&transform::delete_member(), &transform::shorten_array()},
                       {&transform::shorten_list()},
                       {&transform::plain_record()}});
    return pass;
}

const Pass& calls() {
    static const Everywhere pass(
        "calls", {{&transform::inline_call(), &transform::inline_result()}, {&transform::drop_result()}});
    return pass;
}

const Pass& unused() {
    static const Everywhere pass("unused", {{&transform::delete_global(), &transform::delete_parameter(),
                                             &transform::delete_function(), &transform::drop_variable()},
                                            {&transform::drop_initialiser()}});
    return pass;
}

const Pass& observations() {
    static const Everywhere pass("observations",
                                 {{&transform::observe_at_end(), &transform::store_observed()},
                                  {&transform::observe_subscript()},
                                  {&transform::show_alone()},
                                  {&transform::settle_global()}});
    return pass;
}

const Pass& merging() {
    static const Everywhere pass(
        "merging", {{&transform::plain_assignment(), &transform::copy_member(), &transform::join_constants()},
                    {&transform::merge_variables()}});
    return pass;
}

const Pass& types() {
    static const Everywhere pass("types", {{&transform::replace_type()},
                                           {&transform::drop_qualifiers()},
                                           {&transform::drop_qualifier(), &transform::plain_variable()}});
    return pass;
}

const Pass& attributes() {
    static const Everywhere pass(
        "attributes",
        {{&transform::drop_guard()}, {&transform::drop_cast()}, {&transform::drop_attribute()}});
    return pass;
}

const Pass& constants() {
    static const Constants pass;
    return pass;
}

} // namespace assay::reduce::model
