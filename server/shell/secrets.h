#pragma once

// Everything that libsodium does for the shell. set_up_secrets() once at start; the rest from any
// thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tianyuan::shell {

bool set_up_secrets();  // false: the library cannot work here

std::array<std::uint64_t, 4> random_words();

// The same from a stock of 4 KiB, for the core's every input: one call of the kernel for 128 of
// them. One thread.
class RandomStock {
 public:
  std::array<std::uint64_t, 4> next();

 private:
  std::array<std::array<std::uint64_t, 4>, 128> stock_{};
  std::size_t used_ = stock_.size();
};

std::string new_token();                         // 32 random bytes, base64url: 43 characters
std::string token_hash(std::string_view token);  // SHA-256, lowercase hex; what the database keeps
// A session's first token names its series; each later one is that name, a dot, and a new secret.
std::string next_token(std::string_view token);
std::string series_hash(std::string_view token);  // of the series that a token belongs to
bool same_secret(std::string_view a, std::string_view b);  // in the same time, wherever they differ

// Argon2id at libsodium's INTERACTIVE limits: 64 MiB and some 60 ms. Only in the hash pool.
std::string hash_password(std::string_view password);  // empty: out of memory
bool verify_password(const std::string& hash, std::string_view password);
// The same work for a name that nobody has, so that timing does not tell who exists.
void pretend_to_verify(std::string_view password);

}  // namespace tianyuan::shell
