#include "fuzz/readers.h"

#include "campaign/record.h"
#include "fuzz/folder.h"
#include "report/bugs.h"
#include "report/evidence.h"
#include "store/store.h"

#include <filesystem>

namespace assay::fuzz {
namespace {

void read_bugs(store::Store& store) {
    const auto bugs = store.bugs();
    if (!bugs) return;
    static_cast<void>(report::bugs_json(*bugs, "folder"));
    static_cast<void>(report::bugs_table(*bugs));
    for (const store::Bug& bug : *bugs) {
        static_cast<void>(store.current(bug.id));
        const auto evidence = report::evidence_of(store, bug.id);
        const auto findings = store.findings(bug.id, 20);
        if (!evidence || !findings) continue;
        std::optional<report::Case> fit;
        if (auto made = report::case_of(*evidence)) fit = std::move(*made);
        static_cast<void>(report::bug_text(bug, *findings, {evidence->original}, fit));
        static_cast<void>(report::bug_json(bug, *findings, {evidence->original}, "folder"));
    }
}

} // namespace

void read_store(std::string_view bytes) {
    static const Folder folder;
    const std::string& campaign = folder.path();
    for (const char* rest : {"/assay.db-wal", "/assay.db-shm", "/assay.db-journal"})
        std::filesystem::remove(campaign + rest);
    folder.with("assay.db", bytes);
    if (auto store = store::Store::open_for_reading(campaign)) read_bugs(*store);
    auto store = store::Store::open_for_writing(campaign);
    if (!store) return;
    static_cast<void>(store->claim(3, 1000));
    static_cast<void>(store->next_to_examine({}));
    static_cast<void>(store->all_findings());
    static_cast<void>(campaign::load_record(*store));
    static_cast<void>(campaign::noted_compilers(*store));
    read_bugs(*store);
}

} // namespace assay::fuzz
