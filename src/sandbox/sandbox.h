// Sandbox: a fenced place where commands of strangers run one after the other. A small process of ours, the
// warden, stands between Assay and the commands: it lives in namespaces of its own where the kernel allows
// that, starts each command under limits, measures it, and kills everything that is left when the command
// ends. When Assay dies, however it dies, the warden dies, and with it every process and, if the folder is
// the namespace's own memory, every file.
//
// One sandbox runs one command at a time; for parallel work take several. A Sandbox is moved, never copied,
// and used by one thread at a time. Make the sandboxes before starting threads: the warden is a fork of
// Assay, the smaller the better.
//
// Commands see the files of the machine read-only. /tmp is their own and empty after each command, except
// that what was there when the sandbox was opened can be read. A command may live in another root file
// system: it sees that one, equally read-only, with the same /tmp, /dev and /proc.
#pragma once

#include "base/result.h"
#include "testcase/observation.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sandbox {

struct Limits {
    std::chrono::milliseconds wall = std::chrono::seconds(60); // not counting waits for a processor
    std::chrono::milliseconds idle{0}; // without any use of CPU: asleep for good; 0: as long as wall
    std::chrono::milliseconds cpu = std::chrono::seconds(60);
    uint64_t memory = uint64_t{4} << 30;      // bytes; 0: none
    bool address_space = true;                // limit reserved memory too; sanitizers reserve terabytes
    uint64_t file_size = uint64_t{512} << 20; // of any one file it writes
    uint64_t processes = 256;                 // at one time
    uint64_t output = uint64_t{1} << 20; // bytes of each stream that are kept; far more than that kills it
};

struct Command {
    std::vector<std::string> argv; // a program's full path or a name on PATH; never shell text
    std::string input = {};        // standard input
    std::vector<std::string> environment =
        {}; // NAME=VALUE, added to a small clean one (PATH, LANG=C, TMPDIR, HOME)
    std::string folder =
        {};                // to run in: inside the sandbox's folder, or a full path; empty: the folder itself
    std::string root = {}; // one of Means::roots, whose files it sees as its own; empty: the machine's
    Limits limits = {};
};

// How strong the fence is on this machine.
struct Fence {
    bool processes = false;              // a PID namespace: nothing can outlive the command
    bool network = false;                // no network
    bool files = false;                  // nothing outside the folder can be written
    bool memory_backed = false;          // the folder is in memory, not on disk
    std::string why;                     // what is missing and the reason, for people; empty: nothing
    std::vector<std::string> roots = {}; // that commands can live in
};

// What the fence may be made of. Everything that the kernel allows; tests switch some off to see the rest.
struct Means {
    bool namespaces = true; // own processes, network, shared memory
    bool privilege = true;  // root makes them directly, not by way of a user namespace
    bool mounts = true;     // an own view of the files; needs namespaces
    bool landlock = true;   // instead of mounts
    bool filter = true;     // of system calls; also serves instead of a network namespace
    bool memory = true;     // memory-backed storage
    bool group = true;      // a control group of the kernel for memory
    bool humble = true;     // no capabilities, and no setuid program gains any

    // Folders that hold other root file systems (a debootstrapped Debian, an unpacked container), for
    // commands that live in one. They need mounts.
    std::vector<std::string> roots = {};
};

// For commands of the user's own, a script or the build of a project, which need the user's world: all that
// is left is that nothing of them outlives the command or Assay.
Means unfenced();

class Sandbox {
  public:
    // Fails only if not even the weakest sandbox can be had: no process, no folder for temporary files.
    static base::Result<Sandbox> open(const Means& means = {});
    Sandbox(Sandbox&&) noexcept;
    Sandbox& operator=(Sandbox&&) noexcept;
    ~Sandbox();

    // Never fails because of the command. An Error means that the sandbox itself is broken (the warden is
    // dead).
    base::Result<testcase::Execution> run(const Command& command);

    // Has run() failed, because the warden died (the machine has run out of memory, say) or by stop()?
    bool broken() const;
    // A new warden and an empty folder in place of what is there. An Error after stop().
    base::Result<void> reopen();

    // From any thread: what runs is killed, and the sandbox is of no use any more.
    void stop();
    bool stopped() const; // from any thread too

    // Files in the folder, by relative path; folders on the way are made.
    base::Result<void> write(const std::string& name, std::string_view text);
    base::Result<std::string> read(const std::string& name, size_t limit = size_t{256} << 20) const;
    bool exists(const std::string& name) const;
    // All plain files, by relative path, sorted. Fails if there are more than any program consists of.
    base::Result<std::vector<std::string>> files() const;
    void remove(const std::string& name); // a file or a whole folder; nothing happens if it is not there
    void clear();                         // the folder is empty afterwards

    std::string folder() const; // its path as the commands see it
    const Fence& fence() const;
    // CPU time that the fence itself has cost so far, in microseconds.
    uint64_t own_cpu_us() const;

  private:
    struct Warden;
    struct State;
    explicit Sandbox(std::unique_ptr<State> state);
    static base::Result<std::unique_ptr<Warden>> hire(const Means& means);
    std::unique_ptr<State> state_;
};

} // namespace assay::sandbox
