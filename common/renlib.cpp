#include "common/renlib.h"

#include <algorithm>

namespace tianyuan {
namespace {

constexpr std::size_t kHeaderSize = 20;
constexpr std::string_view kMagic{"\xffRenLib\xff", 8};

// The second byte of a move; an extension adds two more bytes of flags.
constexpr unsigned kNoChild = 0x40;
constexpr unsigned kOldComment = 0x20;
constexpr unsigned kComment = 0x08;
constexpr unsigned kNoMove = 0x02;
constexpr unsigned kExtension = 0x01;
constexpr unsigned kBoardText = 0x01;  // in the low byte of the extension

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::expected<Records, RecordError> run() {
    if (!bytes_.starts_with(kMagic)) return error("no RenLib file: its first bytes are others");
    if (bytes_.size() < kHeaderSize) {
      at_ = bytes_.size();
      return error("the file ends within its header of 20 bytes");
    }
    at_ = kHeaderSize;
    unsigned flags = 0;
    bool root = true;
    if (at_ == bytes_.size()) return error("the file holds no move");
    do {
      const std::size_t start = at_;
      if (at_ + 2 > bytes_.size()) return error("the file ends within a move");
      const unsigned position = byte();
      flags = byte();
      unsigned extension = 0;
      if ((flags & kExtension) != 0) {
        if (at_ + 2 > bytes_.size()) return error("the file ends within a move");
        byte();
        extension = byte();
      }
      if (auto what = add(position, flags, root)) {
        at_ = start;
        return error(std::move(*what));
      }
      root = false;
      if ((flags & (kComment | kOldComment)) != 0 && !read_text(true)) {
        return error("the file ends within a comment");
      }
      if ((extension & kBoardText) != 0 && !read_text(false)) {
        return error("the file ends within a text on the board");
      }
    } while ((flags & kNoChild) == 0);
    record_.moves = std::move(list_.moves());
    Records records;
    records.records.push_back(std::move(record_));
    if (at_ < bytes_.size()) {
      records.warnings.push_back("variations are left out; the main line is kept");
    }
    return records;
  }

 private:
  unsigned byte() { return static_cast<unsigned char>(bytes_[at_++]); }

  std::unexpected<RecordError> error(std::string what) const {
    return std::unexpected(RecordError{1, static_cast<int>(at_) + 1, std::move(what)});
  }

  // Low half the column from 1, high half the row from above. Position 0 is an empty root, or a
  // pass further on.
  std::optional<std::string> add(unsigned position, unsigned flags, bool root) {
    if ((flags & kNoMove) != 0) return std::nullopt;
    if (position == 0) {
      if (root) return std::nullopt;
      return list_.add(Move::Kind::pass, list_.next());
    }
    const auto point = Point::at(static_cast<int>(position & 0x0f) - 1,
                                 kBoardSize - 1 - static_cast<int>(position >> 4));
    if (!point) return "a point off the 15x15 board";
    return list_.add(Move::Kind::stone, list_.next(), *point);
  }

  // Ended by a zero, and padded by another to an even length.
  bool read_text(bool keep) {
    const auto end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) return false;
    if (keep && end > at_) {
      record_.comments.resize(list_.moves().size() + 1);
      record_.comments.back() = normal_lines(bytes_.substr(at_, end - at_));
    }
    const std::size_t length = end - at_ + 1;
    at_ = std::min(at_ + length + length % 2, bytes_.size());
    return true;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  MoveList list_;
  Record record_;
};

}  // namespace

std::expected<Records, RecordError> read_renlib(std::string_view bytes) {
  return Reader(bytes).run();
}

}  // namespace tianyuan
