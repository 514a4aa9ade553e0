// The sugar of a program by what it is asked for while printing. Only this room includes it.
#pragma once

#include "print/sugar.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assay::print {

class SugarTable {
  public:
    SugarTable(const program::Program& program, const Sugar& sugar);

    bool empty() const { return empty_; }
    const Sugar::LibraryArray* array(program::VarId var) const;
    bool is_constant(program::VarId var) const { return constants_.contains(var.index); }
    bool is_lambda(program::FuncId func) const { return lambdas_.contains(func.index); }
    bool is_getter(const program::Node& member) const { return getters_.contains(&member); }
    bool is_range(const program::Node& loop) const { return ranges_.contains(&loop); }
    // Static members: the name to use elsewhere; empty: it is none.
    std::string_view member_name(program::VarId var) const;
    const std::string& holder() const { return holder_; } // the struct whose members they are
    // The name in the function; empty: its own.
    std::string_view reference(program::FuncId func, program::VarId var) const;
    std::vector<program::VarId> references(program::FuncId func) const;
    const program::Node* parameter(program::FuncId func) const; // null: no template
    const std::string& parameter_name() const { return parameter_name_; }
    // Fields of records that have a method to be read by.
    bool has_getter(uint32_t record, size_t field) const { return read_by_.contains({record, field}); }
    std::vector<std::string_view> headers() const;

  private:
    bool empty_;
    std::unordered_map<uint32_t, Sugar::LibraryArray> arrays_;
    std::unordered_set<uint32_t> constants_, lambdas_;
    std::unordered_map<uint32_t, std::string> members_;
    std::map<std::pair<uint32_t, uint32_t>, std::string> references_; // by function and variable
    std::unordered_map<uint32_t, const program::Node*> parameters_;
    std::unordered_set<const program::Node*> getters_, ranges_;
    std::set<std::pair<uint32_t, size_t>> read_by_;
    std::string holder_, parameter_name_;
};

} // namespace assay::print
