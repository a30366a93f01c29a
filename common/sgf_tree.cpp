#include "common/sgf_tree.h"

#include <algorithm>

namespace tianyuan {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_letter(char c) {
  return is_capital(c) || (c >= 'a' && c <= 'z');
}

// Nesting is a counter and a list, never the machine's stack: a file of brackets is only a file.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::expected<SgfFile, RecordError> run() {
    while (!error_ && seek_game()) read_game();
    if (!error_ && file_.games.empty()) fail("no game: \"(;\" was not found");
    if (error_) return std::unexpected(*error_);
    return std::move(file_);
  }

 private:
  bool done() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }
  int column() const { return static_cast<int>(at_ - line_start_) + 1; }
  void skip_space() {
    while (!done() && is_space(peek())) step();
  }
  void fail(std::string what) {
    if (!error_) error_ = RecordError{line_, column(), std::move(what)};
  }
  void warn(const std::string& what) {
    file_.warnings.push_back(to_string(RecordError{line_, column(), what}));
  }

  // To the next "(" that begins a game; anything else between games is passed over.
  bool seek_game() {
    bool warned = false;
    while (!done()) {
      skip_space();
      if (done()) break;
      if (peek() == '(') {
        const std::size_t next = text_.find_first_not_of(" \t\r\n\v\f", at_ + 1);
        if (next != std::string_view::npos && text_[next] == ';') return true;
      }
      if (!warned) warn(file_.games.empty() ? "text before the game" : "text after the game");
      warned = true;
      step();
    }
    return false;
  }

  struct Branch {
    bool main = false;       // of the main line
    bool continued = false;  // a child has been read already
  };

  void read_game() {
    file_.games.emplace_back();
    std::vector<Branch> open;
    do {
      skip_space();
      if (done()) {
        warn("the file ends within the game");
        return;
      }
      switch (peek()) {
        case '(':
          enter(open);
          break;
        case ')':
          open.pop_back();
          step();
          break;
        case ';':
          read_node(open.back().main && !open.back().continued);
          break;
        default:
          fail(std::string("unexpected '") + printable(peek()) + "' between nodes");
      }
    } while (!error_ && !open.empty());
  }

  void enter(std::vector<Branch>& open) {
    const bool main = open.empty() || (open.back().main && !open.back().continued);
    if (!open.empty()) open.back().continued = true;
    if (!main) ++file_.games.back().variations;
    open.push_back({main, false});
    step();
  }

  void read_node(bool keep) {
    SgfNode node;
    node.line = line_;
    node.column = column();
    step();
    skip_space();
    while (!error_ && !done() && is_letter(peek())) {
      read_property(node);
      skip_space();
    }
    if (keep) file_.games.back().nodes.push_back(std::move(node));
  }

  void read_property(SgfNode& node) {
    SgfProperty property;
    property.line = line_;
    property.column = column();
    while (!done() && is_letter(peek())) {
      if (is_capital(peek())) property.name += peek();
      step();
    }
    skip_space();
    if (done() || peek() != '[') return fail("a property without a value");
    while (!error_ && !done() && peek() == '[') {
      property.values.push_back(read_value());
      skip_space();
    }
    node.properties.push_back(std::move(property));
  }

  std::string read_value() {
    const int line = line_;
    const int start = column();
    std::string value;
    step();
    while (!done() && peek() != ']') {
      if (peek() == '\\') {
        step();
        if (done()) break;
        if (peek() == '\n' || peek() == '\r') {  // a soft line end is none
          read_line_end();
          continue;
        }
        value += peek();
        step();
      } else if (peek() == '\n' || peek() == '\r') {
        read_line_end();
        value += '\n';
      } else {
        value += peek();
        step();
      }
    }
    if (done()) {
      if (!error_) error_ = RecordError{line, start, "a value that is never closed by ']'"};
    } else {
      step();
    }
    return value;
  }

  // "\n", "\r\n", "\n\r" and "\r" are one line end.
  void read_line_end() {
    const char first = peek();
    step();
    if (!done() && (peek() == '\n' || peek() == '\r') && peek() != first) step();
  }

  static std::string printable(char c) {
    return c >= ' ' && c <= '~' ? std::string(1, c) : std::string("?");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t line_start_ = 0;
  SgfFile file_;
  std::optional<RecordError> error_;
};

}  // namespace

const SgfProperty* SgfNode::find(std::string_view name) const {
  const auto found =
      std::find_if(properties.begin(), properties.end(),
                   [&](const SgfProperty& property) { return property.name == name; });
  return found == properties.end() ? nullptr : &*found;
}

std::expected<SgfFile, RecordError> parse_sgf(std::string_view text) {
  return Parser(text).run();
}

std::string escape_sgf(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == ']') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace tianyuan
