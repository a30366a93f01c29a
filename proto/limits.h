#pragma once

// The protocol's own limits, the same for server and clients. Rates and queues of the server are in
// server/shell/config.h.

#include <cstddef>
#include <cstdint>

namespace tianyuan::proto {

inline constexpr std::size_t kMaxFrameBytes =
    16 * 1024;  // the largest request (ten fifths, a report) is under 2 KiB
// The largest message that a client reads: a list of 10,000 tables is under 8 MiB.
inline constexpr std::size_t kMaxServerFrameBytes = 16 * 1024 * 1024;
inline constexpr int kMaxDepth = 8;  // of JSON nesting; requests need 3, a list of tables 7
inline constexpr std::size_t kMaxRequestIdCharacters = 64;
inline constexpr std::size_t kMaxNameBytes = 64;  // 16 characters of any script
inline constexpr int kMaxNameCharacters = 16;
inline constexpr int kMinPasswordCharacters = 8;
inline constexpr std::size_t kMaxPasswordBytes = 256;
inline constexpr std::size_t kMaxChatBytes = 1024;
inline constexpr int kMaxChatCharacters = 300;
inline constexpr std::size_t kMaxReportBytes = 2048;
inline constexpr int kMaxReasonCharacters = 200;  // of a referee's act
inline constexpr std::size_t kMaxReasonBytes = 800;
inline constexpr std::int64_t kMaxId = (std::int64_t{1} << 53) - 1;  // exact in every JSON reader

}  // namespace tianyuan::proto
