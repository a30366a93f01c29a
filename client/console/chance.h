#pragma once

// The client's randomness and its only cryptography: what guessing for colours (R3) needs.
// Thread: any.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tianyuan::console {

// A source of uniformly random words. The real one is system_chance(); tests script theirs.
using Chance = std::function<std::uint32_t()>;
Chance system_chance();  // the operating system's generator

struct Hand {  // 猜先: a closed hand
  int number = 0;
  std::string salt;  // printable ASCII
};
inline constexpr int kHandMaximum = 20;

Hand draw_hand(const Chance& chance);
Hand close_hand(int number, const Chance& chance);  // a number of one's own choice, 1..20

// Lower-case hexadecimal SHA-256 of "<number>:<salt>".
std::string hash_of(const Hand& hand);

}  // namespace tianyuan::console
