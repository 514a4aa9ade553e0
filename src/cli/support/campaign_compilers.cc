#include "cli/support/campaign_compilers.h"

#include "base/file.h"
#include "cli/command.h"
#include "cli/support/compiler_search.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
using toolchain::Compiler;

using Noted = std::map<std::string, campaign::RecordedCompiler>;

// Under the names that the compilers of the campaign have: "gcc-16@sid". Those that are gone are left out.
std::vector<toolchain::Root> roots_of(const Noted& noted) {
    std::vector<toolchain::Root> roots;
    for (const auto& [name, then] : noted) {
        const toolchain::Root root{name.substr(name.rfind('@') + 1), then.root};
        std::error_code error;
        if (!then.root.empty() && std::filesystem::is_directory(then.root + "/usr", error) &&
            std::ranges::find(roots, root) == roots.end())
            roots.push_back(root);
    }
    return roots;
}

// By the user's own definitions of today, those of the last hunt, and those of earlier ones.
Result<CompilerSearch> search_for(const Arguments& arguments, const std::optional<campaign::Record>& record,
                                  const Noted& noted) {
    std::vector<CompilerSearch::Text> texts;
    if (const std::string config = arguments.text("--config"); !config.empty()) {
        auto text = base::read_file(config);
        if (!text) return text.error();
        texts.push_back({std::move(*text), config});
    } else if (record) {
        texts.push_back({record->file_text, record->file});
    }
    for (const auto& [name, then] : noted) texts.push_back({then.file_text, then.file});
    return CompilerSearch::open_texts(arguments, texts, roots_of(noted));
}

bool is_among(const std::vector<Compiler>& compilers, const std::string& name) {
    return std::ranges::find(compilers, name, &Compiler::name) != compilers.end();
}

// By its name; or where it was, if the name is a path that leads elsewhere from this folder.
Result<Compiler> find_again(CompilerSearch& search, const campaign::RecordedCompiler& then) {
    auto found = search.named({then.name});
    if (!found && then.root.empty() && then.name.find('/') != std::string::npos &&
        ::access(then.path.c_str(), X_OK) == 0)
        found = search.named({then.path});
    if (!found) return found.error();
    Compiler compiler = std::move(found->front());
    compiler.name = then.name;
    return compiler;
}

std::string reason(const campaign::RecordedCompiler& then, const std::string& error) {
    const std::string path = toolchain::host_path(then.root, then.path);
    if (then.path.empty() || ::access(path.c_str(), X_OK) == 0) return error;
    return fmt::format("{} is not here any more", path);
}

} // namespace

const Compiler* CampaignCompilers::named(const std::string& name) const {
    const auto found = std::ranges::find(toolbox.compilers, name, &Compiler::name);
    return found == toolbox.compilers.end() ? nullptr : &*found;
}

std::string CampaignCompilers::why_missing(const std::string& name) const {
    const auto found = missing.find(name);
    return found == missing.end() ? "it is not among the compilers" : found->second;
}

Result<CampaignCompilers> campaign_compilers(const Arguments& arguments, store::Store& store, Also also) {
    auto record = campaign::load_record(store);
    if (!record) return record.error();
    auto noted = campaign::noted_compilers(store);
    if (!noted) return noted.error();
    auto limits = campaign::recorded_limits(store);
    if (!limits) return limits.error();
    auto search = search_for(arguments, *record, *noted);
    if (!search) return search.error();
    LiveLine line("looking for compilers");
    std::vector<Compiler> compilers;
    std::map<std::string, std::string> missing;
    if (const auto names = items(arguments.text("--compilers")); !names.empty()) {
        auto named = search->named(names);
        if (!named) return named.error();
        compilers = std::move(*named);
    } else {
        for (const auto& [name, then] : *noted) {
            auto found = find_again(*search, then);
            if (found)
                compilers.push_back(std::move(*found));
            else
                missing[name] = reason(then, found.error().message);
        }
        // A campaign of an earlier version of Assay may not say which compilers it had.
        if (also == Also::AllOfThisMachine || noted->empty())
            for (Compiler& compiler : search->all().compilers)
                if (!is_among(compilers, compiler.name)) compilers.push_back(std::move(compiler));
    }
    line.hide();
    for (const auto& [name, why] : missing)
        say(fmt::format("{}: a compiler of this campaign cannot be used: {}\n", name, why));
    for (const Compiler& compiler : compilers)
        if (const auto then = noted->find(compiler.name); then != noted->end())
            if (const std::string change = campaign::change_of(then->second, compiler); !change.empty())
                say(fmt::format("{}: has changed since the hunt: {}\n", compiler.name, change));
    std::vector<Compiler> references = search->references(languages_of(compilers));
    std::vector<Compiler> versions = search->versions(compilers);
    return CampaignCompilers{{{std::move(compilers), std::move(references), std::move(versions)},
                              std::move(*search).take_registry()},
                             std::move(missing),
                             std::move(*limits)};
}

} // namespace assay::cli
