#include "campaign/roster.h"

#include "toolchain/probe/programs.h"

#include <unistd.h>

namespace assay::campaign {

Roster::Roster(toolchain::Toolset tools)
    : tools_(std::make_shared<const toolchain::Toolset>(std::move(tools))) {}

std::shared_ptr<const toolchain::Toolset> Roster::tools() const {
    const std::lock_guard lock(mutex_);
    return tools_;
}

void Roster::note(const toolchain::Compiler& compiler, const std::string& why) {
    constexpr int kInARow = 6;
    const std::lock_guard lock(mutex_);
    int& failures = failures_[compiler.name];
    failures = why.empty() ? 0 : failures + 1;
    if (failures == 0) return;
    const std::string path = toolchain::host_path(compiler.root, compiler.path);
    const bool gone = ::access(path.c_str(), X_OK) != 0;
    if (gone)
        remove(compiler.name, path + " is not there any more");
    else if (failures >= kInARow)
        remove(compiler.name, why);
}

void Roster::remove(const std::string& compiler, const std::string& why) {
    if (!taken_out_.emplace(compiler, why).second) return;
    toolchain::Toolset left = *tools_;
    for (auto* const list : {&left.compilers, &left.references})
        std::erase_if(*list, [&](const toolchain::Compiler& one) { return one.name == compiler; });
    tools_ = std::make_shared<const toolchain::Toolset>(std::move(left));
}

void Roster::take_out(const std::string& compiler, const std::string& why) {
    const std::lock_guard lock(mutex_);
    remove(compiler, why);
}

std::map<std::string, std::string> Roster::taken_out() const {
    const std::lock_guard lock(mutex_);
    return taken_out_;
}

} // namespace assay::campaign
