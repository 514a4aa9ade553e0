#include "campaign/campaign.h"

#include "campaign/conductor.h"
#include "campaign/plan.h"
#include "campaign/record.h"
#include "campaign/threaded_crew.h"

#include <fmt/ranges.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;

Result<void> every_method_has_work(const Config& config, const std::vector<toolchain::Compiler>& compilers) {
    for (const MethodShare& share : config.methods) {
        const auto method = methods_of(config).make(share.name);
        if (!method) return Error{methods_of(config).unknown(share.name)};
        if (share.weight > 0 && common_languages(*method, compilers).empty())
            return Error{fmt::format("no compiler here compiles what {} makes: {}", share.name,
                                     fmt::join(method->languages(), ", "))};
    }
    return {};
}

} // namespace

Result<Progress> run(const Config& config, const toolchain::Toolset& tools, store::Store& store,
                     Watcher& watcher, const std::atomic<bool>& stop) {
    if (auto work = every_method_has_work(config, tools.compilers); !work) return work.error();
    Shield shield;
    auto findings = store.all_findings();
    if (!findings) return findings.error();
    for (const store::Finding& finding : *findings) shield.add(finding.verdict, finding.number);
    if (auto noted = note_compilers(store, tools.compilers, config); !noted) return noted.error();
    if (auto saved = save_record(store, record_of(config, tools.compilers)); !saved) return saved.error();
    Roster roster(tools);
    auto crew = ThreadedCrew::hire(config, roster, shield);
    if (!crew) return crew.error();
    const base::SystemClock clock;
    return Conductor(config, store, watcher, **crew, shield, roster, clock).run(stop);
}

} // namespace assay::campaign
