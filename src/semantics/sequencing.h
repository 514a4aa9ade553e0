// AccessLog: which bits were read and written by operands whose order C leaves open. Two such operands conflict when one writes
// what the other touches; the program's result would then depend on the order, or be undefined.
//
// The log is one stack of accesses. Whoever evaluates unsequenced operands listens, opens a piece before each operand, and
// compares the pieces afterwards. Nothing is logged while nobody listens.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::semantics {

class AccessLog {
  public:
    struct Access {
        uint64_t serial;      // of the object
        uint64_t first, last; // bits, [first, last)
        bool write;
        bool pending; // a side effect that no sequence point has completed yet
    };
    static constexpr uint64_t kOutput = 0; // what the program shows is an object too, the oldest

    // While alive, accesses to objects older than `serial` are logged: those made later die inside the listened-to expression.
    class Listener {
      public:
        Listener(AccessLog& log, uint64_t serial) : log_(log), outer_(log.older_than_) { log_.older_than_ = serial; }
        ~Listener() {
            log_.older_than_ = outer_;
            if (outer_ == 0) log_.log_.clear(), log_.piece_ = 0;
        }
        Listener(const Listener&) = delete;
        Listener& operator=(const Listener&) = delete;

      private:
        AccessLog& log_;
        uint64_t outer_;
    };

    uint32_t open_piece() { return piece_ = static_cast<uint32_t>(log_.size()); }
    uint32_t end() const { return static_cast<uint32_t>(log_.size()); }

    void note(uint64_t serial, uint64_t first, uint64_t last, bool write) {
        if (serial < older_than_) add({serial, first, last, write, write});
    }
    // A sequence point: the side effects noted since `from` are complete.
    void settle(uint32_t from);

    // Do the pieces [a, b) and [b, end) conflict?
    bool conflict(uint32_t a, uint32_t b, uint32_t end) const;
    // Is there a pending write since `from` that overlaps these bits?
    bool pending_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const;

  private:
    void add(const Access& access);
    void shrink_piece();

    std::vector<Access> log_;
    uint64_t older_than_ = 0; // 0: nobody listens
    uint32_t piece_ = 0;      // accesses below belong to a piece that somebody has a position in
    uint32_t shrink_at_ = 256;
};

} // namespace assay::semantics
