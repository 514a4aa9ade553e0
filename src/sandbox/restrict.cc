#include "sandbox/restrict.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace assay::sandbox {

bool forbid_new_privileges() { return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

bool drop_capabilities(bool keep_reading, bool keep_changing_root) {
    const uint64_t kept = (keep_reading ? uint64_t{1} << CAP_DAC_READ_SEARCH : 0) |
                          (keep_changing_root ? uint64_t{1} << CAP_SYS_CHROOT : 0);
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    for (int capability = 0; capability < 64; ++capability) {
        if ((kept >> capability & 1) == 0) ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct now[2] = {};
    if (::syscall(SYS_capget, &header, now) != 0) return false;
    for (int half = 0; half < 2; ++half) {
        now[half].permitted &= static_cast<uint32_t>(kept >> (32 * half));
        now[half].effective = now[half].permitted;
        now[half].inheritable = 0;
    }
    return ::syscall(SYS_capset, &header, now) == 0;
}

namespace {

// The numbers are the same on all machines; the C library's headers may be older than the kernel.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr uint32_t kVersionFlag = 1;
constexpr int kPathBeneath = 1;
constexpr uint64_t kWriteFile = 1 << 1, kTruncate = 1 << 14;
// Write, remove and make everything: bits 1 and 4 to 12. Executing and reading stay free.
constexpr uint64_t kWrites = kWriteFile | 0x1ff0;
constexpr uint64_t kRefer = 1 << 13;          // since version 2: move between folders
constexpr uint64_t kScopes = 1 << 0 | 1 << 1; // since version 6: abstract sockets, signals

struct RulesetAttributes {
    uint64_t handled_files = 0;
    uint64_t handled_network = 0;
    uint64_t scoped = 0;
};

struct __attribute__((packed)) PathRule {
    uint64_t allowed = 0;
    int32_t parent = -1;
};

bool allow(int ruleset, const char* path, uint64_t access) {
    const Fd place(::open(path, O_PATH | O_CLOEXEC));
    if (!place.is_open()) return false;
    const PathRule rule{access, place.get()};
    return ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0) == 0;
}

} // namespace

Fd make_landlock(const std::vector<std::string>& folders, std::string& why) {
    const long version = ::syscall(kCreateRuleset, nullptr, 0, kVersionFlag);
    if (version < 1) {
        why = fmt::format("no Landlock: {}", std::strerror(errno));
        return {};
    }
    if (version < 3) { // files could be emptied, which is writing
        why = fmt::format("Landlock is of version {}, too old", version);
        return {};
    }
    RulesetAttributes attributes;
    attributes.handled_files = kWrites | kRefer | kTruncate;
    attributes.scoped = version >= 6 ? kScopes : 0;
    const size_t size = version >= 6   ? sizeof attributes
                        : version >= 4 ? offsetof(RulesetAttributes, scoped)
                                       : offsetof(RulesetAttributes, handled_network);
    Fd ruleset(static_cast<int>(::syscall(kCreateRuleset, &attributes, size, 0)));
    bool fine = ruleset.is_open();
    for (const std::string& folder : folders)
        fine = fine && allow(ruleset.get(), folder.c_str(), attributes.handled_files);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
        if (fine) allow(ruleset.get(), device, kWriteFile | kTruncate);
    }
    if (fine) return ruleset;
    why = fmt::format("Landlock fails: {}", std::strerror(errno));
    return {};
}

bool live_under_landlock(int ruleset) { return ::syscall(kRestrictSelf, ruleset, 0) == 0; }

} // namespace assay::sandbox
