// How fast the hot messages of a game are read and written, on one thread: game.place from bytes to
// struct, the answer and the game.event that it leads to from struct to bytes; and, in the same
// run, what parsing the same bytes into a tree alone costs (nlohmann::json), which is what reading
// straight into the struct saves. Every figure is the median of several rounds.

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/measure.h"
#include "proto/codec.h"

namespace {

using namespace tianyuan;
using namespace tianyuan::proto;

constexpr int kRounds = 9;
constexpr int kCalls = 20'000;  // a round: some tens of milliseconds

std::size_t sink = 0;  // what is computed is used, so that it is computed

template <class Call>
void measure(const char* name, std::size_t bytes, const Call& call) {
  const double seconds = bench::median_seconds(kRounds, [&call] {
    for (int i = 0; i < kCalls; ++i) sink += call();
  });
  std::printf("%-44s %5zu bytes %8.0f ns\n", name, bytes, seconds / kCalls * 1e9);
}

GameEventView stone() {
  GameEventView event;
  event.version = 31;
  event.turn = 31;
  event.kind = "stone";
  event.player = Player::first;
  event.colour = Colour::black;
  event.point = kTengen;
  event.number = 30;
  event.clocks.first.left_ms = 512'345;
  event.clocks.second.left_ms = 498'012;
  event.clocks.running = Player::second;
  event.clocks.move_left_ms = 60'000;
  event.ask.emplace();
  event.ask->player = Player::second;
  event.ask->acts = {"place", "pass"};
  event.ask->colour = Colour::white;
  event.opening = "D4 花月";
  return event;
}

}  // namespace

int main() {
  const std::string place =
      encode_client({RequestId{std::int64_t{31}}, request::Place{123'456, 30, kTengen}});
  const Response answer{RequestId{std::int64_t{31}}, Result{result::Game{123'456, 31, {stone()}}}};
  const Notification told = notify::GameEvent{123'456, stone()};
  const std::string answer_text = encode_response(answer);
  const std::string told_text = encode_notification(told);
  struct Sent final : PendingMethods {
    std::string_view method_of(const RequestId&) const override { return "game.place"; }
  } const sent;

  measure("game.place: bytes to struct", place.size(),
          [&] { return decode_client(place)->request.index(); });
  measure("game.place: bytes to a tree, nothing else", place.size(),
          [&] { return nlohmann::json::parse(place).size(); });
  measure("its answer: struct to bytes", answer_text.size(),
          [&] { return encode_response(answer).size(); });
  measure("game.event: struct to bytes", told_text.size(),
          [&] { return encode_notification(told).size(); });
  measure("game.event: bytes to struct (a client)", told_text.size(),
          [&] { return decode_server(told_text, sent)->index(); });
  measure("game.event: bytes to a tree, nothing else", told_text.size(),
          [&] { return nlohmann::json::parse(told_text).size(); });
  return sink == 0 ? 1 : 0;
}
