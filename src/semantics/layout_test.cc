// Layouts against real compilers: a few hundred random structs and unions per data model, each with its size,
// alignment, the offsets of its members and the very bits of its bit-fields; and big-endian ones, computed by
// hand.
#include "semantics/layout.h"

#include "base/process.h"
#include "base/temporary_folder.h"
#include "program/test_texts.h"
#include "program/typing.h"
#include "semantics/compiled_peer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace assay::semantics {
namespace {

using program::Field;
using program::Program;
using program::Record;

// Random records, and a C program that prints of each "name size align", then a line per named member: its
// offset, or for bit-fields the bytes with all its bits set.
class RandomRecords {
  public:
    RandomRecords(const program::Platform& platform, uint64_t seed) : state_(seed) {
        p.platform = platform;
        const program::Enumerator values[] = {{p.names.add("A"), 0}, {p.names.add("B"), 1}};
        enum_ = p.types.enumeration(p.types.add_enum(p.names.add("E"), values));
        c_text_ = "int printf(const char *, ...);\n"
                  "enum E { A, B };\ntypedef int v8 __attribute__((vector_size(8)));\n"
                  "typedef int v16 __attribute__((vector_size(16)));\n";
    }
    void add() {
        const bool is_union = draw(4) == 0, packed = draw(4) == 0;
        const auto align = static_cast<uint8_t>(draw(5) == 0 ? 1u << draw(6) : 0u);
        const std::string name = fmt::format("R{}", records.size());
        std::vector<Field> fields;
        std::string members;
        const uint32_t count = 1 + draw(7);
        for (uint32_t i = 0; i < count || !has_named(fields); ++i) members += add_field(fields, i);
        Record record;
        record.name = p.names.add(name);
        record.is_union = is_union;
        record.packed = packed;
        record.align = align;
        const program::RecordId id = p.types.add_record(record, fields);
        records.push_back(p.types.struct_or_union(id));
        const std::string keyword = is_union ? "union" : "struct";
        const std::string attributes =
            (packed ? " __attribute__((packed))" : "") +
            (align != 0 ? fmt::format(" __attribute__((aligned({})))", align) : "");
        c_text_ += fmt::format("typedef {0} {1} {{ {2}}}{3} {1};\n", keyword, name, members, attributes);
        describe(name, fields);
    }
    std::string c_program() const { return c_text_ + "int main(void) {\n" + main_text_ + "return 0; }\n"; }

    Program p;
    std::vector<TypeId> records;

  private:
    static bool has_named(const std::vector<Field>& fields) {
        return std::ranges::any_of(fields, [](const Field& f) { return f.is_named(); });
    }
    uint32_t draw(uint32_t below) {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<uint32_t>(state_ >> 33) % below;
    }
    struct Choice {
        TypeId type;
        std::string c;
    };
    Choice integer() {
        using program::type::Bool;
        const std::vector<Choice> all{{Bool, "_Bool"},
                                      {program::type::Char, "char"},
                                      {program::type::SChar, "signed char"},
                                      {program::type::UChar, "unsigned char"},
                                      {program::type::Short, "short"},
                                      {program::type::UShort, "unsigned short"},
                                      {program::type::Int, "int"},
                                      {program::type::UInt, "unsigned"},
                                      {program::type::Long, "long"},
                                      {program::type::ULong, "unsigned long"},
                                      {program::type::LLong, "long long"},
                                      {program::type::ULLong, "unsigned long long"},
                                      {enum_, "enum E"},
                                      {program::type::Int128, "__int128"}};
        return all[draw(p.platform.target.has_int128 ? 14 : 13)];
    }
    Choice plain() {
        switch (draw(9)) {
        case 0: return {program::type::Float, "float"};
        case 1: return {program::type::Double, "double"};
        case 2: return {p.types.pointer_to(program::type::Int), "int *"};
        case 3:
            // gcc and clang disagree on the alignment of 8-byte vectors as members on i386.
            if (p.platform.target.wide_align == 4) break;
            return {p.types.vector_of(program::type::Int, 2), "v8"};
        case 4: return {p.types.vector_of(program::type::Int, 4), "v16"};
        case 5:
            if (!records.empty()) {
                const uint32_t which = draw(static_cast<uint32_t>(records.size()));
                return {records[which], fmt::format("R{}", which)};
            }
            break;
        default: break;
        }
        return integer();
    }
    std::string add_field(std::vector<Field>& fields, uint32_t number) {
        Field field;
        const std::string name = fmt::format("m{}", number);
        if (draw(2) == 0) {
            Choice type = plain();
            field.name = p.names.add(name);
            const uint32_t count = draw(4) == 0 ? 1 + draw(3) : 0;
            field.type = count != 0 ? p.types.array_of(type.type, count) : type.type;
            fields.push_back(field);
            return type.c + " " + name + (count != 0 ? fmt::format("[{}]; ", count) : "; ");
        }
        const Choice type = integer();
        const uint32_t width =
            program::integer_form(program::integer_kind(p, type.type), p.platform.target).width;
        const uint32_t most = type.type == program::type::Bool ? 1 : width;
        field.type = type.type;
        const uint32_t shape = draw(8);
        field.bits =
            static_cast<int16_t>(shape == 0 ? 0 : 1 + draw(draw(2) == 0 ? most : std::min(most, 9u)));
        if (shape > 1) field.name = p.names.add(name);
        fields.push_back(field);
        return fmt::format("{} {}: {}; ", type.c, field.is_named() ? name : "", field.bits);
    }
    void describe(const std::string& name, const std::vector<Field>& fields) {
        main_text_ += fmt::format("printf(\"{0} %d %d\\n\", (int)sizeof({0}), (int)_Alignof({0}));\n", name);
        for (const Field& field : fields) {
            if (!field.is_named()) continue;
            const std::string member(p.names[field.name]);
            if (!field.is_bit_field()) {
                main_text_ +=
                    fmt::format("printf(\"{1} %d\\n\", (int)__builtin_offsetof({0}, {1}));\n", name, member);
                continue;
            }
            main_text_ += fmt::format(
                "{{ {0} x; unsigned char *b = (unsigned char *)&x; __builtin_memset(&x, 0, sizeof x);"
                " x.{1} = -1; printf(\"{1} \");"
                " for (unsigned i = 0; i < sizeof x; ++i) printf(\"%02x\", b[i]); printf(\"\\n\"); }}\n",
                name, member);
        }
    }

    uint64_t state_;
    TypeId enum_;
    std::string c_text_, main_text_;
};

std::string bytes_of(const FieldPlace& place, uint32_t size, bool big_endian) {
    std::vector<uint8_t> bytes(size);
    for (uint32_t i = place.bit; i < place.bit + place.bits; ++i)
        bytes[i / 8] |= static_cast<uint8_t>(1u << (big_endian ? 7 - i % 8 : i % 8));
    std::string text;
    for (const uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

std::string described(const Program& p, Layout& layout, TypeId record) {
    const TypeLayout& about = layout.of(record);
    std::string text =
        fmt::format("{} {} {}\n", p.names[p.types.record_of(record).name], about.size, about.align);
    const auto fields = p.types.fields_of(record);
    for (size_t i = 0; i < fields.size(); ++i) {
        if (!fields[i].is_named()) continue;
        const FieldPlace& place = about.fields[i];
        const std::string where = place.bits != 0 ? bytes_of(place, about.size, p.platform.target.big_endian)
                                                  : std::to_string(place.offset);
        text += fmt::format("{} {}\n", p.names[fields[i].name], where);
    }
    return text;
}

std::optional<std::string> printed_by(const std::vector<std::string>& compiler, const std::string& source) {
    const auto made = base::TemporaryFolder::make();
    base::check(made.ok(), "a temporary folder");
    const std::string& folder = made->path();
    std::ofstream(folder + "/layout.c") << source;
    std::vector<std::string> command = compiler;
    command.insert(command.end(),
                   {"-w", "-Wno-packed-bitfield-compat", "-o", folder + "/layout", folder + "/layout.c"});
    if (run_quietly(command) != 0) return std::nullopt;
    const auto finished = base::run({.argv = {folder + "/layout"}});
    return finished && finished->ok() ? std::optional(finished->out) : std::nullopt;
}

void compare_with(const std::vector<std::string>& compiler, const char* target, uint64_t seed) {
    if (!CompiledPeer::has_compiler(compiler[0])) GTEST_SKIP() << compiler[0] << " is not here";
    const std::string probe = "int main(void) { return 0; }\n";
    if (!printed_by(compiler, probe)) GTEST_SKIP() << compiler[0] << " cannot make such programs here";
    RandomRecords made(program::platform_of(target, program::Standard::C11), seed);
    for (int i = 0; i < 300; ++i) made.add();
    const std::optional<std::string> out = printed_by(compiler, made.c_program());
    ASSERT_TRUE(out.has_value()) << "the records do not compile";
    Layout layout(made.p);
    size_t from = 0;
    int wrong = 0;
    for (const TypeId record : made.records) {
        const std::string mine = described(made.p, layout, record);
        const size_t next = out->find("\nR", from);
        const std::string theirs = out->substr(from, next == std::string::npos ? next : next + 1 - from);
        from = next + 1;
        if (mine != theirs && ++wrong <= 3)
            ADD_FAILURE() << compiler[0] << " says\n" << theirs << "but Layout\n" << mine;
    }
    EXPECT_EQ(wrong, 0);
}

TEST(Layout, AgreesWithGcc) { compare_with({"gcc"}, "lp64", 1); }
TEST(Layout, AgreesWithClang) { compare_with({"clang"}, "lp64", 2); }
TEST(Layout, AgreesWithGccOnI386) { compare_with({"gcc", "-m32"}, "ilp32", 3); }
TEST(Layout, AgreesWithClangOnI386) { compare_with({"clang", "-m32"}, "ilp32", 4); }

std::string big_endian_layout(const char* record) {
    const Program p =
        program::loaded(std::string(record) + "(global x (struct R))(func run void () (block))(entry run)",
                        program::platform_of("lp64-be", program::Standard::C11));
    Layout layout(p);
    return described(p, layout, p[p.globals[0]].type);
}

TEST(Layout, BigEndianFieldsBeginAtTheHighBits) {
    EXPECT_EQ(big_endian_layout("(struct R (bits a int 3) (bits b uint 7) (field c short))"),
              "R 4 4\na e0000000\nb 1fc00000\nc 2\n");
    EXPECT_EQ(big_endian_layout("(struct R (field c char) (bits a int 20) (bits b int 5))"),
              "R 8 4\nc 0\na 00fffff000000000\nb 00000000f8000000\n");
    EXPECT_EQ(big_endian_layout("(struct R (bits a uchar 3) (bits _ uchar 0) (bits b uchar 8))"),
              "R 2 1\na e000\nb 00ff\n");
}

TEST(Layout, ShowsPaddingOnce) {
    const Program p =
        program::loaded("(struct R (field c char) (field i int))(global x (array (array (struct R) 3) 2))"
                        "(func run void () (block))(entry run)");
    Layout layout(p);
    const TypeLayout& about = layout.of(p[p.globals[0]].type);
    ASSERT_TRUE(about.has_padding);
    EXPECT_EQ(about.size, 48u);
    for (uint32_t i = 0; i < about.size; ++i)
        EXPECT_EQ(about.value_bits(i), i % 8 >= 1 && i % 8 <= 3 ? 0 : 0xff) << i;
}

} // namespace
} // namespace assay::semantics
