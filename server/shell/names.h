#pragma once

// Which names people may have, and when two names are the same to the eye.
// Thread: any.

#include <expected>
#include <string>
#include <string_view>

namespace tianyuan::shell {

struct Name {
  std::string shown;  // normalised (NFKC: widths folded), trimmed, inner spaces single
  std::string key;    // equal for names that look alike; unique in TUserBase
  friend bool operator==(const Name&, const Name&) = default;
};

// 1..16 characters. Refused, with the reason in English: control, zero-width and direction
// characters, piles of combining marks, Latin mixed with Cyrillic or Greek (or those two), and the
// prefix that the server gives to guests. 小明Tom is fine.
std::expected<Name, std::string> check_name(std::string_view text);

// How a text looks: the key that it would have as a name, whether it may be one or not.
std::string look_of(std::string_view text);
// Its letters alone, without digits, blanks and signs.
std::string letters_of(std::string_view text);

// The name of a guest who gave none: "访客-" and digits.
Name guest_name(std::uint64_t random);

// How many characters (code points) a password or a text has; nothing when it is not UTF-8.
std::expected<int, std::string> count_characters(std::string_view text);

}  // namespace tianyuan::shell
