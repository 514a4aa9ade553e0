// The types of a marked grammar and what marks compute with. Types are names; what they mean is said by the
// sets they belong to and by their attributes:
//     type u16 : integer unsigned, text = 'unsigned short', wide = u32;
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::generate::derive {

struct Value {
    enum class Kind : uint8_t { None, Type, Identifier, Number, Text };
    Kind kind = Kind::None;
    int32_t id = 0; // of the type or identifier; the number; the index of the text

    bool operator==(const Value&) const = default;
};

struct Type {
    std::string name;
    uint64_t sets = 0;             // bit i: it belongs to set i
    std::vector<Value> attributes; // by number of the attribute
    std::vector<int> members;      // identifiers: fields and methods of a record that the program declares

    Value attribute(int number) const {
        return static_cast<size_t>(number) < attributes.size() ? attributes[static_cast<size_t>(number)]
                                                               : Value{};
    }
};

// Names that marks use, numbered in the order of first mention.
class Names {
  public:
    int number(std::string_view name);     // a new one if need be
    int find(std::string_view name) const; // -1: unknown
    const std::string& name(int number) const { return all_[static_cast<size_t>(number)]; }
    int size() const { return static_cast<int>(all_.size()); }

  private:
    std::vector<std::string> all_;
    std::map<std::string, int, std::less<>> numbers_;
};

} // namespace assay::generate::derive
