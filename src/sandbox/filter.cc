#include "sandbox/filter.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace assay::sandbox {

#if defined(__x86_64__) || defined(__aarch64__)
namespace {

// The calls of one kind of program. Numbers from 424 on are the same on all machines.
struct Calls {
    std::vector<uint32_t> privileged;  // of administrators and debuggers, or by which they are attacked
    std::vector<uint32_t> attributes;  // change extended attributes, which Landlock does not guard
    std::vector<uint32_t> make_shared; // make what stays until somebody removes it
    std::vector<uint32_t> file_controls;
    uint32_t change_root, lock, clone, unshare, control, socket;
    uint32_t socket_multiplexer; // 0: none
    bool newest_last;            // no number above the newest call has a meaning
};

constexpr uint32_t kClone3 = 435, kNewest = 470;
constexpr std::initializer_list<uint32_t> kRings = {425, 426, 427}; // io_uring opens sockets and files too
// open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_tree_attr, file_setattr,
// pidfd_getfd
constexpr std::initializer_list<uint32_t> kPrivilegedEverywhere = {428, 429, 430, 431, 432,
                                                                   433, 442, 467, 469, 438};
constexpr std::initializer_list<uint32_t> kAttributesEverywhere = {463, 466}; // setxattrat, removexattrat

#if defined(__x86_64__)
constexpr uint32_t kMachine = AUDIT_ARCH_X86_64, kSmallMachine = AUDIT_ARCH_I386;
#else
constexpr uint32_t kMachine = AUDIT_ARCH_AARCH64, kSmallMachine = AUDIT_ARCH_ARM;
#endif

Calls own_calls() {
    return {{SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_add_key, SYS_request_key, SYS_keyctl,
             SYS_userfaultfd, SYS_perf_event_open, SYS_bpf, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_setns,
             SYS_process_vm_writev},
            {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr},
            {SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open},
            {SYS_fcntl},
            SYS_chroot,
            SYS_flock,
            SYS_clone,
            SYS_unshare,
            SYS_ioctl,
            SYS_socket,
            0,
            true};
}

// Those of 32-bit programs, in the same order.
Calls small_calls() {
#if defined(__x86_64__)
    return {{342, 341, 286, 287, 288, 374, 336, 357, 21, 22, 52, 217, 346, 348},
            {226, 227, 228, 235, 236, 237},
            {395, 393, 399, 277, 117}, // the last is the multiplexer of them all
            {55, 221},
            61,
            143,
            120,
            310,
            54,
            359,
            102,
            true};
#else
    return {{371, 370, 309, 310, 311, 388, 364, 386, 21, 52, 218, 375, 377},
            {226, 227, 228, 235, 236, 237},
            {307, 299, 303, 274},
            {55, 221},
            61,
            143,
            120,
            337,
            54,
            281,
            0,
            false}; // ARM has calls of its own far above
#endif
}

constexpr uint32_t refusal(int reason) { return SECCOMP_RET_ERRNO | static_cast<uint32_t>(reason); }

constexpr uint32_t argument(size_t number) { // the low half: both machines are little-endian
    return static_cast<uint32_t>(offsetof(seccomp_data, args) + number * sizeof(uint64_t));
}

class Filter {
  public:
    Filter(const Separate& separate, const Exceptions& exceptions)
        : separate_(separate), exceptions_(exceptions) {
        load(offsetof(seccomp_data, arch));
        const size_t own = leave_if_not(kMachine);
        judge(own_calls());
        arrive(own);
        const size_t small = leave_if_not(kSmallMachine);
        judge(small_calls());
        arrive(small);
        answer(refusal(ENOSYS)); // a machine we know nothing of
    }

    bool install() {
        const sock_fprog filter{static_cast<unsigned short>(code_.size()), code_.data()};
        // Without the flag some kernels slow all programs under a filter down.
        return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) ==
                   0 ||
               ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
    }

  private:
    void load(uint32_t offset) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); }
    void answer(uint32_t what) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, what)); }
    // The answer is given if what was loaded compares with the value by `how`: BPF_JEQ, BPF_JGT, BPF_JSET.
    void answer_if(uint16_t how, uint32_t value, uint32_t what) {
        code_.push_back(BPF_JUMP(static_cast<uint16_t>(BPF_JMP | how | BPF_K), value, 0, 1));
        answer(what);
    }
    // Skips to the matching arrive().
    size_t leave_if_not(uint32_t value) {
        code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0));
        code_.push_back(BPF_STMT(BPF_JMP | BPF_JA, 0));
        return code_.size() - 1;
    }
    void arrive(size_t left) { code_[left].k = static_cast<uint32_t>(code_.size() - left - 1); }

    void refuse(const std::vector<uint32_t>& calls, int reason) {
        for (const uint32_t call : calls) answer_if(BPF_JEQ, call, refusal(reason));
    }

    void judge(const Calls& calls) {
        load(offsetof(seccomp_data, nr));
        // Whoever uses what is newer than this filter must do without on older kernels.
        if (calls.newest_last) answer_if(BPF_JGT, kNewest, refusal(ENOSYS));
        refuse(kRings, ENOSYS);
        refuse({kClone3}, ENOSYS); // its flags cannot be seen; all use clone instead then
        refuse(kPrivilegedEverywhere, EPERM);
        refuse(calls.privileged, EPERM);
        if (!exceptions_.change_root) refuse({calls.change_root}, EPERM);
        refuse(kAttributesEverywhere, EOPNOTSUPP);
        refuse(calls.attributes, EOPNOTSUPP);
        if (!separate_.shared_memory) refuse(calls.make_shared, ENOSYS);
        // Nothing happens, and it is called a success: Java complains on its output otherwise. A command
        // that could lock what it may only read would keep campaigns from starting.
        refuse({calls.lock}, 0);
        for (const uint32_t call : calls.file_controls) judge_file_locks(call);
        judge_namespaces(calls.clone, 0);
        judge_namespaces(calls.unshare, kNewTime);
        judge_controls(calls.control);
        judge_sockets(calls);
        answer(SECCOMP_RET_ALLOW);
    }

    // In a user namespace of its own a command would be root, with all that a kernel offers to root.
    void judge_namespaces(uint32_t call, uint32_t more) {
        constexpr uint32_t kNewSpaces = 0x7e020000;
        const size_t other = leave_if_not(call);
        load(argument(0));
        answer_if(BPF_JSET, kNewSpaces | more, refusal(EPERM));
        answer(SECCOMP_RET_ALLOW);
        arrive(other);
    }

    // The other kinds of locks, which SQLite uses: a lock for reading keeps all writers of a campaign
    // waiting. A lease makes whoever opens the file wait.
    void judge_file_locks(uint32_t call) {
        constexpr uint32_t kSet = 6, kSetAndWait = 7, kSet64 = 13, kSetAndWait64 = 14, kSetOfFile = 37,
                           kSetOfFileAndWait = 38, kLease = 1024;
        const size_t other = leave_if_not(call);
        load(argument(1));
        refuse({kSet, kSetAndWait, kSet64, kSetAndWait64, kSetOfFile, kSetOfFileAndWait}, 0);
        refuse({kLease}, EAGAIN);
        answer(SECCOMP_RET_ALLOW);
        arrive(other);
    }

    // Typing on a terminal for its user, and attributes of files that were opened for reading only.
    void judge_controls(uint32_t call) {
        constexpr uint32_t kType = 0x5412, kConsole = 0x541c;
        constexpr uint32_t kSetFlags = 0x40086602, kSmallSetFlags = 0x40046602, kSetMore = 0x401c5820;
        const size_t other = leave_if_not(call);
        load(argument(1));
        refuse({kType, kConsole, kSetFlags, kSmallSetFlags, kSetMore}, ENOTTY);
        answer(SECCOMP_RET_ALLOW);
        arrive(other);
    }

    void judge_sockets(const Calls& calls) {
        const size_t other = leave_if_not(calls.socket);
        load(argument(0));
        answer_if(BPF_JEQ, AF_UNIX, SECCOMP_RET_ALLOW);
        // Others than these (virtual machines' AF_VSOCK, say) lead out of a network namespace.
        for (const uint32_t family : {AF_INET, AF_INET6, AF_NETLINK})
            if (separate_.network) answer_if(BPF_JEQ, family, SECCOMP_RET_ALLOW);
        answer(refusal(EACCES));
        arrive(other);
        if (calls.socket_multiplexer == 0) return;
        constexpr uint32_t kMakeSocket = 1; // of what family cannot be seen
        const size_t another = leave_if_not(calls.socket_multiplexer);
        load(argument(0));
        answer_if(BPF_JEQ, kMakeSocket, refusal(EACCES));
        answer(SECCOMP_RET_ALLOW);
        arrive(another);
    }

    static constexpr uint32_t kNewTime = 0x80; // a signal for clone
    Separate separate_;
    Exceptions exceptions_;
    std::vector<sock_filter> code_;
};

} // namespace

std::string filter_calls(const Separate& separate, const Exceptions& exceptions) {
    if (Filter(separate, exceptions).install()) return {};
    return fmt::format("no system call filter: {}", std::strerror(errno));
}
#else
std::string filter_calls(const Separate&, const Exceptions&) {
    return "no system call filter for this kind of processor";
}
#endif

} // namespace assay::sandbox
