#include "program/sexpr.h"

#include <fmt/format.h>

namespace assay::program {
namespace {

constexpr uint32_t kLineWidth = 100;

class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    std::vector<Form> all() {
        std::vector<Form> forms;
        for (skip_space(); !rest_.empty(); skip_space()) forms.push_back(form(0));
        return forms;
    }

  private:
    std::string_view rest_;
    uint32_t line_ = 1;
    uint32_t column_ = 1;

    void step() {
        if (rest_.front() == '\n') {
            ++line_;
            column_ = 1;
        } else {
            ++column_;
        }
        rest_.remove_prefix(1);
    }

    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

    void skip_space() {
        while (!rest_.empty()) {
            if (rest_.front() == ';') {
                while (!rest_.empty() && rest_.front() != '\n') step();
            } else if (is_space(rest_.front())) {
                step();
            } else {
                return;
            }
        }
    }

    Form form(uint32_t depth) {
        Form made;
        made.line = line_;
        made.column = column_;
        if (rest_.front() == ')') made.fail("')' without its '('");
        if (rest_.front() != '(') {
            made.text = take_atom(made);
            return made;
        }
        if (depth >= kMaxNesting) made.fail(fmt::format("nested deeper than {} brackets", kMaxNesting));
        made.is_list = true;
        step();
        for (skip_space(); !rest_.empty() && rest_.front() != ')'; skip_space())
            made.items.push_back(form(depth + 1));
        if (rest_.empty()) made.fail("'(' without its ')'");
        step();
        return made;
    }

    std::string_view take_atom(const Form& at) {
        const std::string_view start = rest_;
        // A quoted character may be a bracket, a blank or a semicolon.
        if (rest_.size() >= 3 && rest_[0] == '\'' && rest_[1] != '\n' && rest_[2] == '\'') {
            for (int i = 0; i < 3; ++i) step();
            return start.substr(0, 3);
        }
        size_t size = 0;
        while (!rest_.empty() && !is_space(rest_.front()) &&
               std::string_view("();").find(rest_.front()) == rest_.npos) {
            const char c = rest_.front();
            if (c < 0x20 || c > 0x7e) at.fail("a character that is not printable ASCII");
            ++size;
            step();
        }
        return start.substr(0, size);
    }
};

void put_flat(const Doc& doc, std::string& out) {
    if (!doc.is_list) {
        out += doc.text;
        return;
    }
    out += '(';
    for (size_t i = 0; i < doc.items.size(); ++i) {
        if (i != 0) out += ' ';
        put_flat(doc.items[i], out);
    }
    out += ')';
}

// `column`: where on its line the form starts; `closers`: the brackets that follow it on its last line.
void put(const Doc& doc, uint32_t indent, uint32_t column, uint32_t closers, std::string& out) {
    if (!doc.is_list || doc.items.empty() || (!doc.tall && column + doc.width + closers <= kLineWidth)) {
        put_flat(doc, out);
        return;
    }
    out += '(';
    uint32_t at = column + 1;
    bool broken = false; // after the first line break every further item has its own line
    const bool breaks_at_once = doc.items.front().text == "block";
    for (size_t i = 0; i < doc.items.size(); ++i) {
        const Doc& item = doc.items[i];
        const bool last = i + 1 == doc.items.size();
        const uint32_t after = last ? closers + 1 : 0;
        if (i != 0) {
            broken = broken || breaks_at_once || item.tall || at + 1 + item.width + after > kLineWidth;
            if (broken) {
                out += '\n';
                out.append(indent + 2, ' ');
                at = indent + 2;
            } else {
                out += ' ';
                at += 1;
            }
        }
        put(item, broken ? indent + 2 : indent, at, after, out);
        at += item.width;
    }
    out += ')';
}

} // namespace

std::string_view Form::head() const {
    return is_list && !items.empty() && !items.front().is_list ? items.front().text : std::string_view();
}

void Form::fail(std::string what) const { throw FormError{line, column, std::move(what)}; }

std::string_view Form::atom(std::string_view wanted) const {
    if (is_list) fail(fmt::format("expected {}, not a list", wanted));
    return text;
}

std::vector<Form> read_forms(std::string_view text) { return Reader(text).all(); }

Doc Doc::atom(std::string text) {
    Doc doc;
    doc.width = static_cast<uint32_t>(text.size());
    doc.text = std::move(text);
    return doc;
}

Doc Doc::list(std::vector<Doc> items) {
    Doc doc;
    doc.is_list = true;
    doc.width = 2;
    for (Doc& item : items) doc.add(std::move(item));
    return doc;
}

Doc Doc::list(std::string head, std::vector<Doc> rest) {
    Doc doc = list(std::vector<Doc>{});
    doc.add(atom(std::move(head)));
    for (Doc& item : rest) doc.add(std::move(item));
    return doc;
}

void Doc::add(Doc item) {
    width += item.width + (items.empty() ? 0 : 1);
    tall = tall || item.tall;
    items.push_back(std::move(item));
}

void lay_out(const Doc& doc, std::string& out) {
    put(doc, 0, 0, 0, out);
    out += '\n';
}

} // namespace assay::program
