#include "program/short_names.h"

#include "program/names.h"
#include "program/walk.h"

#include <string>

namespace assay::program {
namespace {

// Letters in order, then the first of them with numbers.
class Sequence {
  public:
    explicit Sequence(std::string_view letters) : letters_(letters) {}
    std::string next() {
        while (true) {
            const size_t at = given_++;
            std::string name = at < letters_.size() ? std::string(1, letters_[at])
                                                    : letters_[0] + std::to_string(at - letters_.size() + 1);
            if (name_problem(name, NamePlace::File).empty()) return name;
        }
    }

  private:
    std::string_view letters_;
    size_t given_ = 0;
};

// No `i`: the harness counts with it.
constexpr std::string_view kVariables = "abcdejklmnopqrstuvwxyz";

class Renamer {
  public:
    explicit Renamer(const Program& program) : p_(program) {}

    Program run() {
        variables();
        for (Func& func : p_.funcs) func.name = p_.names.add(functions_.next());
        for (NameId& label : p_.labels) label = p_.names.add(labels_.next());
        types();
        return std::move(p_);
    }

  private:
    Program p_;
    Sequence functions_{"fgh"}, variables_{kVariables}, labels_{"L"};

    void name(VarId var) { p_[var].name = p_.names.add(variables_.next()); }

    // In the order of the text; those that are nowhere in it take no letter.
    void variables() {
        for (const VarId global : p_.globals) name(global);
        for (uint32_t i = 0; i < p_.funcs.size(); ++i) {
            for (const VarId param : std::vector(p_.params({i}).begin(), p_.params({i}).end())) name(param);
            walk(p_, p_.funcs[i].body, [&](NodeId id) {
                const Node& node = p_[id];
                if (node.kind == NodeKind::Declare) name(node.var());
            });
        }
    }

    void types() {
        Sequence names("STUVW");
        for (Record& record : p_.types.records) {
            record.name = p_.names.add(names.next());
            Sequence members(kVariables);
            for (uint32_t i = 0; i < record.field_count; ++i) {
                Field& field = p_.types.fields[record.first_field + i];
                if (field.is_named()) field.name = p_.names.add(members.next());
            }
        }
        for (Enum& one : p_.types.enums) {
            one.name = p_.names.add(names.next());
            const std::string stem(p_.names[one.name]);
            for (uint32_t i = 0; i < one.count; ++i)
                p_.types.enumerators[one.first + i].name = p_.names.add(stem + "_" + std::to_string(i));
        }
    }
};

} // namespace

Program with_short_names(const Program& program) { return Renamer(program).run(); }

} // namespace assay::program
