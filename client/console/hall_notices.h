#pragma once

// What is told of rooms, tables, people and records, as notices (docs/console.md). Pure. Thread:
// any.

#include <vector>

#include "client/console/language.h"
#include "client/console/notice.h"
#include "client/console/state.h"
#include "proto/messages.h"

namespace tianyuan::console {

Notice tell_session(Language language, const proto::UserView& user);
Notice tell_room(Language language, const proto::RoomView& room);
Notice tell_entered(Language language, const proto::RoomView& room);
Notice tell_table(Language language, const proto::TableView& table);
// What one's own table waits for: the rule dialog, readiness; nothing otherwise.
std::vector<Notice> tell_table_dialog(Language language, const proto::TableView& table, int seat);
std::vector<Notice> tell_ladder(Language language, const proto::result::Ladder& ladder);
std::vector<Notice> tell_profile(Language language, const proto::result::Profile& profile);
std::vector<Notice> tell_games(Language language, const proto::result::Games& games);
Notice tell_record(Language language, const proto::result::Record& record, bool ascii);
Notice tell_error(Language language, const proto::Error& error);
Notice tell_refused(Language language, std::string_view word, const std::string& detail);
Notice tell_chat(const proto::notify::ChatMessage& message);
// "[table] NAME: TEXT", for the full screen.
std::string chat_line(Language language, const proto::notify::ChatMessage& message);
Notice tell_help(Language language);

}  // namespace tianyuan::console
