#include "print/harness.h"

#include "base/check.h"

#include <fmt/format.h>

namespace assay::print {

namespace {

constexpr std::string_view kWord = "unsigned long long";

class HarnessWriter {
  public:
    HarnessWriter(Printer& printer, const Program& program, const semantics::Meaning& meaning,
                  bool several_files)
        : printer_(printer), p_(program), meaning_(meaning), several_files_(several_files) {}

    HarnessText write() {
        HarnessText text;
        text.main = write_main();
        define();
        text.definitions = definitions_.take();
        if (several_files_) text.declarations = declarations_.take();
        if (meaning_.defined())
            text.expected = printer_.self_check() ? "ok\n" : fmt::format("{:016x}\n", meaning_.checksum);
        return text;
    }

  private:
    Printer& printer_;
    const Program& p_;
    const semantics::Meaning& meaning_;
    const bool several_files_;
    Writer declarations_, definitions_;

    std::string write_main();
    void define();
    void variable(std::string_view declaration, std::string_view value);
    void function(std::string_view head, std::initializer_list<std::string_view> lines);
};

std::string HarnessWriter::write_main() {
    Writer main, tables;
    main.line("int main(void) {");
    main.indent();
    base::check(p_.entry.valid(), "a program without an entry");
    printer_.uses.funcs[p_.entry.index].note(kDriver);
    main.line(std::string(p_.name(p_.entry)) + "();");
    Finals(printer_, p_, meaning_, main, tables).write();
    printer_.uses.need(Library::Printf);
    if (!printer_.self_check()) {
        main.line("printf(\"%016llx\\n\", assay_sum);");
    } else {
        for (const size_t site : printer_.hashed_sites()) {
            main.begin();
            main.put("if (" + Printer::site_name(site) + " != ");
            Printer::write_bits(main, meaning_.observed[site].hash);
            main.put(") abort();");
            main.end();
        }
        if (printer_.uses.needs(HarnessPart::Check))
            main.line(fmt::format("if (assay_seen != {}ULL) abort();", printer_.checks_made()));
        main.line("printf(\"ok\\n\");");
        printer_.uses.need(Library::Abort);
    }
    main.line("return 0;");
    main.outdent();
    main.line("}");
    std::string text = tables.take();
    if (!text.empty()) text += '\n';
    return text + main.take();
}

void HarnessWriter::variable(std::string_view declaration, std::string_view value) {
    declarations_.line(fmt::format("extern {};", declaration));
    definitions_.line(fmt::format("{}{}{}{};", several_files_ ? "" : "static ", declaration,
                                  value.empty() ? "" : " = ", value));
}

void HarnessWriter::function(std::string_view head, std::initializer_list<std::string_view> lines) {
    declarations_.line(fmt::format("{};", head));
    if (definitions_.size() != 0) definitions_.blank();
    definitions_.line(fmt::format("{}{} {{", several_files_ ? "" : "static ", head));
    definitions_.indent();
    for (const std::string_view line : lines) definitions_.line(line);
    definitions_.outdent();
    definitions_.line("}");
}

void HarnessWriter::define() {
    const Uses& uses = printer_.uses;
    const bool checks = printer_.self_check();
    const std::string start = fmt::format("{}ULL", semantics::kHashStart);
    if (!checks) variable("unsigned long long assay_sum", start);
    for (const size_t site : printer_.hashed_sites())
        variable(fmt::format("{} {}", kWord, Printer::site_name(site)), start);
    if (uses.needs(HarnessPart::Check)) variable("unsigned long long assay_seen", {});
    if (uses.needs(HarnessPart::Mix)) {
        if (checks)
            function("void assay_mix(unsigned long long *hash, unsigned long long v)",
                     {"*hash = (*hash ^ v) * 1099511628211ULL;", "*hash ^= *hash >> 32;"});
        else
            function("void assay_mix(unsigned long long v)",
                     {"assay_sum = (assay_sum ^ v) * 1099511628211ULL;", "assay_sum ^= assay_sum >> 32;"});
    }
    if (uses.needs(HarnessPart::Mix128)) {
        if (checks)
            function("void assay_mix128(unsigned long long *hash, unsigned __int128 v)",
                     {"assay_mix(hash, (unsigned long long)v);",
                      "assay_mix(hash, (unsigned long long)(v >> 64));"});
        else
            function("void assay_mix128(unsigned __int128 v)",
                     {"assay_mix((unsigned long long)v);", "assay_mix((unsigned long long)(v >> 64));"});
    }
    if (uses.needs(HarnessPart::FloatBits))
        function("unsigned long long assay_float_bits(float v)",
                 {"unsigned int bits;", "memcpy(&bits, &v, sizeof bits);", "return bits;"});
    if (uses.needs(HarnessPart::DoubleBits))
        function("unsigned long long assay_double_bits(double v)",
                 {"unsigned long long bits;", "memcpy(&bits, &v, sizeof bits);", "return bits;"});
    if (uses.needs(HarnessPart::Check))
        function("void assay_check(int right)", {"if (!right) abort();", "assay_seen++;"});
}

} // namespace

HarnessText write_harness(Printer& printer, const Program& program, const semantics::Meaning& meaning,
                          bool several_files) {
    return HarnessWriter(printer, program, meaning, several_files).write();
}

} // namespace assay::print
