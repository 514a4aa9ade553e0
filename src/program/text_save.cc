// save(): programs as text.
#include "base/check.h"
#include "program/sexpr.h"
#include "program/text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace assay::program {
namespace {

std::string_view incdec_name(IncDecOp op) {
    switch (op) {
    case IncDecOp::PreInc: return "preinc";
    case IncDecOp::PreDec: return "predec";
    case IncDecOp::PostInc: return "postinc";
    case IncDecOp::PostDec: return "postdec";
    }
    base::fail("no such operator");
}

std::string_view basic_word(TypeKind kind) {
    switch (kind) {
    case TypeKind::Void: return "void";
    case TypeKind::Bool: return "bool";
    case TypeKind::Char: return "char";
    case TypeKind::SChar: return "schar";
    case TypeKind::UChar: return "uchar";
    case TypeKind::Short: return "short";
    case TypeKind::UShort: return "ushort";
    case TypeKind::Int: return "int";
    case TypeKind::UInt: return "uint";
    case TypeKind::Long: return "long";
    case TypeKind::ULong: return "ulong";
    case TypeKind::LLong: return "llong";
    case TypeKind::ULLong: return "ullong";
    case TypeKind::Int128: return "int128";
    case TypeKind::UInt128: return "uint128";
    case TypeKind::Float: return "float";
    case TypeKind::Double: return "double";
    default: base::fail("not a basic type");
    }
}

// Integer types whose constants need no type in the text.
std::optional<std::string_view> suffix_of(TypeId type) {
    if (type == type::Int) return "";
    if (type == type::UInt) return "u";
    if (type == type::Long) return "l";
    if (type == type::ULong) return "ul";
    if (type == type::LLong) return "ll";
    if (type == type::ULLong) return "ull";
    return std::nullopt;
}

std::string float_text(double value) {
    // Short decimals are exact and read better; the bits of every other value are in its hexadecimal form.
    const double scaled = value * 1024;
    const bool negative_zero = value == 0 && std::signbit(value);
    if (std::fabs(value) < 1e6 && scaled == std::trunc(scaled) && !negative_zero) {
        std::string text = fmt::format("{}", value);
        if (text.find('.') == text.npos) text += ".0";
        return text;
    }
    return fmt::format("{:a}", value);
}

Doc word(std::string_view text) { return Doc::atom(std::string(text)); }
Doc number(uint64_t value) { return Doc::atom(fmt::format("{}", value)); }

class Saver {
  public:
    explicit Saver(const Program& program) : p(program) {}

    std::string run() {
        std::string out;
        for (const Enum& e : p.types.enums) lay_out(enumeration(e), out);
        for (const Record& r : p.types.records) lay_out(record(r), out);
        for (const VarId global : p.globals) lay_out(global_form(p[global]), out);
        for (uint32_t i = 0; i < p.funcs.size(); ++i) {
            out += '\n';
            lay_out(function({i}), out);
        }
        if (p.entry) lay_out(Doc::list("entry", {word(p.name(p.entry))}), out);
        return out;
    }

  private:
    const Program& p;

    Doc name(NameId id) const { return word(p.names[id]); }

    Doc enumeration(const Enum& e) const {
        Doc doc = Doc::list("enum", {name(e.name)});
        for (uint32_t i = 0; i < e.count; ++i) {
            const Enumerator& item = p.types.enumerators[e.first + i];
            doc.add(Doc::list({name(item.name), Doc::atom(fmt::format("{}", item.value))}));
        }
        return doc;
    }

    Doc record(const Record& r) const {
        Doc doc = Doc::list(r.is_union ? "union" : "struct", {name(r.name)});
        if (r.packed) doc.add(word("packed"));
        if (r.align != 0) doc.add(Doc::list("align", {number(r.align)}));
        for (uint32_t i = 0; i < r.field_count; ++i) {
            const Field& f = p.types.fields[r.first_field + i];
            Doc item = Doc::list(f.is_bit_field() ? "bits" : "field",
                                 {f.is_named() ? name(f.name) : word("_"), type(f.type)});
            if (f.is_bit_field()) item.add(number(static_cast<uint64_t>(f.bits)));
            doc.add(std::move(item));
        }
        return doc;
    }

    Doc type(TypeId id) const {
        const Type& t = p.types[id];
        Doc doc = unqualified(id, t);
        if ((t.quals & kVolatile) != 0) doc = Doc::list("volatile", {std::move(doc)});
        if ((t.quals & kConst) != 0) doc = Doc::list("const", {std::move(doc)});
        return doc;
    }

    Doc unqualified(TypeId id, const Type& t) const {
        if (is_basic(t.kind)) return word(basic_word(t.kind));
        switch (made_kind(t.kind)) {
        case MadeKind::Enum: return Doc::list("enum", {name(p.types.enums[t.count].name)});
        case MadeKind::Struct: return Doc::list("struct", {name(p.types.records[t.count].name)});
        case MadeKind::Union: return Doc::list("union", {name(p.types.records[t.count].name)});
        case MadeKind::Pointer: return Doc::list("ptr", {type(t.base)});
        case MadeKind::Vla: return Doc::list("vla", {type(t.base)});
        case MadeKind::Array: return Doc::list("array", {type(t.base), number(t.count)});
        case MadeKind::Vector: return Doc::list("vec", {type(t.base), number(t.count)});
        case MadeKind::Function: {
            Doc doc = Doc::list("fn", {type(t.base)});
            for (const TypeId param : p.types.params_of(id)) doc.add(type(param));
            return doc;
        }
        }
        base::fail("no such type");
    }

    Doc global_form(const Var& var) const {
        Doc doc = Doc::list("global");
        if (var.storage == Storage::Static) doc.add(word("static"));
        if (!var.observed) doc.add(word("unobserved"));
        doc.add(name(var.name));
        doc.add(type(var.type));
        if (var.init) doc.add(node(var.init));
        return doc;
    }

    Doc function(FuncId id) const {
        const Func& func = p[id];
        Doc doc = Doc::list("func");
        if ((func.flags & kFuncStatic) != 0) doc.add(word("static"));
        if ((func.flags & kFuncInline) != 0) doc.add(word("inline"));
        if ((func.flags & kFuncNoinline) != 0) doc.add(word("noinline"));
        if ((func.flags & kFuncPure) != 0) doc.add(word("pure"));
        if ((func.flags & kFuncConst) != 0) doc.add(word("const"));
        doc.add(name(func.name));
        doc.add(type(p.result_type(id)));
        Doc params = Doc::list(std::vector<Doc>{});
        for (const VarId param : p.params(id))
            params.add(Doc::list({name(p[param].name), type(p[param].type)}));
        doc.add(std::move(params));
        Doc body = node(func.body);
        body.tall = true;
        doc.add(std::move(body));
        return doc;
    }

    Doc declare(const Var& var) const {
        Doc doc = Doc::list("declare");
        if (var.storage == Storage::LocalStatic) doc.add(word("static"));
        doc.add(name(var.name));
        doc.add(type(var.type));
        if (var.length) doc.add(Doc::list("length", {node(var.length)}));
        if (var.init) doc.add(node(var.init));
        return doc;
    }

    Doc node(NodeId id) const {
        const Node& n = p[id];
        Doc doc = plain(n);
        if (n.guarded) doc = Doc::list("guard", {std::move(doc)});
        if (n.form != 0) doc = Doc::list("form", {number(n.form), std::move(doc)});
        return doc;
    }

    Doc int_const(const Node& n) const {
        const bool is_signed = integer_form(p.types.kind(n.type), p.platform.target).is_signed;
        std::string text =
            is_signed ? base::to_text(static_cast<base::Int128>(n.bits())) : base::to_text(n.bits());
        if (const auto suffix = suffix_of(n.type)) return Doc::atom(std::move(text.append(*suffix)));
        return Doc::list("int", {type(n.type), Doc::atom(std::move(text))});
    }

    Doc member(const Node& n) const {
        const NodeId object = n.child(at::Member::object);
        const Field& field = p.types.fields_of(p[object].type)[n.slot[at::Member::field]];
        const Node& o = p[object];
        if (o.kind == NodeKind::Deref && !o.guarded && o.form == 0)
            return Doc::list("->", {node(o.child(at::Deref::pointer)), name(field.name)});
        return Doc::list(".", {node(object), name(field.name)});
    }

    Doc init_list(const Node& n) const {
        Doc doc = Doc::list("init");
        if (p.types.kind(n.type) == TypeKind::Union)
            doc = Doc::list("init-member", {name(p.types.fields_of(n.type)[n.op].name)});
        for (const NodeId element : p.list(n, at::InitList::elements)) doc.add(node(element));
        return doc;
    }

    // A node with the text of its own kind, or else as nodes.def says.
    Doc plain(const Node& n) const {
        switch (n.kind) {
        case NodeKind::IntConst: return int_const(n);
        case NodeKind::FloatConst:
            return Doc::atom(float_text(n.real()) + (n.type == type::Float ? "f" : ""));
        case NodeKind::CharConst: {
            const uint32_t code = n.slot[at::CharConst::code];
            if (code > 0x20 && code < 0x7f) return Doc::atom(fmt::format("'{}'", static_cast<char>(code)));
            return Doc::list("char", {number(code)});
        }
        case NodeKind::EnumConst: {
            const Enum& e = p.types.enum_of({n.slot[at::EnumConst::enumeration]});
            return name(p.types.enumerators[e.first + n.slot[at::EnumConst::index]].name);
        }
        case NodeKind::VarRef: return word(p.name(n.var()));
        case NodeKind::FuncRef: return word(p.name(n.func()));
        case NodeKind::Member: return member(n);
        case NodeKind::Index: return generic(n, "[]");
        case NodeKind::Unary: return generic(n, saved_name(n.unary()));
        case NodeKind::Binary: return generic(n, c_spelling(n.binary()));
        case NodeKind::Logical: return generic(n, n.logical() == LogicalOp::And ? "&&" : "||");
        case NodeKind::CompoundAssign: return generic(n, std::string(c_spelling(n.binary())) + "=");
        case NodeKind::IncDec: return generic(n, incdec_name(n.incdec()));
        case NodeKind::CallBuiltin: {
            Doc doc = Doc::list("builtin", {word(info(static_cast<Builtin>(n.op)).saved)});
            add_fields(n, doc);
            return doc;
        }
        case NodeKind::InitList: return init_list(n);
        case NodeKind::Declare: return declare(p[n.var()]);
        default: return generic(n, info(n.kind).saved);
        }
    }

    Doc generic(const Node& n, std::string_view head) const {
        Doc doc = Doc::list(std::string(head));
        if (info(n.kind).typing == NodeTyping::Given) doc.add(type(n.type));
        add_fields(n, doc);
        if (n.kind == NodeKind::Block && n.slot[at::Block::stmts + 1] > 1) doc.tall = true;
        return doc;
    }

    void add_fields(const Node& n, Doc& doc) const {
        const NodeInfo& about = info(n.kind);
        for (uint8_t i = 0; i < about.field_count; ++i) {
            switch (about.fields[i].kind) {
            case FieldKind::Expr:
            case FieldKind::Stmt: doc.add(node(n.child(i))); break;
            case FieldKind::OptExpr:
            case FieldKind::OptStmt:
                if (n.child(i))
                    doc.add(node(n.child(i)));
                else if (i + 1 < about.field_count)
                    doc.add(word("_"));
                break;
            case FieldKind::ExprList:
            case FieldKind::StmtList:
                for (const NodeId child : p.list(n, i)) doc.add(node(child));
                break;
            case FieldKind::Type: doc.add(type({n.slot[i]})); break;
            case FieldKind::Func: doc.add(word(p.name(FuncId{n.slot[i]}))); break;
            case FieldKind::Label: doc.add(word(p.name(LabelId{n.slot[i]}))); break;
            case FieldKind::Var:
            case FieldKind::Number:
            case FieldKind::Bits64:
            case FieldKind::Bits128: base::fail("a field that has its own text");
            }
        }
    }
};

} // namespace

std::string save(const Program& program) { return Saver(program).run(); }

} // namespace assay::program
