// MethodRegistry: methods by name. Only here is a method looked up, and only here is it said what to do about
// a name that is none.
#pragma once

#include "testcase/method.h"

#include <functional>

namespace assay::testcase {

struct MethodEntry {
    std::string name;
    std::function<std::unique_ptr<Method>()> make;
};

class MethodRegistry {
  public:
    explicit MethodRegistry(std::vector<MethodEntry> entries) : entries_(std::move(entries)) {}

    // A method of the same name that stands before hides this one.
    void add(const MethodRegistry& more);

    std::unique_ptr<Method> make(std::string_view name) const; // null: there is none
    std::vector<std::unique_ptr<Method>> make_all() const;     // those with more weight in a hunt come first
    std::string unknown(std::string_view name) const;          // "unknown method 'x': ..."

  private:
    std::vector<MethodEntry> entries_;
};

} // namespace assay::testcase
