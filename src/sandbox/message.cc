#include "sandbox/message.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/uio.h>

namespace assay::sandbox {
namespace {

class Packer {
  public:
    Packer& number(uint64_t value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        text_.append(bytes, sizeof bytes);
        return *this;
    }
    Packer& text(std::string_view value) {
        number(value.size());
        text_.append(value);
        return *this;
    }
    Packer& texts(const std::vector<std::string>& values) {
        number(values.size());
        for (const std::string& value : values) text(value);
        return *this;
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

// Reads past the end give zeros and make ok() false.
class Unpacker {
  public:
    explicit Unpacker(std::string_view text) : text_(text) {}
    uint64_t number() {
        uint64_t value = 0;
        const std::string_view bytes = take(sizeof value);
        if (bytes.size() == sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    bool flag() { return number() != 0; }
    std::string text() { return std::string(take(number())); }
    std::vector<std::string> texts() {
        std::vector<std::string> values;
        for (uint64_t count = number(); count > 0 && ok_; --count) values.push_back(text());
        return values;
    }
    bool ok() const { return ok_ && text_.empty(); }

  private:
    std::string_view take(uint64_t size) {
        if (size > text_.size()) {
            ok_ = false;
            return {};
        }
        const std::string_view taken = text_.substr(0, size);
        text_.remove_prefix(size);
        return taken;
    }
    std::string_view text_;
    bool ok_ = true;
};

// Whoever means "forever" by an extreme value must not get an overflow.
std::chrono::milliseconds duration(uint64_t count) {
    constexpr uint64_t kForever = std::chrono::milliseconds(std::chrono::hours(24 * 365)).count();
    return std::chrono::milliseconds(std::min(count, kForever));
}

} // namespace

std::string encode(const Hello& hello) {
    const Fence& fence = hello.fence;
    return Packer()
        .text(hello.failure)
        .number(fence.processes)
        .number(fence.network)
        .number(fence.files)
        .number(fence.memory_backed)
        .text(fence.why)
        .texts(fence.roots)
        .text(hello.folder)
        .text(hello.scratch)
        .text(hello.group)
        .take();
}

std::optional<Hello> decode_hello(std::string_view payload) {
    Unpacker from(payload);
    Hello hello;
    hello.failure = from.text();
    hello.fence.processes = from.flag();
    hello.fence.network = from.flag();
    hello.fence.files = from.flag();
    hello.fence.memory_backed = from.flag();
    hello.fence.why = from.text();
    hello.fence.roots = from.texts();
    hello.folder = from.text();
    hello.scratch = from.text();
    hello.group = from.text();
    return from.ok() ? std::optional(std::move(hello)) : std::nullopt;
}

std::string encode(const Command& command) {
    const Limits& limits = command.limits;
    return Packer()
        .texts(command.argv)
        .text(command.input)
        .texts(command.environment)
        .text(command.folder)
        .text(command.root)
        .number(static_cast<uint64_t>(limits.wall.count()))
        .number(static_cast<uint64_t>(limits.idle.count()))
        .number(static_cast<uint64_t>(limits.cpu.count()))
        .number(limits.memory)
        .number(limits.address_space)
        .number(limits.file_size)
        .number(limits.processes)
        .number(limits.output)
        .take();
}

std::optional<Command> decode_command(std::string_view payload) {
    Unpacker from(payload);
    Command command;
    command.argv = from.texts();
    command.input = from.text();
    command.environment = from.texts();
    command.folder = from.text();
    command.root = from.text();
    Limits& limits = command.limits;
    limits.wall = duration(from.number());
    limits.idle = duration(from.number());
    limits.cpu = duration(from.number());
    limits.memory = from.number();
    limits.address_space = from.flag();
    limits.file_size = from.number();
    limits.processes = from.number();
    limits.output = std::min(from.number(), kMostOutput);
    return from.ok() && !command.argv.empty() ? std::optional(std::move(command)) : std::nullopt;
}

std::string encode(const Report& report) {
    const testcase::Execution& execution = report.execution;
    return Packer()
        .number(static_cast<uint64_t>(execution.ending))
        .number(static_cast<uint64_t>(execution.code))
        .text(execution.out)
        .text(execution.err)
        .number(execution.truncated)
        .number(execution.cpu_us)
        .number(execution.wall_us)
        .number(execution.peak_kb)
        .number(report.own_cpu_us)
        .take();
}

std::optional<Report> decode_report(std::string_view payload) {
    Unpacker from(payload);
    Report report;
    testcase::Execution& execution = report.execution;
    execution.ending = static_cast<testcase::Ending>(from.number());
    execution.code = static_cast<int>(from.number());
    execution.out = from.text();
    execution.err = from.text();
    execution.truncated = from.flag();
    execution.cpu_us = from.number();
    execution.wall_us = from.number();
    execution.peak_kb = from.number();
    report.own_cpu_us = from.number();
    return from.ok() ? std::optional(std::move(report)) : std::nullopt;
}

bool send_frame(int socket, std::string_view payload, int passed) {
    uint64_t size = payload.size();
    iovec parts[2] = {{&size, sizeof size}, {const_cast<char*>(payload.data()), payload.size()}};
    msghdr message{};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof passed)] = {};
    if (passed >= 0) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof passed);
        std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
    }
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    while (message.msg_iovlen > 0) {
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return false;
        message.msg_control = nullptr;
        message.msg_controllen = 0;
        for (auto left = static_cast<size_t>(sent); message.msg_iovlen > 0;) {
            iovec& first = *message.msg_iov;
            const size_t done = std::min(left, first.iov_len);
            first.iov_base = static_cast<char*>(first.iov_base) + done;
            first.iov_len -= done;
            left -= done;
            if (first.iov_len > 0) break;
            ++message.msg_iov;
            --message.msg_iovlen;
        }
    }
    return true;
}

namespace {

bool receive_exactly(int socket, char* into, size_t size, Fd* passed) {
    while (size > 0) {
        iovec part{into, size};
        msghdr message{};
        alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        if (passed != nullptr) {
            message.msg_control = control;
            message.msg_controllen = sizeof control;
        }
        const ssize_t got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        const cmsghdr* header = passed != nullptr ? CMSG_FIRSTHDR(&message) : nullptr;
        if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
            *passed = Fd(fd);
        }
        into += got;
        size -= static_cast<size_t>(got);
    }
    return true;
}

} // namespace

std::optional<std::string> receive_frame(int socket, uint64_t limit, Fd* passed) {
    uint64_t size = 0;
    if (!receive_exactly(socket, reinterpret_cast<char*>(&size), sizeof size, passed) || size > limit)
        return std::nullopt;
    std::string payload(size, '\0');
    if (!receive_exactly(socket, payload.data(), size, nullptr)) return std::nullopt;
    return payload;
}

} // namespace assay::sandbox
