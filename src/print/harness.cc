#include "print/harness.h"

#include "base/check.h"
#include "program/typing.h"

#include <array>
#include <cstdio>
#include <fmt/format.h>

namespace assay::print {

namespace {

constexpr std::string_view kWord = "unsigned long long";

// The variables and functions that the text of programs uses.
class Definitions {
  public:
    Definitions(bool checks, bool several_files) : checks_(checks), several_files_(several_files) {}

    void write(const std::array<bool, kHarnessPartCount>& needed, const std::vector<size_t>& hashed_sites);
    std::string definitions() { return definitions_.take(); }
    std::string declarations() { return declarations_.take(); }

  private:
    const bool checks_;
    const bool several_files_;
    Writer declarations_, definitions_;

    void mixers(bool mix, bool mix128);
    void variable(std::string_view declaration, std::string_view value);
    void function(std::string_view head, std::initializer_list<std::string_view> lines);
};

std::string hash_start() { return fmt::format("{}ULL", semantics::kHashStart); }

// What main does behind the final values.
void write_conclusion(Printer& printer, const semantics::Meaning& meaning, const PartName* part,
                      Writer& main) {
    if (printer.shows()) return;
    if (!printer.self_check()) {
        printer.uses.need(Library::Printf);
        main.line(fmt::format("printf(\"{}%016llx\\n\", assay_sum);", part ? part->label + " " : ""));
        return;
    }
    for (const size_t site : printer.hashed_sites()) {
        main.begin();
        main.put("if (" + Printer::site_name(site) + " != ");
        Printer::write_bits(main, meaning.observed[site].hash);
        main.put(fmt::format(") {};", printer.abort_call()));
        main.end();
    }
    if (printer.brief()) return;
    if (printer.uses.needs(HarnessPart::Check))
        main.line(fmt::format("if (assay_seen != {}ULL) abort();", printer.checks_made()));
    main.line("printf(\"ok\\n\");");
    printer.uses.need(Library::Printf);
    printer.uses.need(Library::Abort);
}

std::string write_main(Printer& printer, const Program& p, const semantics::Meaning& meaning,
                       const PartName* part, std::optional<std::string_view> entry_text) {
    Writer main, tables;
    main.indent();
    if (part) main.line(fmt::format("assay_sum = {};", hash_start()));
    base::check(p.entry.valid(), "a program without an entry");
    if (!entry_text) {
        printer.uses.funcs[p.entry.index].note(kDriver);
        main.line(std::string(p.name(p.entry)) + "();");
    }
    Finals(printer, p, meaning, main, tables).write();
    write_conclusion(printer, meaning, part, main);
    if (!part && !printer.ends_bare()) main.line("return 0;");
    main.outdent();
    main.line("}");
    std::string text = tables.take();
    if (!text.empty()) text += '\n';
    text += part                 ? fmt::format("static void {}(void) {{\n", part->function)
            : printer.is_short() ? "int main() {\n"
                                 : "int main(void) {\n";
    text += entry_text.value_or("");
    return text + main.take();
}

void Definitions::variable(std::string_view declaration, std::string_view value) {
    declarations_.line(fmt::format("extern {};", declaration));
    definitions_.line(fmt::format("{}{}{}{};", several_files_ ? "" : "static ", declaration,
                                  value.empty() ? "" : " = ", value));
}

void Definitions::function(std::string_view head, std::initializer_list<std::string_view> lines) {
    declarations_.line(fmt::format("{};", head));
    if (definitions_.size() != 0) definitions_.blank();
    definitions_.line(fmt::format("{}{} {{", several_files_ ? "" : "static ", head));
    definitions_.indent();
    for (const std::string_view line : lines) definitions_.line(line);
    definitions_.outdent();
    definitions_.line("}");
}

void Definitions::mixers(bool mix, bool mix128) {
    if (mix) {
        if (checks_)
            function("void assay_mix(unsigned long long *hash, unsigned long long v)",
                     {"*hash = (*hash ^ v) * 1099511628211ULL;", "*hash ^= *hash >> 32;"});
        else
            function("void assay_mix(unsigned long long v)",
                     {"assay_sum = (assay_sum ^ v) * 1099511628211ULL;", "assay_sum ^= assay_sum >> 32;"});
    }
    if (mix128) {
        if (checks_)
            function("void assay_mix128(unsigned long long *hash, unsigned __int128 v)",
                     {"assay_mix(hash, (unsigned long long)v);",
                      "assay_mix(hash, (unsigned long long)(v >> 64));"});
        else
            function("void assay_mix128(unsigned __int128 v)",
                     {"assay_mix((unsigned long long)v);", "assay_mix((unsigned long long)(v >> 64));"});
    }
}

void Definitions::write(const std::array<bool, kHarnessPartCount>& needed,
                        const std::vector<size_t>& hashed_sites) {
    const auto needs = [&](HarnessPart part) { return needed[static_cast<size_t>(part)]; };
    if (!checks_) variable("unsigned long long assay_sum", hash_start());
    for (const size_t site : hashed_sites)
        variable(fmt::format("{} {}", kWord, Printer::site_name(site)), hash_start());
    if (needs(HarnessPart::Check)) variable("unsigned long long assay_seen", {});
    mixers(needs(HarnessPart::Mix), needs(HarnessPart::Mix128));
    if (needs(HarnessPart::FloatBits))
        function("unsigned long long assay_float_bits(float v)",
                 {"unsigned int bits;", "memcpy(&bits, &v, sizeof bits);", "return bits;"});
    if (needs(HarnessPart::DoubleBits))
        function("unsigned long long assay_double_bits(double v)",
                 {"unsigned long long bits;", "memcpy(&bits, &v, sizeof bits);", "return bits;"});
    if (needs(HarnessPart::Check))
        function("void assay_check(int right)", {"if (!right) abort();", "assay_seen++;"});
}

std::string shown_text(const Printer& printer, const Program& p, const semantics::Scalar& value) {
    const TypeKind kind = p.types.kind(value.type);
    const auto bits = static_cast<uint64_t>(value.bits);
    if (program::is_floating(kind)) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), "%a\n", printer.real_of(value));
        return text.data();
    }
    if (program::is_wide(kind))
        return fmt::format("{:x} {:x}\n", static_cast<uint64_t>(value.bits >> 64), bits);
    const bool is_signed =
        program::integer_form(program::integer_kind(p, value.type), p.platform.target).is_signed;
    return is_signed ? fmt::format("{}\n", static_cast<int64_t>(bits)) : fmt::format("{}\n", bits);
}

std::string expected_of(const Printer& printer, const Program& p, const semantics::Meaning& meaning,
                        const PartName* part) {
    if (printer.self_check()) return printer.brief() ? "" : "ok\n";
    if (!printer.shows()) return fmt::format("{}{:016x}\n", part ? part->label + " " : "", meaning.checksum);
    std::string text;
    for (const semantics::ObservedSite& site : meaning.observed) text += shown_text(printer, p, site.first);
    for (const semantics::FinalValue& value : meaning.finals) text += shown_text(printer, p, value.value);
    return text;
}

} // namespace

HarnessText write_harness(Printer& printer, const Program& program, const semantics::Meaning& meaning,
                          bool several_files, const PartName* part,
                          std::optional<std::string_view> entry_text) {
    HarnessText text;
    text.main = write_main(printer, program, meaning, part, entry_text);
    if (!part) {
        Definitions made(printer.self_check() || printer.shows(), several_files);
        made.write(printer.uses.harness, printer.hashed_sites());
        text.definitions = made.definitions();
        if (several_files) text.declarations = made.declarations();
    }
    if (meaning.defined()) text.expected = expected_of(printer, program, meaning, part);
    return text;
}

std::string write_shared_harness(const std::array<bool, kHarnessPartCount>& needed) {
    Definitions made(false, false);
    made.write(needed, {});
    return made.definitions();
}

} // namespace assay::print
