// AccessLog: which bits were read and written by operands whose order C leaves open. Two such operands
// conflict when one writes what the other touches; the program's result would then depend on the order, or be
// undefined.
//
// The log is one stack of accesses. Whoever evaluates unsequenced operands listens, opens a piece before each
// operand, and compares the pieces afterwards. Nothing is logged while nobody listens. Positions in the log
// are held by Listeners and Marks, which end in the reverse order of their beginning; what stands behind the
// newest position may be sorted and joined, so that a call that loops for long costs no more memory than it
// touches.
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

    // A position to which a sequence point will come back.
    class Mark {
      public:
        explicit Mark(AccessLog& log) : log_(log), outer_piece_(log.piece_), from_(log.open_piece()) {}
        ~Mark() { log_.piece_ = outer_piece_; }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;

        // The side effects noted since the mark was set are complete.
        void sequence_point() { log_.settle(from_); }
        uint32_t position() const { return from_; }

      private:
        AccessLog& log_;
        uint32_t outer_piece_;
        uint32_t from_;
    };

    // While alive, accesses to objects older than `serial` are logged: those made later die inside the
    // listened-to expression.
    class Listener {
      public:
        Listener(AccessLog& log, uint64_t serial)
            : log_(log), outer_older_than_(log.older_than_), outer_piece_(log.piece_),
              from_(log.open_piece()) {
            log_.older_than_ = serial;
        }
        ~Listener() { log_.stop_listening(from_, outer_older_than_, outer_piece_); }
        Listener(const Listener&) = delete;
        Listener& operator=(const Listener&) = delete;

      private:
        AccessLog& log_;
        uint64_t outer_older_than_;
        uint32_t outer_piece_;
        uint32_t from_;
    };

    // Only while a Listener or Mark of the caller's own is alive, which gives the position back.
    uint32_t open_piece() { return piece_ = static_cast<uint32_t>(log_.size()); }
    uint32_t end() const { return static_cast<uint32_t>(log_.size()); }

    void note(uint64_t serial, uint64_t first, uint64_t last, bool write) {
        if (serial < older_than_) add({serial, first, last, write, write});
    }

    // A write that is no side effect of the expression around it.
    void note_complete(uint64_t serial, uint64_t first, uint64_t last) {
        if (serial < older_than_) add({serial, first, last, true, false});
    }

    // Do the pieces [a, a_end) and [b, b_end) conflict?
    bool conflict(uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end) const;
    bool conflict(uint32_t a, uint32_t b, uint32_t end) const { return conflict(a, b, b, end); }
    // Is there a write since `from`, a pending one or any, that overlaps these bits?
    bool pending_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const;
    bool any_write(uint32_t from, uint64_t serial, uint64_t first, uint64_t last) const;

  private:
    void add(const Access& access);
    void shrink_piece();
    void settle(uint32_t from);
    void stop_listening(uint32_t from, uint64_t outer_older_than, uint32_t outer_piece);
    bool large_conflict(uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end) const;

    std::vector<Access> log_;
    uint64_t older_than_ = 0; // 0: nobody listens
    uint32_t piece_ = 0;      // accesses below belong to a piece that somebody has a position in
    uint32_t shrink_at_ = 256;
};

} // namespace assay::semantics
