#include "server/shell/secrets.h"

#include <sodium.h>

namespace tianyuan::shell {

bool set_up_secrets() {
  return sodium_init() >= 0;
}

std::array<std::uint64_t, 4> random_words() {
  std::array<std::uint64_t, 4> words{};
  randombytes_buf(words.data(), sizeof words);
  return words;
}

std::array<std::uint64_t, 4> RandomStock::next() {
  if (used_ == stock_.size()) {
    randombytes_buf(stock_.data(), sizeof stock_);
    used_ = 0;
  }
  return stock_[used_++];
}

std::string new_token() {
  std::array<unsigned char, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_ENCODED_LEN(32, kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), kVariant);
  text.resize(text.size() - 1);  // its terminating zero
  sodium_memzero(bytes.data(), bytes.size());
  return text;
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size());
  std::string hex(digest.size() * 2 + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
  hex.resize(digest.size() * 2);
  return hex;
}

namespace {

std::string_view series_of(std::string_view token) {
  return token.substr(0, token.find('.'));
}

}  // namespace

std::string next_token(std::string_view token) {
  return std::string(series_of(token)) + '.' + new_token();
}

std::string series_hash(std::string_view token) {
  return token_hash(series_of(token));
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string hash_password(std::string_view password) {
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str(out.data(), password.data(), password.size(),
                        crypto_pwhash_OPSLIMIT_INTERACTIVE,
                        crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
    return {};
  }
  return out.data();
}

bool verify_password(const std::string& hash, std::string_view password) {
  return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

void pretend_to_verify(std::string_view password) {
  static const std::string kNobody = hash_password("nobody has this password");
  (void)verify_password(kNobody, password);
}

}  // namespace tianyuan::shell
