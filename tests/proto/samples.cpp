// Prints samples of every message, one a line: what it is, its name, the frame. test_samples.py
// checks them by the published contract with a validator that knows nothing of this program.

#include <cstdio>

#include "tests/proto/random_message.h"

namespace tianyuan::proto::test {
namespace {

constexpr std::uint64_t kSeeds = 30;  // of each message

void print(const char* what, std::string_view name, const std::string& frame) {
  std::printf("%s %.*s %s\n", what, static_cast<int>(name.size()), name.data(), frame.c_str());
}

template <std::size_t... I>
void print_methods(std::index_sequence<I...>, Chance& chance) {
  (print("request", kMethodNames[I], encode_client(random_request<I>(chance))), ...);
  (print("result", kMethodNames[I], encode_response(random_response<I>(chance))), ...);
}
template <std::size_t... I>
void print_pushes(std::index_sequence<I...>, Chance& chance) {
  (print("notification", kPushNames[I], encode_notification(random_notification<I>(chance))), ...);
}

void print_all() {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Chance chance(seed);
    print_methods(std::make_index_sequence<kMethodCount>{}, chance);
    print_pushes(std::make_index_sequence<kPushCount>{}, chance);
    const Error error = random_error(chance);
    print("error", "-", encode_response(Response{random_id(chance), error}));
    print("error", "-", encode(ErrorWithoutId{error}));
  }
}

}  // namespace
}  // namespace tianyuan::proto::test

int main() {
  tianyuan::proto::test::print_all();
}
