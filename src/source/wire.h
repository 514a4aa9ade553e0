// What Assay and the program with Clang inside (clang/) say to each other, as bytes. One description of the
// fields of each struct serves both directions.
#pragma once

#include "source/parsed.h"

#include <cstring>
#include <string_view>
#include <type_traits>

namespace assay::source::wire {

enum class Question : uint8_t { Open, Complaint, Wrappers, Subscripts };

template <typename Archive> void fields(Archive& a, Span& v) { a(v.begin, v.end); }
template <typename Archive> void fields(Archive& a, Statement& v) {
    a(v.kind, v.span, v.parent, v.last, v.function, v.target, v.in_text, v.gives_value, v.fixed,
      v.variable_array, v.in_macro);
}
template <typename Archive> void fields(Archive& a, Variable& v) {
    a(v.name, v.type, v.scope, v.statement, v.function, v.plain);
}
template <typename Archive> void fields(Archive& a, Use& v) { a(v.variable, v.statement, v.span); }
template <typename Archive> void fields(Archive& a, LabelUse& v) { a(v.label, v.statement); }
template <typename Archive> void fields(Archive& a, Call& v) { a(v.name, v.statement, v.here, v.library); }
template <typename Archive> void fields(Archive& a, Expression& v) { a(v.kind, v.span, v.statement); }
template <typename Archive> void fields(Archive& a, Function& v) { a(v.name, v.result, v.body); }
template <typename Archive> void fields(Archive& a, Unit& v) {
    a(v.text, v.functions, v.statements, v.variables, v.uses, v.label_uses, v.calls, v.expressions,
      v.has_main);
}
template <typename Archive> void fields(Archive& a, ParameterUse& v) { a(v.span, v.parameter); }
template <typename Archive> void fields(Archive& a, WrapperKind& v) {
    a(v.name, v.result, v.types, v.definition, v.unsafe, v.fallback, v.plain, v.common, v.uses);
}
template <typename Archive> void fields(Archive& a, WrapperCall& v) { a(v.kind, v.span, v.operands); }
template <typename Archive> void fields(Archive& a, WrapperOrder& v) { a(v.calls); }
template <typename Archive> void fields(Archive& a, Wrappers& v) {
    a(v.kinds, v.calls, v.orders, v.first_use);
}
template <typename Archive> void fields(Archive& a, Subscript& v) { a(v.index, v.others); }
template <typename Archive> void fields(Archive& a, testcase::File& v) { a(v.name, v.text); }
template <typename Archive> void fields(Archive& a, ParseInput& v) { a(v.files, v.options, v.for_variants); }

template <typename Value> constexpr bool is_plain = std::is_integral_v<Value> || std::is_enum_v<Value>;

class Writer {
  public:
    template <typename... Values> Writer& operator()(const Values&... values) {
        (write(values), ...);
        return *this;
    }
    std::string take() { return std::move(bytes_); }

  private:
    template <typename Value> void write(const Value& value) {
        if constexpr (is_plain<Value>)
            bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        else
            fields(*this, const_cast<Value&>(value)); // which are only read here
    }
    void write(const std::string& text) {
        write(uint64_t{text.size()});
        bytes_ += text;
    }
    template <typename Item> void write(const std::vector<Item>& items) {
        write(uint64_t{items.size()});
        for (const Item& item : items) write(item);
    }
    std::string bytes_;
};

// What is missing stays as it is, and ok() is false.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    template <typename... Values> Reader& operator()(Values&... values) {
        (read(values), ...);
        return *this;
    }
    bool ok() const { return ok_ && bytes_.empty(); }

  private:
    std::string_view taken(uint64_t size) {
        ok_ = ok_ && size <= bytes_.size();
        if (!ok_) return {};
        const std::string_view got = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return got;
    }
    template <typename Value> void read(Value& value) {
        if constexpr (is_plain<Value>) {
            const std::string_view got = taken(sizeof value);
            if (ok_) std::memcpy(&value, got.data(), sizeof value);
        } else {
            fields(*this, value);
        }
    }
    void read(std::string& text) {
        uint64_t size = 0;
        read(size);
        text = taken(size);
    }
    template <typename Item> void read(std::vector<Item>& items) {
        uint64_t count = 0;
        read(count);
        items.clear();
        for (; ok_ && count > 0; --count) read(items.emplace_back());
    }
    std::string_view bytes_;
    bool ok_ = true;
};

} // namespace assay::source::wire
