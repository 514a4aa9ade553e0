#include "generate/derive/language/marks.h"

#include "base/suggest.h"
#include "generate/derive/language/words.h"

#include <algorithm>

namespace assay::generate::derive {

using base::Result;

namespace {

// A name that begins with a capital is a slot; one without is a type, or whatever the mark expects there.
bool slot_name(const std::string& name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

// The text of an action begins behind its brace.
Place inside(Place place) {
    ++place.column;
    return place;
}

class MarkReader {
  public:
    MarkReader(WordReader& words, Vocabulary& vocabulary, Slots& slots, Place place)
        : words_(words), vocabulary_(vocabulary), slots_(slots), place_(place) {}

    std::vector<Mark> conditions() {
        std::vector<Mark> all;
        while (!words_.at_end() && !words_.failed()) {
            all.push_back(condition());
            if (!words_.at_end()) words_.expect(";");
        }
        return all;
    }

    std::vector<Mark> effects() {
        std::vector<Mark> all;
        while (!words_.at_end() && !words_.failed()) {
            all.push_back(effect());
            if (!words_.at_end()) words_.expect(";");
        }
        return all;
    }

    std::vector<Operand> operands() {
        std::vector<Operand> all;
        while (!words_.at_end() && !words_.failed()) {
            all.push_back(operand());
            if (!words_.at_end()) words_.expect(",");
        }
        return all;
    }

  private:
    Operand operand() {
        Operand result;
        const Word word = words_.next();
        if (word.kind == Word::Kind::Number) {
            result.base = Operand::Base::Constant;
            result.constant = {Value::Kind::Number, word.number};
        } else if (word.kind == Word::Kind::Text) {
            result.base = Operand::Base::Constant;
            result.constant = {Value::Kind::Text, vocabulary_.texts.number(word.text)};
        } else if (word.kind != Word::Kind::Name) {
            words_.fail("a name, number or text expected");
        } else if (word.text == "context") {
            words_.expect(".");
            result.base = Operand::Base::Context;
            result.index = vocabulary_.contexts.number(words_.name("the context's name"));
        } else if (slot_name(word.text)) {
            result.base = Operand::Base::Slot;
            result.index = slots_.number(word.text);
        } else {
            result.base = Operand::Base::Constant;
            result.constant = {Value::Kind::Type, known_type(word.text)};
        }
        while (words_.accept(".")) result.path.push_back(attribute());
        return result;
    }

    int known_type(const std::string& name) {
        const int type = vocabulary_.types.find(name);
        if (type < 0) words_.fail("unknown type '" + name + "'");
        return type;
    }

    int attribute() {
        const std::string name = words_.name("an attribute");
        const int known = vocabulary_.attributes.find(name);
        if (known < 0) words_.fail("no type has the attribute '" + name + "'");
        return known;
    }

    int kind() {
        const std::string name = words_.name("a kind of names");
        const int known = vocabulary_.kinds.find(name);
        if (known < 0 && !words_.failed()) words_.fail("unknown kind of names '" + name + "'");
        return known;
    }

    int set() {
        const std::string name = words_.name("a set of types");
        const int known = vocabulary_.sets.find(name);
        if (known < 0 && !words_.failed()) words_.fail("unknown set of types '" + name + "'");
        return known;
    }

    int slot() {
        const std::string name = words_.name("a name to bind");
        if (!slot_name(name)) words_.fail("a bound name begins with a capital");
        return slots_.number(name);
    }

    Query query() {
        Query result;
        if (words_.peek().kind == Word::Kind::Name && vocabulary_.sets.find(words_.peek().text) >= 0)
            result.set = set();
        else
            result.type = operand();
        if (words_.accept("with")) {
            result.attribute = attribute();
            words_.expect("=");
            result.equals = operand();
        }
        if (words_.accept("having")) {
            result.member_kind = kind();
            result.member_type = operand();
        }
        return result;
    }

    void restrictions(Mark& mark) {
        for (;;) {
            if (words_.accept("local"))
                mark.local = true;
            else if (words_.accept("changeable"))
                mark.changeable = true;
            else if (words_.accept("outliving"))
                mark.outliving = operand();
            else if (words_.accept("besides"))
                mark.besides = operand();
            else
                return;
        }
    }

    Mark condition() {
        Mark mark;
        mark.place = place_;
        if (words_.accept("inside") || words_.peek().text == "outside") {
            mark.kind = words_.accept("outside") ? MarkKind::Outside : MarkKind::Inside;
            mark.name = vocabulary_.contexts.number(words_.name("the context's name"));
            return mark;
        }
        if (words_.accept("exists")) {
            mark.kind = MarkKind::Exists;
            mark.name_kind = kind();
            mark.query = query();
            restrictions(mark);
            return mark;
        }
        mark.a = operand();
        mark.negated = words_.accept("not");
        if (words_.accept("in")) {
            mark.kind = MarkKind::Member;
            mark.query = query();
            return mark;
        }
        mark.kind = MarkKind::Compare;
        if (words_.accept("="))
            mark.comparison = Comparison::Equal;
        else if (words_.accept("!="))
            mark.comparison = Comparison::NotEqual;
        else if (words_.accept("<"))
            mark.comparison = Comparison::Less;
        else if (words_.accept(">"))
            mark.comparison = Comparison::More;
        else
            words_.fail("a comparison expected");
        mark.b = operand();
        return mark;
    }

    using Reader = void (MarkReader::*)(Mark&);
    struct Entry {
        std::string_view word;
        MarkKind kind;
        Reader rest;
    };
    static const std::vector<Entry>& entries() {
        static const std::vector<Entry> all{
            {"let", MarkKind::Let, &MarkReader::read_let},
            {"any", MarkKind::Any, &MarkReader::read_any},
            {"declare", MarkKind::Declare, &MarkReader::read_declare},
            {"reveal", MarkKind::Reveal, &MarkReader::read_operand},
            {"use", MarkKind::Use, &MarkReader::read_use},
            {"pick", MarkKind::Pick, &MarkReader::read_use},
            {"call", MarkKind::Call, &MarkReader::read_use},
            {"plan", MarkKind::Plan, &MarkReader::read_use},
            {"select", MarkKind::Select, &MarkReader::read_select},
            {"member", MarkKind::Seek, &MarkReader::read_select},
            {"invoke", MarkKind::Invoke, &MarkReader::read_select},
            {"make", MarkKind::Make, &MarkReader::read_make},
            {"print", MarkKind::Print, &MarkReader::read_operand},
            {"record", MarkKind::Record, &MarkReader::read_record},
            {"extra", MarkKind::Extra, &MarkReader::read_extra},
            {"scope", MarkKind::Scope, &MarkReader::read_scope},
            {"slot", MarkKind::Slot, &MarkReader::read_nothing},
            {"loop", MarkKind::Loop, &MarkReader::read_operand},
            {"cost", MarkKind::Cost, &MarkReader::read_operand},
            {"each", MarkKind::Each, &MarkReader::read_each},
            {"between", MarkKind::Between, &MarkReader::read_nothing},
            {"context", MarkKind::Context, &MarkReader::read_context},
            {"without", MarkKind::Without, &MarkReader::read_without},
            {"line", MarkKind::Line, &MarkReader::read_nothing},
            {"indent", MarkKind::Indent, &MarkReader::read_nothing},
            {"dedent", MarkKind::Dedent, &MarkReader::read_nothing},
            {"tight", MarkKind::Tight, &MarkReader::read_nothing},
            {"weight", MarkKind::Weight, &MarkReader::read_operand},
            {"fill", MarkKind::Fill, &MarkReader::read_operand},
        };
        return all;
    }

    Mark effect() {
        Mark mark;
        mark.place = place_;
        const std::string word = words_.peek().text;
        for (const Entry& entry : entries()) {
            if (entry.word != word) continue;
            words_.next();
            mark.kind = entry.kind;
            (this->*entry.rest)(mark);
            return mark;
        }
        std::vector<std::string_view> known;
        for (const Entry& entry : entries()) known.push_back(entry.word);
        words_.fail("unknown mark '" + word + "': " + base::suggest(word, known));
        return mark;
    }

    void read_nothing(Mark&) {}
    void read_operand(Mark& mark) { mark.a = operand(); }
    void read_let(Mark& mark) {
        mark.slot = slot();
        words_.expect("=");
        mark.a = operand();
    }
    void read_any(Mark& mark) {
        mark.slot = slot();
        mark.query = query();
    }
    void read_declare(Mark& mark) {
        mark.slot = slot();
        mark.name_kind = kind();
        mark.a = operand();
        for (;;) {
            if (words_.accept("fixed"))
                mark.fixed = true;
            else if (words_.accept("shadows"))
                mark.shadows = true;
            else if (words_.accept("of"))
                mark.owner = operand();
            else
                return;
        }
    }
    void read_use(Mark& mark) {
        mark.slot = slot();
        mark.name_kind = kind();
        mark.query = query();
        restrictions(mark);
    }
    void read_select(Mark& mark) {
        mark.slot = slot();
        mark.name_kind = kind();
        words_.expect("of");
        mark.owner = operand();
        mark.query = query();
    }
    void read_make(Mark& mark) {
        mark.slot = slot();
        mark.name_kind = kind();
        mark.a = operand();
    }
    void read_record(Mark& mark) {
        mark.slot = slot();
        mark.name_kind = kind();
        words_.expect("in");
        do {
            mark.sets |= uint64_t{1} << std::max(0, set());
        } while (words_.peek().kind == Word::Kind::Name && words_.peek().text != "with");
    }
    void read_extra(Mark& mark) {
        mark.slot = slot();
        words_.expect("in");
        do {
            mark.sets |= uint64_t{1} << std::max(0, set());
        } while (words_.peek().kind == Word::Kind::Name && words_.peek().text != "with");
        words_.expect("with");
        mark.query.attribute = attribute();
        words_.expect("=");
        mark.a = operand();
    }
    void read_scope(Mark& mark) {
        for (;;) {
            if (words_.accept("closed")) {
                mark.closed = true;
            } else if (words_.accept("frame")) {
                mark.frame = true;
                if (slot_name(words_.peek().text)) mark.other_slot = slot();
            } else {
                return;
            }
        }
    }
    void read_each(Mark& mark) {
        mark.slot = slot();
        if (words_.accept("visible")) {
            mark.name_kind = kind();
            mark.query = query();
            restrictions(mark);
            return;
        }
        words_.expect("of");
        mark.owner = operand();
        mark.name_kind = kind();
    }
    void read_context(Mark& mark) {
        mark.name = vocabulary_.contexts.number(words_.name("the context's name"));
        if (!words_.at_end() && words_.peek().text != ";") mark.a = operand();
    }
    void read_without(Mark& mark) {
        mark.name = vocabulary_.contexts.number(words_.name("the context's name"));
    }

    WordReader& words_;
    Vocabulary& vocabulary_;
    Slots& slots_;
    Place place_;
};

} // namespace

Result<std::vector<Mark>> read_marks(const Grammar& grammar, const Element& element, Vocabulary& vocabulary,
                                     Slots& slots) {
    auto words = split_words(grammar, element.text, inside(element.place));
    if (!words) return words.error();
    WordReader cursor(grammar, std::move(*words));
    MarkReader reader(cursor, vocabulary, slots, element.place);
    std::vector<Mark> marks = element.kind == ElementKind::Predicate ? reader.conditions() : reader.effects();
    if (cursor.failed()) return cursor.error();
    return marks;
}

Result<std::vector<Operand>> read_arguments(const Grammar& grammar, const Element& element,
                                            Vocabulary& vocabulary, Slots& slots) {
    auto words = split_words(grammar, element.argument, inside(element.place));
    if (!words) return words.error();
    WordReader cursor(grammar, std::move(*words));
    std::vector<Operand> operands = MarkReader(cursor, vocabulary, slots, element.place).operands();
    if (cursor.failed()) return cursor.error();
    return operands;
}

} // namespace assay::generate::derive
