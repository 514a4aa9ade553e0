#include "source/relax/forms.h"

#include "base/words.h"
#include "source/edits.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace assay::source::relax {
namespace {

// How a call and a definition are written; calls in operands are written first.
class Printer {
  public:
    Printer(const std::string& text, const Wrappers& wrappers) : text_(text), wrappers_(wrappers) {
        std::map<std::string, std::string> same; // statement expressions of one shape share a name
        for (const WrapperKind& kind : wrappers.kinds) {
            std::string name = kind.name;
            if (name.empty()) {
                const std::string shape = parameters(kind) + kind.result + value(kind, "");
                name = same.try_emplace(shape, fmt::format("safe_math_{}", same.size() + 1)).first->second;
            }
            names_.push_back(std::move(name));
        }
    }
    virtual ~Printer() = default;

    std::string print() {
        std::string result = prologue();
        // What stands for functions is put where they were, because their types are known there.
        std::map<uint32_t, uint32_t> definitions;
        for (uint32_t i = 0; i < wrappers_.kinds.size(); ++i)
            if (!wrappers_.kinds[i].definition.empty()) definitions[wrappers_.kinds[i].definition.begin] = i;
        definitions.try_emplace(wrappers_.first_use, kNone);
        uint32_t at = 0;
        for (const auto& [begin, kind] : definitions) {
            result += rendered({at, begin});
            result += kind == kNone ? new_definitions() : definition(kind);
            at = kind == kNone ? begin : wrappers_.kinds[kind].definition.end;
        }
        return result + rendered({at, static_cast<uint32_t>(text_.size())});
    }

  protected:
    virtual std::string call(uint32_t index, const std::vector<std::string>& operands) = 0;
    virtual std::string definition(uint32_t kind) = 0;
    virtual std::string new_definitions() = 0; // of wrappers that were no functions
    virtual std::string prologue() { return {}; }

    std::string part(const Span& span) const { return text_.substr(span.begin, span.end - span.begin); }

    // A part of a wrapper, on one line, with other names for its parameters: operands are names too, and as
    // long as the expressions they hold.
    std::string renamed(const WrapperKind& kind, const Span& span,
                        const std::vector<std::string>& names) const {
        std::string result;
        uint32_t at = span.begin;
        for (const ParameterUse& use : kind.uses) {
            if (!span.holds(use.span)) continue;
            result += on_one_line(part({at, use.span.begin}));
            result += names[use.parameter];
            at = use.span.end;
        }
        return result + on_one_line(part({at, span.end}));
    }

    static std::vector<std::string> own_names(const WrapperKind& kind) {
        std::vector<std::string> names;
        for (size_t i = 0; i < kind.types.size(); ++i) names.push_back(fmt::format("assay_{}", i + 1));
        return names;
    }

    static std::string parameters(const WrapperKind& kind) {
        std::string list;
        for (size_t i = 0; i < kind.types.size(); ++i)
            list += fmt::format("{}{} assay_{}", i > 0 ? ", " : "", kind.types[i], i + 1);
        return list;
    }

    // `also`: done before the unsafe case gives its value.
    std::string value(const WrapperKind& kind, const std::string& also) const {
        const std::vector<std::string> names = own_names(kind);
        std::string plain = renamed(kind, kind.plain, names);
        if (kind.unsafe.empty()) return plain;
        return fmt::format("({}) ? ({}{}) : ({})", renamed(kind, kind.unsafe, names), also,
                           renamed(kind, kind.fallback, names), plain);
    }

    const WrapperKind& kind_of(uint32_t call) const { return wrappers_.kinds[wrappers_.calls[call].kind]; }
    const std::string& name_of(uint32_t kind) const { return names_[kind]; }
    const Wrappers& wrappers() const { return wrappers_; }

  private:
    const std::string& text_;
    const Wrappers& wrappers_;
    std::vector<std::string> names_; // of kinds
    uint32_t next_ = 0;              // the next call of the text

    std::string rendered(const Span& span) {
        std::string result;
        uint32_t at = span.begin;
        while (next_ < wrappers_.calls.size() && span.holds(wrappers_.calls[next_].span)) {
            const uint32_t index = next_++;
            const WrapperCall& wrapper = wrappers_.calls[index];
            result.append(text_, at, wrapper.span.begin - at);
            std::vector<std::string> operands;
            for (const Span& operand : wrapper.operands) operands.push_back(rendered(operand));
            result += call(index, operands);
            at = wrapper.span.end;
        }
        result.append(text_, at, span.end - at);
        return result;
    }
};

class FormPrinter : public Printer {
  public:
    FormPrinter(const std::string& text, const Wrappers& wrappers, const std::vector<Form>& forms)
        : Printer(text, wrappers), forms_(forms), used_(wrappers.kinds.size()) {
        for (size_t i = 0; i < forms.size(); ++i) used_[wrappers.calls[i].kind].insert(forms[i]);
    }

  protected:
    std::string call(uint32_t index, const std::vector<std::string>& operands) override {
        const WrapperKind& kind = kind_of(index);
        const std::string& name = name_of(wrappers().calls[index].kind);
        switch (forms_[index]) {
        case Form::Function: return fmt::format("{}({})", name, base::joined(operands, ", "));
        case Form::Macro:
            return fmt::format("{}_macro({})", name, base::joined(in_parentheses(operands), ", "));
        case Form::Plain: break;
        }
        std::vector<std::string> converted;
        for (size_t i = 0; i < operands.size(); ++i)
            converted.push_back(fmt::format("(({})({}))", kind.types[i], operands[i]));
        const std::string common = kind.common.empty() ? "" : fmt::format("({})", kind.common);
        return fmt::format("(({}){}({}))", kind.result, common, renamed(kind, kind.plain, converted));
    }

    std::string definition(uint32_t kind) override {
        const Span& span = wrappers().kinds[kind].definition;
        return (uses(kind, Form::Function) ? part(span) : "") +
               (uses(kind, Form::Macro) ? "\n" + macro(kind) : "");
    }

    std::string new_definitions() override {
        std::set<std::string> known;
        std::string result;
        for (uint32_t i = 0; i < wrappers().kinds.size(); ++i) {
            const WrapperKind& kind = wrappers().kinds[i];
            if (!kind.name.empty()) continue;
            const std::string& name = name_of(i);
            if (uses(i, Form::Function) && known.insert(name).second)
                result += fmt::format("static {} {}({}) {{ return {}; }}\n", kind.result, name,
                                      parameters(kind), value(kind, ""));
            if (uses(i, Form::Macro) && known.insert(name + "_macro").second) result += macro(i);
        }
        return result;
    }

  private:
    const std::vector<Form>& forms_;
    std::vector<std::set<Form>> used_; // of each kind

    bool uses(uint32_t kind, Form form) const { return used_[kind].contains(form); }

    // A comma inside braces or brackets would end an argument.
    static std::vector<std::string> in_parentheses(std::vector<std::string> operands) {
        for (std::string& operand : operands)
            if (operand.find_first_of("{[") != std::string::npos) operand = fmt::format("({})", operand);
        return operands;
    }

    std::string macro(uint32_t index) const {
        const WrapperKind& kind = wrappers().kinds[index];
        std::string formal, declared;
        for (size_t i = 0; i < kind.types.size(); ++i) {
            formal += fmt::format("{}A{}", i > 0 ? ", " : "", i + 1);
            declared += fmt::format("{} assay_{} = (A{}); ", kind.types[i], i + 1, i + 1);
        }
        return fmt::format("#define {}_macro({}) ({{ {}({})({}); }})\n", name_of(index), formal, declared,
                           kind.result, value(kind, ""));
    }
};

class WitnessPrinter : public Printer {
  public:
    using Printer::Printer;

  protected:
    std::string call(uint32_t index, const std::vector<std::string>& operands) override {
        return fmt::format("{}_noted({}, {})", name_of(wrappers().calls[index].kind), index,
                           base::joined(operands, ", "));
    }
    std::string definition(uint32_t kind) override {
        const bool called = std::any_of(wrappers().calls.begin(), wrappers().calls.end(),
                                        [&](const WrapperCall& one) { return one.kind == kind; });
        return called ? noted(kind) : "";
    }
    std::string prologue() override {
        return fmt::format("extern int assay_print(int, const char *, ...) __asm__(\"dprintf\");\n"
                           "static unsigned char assay_seen[{}];\n"
                           "static void assay_note(int id, int what) {{\n"
                           "    if (assay_seen[id] & what) return;\n"
                           "    assay_seen[id] |= what;\n"
                           "    assay_print(2, \"{}%d %d\\n\", id, what);\n"
                           "}}\n",
                           wrappers().calls.size() + 1, kWitness);
    }
    std::string new_definitions() override {
        std::string result;
        std::set<std::string> known;
        for (uint32_t i = 0; i < wrappers().kinds.size(); ++i)
            if (wrappers().kinds[i].name.empty() && known.insert(name_of(i)).second) result += noted(i);
        return result;
    }

  private:
    std::string noted(uint32_t index) const {
        const WrapperKind& kind = wrappers().kinds[index];
        return fmt::format("static {} {}_noted(int assay_id, {}) {{ assay_note(assay_id, 1); return {}; }}\n",
                           kind.result, name_of(index), parameters(kind),
                           value(kind, "assay_note(assay_id, 2), "));
    }
};

} // namespace

std::string with_forms(const std::string& text, const Wrappers& wrappers, const std::vector<Form>& forms) {
    return FormPrinter(text, wrappers, forms).print();
}

std::string instrumented(const std::string& text, const Wrappers& wrappers) {
    return WitnessPrinter(text, wrappers).print();
}

} // namespace assay::source::relax
