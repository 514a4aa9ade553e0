// Types in saved text.
#include "program/text_loader.h"
#include "program/type_rules.h"

#include <fmt/format.h>

#include <array>

namespace assay::program {
namespace {

struct Word {
    std::string_view word;
    TypeId type;
};
constexpr std::array kWords{
    Word{"void", type::Void},     Word{"bool", type::Bool},     Word{"char", type::Char},
    Word{"schar", type::SChar},   Word{"uchar", type::UChar},   Word{"short", type::Short},
    Word{"ushort", type::UShort}, Word{"int", type::Int},       Word{"uint", type::UInt},
    Word{"long", type::Long},     Word{"ulong", type::ULong},   Word{"llong", type::LLong},
    Word{"ullong", type::ULLong}, Word{"int128", type::Int128}, Word{"uint128", type::UInt128},
    Word{"float", type::Float},   Word{"double", type::Double},
};

constexpr uint32_t kMaxElements = 1u << 26;

} // namespace

TypeId Loader::type(const Form& form) {
    TypeId made;
    if (form.is_list) {
        made = type_of_list(form);
    } else {
        for (const Word& word : kWords)
            if (word.word == form.text) made = word.type;
        if (!made) form.fail(fmt::format("unknown type '{}'", form.text));
    }
    const std::string problem = type_problem(p_, made, first_incomplete_);
    if (!problem.empty()) form.fail(fmt::format("there is no such type: {}", problem));
    return made;
}

TypeId Loader::type_of_list(const Form& form) {
    const std::string_view head = form.head();
    if (head == "struct" || head == "union" || head == "enum") {
        want_items(form, 1, 1);
        const std::string_view name = form.items[1].atom("a name");
        const auto& known = head == "enum" ? enums_ : records_;
        const auto found = known.find(name);
        const bool fits = found != known.end() &&
                          (head == "enum" || p_.types.records[found->second].is_union == (head == "union"));
        if (!fits) form.items[1].fail(fmt::format("no {} is named '{}'", head, name));
        return head == "enum" ? p_.types.enumeration({found->second})
                              : p_.types.struct_or_union({found->second});
    }
    if (head == "ptr" || head == "vla" || head == "const" || head == "volatile") {
        want_items(form, 1, 1);
        const TypeId base = type(form.items[1]);
        if (head == "ptr") return p_.types.pointer_to(base);
        if (head == "vla") return p_.types.vla_of(base);
        if (p_.types.kind(base) == TypeKind::Function) form.fail("a function type has no qualifiers");
        return p_.types.qualified(base, head == "const" ? kConst : kVolatile);
    }
    if (head == "array" || head == "vec") {
        want_items(form, 2, 2);
        const TypeId element = type(form.items[1]);
        const uint32_t count = small_number(form.items[2], head == "vec" ? 64 : kMaxElements);
        return head == "vec" ? p_.types.vector_of(element, count) : p_.types.array_of(element, count);
    }
    if (head == "fn") {
        want_items(form, 1, SIZE_MAX);
        const TypeId result = type(form.items[1]);
        std::vector<TypeId> params;
        for (size_t i = 2; i < form.items.size(); ++i) params.push_back(type(form.items[i]));
        return p_.types.function(result, params);
    }
    form.fail(
        "expected a type: a word as int, or (struct S), (union U), (enum E), (ptr T), (array T N), (vla T), "
        "(vec T LANES), (fn RESULT T ...), (const T), (volatile T)");
}

TypeId Loader::object_type(const Form& form) {
    const TypeId made = type(form);
    if (!is_complete(p_, made)) form.fail("a variable cannot have this type");
    return made;
}

} // namespace assay::program
