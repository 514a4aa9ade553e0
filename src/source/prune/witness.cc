#include "source/prune/witness.h"

#include <fmt/format.h>
#include <set>
#include <sstream>

namespace assay::source::prune {
namespace {

using base::Error;
using base::Result;

bool is_mark(const Statement& statement) {
    return statement.kind == StatementKind::Label || statement.kind == StatementKind::Case;
}

void alarm_before(const Unit& unit, uint32_t index, const std::string& call, std::vector<Edit>& edits) {
    const Statement& one = unit.statements[index];
    if (!one.in_text) return;
    const uint32_t begin = one.span.begin, end = one.span.end;
    if (one.kind == StatementKind::Compound) {
        edits.push_back({{begin + 1, begin + 1}, call});
        return;
    }
    const bool in_list = one.parent != kNone && unit.statements[one.parent].kind == StatementKind::Compound;
    edits.push_back({{begin, begin}, in_list ? call : "{" + call});
    if (!in_list) edits.push_back({{end, end}, "}"});
}

// Whoever jumps into it passes what stands in front.
void alarm_at_marks(const Unit& unit, uint32_t root, const std::string& call, std::vector<Edit>& edits) {
    for (uint32_t i = root; i < unit.statements[root].last; ++i) {
        if (!is_mark(unit.statements[i]) || i + 1 >= unit.statements[i].last) continue;
        const Statement& marked = unit.statements[i + 1];
        if (!is_mark(marked) && !marked.gives_value) alarm_before(unit, i + 1, call, edits);
    }
}

std::string alarm_source(const std::string& folder) {
    return fmt::format(R"(#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
void assay_alarm(unsigned k) {{
    static unsigned char rang[1u << 20];
    if (k < sizeof rang && rang[k]++ != 0) {{ rang[k] = 1; return; }}
    char text[16];
    int length = snprintf(text, sizeof text, "%u\n", k);
    int file = open("{}/alarms", O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (write(file, text, (unsigned)length) < 0) _exit(99);
    close(file);
}}
)",
                       folder);
}

std::set<uint32_t> alarms(const sandbox::Sandbox& sandbox) {
    std::set<uint32_t> rang;
    if (!sandbox.exists("alarms")) return rang;
    const auto text = sandbox.read("alarms");
    if (!text) return rang;
    std::istringstream numbers(*text);
    for (uint32_t number = 0; numbers >> number;) rang.insert(number);
    return rang;
}

} // namespace

std::string with_alarms(const Unit& unit, const Life& life, bool arms) {
    std::vector<Edit> edits;
    uint32_t number = 0;
    for (const uint32_t root : dead_roots(unit, life)) {
        const std::string call = fmt::format("assay_alarm({}u);", number++);
        if (!is_mark(unit.statements[root])) alarm_before(unit, root, call, edits);
        alarm_at_marks(unit, root, call, edits);
    }
    for (size_t i = 0; arms && i < unit.expressions.size(); ++i) {
        if (!life.dead_arms[i]) continue;
        const Span& span = unit.expressions[i].span;
        edits.push_back({{span.begin, span.begin}, fmt::format("(assay_alarm({}u),(", number++)});
        edits.push_back({{span.end, span.end}, "))"});
    }
    return with_edits(unit.text, std::move(edits));
}

Result<void> question_witness(Laboratory& laboratory, const Unit& unit,
                              const std::vector<Behaviour>& expected, Life& life) {
    sandbox::Sandbox& sandbox = laboratory.sandbox();
    sandbox.remove("alarms");
    if (auto written = sandbox.write("assay_alarm.h", "void assay_alarm(unsigned);\n"); !written)
        return written;
    if (auto written = sandbox.write("assay_alarm.c", alarm_source(sandbox.folder())); !written)
        return written;
    const std::vector<uint32_t> roots = dead_roots(unit, life);
    // An arm that is a null pointer is none any more with an alarm in it: then all of them are left alone.
    Result<std::vector<Behaviour>> seen = Error{""};
    for (const bool arms : {true, false}) {
        if (!arms) life.dead_arms.assign(life.dead_arms.size(), false);
        seen = laboratory.try_text(laboratory.gcc(), with_alarms(unit, life, arms),
                                   {"-include", "assay_alarm.h"}, {"assay_alarm.c"});
        if (seen) break;
        sandbox.remove("alarms");
    }
    if (!seen) return Error{"what runs of it cannot be told: " + seen.error().message};
    if (*seen != expected) return Error{"what runs of it cannot be told: alarms change what it does"};
    for (const uint32_t number : alarms(sandbox)) {
        if (number < roots.size()) revive(unit, life, roots[number]);
        // Which arm it was matters little: one that rings makes all of them doubtful.
        if (number >= roots.size()) life.dead_arms.assign(life.dead_arms.size(), false);
    }
    return {};
}

} // namespace assay::source::prune
