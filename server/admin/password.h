#pragma once

// Passwords for reset-password, hashed as the server does (Argon2id, libsodium's INTERACTIVE
// limits).

#include <expected>
#include <string>

namespace tianyuan::admin {

std::string random_password();  // 16 characters without look-alikes, some 92 bits
// Refuses with the reason what the server would not take (8..256 bytes) or memory that is missing.
std::expected<std::string, std::string> hash_password(const std::string& password);

}  // namespace tianyuan::admin
