#include "server/shell/queries.h"

#include "server/shell/db_rows.h"
#include "server/shell/log.h"

namespace tianyuan::shell {

using proto::ErrorCode;
namespace request = proto::request;

namespace {

constexpr int kLadderPageSize = 50;
constexpr int kNeighbours = 5;  // on either side of ladder.find
constexpr int kGamesPageSize = 20;
constexpr std::int64_t kBusyRetryMs = 500;

proto::Error error_of(ErrorCode code, std::string field = {}, std::string expected = {}) {
  proto::Error error;
  error.code = code;
  error.field = std::move(field);
  error.expected = std::move(expected);
  return error;
}

proto::Error busy() {
  proto::Error error = error_of(ErrorCode::busy);
  error.retry_after_ms = kBusyRetryMs;
  return error;
}

proto::Error failure(const db::Error& error, ErrorCode not_found, const char* field) {
  if (error.failure == db::Failure::not_found) return error_of(not_found, field);
  log_error("query.failed", {{"detail", error.message}});
  return busy();
}

bool known_kind(const std::string& kind) {
  return kind.empty() || kind == "casual" || kind == "national" || kind == "professional";
}

const proto::Error kBadKind = error_of(ErrorCode::invalid_params, "kind",
                                       "\"casual\", \"national\", \"professional\" or \"\"");

bool is_query(const proto::Request& r) {
  return std::holds_alternative<request::LadderPage>(r) ||
         std::holds_alternative<request::LadderFind>(r) ||
         std::holds_alternative<request::Profile>(r) ||
         std::holds_alternative<request::PlayerGames>(r) ||
         std::holds_alternative<request::RecordGet>(r);
}

// A running game, or one whose events cannot be read, has none.
OpeningNotes notes_of(const db::GameSummary& row, db::Store& store) {
  const db::Result<std::string> events =
      row.ended_at_ms ? store.game_events(row.game) : db::Result<std::string>();
  if (!events) log_error("query.failed", {{"detail", events.error().message}});
  return opening_notes(row, events.value_or(""));
}

db::Result<std::optional<Record>> record_of(db::Id game, db::Store& store) {
  const auto row = store.game(game);
  if (!row) return std::unexpected(row.error());
  return to_game_record(*row, notes_of(*row, store));
}

using Answer = Queries::Answer;
using Ranks = std::vector<Rank>;

Answer run_one(const request::LadderPage& r, db::Id, db::Store& store, const Ranks& ranks) {
  if (!known_kind(r.kind)) return kBadKind;
  if (r.page < 1) return error_of(ErrorCode::invalid_params, "page", "1 or more");
  const auto page = store.ladder_page(r.kind, r.page, kLadderPageSize);
  if (!page) return failure(page.error(), ErrorCode::invalid_params, "page");
  return proto::Result(to_ladder(r.kind, *page, ranks));
}

Answer run_one(const request::LadderFind& r, db::Id self, db::Store& store, const Ranks& ranks) {
  if (!known_kind(r.kind)) return kBadKind;
  const db::Id user = r.user != 0 ? r.user : self;
  if (user == 0) return error_of(ErrorCode::not_signed_in);
  const auto page = store.ladder_around(r.kind, user, kNeighbours);
  if (!page) return failure(page.error(), ErrorCode::unknown_user, "user");
  auto ladder = to_ladder(r.kind, *page, ranks);
  for (const auto& row : ladder.rows) {
    if (row.user.id == user) ladder.place = row.place;
  }
  return proto::Result(std::move(ladder));
}

Answer run_one(const request::Profile& r, db::Id self, db::Store& store, const Ranks& ranks) {
  const db::Id user = r.user != 0 ? r.user : self;
  if (user == 0) return error_of(ErrorCode::not_signed_in);
  const auto row = store.user_by_id(user);
  if (!row) return failure(row.error(), ErrorCode::unknown_user, "user");
  if (row->deleted) return error_of(ErrorCode::unknown_user, "user");
  return proto::Result(to_profile_result(*row, ranks));
}

Answer run_one(const request::PlayerGames& r, db::Id self, db::Store& store, const Ranks&) {
  const db::Id user = r.user != 0 ? r.user : self;
  if (user == 0) return error_of(ErrorCode::not_signed_in);
  if (r.page < 1) return error_of(ErrorCode::invalid_params, "page", "1 or more");
  const auto page = store.games_of(user, r.page, kGamesPageSize);
  if (!page) return failure(page.error(), ErrorCode::unknown_user, "user");
  proto::result::Games games;
  games.page = page->page;
  games.pages = page->pages;
  for (const db::GameSummary& row : page->games) games.games.push_back(to_game_row(row));
  return proto::Result(std::move(games));
}

Answer run_one(const request::RecordGet& r, db::Id, db::Store& store, const Ranks&) {
  const auto row = store.game(r.game);
  if (!row) return failure(row.error(), ErrorCode::unknown_record, "game");
  return proto::Result(to_record(*row));
}

template <class Other>
Answer run_one(const Other&, db::Id, db::Store&, const Ranks&) {
  return error_of(ErrorCode::internal_error);
}

}  // namespace

Queries::Queries(Workers& readers, const Directory& directory, Delivery& delivery)
    : readers_(readers), directory_(directory), delivery_(delivery) {}

Queries::Answer Queries::run(const proto::Request& r, db::Id self, db::Store& store) const {
  const auto ranks = directory_.ranks();
  return std::visit([&](const auto& one) { return run_one(one, self, store, *ranks); }, r);
}

bool Queries::handle(const Caller& caller, const proto::ClientMessage& message) {
  if (!is_query(message.request)) return false;
  const bool taken = readers_.submit(
      [this, session = caller.session, self = caller.identity.user, message](db::Store& store) {
        Answer answer = run(message.request, self, store);
        if (auto* error = std::get_if<proto::Error>(&answer)) {
          delivery_.refuse(session, message.id, std::move(*error));
        } else {
          delivery_.answer(session, message.id, std::move(std::get<proto::Result>(answer)));
        }
      });
  if (!taken) delivery_.refuse(caller.session, message.id, busy());
  return true;
}

void Queries::ask(proto::Request request, std::function<void(Answer)> then) {
  const bool taken = readers_.submit([this, request = std::move(request), then](db::Store& store) {
    then(run(request, 0, store));
  });
  if (!taken) then(busy());
}

void Queries::read_record(db::Id game,
                          std::function<void(db::Result<std::optional<Record>>)> then) {
  const bool taken =
      readers_.submit([game, then](db::Store& store) { then(record_of(game, store)); });
  if (!taken) then(std::unexpected(db::Error{db::Failure::busy, {}}));
}

}  // namespace tianyuan::shell
