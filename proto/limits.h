#pragma once

// The protocol's own limits, the same for server and clients. Rates and queues of the server are in
// server/shell/config.h.

#include <cstddef>
#include <cstdint>

namespace tianyuan::proto {

inline constexpr std::size_t kMaxFrameBytes =
    16 * 1024;                       // the largest request (ten fifths, a report) is under 2 KiB
inline constexpr int kMaxDepth = 8;  // of JSON nesting; our messages need 3
inline constexpr std::size_t kMaxRequestIdBytes = 64;
inline constexpr std::size_t kMaxNameBytes = 64;  // 16 characters of any script
inline constexpr int kMaxNameCharacters = 16;
inline constexpr int kMinPasswordCharacters = 8;
inline constexpr std::size_t kMaxPasswordBytes = 256;
inline constexpr std::size_t kMaxChatBytes = 1024;
inline constexpr int kMaxChatCharacters = 300;
inline constexpr std::size_t kMaxReportBytes = 2048;
inline constexpr std::int64_t kMaxId = (std::int64_t{1} << 53) - 1;  // exact in every JSON reader

}  // namespace tianyuan::proto
