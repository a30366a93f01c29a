#include "server/admin/password.h"

#include <sodium.h>

#include <array>
#include <string_view>

namespace tianyuan::admin {
namespace {

constexpr std::size_t kShortest = 8;
constexpr std::size_t kLongest = 256;

}  // namespace

std::string random_password() {
  // No 0 O 1 l I: it is read out and typed.
  constexpr std::string_view kAlphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  std::string password;
  for (int i = 0; i < 16; ++i) {
    password += kAlphabet[randombytes_uniform(static_cast<std::uint32_t>(kAlphabet.size()))];
  }
  return password;
}

std::expected<std::string, std::string> hash_password(const std::string& password) {
  if (password.size() < kShortest || password.size() > kLongest) {
    return std::unexpected("a password has 8 to 256 bytes");
  }
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str_alg(out.data(), password.data(), password.size(),
                            crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE,
                            crypto_pwhash_ALG_ARGON2ID13) != 0) {
    return std::unexpected("out of memory while hashing (64 MiB are needed)");
  }
  return std::string(out.data());
}

}  // namespace tianyuan::admin
