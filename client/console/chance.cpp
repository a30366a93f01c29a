#include "client/console/chance.h"

#include <sodium.h>

#include <array>

namespace tianyuan::console {
namespace {

constexpr int kSaltCharacters = 32;  // 5 bits each: 160 bits, beyond any search of 20 numbers

}  // namespace

Chance system_chance() {
  return [] { return randombytes_random(); };
}

Hand close_hand(int number, const Chance& chance) {
  static constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
  Hand hand{number, {}};
  for (int i = 0; i < kSaltCharacters; ++i) hand.salt += kAlphabet[chance() % kAlphabet.size()];
  return hand;
}

Hand draw_hand(const Chance& chance) {
  // Words at or above the largest multiple of 20 would favour the small numbers.
  constexpr std::uint32_t kBound =
      UINT32_MAX - UINT32_MAX % static_cast<std::uint32_t>(kHandMaximum);
  std::uint32_t word = chance();
  while (word >= kBound) word = chance();
  return close_hand(static_cast<int>(word % kHandMaximum) + 1, chance);
}

std::string hash_of(const Hand& hand) {
  const std::string text = std::to_string(hand.number) + ":" + hand.salt;
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()),
                     text.size());
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += kHex[byte >> 4];
    hex += kHex[byte & 15];
  }
  return hex;
}

}  // namespace tianyuan::console
