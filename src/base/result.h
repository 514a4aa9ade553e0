// Result<T>: a value, or an Error that says what went wrong, where, and what to do. For failures that can be
// expected (bad input, a missing file); broken invariants go through check().
#pragma once

#include "base/check.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay::base {

struct Error {
    std::string message; // one line, complete: "prog.model:3:7: unknown type 'foo'"
};

template <typename T> class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() & {
        check(ok(), "value() of a failed Result");
        return std::get<0>(state_);
    }
    const T& value() const& {
        check(ok(), "value() of a failed Result");
        return std::get<0>(state_);
    }
    T&& value() && {
        check(ok(), "value() of a failed Result");
        return std::get<0>(std::move(state_));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const {
        check(!ok(), "error() of a successful Result");
        return std::get<1>(state_);
    }

  private:
    std::variant<T, Error> state_;
};

// Success without a value.
template <> class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}
    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    const Error& error() const {
        check(!ok(), "error() of a successful Result");
        return *error_;
    }

  private:
    std::optional<Error> error_;
};

} // namespace assay::base
