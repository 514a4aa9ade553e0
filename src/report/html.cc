#include "report/html.h"

#include "base/printable.h"
#include "report/bugs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace assay::report {
namespace {

using testcase::Kind;

constexpr std::string_view kStyle = R"css(
:root { --ink:#1c2430; --soft:#5c6878; --line:#dfe4ea; --paper:#fff; --back:#f4f6f8; --mark:#2457a6;
        --bad:#b3261e; --good:#1d7a3e; --warn:#8a5a00; --code:#f7f8fa; }
@media (prefers-color-scheme: dark) {
  :root { --ink:#e4e8ee; --soft:#9aa6b5; --line:#333c48; --paper:#1b212a; --back:#12161c; --mark:#8ab4f8;
          --bad:#f28b82; --good:#81c995; --warn:#fdd663; --code:#151a21; } }
* { box-sizing:border-box } body { margin:0; background:var(--back); color:var(--ink);
  font:15px/1.5 system-ui,"Segoe UI",Roboto,sans-serif }
main { max-width:1080px; margin:0 auto; padding:28px 20px 60px }
h1 { font-size:24px; margin:0 0 4px } h2 { font-size:17px; margin:30px 0 10px }
p.sub { color:var(--soft); margin:0 0 18px } a { color:var(--mark); text-decoration:none }
a:hover { text-decoration:underline }
.tiles { display:flex; flex-wrap:wrap; gap:12px; margin:18px 0 }
.tile { background:var(--paper); border:1px solid var(--line); border-radius:10px; padding:12px 18px; min-width:130px }
.tile b { display:block; font-size:22px } .tile span { color:var(--soft); font-size:13px }
.wide { overflow-x:auto; background:var(--paper); border:1px solid var(--line); border-radius:10px }
table { border-collapse:collapse; width:100% } th,td { text-align:left; padding:8px 12px; vertical-align:top }
th { font-size:12px; color:var(--soft); border-bottom:1px solid var(--line) } tr+tr td { border-top:1px solid var(--line) }
td.n { text-align:right; font-variant-numeric:tabular-nums } th.n { text-align:right }
pre { background:var(--code); border:1px solid var(--line); border-radius:10px; padding:12px 14px; overflow-x:auto;
  font:13px/1.45 ui-monospace,"SF Mono",Menlo,Consolas,monospace }
code { font:13px ui-monospace,Menlo,Consolas,monospace }
.kind { display:inline-block; padding:1px 9px; border-radius:99px; font-size:12px; border:1px solid currentColor;
  white-space:nowrap }
.bad { color:var(--bad) } .good { color:var(--good) } .warn { color:var(--warn) } .soft { color:var(--soft) }
dl { display:grid; grid-template-columns:max-content 1fr; gap:6px 18px; margin:0 }
dt { color:var(--soft) } dd { margin:0; overflow-wrap:anywhere }
)css";

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : base::for_terminal(text)) {
        switch (c) {
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '&': safe += "&amp;"; break;
        case '"': safe += "&quot;"; break;
        default: safe += c;
        }
    }
    return safe;
}

std::string page(const std::string& title, const std::string& body) {
    return fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                       "<title>{}</title><style>{}</style></head>\n<body><main>\n{}</main></body></html>\n",
                       escaped(title), kStyle, body);
}

std::string kind_mark(Kind kind) {
    return fmt::format("<span class=\"kind {}\">{}</span>", traits(kind).compares_runs ? "bad" : "warn",
                       to_text(kind));
}

std::string tile(const std::string& value, std::string_view name) {
    return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", escaped(value), name);
}

std::string bug_row(const store::Bug& bug, bool has_page) {
    const std::string title = has_page
                                  ? fmt::format("<a href=\"bug-{}.html\">{}</a>", bug.id, escaped(bug.title))
                                  : escaped(bug.title);
    const std::string small = bug.reduced ? lines_text(*bug.reduced) : "–";
    return fmt::format("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td>"
                       "<td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>\n",
                       bug.id, kind_mark(bug.kind), escaped(bug.compiler), title, bug.hits,
                       to_text(bug.state), to_text(bug.diagnosis.validity), small);
}

std::string counts_table(const std::vector<store::Count>& counts) {
    std::map<std::string, std::pair<uint64_t, uint64_t>> by_setup; // tests, CPU
    for (const store::Count& count : counts) {
        by_setup[count.setup].first += count.tests;
        by_setup[count.setup].second += count.cpu_us;
    }
    std::string text = "<div class=\"wide\"><table><tr><th>setup</th><th class=\"n\">programs</th>"
                       "<th class=\"n\">CPU seconds</th></tr>\n";
    for (const auto& [setup, sums] : by_setup)
        text += fmt::format(
            "<tr><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{:.1f}</td></tr>\n",
            escaped(setup), sums.first, static_cast<double>(sums.second) / 1e6);
    return text + "</table></div>\n";
}

std::string unjudged_table(const std::vector<store::Unjudged>& unjudged) {
    if (unjudged.empty()) return {};
    std::string text =
        "<h2>What was not judged</h2>\n<p class=\"sub\">It was not compiled, run and compared, "
        "so it says nothing about a compiler.</p>\n<div class=\"wide\"><table><tr>"
        "<th>setup</th><th>why</th><th class=\"n\">programs</th></tr>\n";
    for (const store::Unjudged& one : unjudged)
        text += fmt::format("<tr><td><code>{}</code></td><td>{}</td><td class=\"n\">{}</td></tr>\n",
                            escaped(one.setup), escaped(one.why), one.tests);
    return text + "</table></div>\n";
}

std::string index_page(const CampaignFacts& facts) {
    uint64_t hits = 0, reduced = 0, confirmed = 0;
    for (const store::Bug& bug : facts.bugs) {
        hits += bug.hits;
        reduced += bug.reduced ? 1 : 0;
        confirmed += bug.state == triage::State::Confirmed ? 1 : 0;
    }
    std::string body = "<h1>Assay</h1><p class=\"sub\">What a campaign found.</p>\n<div class=\"tiles\">";
    body += tile(std::to_string(facts.bugs.size()), "bugs") + tile(std::to_string(confirmed), "confirmed") +
            tile(std::to_string(reduced), "reduced") + tile(std::to_string(hits), "hits") +
            tile(std::to_string(facts.totals.tests), "programs judged, setup by setup");
    body += "</div>\n<h2>Bugs</h2>\n";
    if (facts.bugs.empty()) {
        body += "<p>None.</p>\n";
    } else {
        body += "<div class=\"wide\"><table><tr><th "
                "class=\"n\">bug</th><th>kind</th><th>compiler</th><th>title</th>"
                "<th class=\"n\">hits</th><th>state</th><th>validity</th><th class=\"n\">reduced</th></tr>\n";
        for (const store::Bug& bug : facts.bugs) {
            const bool has_page = std::ranges::any_of(
                facts.evidence, [&](const Evidence& evidence) { return evidence.bug.id == bug.id; });
            body += bug_row(bug, has_page);
        }
        body += "</table></div>\n";
    }
    body += "<h2>What was tested</h2>\n" + counts_table(facts.counts.judged);
    return page("Assay: bugs", body + unjudged_table(facts.counts.unjudged));
}

std::string versions_table(const triage::Versions& versions) {
    if (versions.empty()) return {};
    std::string text =
        "<h2>Versions</h2><div class=\"wide\"><table><tr><th>compiler</th><th>answer</th></tr>\n";
    for (const auto& [name, behaviour] : versions) {
        const char* const style = behaviour == triage::Behaviour::Fails   ? "bad"
                                  : behaviour == triage::Behaviour::Right ? "good"
                                                                          : "soft";
        text += fmt::format("<tr><td>{}</td><td class=\"{}\">{}</td></tr>\n", escaped(name), style,
                            to_text(behaviour));
    }
    return text + "</table></div>\n";
}

std::string programs(const testcase::TestCase& test) {
    std::string text;
    for (const testcase::File& file : test.files)
        text +=
            fmt::format("<p class=\"soft\">{}</p><pre>{}</pre>\n", escaped(file.name), escaped(file.text));
    return text;
}

std::string bug_page(const Evidence& evidence) {
    const store::Bug& bug = evidence.bug;
    const auto fit = case_of(evidence);
    std::string body = fmt::format(
        "<p><a href=\"index.html\">all bugs</a></p>\n<h1>Bug {}: {}</h1>\n<p class=\"sub\">"
        "{} {}</p>\n<dl>",
        bug.id, escaped(fit ? plain_title(*fit) : bug.title), kind_mark(bug.kind), escaped(bug.compiler));
    const auto fact = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) body += fmt::format("<dt>{}</dt><dd>{}</dd>", name, escaped(value));
    };
    fact("title", bug.title);
    fact("hits", std::to_string(bug.hits));
    fact("state", std::string(to_text(bug.state)));
    fact("repeats", to_text(bug.diagnosis.reliability));
    const triage::Diagnosis& known = fit ? fit->diagnosis : bug.diagnosis;
    fact("validity", fmt::format("{}{}{}", to_text(known.validity), known.validity_how.empty() ? "" : ": ",
                                 known.validity_how));
    fact("culprit", bug.diagnosis.culprit.pass.value_or(""));
    if (fit) {
        fact("how it was found", fit->diagnosis.culprit.how);
        fact("plain levels that fail", levels_text(fit->diagnosis.levels));
        fact("range", fit->diagnosis.range);
    } else {
        fact("report", fit.error().message);
    }
    body += "</dl>\n";
    if (fit) body += fmt::format("<h2>What happens</h2><pre>{}</pre>\n", escaped(observed_text(*fit)));
    if (bug.reduced)
        body += fmt::format("<h2>Program, {} lines</h2><pre>{}</pre>\n", bug.reduced->lines,
                            escaped(bug.reduced->text));
    body += versions_table(bug.diagnosis.versions);
    if (!bug.setups.empty()) {
        body += "<h2>Seen with</h2><pre>";
        for (const std::string& setup : bug.setups) body += escaped(setup) + "\n";
        body += "</pre>\n";
    }
    body += fmt::format("<h2>As it was found</h2><details{}><summary>{}</summary>{}</details>\n",
                        bug.reduced ? "" : " open", escaped(evidence.original.name()),
                        programs(evidence.original));
    return page(fmt::format("Assay: bug {}", bug.id), body);
}

} // namespace

std::vector<Page> pages(const CampaignFacts& facts) {
    std::vector<Page> all{{"index.html", index_page(facts)}};
    for (const Evidence& evidence : facts.evidence)
        all.push_back({fmt::format("bug-{}.html", evidence.bug.id), bug_page(evidence)});
    return all;
}

} // namespace assay::report
