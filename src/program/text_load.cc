// load(): the top level of saved text.
#include "program/names.h"
#include "program/text.h"
#include "program/text_loader.h"
#include "program/type_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::program {
namespace {

constexpr size_t kMaxTextBytes = size_t{1} << 30; // ids are 32 bits wide

bool is_record_form(const Form& form) { return form.head() == "struct" || form.head() == "union"; }

uint8_t func_flag(std::string_view word) {
    if (word == "static") return kFuncStatic;
    if (word == "inline") return kFuncInline;
    if (word == "noinline") return kFuncNoinline;
    if (word == "pure") return kFuncPure;
    if (word == "const") return kFuncConst;
    return 0;
}

} // namespace

Loader::Loader(const Platform& platform, const std::vector<Form>& forms) : forms_(forms) {
    p_.platform = platform;
}

Program Loader::run() {
    for (const Form& form : forms_) {
        const std::string_view head = form.head();
        if (!is_record_form(form) && head != "enum" && head != "global" && head != "func" && head != "entry")
            form.fail(
                "expected (enum ...), (struct ...), (union ...), (global ...), (func ...) or (entry ...)");
    }
    declare_records_and_enums();
    define_records();
    declare_globals_and_functions();
    define_globals();
    define_functions();
    return std::move(p_);
}

void Loader::want_items(const Form& form, size_t least, size_t most) const {
    const size_t given = form.items.size() - 1;
    if (given >= least && given <= most) return;
    const std::string wanted = least == most      ? fmt::format("{}", least)
                               : most == SIZE_MAX ? fmt::format("at least {}", least)
                                                  : fmt::format("{} to {}", least, most);
    form.fail(
        fmt::format("'{}' takes {} part{}, not {}", form.head(), wanted, wanted == "1" ? "" : "s", given));
}

std::string_view Loader::fresh_name(const Form& form, bool at_file_scope) {
    const std::string_view name = form.atom("a name");
    const std::string_view problem = name_problem(name, at_file_scope ? NamePlace::File : NamePlace::Inner);
    if (!problem.empty()) form.fail(fmt::format("the name '{}' {}", name, problem));
    return name;
}

std::string_view Loader::fresh_file_name(const Form& form) {
    const std::string_view name = fresh_name(form, true);
    const auto [known, is_new] = file_names_.try_emplace(name, &form);
    if (!is_new) form.fail(fmt::format("'{}' is defined already, in line {}", name, known->second->line));
    return name;
}

void Loader::declare_records_and_enums() {
    for (const Form& form : forms_) {
        if (form.head() == "enum") declare_enum(form);
        if (!is_record_form(form)) continue;
        want_items(form, 2, SIZE_MAX);
        const std::string_view name = fresh_file_name(form.items[1]);
        records_[name] = static_cast<uint32_t>(p_.types.records.size());
        Record record;
        record.name = p_.names.add(name);
        record.is_union = form.head() == "union";
        p_.types.records.push_back(record);
    }
}

void Loader::declare_enum(const Form& form) {
    want_items(form, 2, SIZE_MAX);
    const std::string_view name = fresh_file_name(form.items[1]);
    std::vector<Enumerator> enumerators;
    const TypeId type = p_.types.enumeration({static_cast<uint32_t>(p_.types.enums.size())});
    for (size_t i = 2; i < form.items.size(); ++i) {
        const Form& item = form.items[i];
        if (!item.is_list || item.items.size() != 2) item.fail("expected an enumerator and its value: (A 5)");
        const std::string_view enumerator = fresh_file_name(item.items[0]);
        const int64_t value = signed_number(item.items[1]);
        if (value < INT32_MIN || value > INT32_MAX)
            item.items[1].fail("the value of an enumerator must fit int");
        enumerators_[enumerator] = {type, static_cast<uint32_t>(enumerators.size())};
        enumerators.push_back({p_.names.add(enumerator), value});
    }
    enums_[name] = static_cast<uint32_t>(p_.types.enums.size());
    p_.types.add_enum(p_.names.add(name), enumerators);
}

void Loader::define_records() {
    first_incomplete_ = 0;
    for (const Form& form : forms_)
        if (is_record_form(form)) define_record(form);
    first_incomplete_ = UINT32_MAX;
}

void Loader::define_record(const Form& form) {
    size_t i = 2;
    const uint32_t index = first_incomplete_;
    for (bool flags = true; flags && i < form.items.size();) {
        const Form& item = form.items[i];
        flags = false;
        if (!item.is_list && item.text == "packed") {
            p_.types.records[index].packed = flags = true;
        } else if (item.head() == "align") {
            want_items(item, 1, 1);
            const uint32_t align = small_number(item.items[1], 128);
            if (align == 0 || (align & (align - 1)) != 0)
                item.items[1].fail("an alignment is a power of two");
            p_.types.records[index].align = static_cast<uint8_t>(align);
            flags = true;
        }
        if (flags) ++i;
    }
    std::unordered_map<std::string_view, bool> names;
    std::vector<Field> fields;
    for (; i < form.items.size(); ++i) {
        const Form& item = form.items[i];
        const Field made = field(item);
        if (made.is_named() && !names.try_emplace(item.items[1].text, true).second)
            item.items[1].fail(fmt::format("the member '{}' is there already", item.items[1].text));
        fields.push_back(made);
    }
    if (names.empty()) form.fail("a record needs a named member");
    Record& record = p_.types.records[index];
    record.first_field = static_cast<uint32_t>(p_.types.fields.size());
    record.field_count = static_cast<uint32_t>(fields.size());
    p_.types.fields.insert(p_.types.fields.end(), fields.begin(), fields.end());
    ++first_incomplete_;
    if (size_bound(p_, p_.types.struct_or_union({index})) > kMaxObjectBytes)
        form.fail(fmt::format("a record larger than {} bytes", kMaxObjectBytes));
}

Field Loader::field(const Form& form) {
    const bool is_bits = form.head() == "bits";
    if (!is_bits && form.head() != "field") form.fail("expected (field NAME TYPE) or (bits NAME TYPE WIDTH)");
    want_items(form, is_bits ? 3 : 2, is_bits ? 3 : 2);
    Field made;
    if (!(is_bits && form.items[1].atom("a name") == "_"))
        made.name = p_.names.add(fresh_name(form.items[1], false));
    made.type = type(form.items[2]);
    if (is_bits) made.bits = static_cast<int16_t>(small_number(form.items[3], 128));
    const std::string problem = field_problem(p_, first_incomplete_, made);
    if (!problem.empty()) form.fail(problem);
    return made;
}

void Loader::declare_globals_and_functions() {
    for (const Form& form : forms_) {
        if (form.head() == "global") declare_global(form);
        if (form.head() == "func") declare_function(form);
    }
    for (const Form& form : forms_) {
        if (form.head() != "entry") continue;
        want_items(form, 1, 1);
        const std::string_view name = form.items[1].atom("the name of a function");
        if (p_.entry) form.fail("a second entry");
        if (!funcs_.contains(name)) form.items[1].fail(fmt::format("no function is named '{}'", name));
        p_.entry = funcs_[name];
    }
}

// (global [static] [unobserved] NAME TYPE [INIT])
void Loader::declare_global(const Form& form) {
    Var var;
    var.storage = Storage::Extern;
    size_t i = 1;
    for (; i < form.items.size() && !form.items[i].is_list; ++i) {
        if (form.items[i].text == "static")
            var.storage = Storage::Static;
        else if (form.items[i].text == "unobserved")
            var.observed = false;
        else
            break;
    }
    if (form.items.size() < i + 2 || form.items.size() > i + 3)
        form.fail("expected (global [static] [unobserved] NAME TYPE [INITIALISER])");
    var.name = p_.names.add(fresh_file_name(form.items[i]));
    var.type = object_type(form.items[i + 1]);
    if (p_.types.kind(var.type) == TypeKind::Vla)
        form.items[i + 1].fail("a global cannot have a variable length");
    global_forms_.push_back({form.items[i].text, form.items.size() == i + 3 ? &form.items[i + 2] : nullptr});
    p_.add(var);
}

// (func [flags] NAME RESULT ((NAME TYPE) ...) (block ...))
void Loader::declare_function(const Form& form) {
    Func func;
    size_t i = 1;
    for (; i < form.items.size() && !form.items[i].is_list && func_flag(form.items[i].text) != 0; ++i)
        func.flags |= func_flag(form.items[i].text);
    if (form.items.size() != i + 4 || !form.items[i + 2].is_list)
        form.fail("expected (func [static] [inline] [noinline] [pure] [const] NAME RESULT ((NAME TYPE) ...) "
                  "(block ...))");
    const std::string_view name = fresh_file_name(form.items[i]);
    const FuncId id{static_cast<uint32_t>(p_.funcs.size())};
    const TypeId result = type(form.items[i + 1]);
    std::vector<TypeId> types;
    std::vector<VarId> params;
    for (const Form& item : form.items[i + 2].items) {
        if (!item.is_list || item.items.size() != 2) item.fail("expected a parameter and its type: (x int)");
        Var var;
        var.name = p_.names.add(fresh_name(item.items[0], false));
        var.type = object_type(item.items[1]);
        var.storage = Storage::Param;
        var.owner = id;
        types.push_back(p_.types.unqualified(var.type));
        params.push_back(p_.add(var));
    }
    func.name = p_.names.add(name);
    func.type = p_.types.function(result, types);
    const std::string problem = type_problem(p_, func.type);
    if (!problem.empty()) form.items[i].fail(problem);
    funcs_[name] = p_.add(func, params);
}

void Loader::define_globals() {
    for (size_t i = 0; i < p_.globals.size(); ++i) {
        const VarId id = p_.globals[i];
        visible_[global_forms_[i].name] = id; // as in C, a name is visible in its own initialiser
        if (global_forms_[i].init == nullptr) continue;
        const NodeId init = checked_initialiser(*global_forms_[i].init, p_[id].type);
        p_[id].init = init;
    }
}

void Loader::define_functions() {
    uint32_t next = 0;
    for (const Form& form : forms_) {
        if (form.head() != "func") continue;
        func_ = {next++};
        labels_.clear();
        enter();
        const std::vector<Form>& params = form.items[form.items.size() - 2].items;
        for (size_t i = 0; i < params.size(); ++i) bind(params[i].items[0], p_.params(func_)[i]);
        if (form.items.back().head() != "block") form.items.back().fail("expected the body: (block ...)");
        // The body shares the scope of the parameters.
        std::vector<NodeId> stmts;
        for (size_t i = 1; i < form.items.back().items.size(); ++i)
            stmts.push_back(stmt(form.items.back().items[i]));
        leave();
        check_labels();
        Node body;
        body.kind = NodeKind::Block;
        p_.set_list(body, at::Block::stmts, stmts);
        p_[func_].body = p_.add(body);
    }
}

base::Result<Program> load(std::string_view text, const Platform& platform, std::string_view file_name) {
    try {
        if (text.size() > kMaxTextBytes) throw FormError{1, 1, "the text is larger than 1 GiB"};
        const std::vector<Form> forms = read_forms(text);
        return Loader(platform, forms).run();
    } catch (const FormError& error) {
        return base::Error{fmt::format("{}:{}:{}: {}", file_name, error.line, error.column, error.what)};
    }
}

} // namespace assay::program
