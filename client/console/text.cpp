#include "client/console/text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tianyuan::console {
namespace {

constexpr std::array kRows{
    TextRow{Key::connected, "Connected to {0}.", "已连接 {0}。"},
    TextRow{Key::disconnected, "Connection lost; trying again in {0} s.",
            "连接中断，{0} 秒后重连。"},
    TextRow{Key::signed_in, "Signed in as {0} ({1}, score {2}).", "已登录：{0}（{1}，积分 {2}）。"},
    TextRow{Key::signed_in_guest, "Playing as guest {0}.", "以游客身份登录：{0}。"},
    TextRow{Key::signed_out, "Signed out.", "已退出登录。"},
    TextRow{Key::replaced, "This account signed in elsewhere; this client stops.",
            "该账号已在别处登录，本客户端停止。"},
    TextRow{Key::not_signed_in, "Not signed in.", "尚未登录。"},
    TextRow{Key::entered_room, "In room {0}: {1}, {2}.", "已进入房间 {0}：{1}，{2}。"},
    TextRow{Key::left_room, "Left the room.", "已离开房间。"},
    TextRow{Key::seated, "Seated at table {0}, seat {1}.", "已在 {0} 号桌入座，座位 {1}。"},
    TextRow{Key::watching, "Watching table {0}.", "正在观看 {0} 号桌。"},
    TextRow{Key::left_table, "Left the table.", "已离开棋桌。"},
    TextRow{Key::table, "Table {0}: {1}. {2} / {3}", "{0} 号桌：{1}。{2} / {3}"},
    TextRow{Key::table_code, "Private table; friends sit down with: sit {0} {1}",
            "私人棋桌，好友可用命令入座：sit {0} {1}"},
    TextRow{Key::confirm_first,
            "Confirm the rules: \"confirm\" takes the room's clock, or \"confirm MINUTES SECONDS "
            "SECONDS\"; \"leave\" goes back to the room.",
            "请确认对局规则：confirm 采用房间时限，或 confirm 分钟 秒 秒；leave 返回房间。"},
    TextRow{Key::confirm_values,
            "The other player confirmed: total {0}, per move {1}, afterwards {2}. \"confirm\" or "
            "\"leave\".",
            "对方已确认：局时 {0}，每步 {1}，局时用完后每步 {2}。confirm 同意，leave 离开。"},
    TextRow{Key::ready_check, "Start the next game with \"ready\", or \"leave\".",
            "输入 ready 开始下一局，或 leave 离开。"},
    TextRow{Key::guess_wanted, "Guess for colours: hold 1 to 20 stones with \"guess N\".",
            "猜先：用 guess N 握 1 到 20 枚棋子。"},
    TextRow{Key::guess_open, "Hands open: {0} and {1}; seat {2} has Black.",
            "猜先亮子：{0} 与 {1}，座位 {2} 执黑。"},
    TextRow{Key::guess_drawn, "Seat {0}: the server drew the number.",
            "座位 {0} 的数字由服务器代抽。"},
    TextRow{Key::guess_false, "Seat {0}: number and salt do not fit the hash shown before!",
            "座位 {0} 亮出的数字与先前的哈希不符！"},
    TextRow{Key::toss_passed, "The other makes you choose: \"toss black\" or \"toss white\".",
            "对方让你选择：toss black 执黑，toss white 执白。"},
    TextRow{Key::toss_wanted, "You won the toss: \"toss black\", \"toss white\" or \"toss other\".",
            "你赢得先手选择：toss black 执黑，toss white 执白，toss other 让对方选。"},
    TextRow{Key::searching, "Looking for an opponent; \"cancel\" stops.",
            "正在寻找对手，cancel 取消。"},
    TextRow{Key::waiting, "Still looking: {0} s, {1} in the queue.",
            "仍在匹配：{0} 秒，队列中 {1} 人。"},
    TextRow{Key::search_cancelled, "No longer looking for an opponent.", "已停止匹配。"},
    TextRow{Key::search_ended, "No longer looking for an opponent. {0}", "已停止匹配：{0}"},
    TextRow{Key::match_found, "Opponent found: {0} ({1}).", "匹配成功，对手：{0}（{1}）。"},
    TextRow{Key::game_started,
            "Game {0} has begun: {1} (black) against {2} (white), {3}. You have {4}.",
            "第 {0} 局开始：{1}（黑）对 {2}（白），{3}。你执{4}。"},
    TextRow{Key::game_watched, "Game {0} has begun: {1} (black) against {2} (white), {3}.",
            "第 {0} 局开始：{1}（黑）对 {2}（白），{3}。"},
    TextRow{Key::resumed, "Back in game {0} after {1} moves.", "已回到第 {0} 局，当前 {1} 手。"},
    TextRow{Key::stone, "{0} plays {1}.", "{0}落子 {1}。"},
    TextRow{Key::pass, "{0} passes.", "{0}停一手。"},
    TextRow{Key::skip_passes, "{0} ran out of time for the move; the turn passes.",
            "{0}步时用完，轮到对方。"},
    TextRow{Key::skip_stays, "{0} ran out of time for the decision and must still act.",
            "{0}步时用完，仍须作出选择。"},
    TextRow{Key::swap_yes, "{0} swaps colours: {1} has Black now, {2} White.",
            "{0} 交换：现在 {1} 执黑，{2} 执白。"},
    TextRow{Key::swap_no, "{0} does not swap.", "{0} 不交换。"},
    TextRow{Key::branch, "{0} chooses: {1}.", "{0} 选择：{1}。"},
    TextRow{Key::fifths_declared, "{0} will offer {1} fifth stones.", "{0} 声明五手 {1} 打。"},
    TextRow{Key::fifths_offered, "{0} offers as fifth stones: {1}.", "{0} 提出第五手：{1}。"},
    TextRow{Key::fifth_kept, "{0} keeps {1} as the fifth stone.", "{0} 保留第五手 {1}。"},
    TextRow{Key::opening, "The opening is {0}.", "开局：{0}。"},
    TextRow{Key::forbidden_points, "Forbidden for Black: {0}.", "黑方禁手点：{0}。"},
    TextRow{Key::ask_place, "Your turn: place a {0} stone{1}.", "轮到你：落{0}子{1}。"},
    TextRow{Key::ask_place_or_pass, "Your turn: place a {0} stone{1}, or pass.",
            "轮到你：落{0}子{1}，或停一手。"},
    TextRow{Key::ask_pass, "Your turn: no legal point is left; pass.",
            "轮到你：无合法落点，请停一手（pass）。"},
    TextRow{Key::ask_swap, "Your turn: swap colours? \"swap yes\" or \"swap no\".",
            "轮到你：是否交换？swap yes 交换，swap no 不交换。"},
    TextRow{Key::ask_branch, "Your turn: \"choose\" one of: {0}.", "轮到你：用 choose 选择：{0}。"},
    TextRow{Key::ask_declare_fifths,
            "Your turn: state the number of fifth stones, {0} to {1}: \"fifths N\".",
            "轮到你：声明五手打点数，{0} 到 {1}：fifths N。"},
    TextRow{Key::ask_offer_fifths,
            "Your turn: \"offer\" {0} fifth stones{1}, no two the same under symmetry.",
            "轮到你：用 offer 提出 {0} 个第五手{1}，不得互相对称。"},
    TextRow{Key::ask_choose_fifth, "Your turn: \"keep\" one of: {0}.",
            "轮到你：用 keep 保留其一：{0}。"},
    TextRow{Key::area_within, " within the central {0}", "（中央 {0} 范围内）"},
    TextRow{Key::area_outside, " outside the central {0}", "（中央 {0} 范围外）"},
    TextRow{Key::their_turn, "{0} is to act.", "轮到 {0}。"},
    TextRow{Key::draw_offered_to_you,
            "{0} offers a draw: \"draw yes\" or \"draw no\"; playing on refuses.",
            "{0} 提和：draw yes 同意，draw no 拒绝，继续落子即为拒绝。"},
    TextRow{Key::draw_offered, "{0} offers a draw.", "{0} 提和。"},
    TextRow{Key::draw_accepted, "The draw offer was accepted.", "和棋提议已被接受。"},
    TextRow{Key::draw_declined, "The draw offer was declined.", "和棋提议被拒绝。"},
    TextRow{Key::draw_lapsed, "The draw offer lapsed.", "和棋提议失效。"},
    TextRow{Key::undo_requested_of_you,
            "{0} asks to take a move back: \"undo yes\" or \"undo no\".",
            "{0} 请求悔棋：undo yes 同意，undo no 拒绝。"},
    TextRow{Key::undo_requested, "{0} asks to take a move back.", "{0} 请求悔棋。"},
    TextRow{Key::undo_accepted, "Taken back: {0} stones.", "已悔棋，撤回 {0} 子。"},
    TextRow{Key::undo_decision, "The last decision is taken back.", "已撤回上一决定。"},
    TextRow{Key::undo_declined, "Taking back was declined.", "悔棋被拒绝。"},
    TextRow{Key::undo_lapsed, "The asking to take back lapsed.", "悔棋请求失效。"},
    TextRow{Key::claim_rejected, "{0} claimed a forbidden move, wrongly; {1} claims are left.",
            "{0} 指禁不成立，还可指禁 {1} 次。"},
    TextRow{Key::away, "{0} has lost the connection; {1} to come back.",
            "{0} 掉线，须在 {1} 内返回。"},
    TextRow{Key::returned, "{0} is back.", "{0} 已返回。"},
    TextRow{Key::grace_frozen,
            "Many players were lost at once: the times to come back stand still.",
            "大量玩家同时掉线：返回时限暂停。"},
    TextRow{Key::grace_thawed, "The times to come back run again.", "返回时限恢复计时。"},
    TextRow{Key::restored, "The server was restarted; position and clocks are as they were.",
            "服务器已重启，局面与时钟保持不变。"},
    TextRow{Key::game_paused, "The referee {0} has paused the game: {1}.",
            "裁判 {0} 暂停对局：{1}。"},
    TextRow{Key::game_unpaused, "The referee {0} lets the game go on: {1}.",
            "裁判 {0} 恢复对局：{1}。"},
    TextRow{Key::pause_ran_out, "Nobody ended the pause; the game goes on.",
            "暂停无人恢复，对局继续。"},
    TextRow{Key::clock_set, "The referee {0} sets the clock of {1} to {2}: {3}.",
            "裁判 {0} 将 {1} 的用时调整为 {2}：{3}。"},
    TextRow{Key::pool_split, "The referee {0} splits the shared time, {1} and {2}: {3}.",
            "裁判 {0} 平分共用时间，{1} 与 {2}：{3}。"},
    TextRow{Key::adjudged, "The referee {0} decides the game: {1}.", "裁判 {0} 裁定本局：{1}。"},
    TextRow{Key::game_agreed,
            "Agreed: {0} (black) against {1} (white) begins on {2}; whoever is more than {3} late "
            "forfeits. \"leave\" calls it off.",
            "已约定：{0}（黑）对 {1}（白），{2} 开始，迟到超过 {3} 判负。leave 可取消。"},
    TextRow{Key::game_begun, "It is time: the game begins.", "时间到，对局开始。"},
    TextRow{Key::awaited, "It is time, and {0} is not here; his clock runs.",
            "时间已到，{0} 未到场，其棋钟开始走动。"},
    TextRow{Key::clocks, "{0} {1}, {2} {3}.", "{0} {1}，{2} {3}。"},
    TextRow{Key::clocks_running, "{0} {1}, {2} {3}; {4}.", "{0} {1}，{2} {3}；{4}。"},
    TextRow{Key::move_left, "{0} has {1} for this move", "{0} 本步剩余 {1}"},
    TextRow{Key::ended, "The game is over: {0}.", "对局结束：{0}。"},
    TextRow{Key::game_won, "You won: {0}.", "你赢了：{0}。"},
    TextRow{Key::game_lost, "You lost: {0}.", "你输了：{0}。"},
    TextRow{Key::game_draw, "A draw: {0}.", "和棋：{0}。"},
    TextRow{Key::game_escaped, "You were away too long: it counts as an escape.",
            "你离开过久，记为逃跑。"},
    TextRow{Key::game_opponent_escaped, "Your opponent escaped; your score does not change.",
            "对手逃跑，你的积分不变。"},
    TextRow{Key::game_annulled, "The game was annulled, as if never played.",
            "本局作废，不计成绩。"},
    TextRow{Key::game_watched_over, "The game is over: {0}.", "对局结束：{0}。"},
    TextRow{Key::not_counted, "{0} Not counted: {1}.", "{0}不计分：{1}。"},
    TextRow{Key::score, "{0}: {1} points, now {2} ({3}).", "{0}：{1} 分，现为 {2}（{3}）。"},
    TextRow{Key::score_coins, "{0}: {1} points, now {2} ({3}); {4} coins.",
            "{0}：{1} 分，现为 {2}（{3}），金币 {4}。"},
    TextRow{Key::announcement, "Announcement: {0}", "公告：{0}"},
    TextRow{Key::draining, "The server is going down soon: {0}", "服务器即将停机：{0}"},
    TextRow{Key::ladder_page, "Ladder {0}, page {1} of {2}, {3} players.",
            "天梯 {0}，第 {1}/{2} 页，共 {3} 人。"},
    TextRow{Key::ladder_row, "{0}. {1} ({2}), score {3}", "第 {0} 名 {1}（{2}），积分 {3}"},
    TextRow{Key::ladder_place, "Place {0}.", "名次 {0}。"},
    TextRow{Key::profile, "{0}, {1}: {2} games, {3} won, escape rate {4} %.",
            "{0}，{1}：{2} 局，胜 {3} 局，逃跑率 {4}%。"},
    TextRow{Key::profile_next, "Next rank: {0} at {1}.", "下一等级：{0}（{1} 分）。"},
    TextRow{Key::profile_score, "{0}: {1}", "{0}：{1}"},
    TextRow{Key::games_page, "Games, page {0} of {1}.", "对局记录，第 {0}/{1} 页。"},
    TextRow{Key::game_row, "{0} against {1}: {2}.", "{0} 对 {1}：{2}。"},
    TextRow{Key::game_row_running, "{0} against {1}: still running.", "{0} 对 {1}：进行中。"},
    TextRow{Key::board_title, "{0} (black) against {1} (white), {2} moves.",
            "{0}（黑）对 {1}（白），{2} 手。"},
    TextRow{Key::no_moves, "No move has been made.", "尚无落子。"},
    TextRow{Key::black, "Black", "黑"},
    TextRow{Key::white, "White", "白"},
    TextRow{Key::you, "you", "你"},
    TextRow{Key::yes, "yes", "是"},
    TextRow{Key::no, "no", "否"},
    TextRow{Key::nobody, "(empty)", "（空）"},
    TextRow{Key::guest, "guest", "游客"},
    TextRow{Key::minutes_left, "{0} left", "剩余 {0}"},
    TextRow{Key::help_header, "One command a line:", "每行一个命令："},
    TextRow{Key::help_footer, "The page docs/console.md tells all of it.",
            "完整说明见 docs/console.md。"},
    TextRow{
        Key::prompt_sign_in,
        "Not signed in: \"guest\", \"login NAME PASSWORD\" or \"register NAME PASSWORD\"; \"help\" "
        "lists all.",
        "尚未登录：guest 游客试玩，login 用户名 密码，register 用户名 密码；help 查看全部命令。"},
    TextRow{Key::bye, "Good-bye.", "再见。"},
    TextRow{Key::gave_up, "No connection to {0}: {1}", "无法连接 {0}：{1}"},
    TextRow{Key::wait_timeout, "\"{0}\" has not come within {1} s.", "{1} 秒内未等到 “{0}”。"},
    TextRow{Key::local_start, "Two players at one screen, {0}.", "同屏双人对局，{0}。"},
    TextRow{Key::title, "Tianyuan", "天元"},
    TextRow{Key::table_number, "table {0}", "{0} 号桌"},
    TextRow{Key::offline, "not connected", "未连接"},
    TextRow{Key::this_move, "move", "本步"},
    TextRow{Key::away_left, "away, {0} to come back", "掉线，剩 {0} 返回"},
    TextRow{Key::move_count, "{0} moves", "{0} 手"},
    TextRow{Key::rooms_heading, "Rooms: Enter goes in, \"match\" finds an opponent",
            "房间：回车进入，match 快速匹配"},
    TextRow{Key::tables_heading, "Tables: Enter sits down or watches, \"new\" opens one",
            "棋桌：回车入座或观看，new 开新桌"},
    TextRow{Key::no_tables, "No table in this room yet.", "本房间还没有棋桌。"},
    TextRow{Key::watchers, "{0} watching", "{0} 人观看"},
    TextRow{Key::stake, "stake {0}", "底注 {0}"},
    TextRow{Key::closed, "closed", "已关闭"},
    TextRow{Key::no_ladder, "The ladder has not been fetched yet.", "天梯尚未载入。"},
    TextRow{Key::help_keys, "Tab or F3 to F7: pages. Esc: board. Type a command or H8, then Enter.",
            "Tab 或 F3–F7 换页，Esc 回棋盘。输入命令或 H8，回车执行。"},
    TextRow{Key::chat_heading, "Chat: a line typed here is said at your table, else in the room",
            "聊天：在此输入一行，发给本桌；不在桌上则发给房间"},
    TextRow{Key::no_chat, "Nothing has been said yet.", "还没有人说话。"},
    TextRow{Key::chat_in_room, "[room] {0}: {1}", "[房间] {0}：{1}"},
    TextRow{Key::chat_at_table, "[table] {0}: {1}", "[本桌] {0}：{1}"},
    TextRow{Key::chat_of_watchers, "[watcher] {0}: {1}", "[观战] {0}：{1}"},
    TextRow{Key::help_keys_board,
            "Board: arrows move, Enter plays, F2 or # numbers, y and n answer.",
            "棋盘：方向键移动，回车落子，F2 或 # 显示手数，y/n 回答。"},
    TextRow{Key::prompt_hall,
            "\"match\" finds an opponent, \"new\" opens a table; F3 rooms, F4 tables, F5 ladder.",
            "match 快速匹配，new 开新桌；F3 房间，F4 棋桌，F5 天梯。"},
    TextRow{Key::keys_bar,
            "F1 help F2 numbers F3 rooms F4 tables F5 ladder F6 messages F7 chat Esc board",
            "F1 帮助  F2 手数  F3 房间  F4 棋桌  F5 天梯  F6 消息  F7 聊天  Esc 棋盘"},
    TextRow{Key::too_small, "The window is too small: {0} x {1} is the least.",
            "窗口太小，至少需要 {0} x {1}。"},
};
static_assert(kRows.size() == static_cast<std::size_t>(Key::key_count));
// text() takes a row by its place.
static_assert([] {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].key != static_cast<Key>(i)) return false;
  }
  return true;
}());

constexpr std::array kErrors{
    WordRow{"parse_error", "The server could not read the message.", "服务器无法解析消息。"},
    WordRow{"invalid_request", "The server could not read the request.", "请求格式错误。"},
    WordRow{"method_not_found",
            "The server does not know this command; is it older than the client?",
            "服务器不支持该命令，版本可能较旧。"},
    WordRow{"invalid_params", "Something in the command is out of range.", "命令参数不合法。"},
    WordRow{"internal_error", "The server failed at this; try again.", "服务器内部错误，请重试。"},
    WordRow{"not_signed_in", "Sign in first: guest, login or register.",
            "请先登录：guest、login 或 register。"},
    WordRow{"bad_credentials", "Name or password is wrong.", "用户名或密码错误。"},
    WordRow{"name_taken", "That name is taken; choose another.", "该名字已被使用，请换一个。"},
    WordRow{"bad_name", "That name cannot be used: 1 to 16 letters or digits of one script family.",
            "该名字不可用：1 到 16 个字符。"},
    WordRow{"bad_password", "The password needs at least 8 characters.", "密码至少 8 个字符。"},
    WordRow{"bad_token", "The saved session is no longer good; sign in again.",
            "会话已失效，请重新登录。"},
    WordRow{"banned", "This account is banned.", "该账号已被封禁。"},
    WordRow{"already_signed_in", "Already signed in; \"logout\" first.", "已经登录，请先 logout。"},
    WordRow{"muted", "You may not chat at present.", "你已被禁言。"},
    WordRow{"busy", "The server is busy; try again shortly.", "服务器繁忙，请稍后再试。"},
    WordRow{"rate_limited", "Too fast; wait a little.", "操作过于频繁，请稍候。"},
    WordRow{"too_large", "The message is too long.", "消息过长。"},
    WordRow{"draining", "The server takes no new games: it is going down soon.",
            "服务器即将停机，不再开新局。"},
    WordRow{"read_only", "The server cannot write at present; try again later.",
            "服务器暂时只读，请稍后再试。"},
    WordRow{"unknown_room", "There is no such room; \"rooms\" lists them.",
            "没有这个房间，rooms 可查看列表。"},
    WordRow{"room_full", "The room is full.", "房间已满。"},
    WordRow{"score_too_low", "Your score is too low for this room.", "积分不足，不能进入该房间。"},
    WordRow{"escape_rate_too_high", "Your escape rate is too high for this room.",
            "逃跑率过高，不能进入该房间。"},
    WordRow{"not_in_room", "Enter a room first: \"enter ROOM\".", "请先进入房间：enter 房间号。"},
    WordRow{"already_searching", "You are looking for an opponent already; \"cancel\" stops.",
            "正在匹配中，cancel 可取消。"},
    WordRow{"not_searching", "No search stands.", "当前没有匹配。"},
    WordRow{"room_closed", "The room is closed for new games.", "房间已关闭，不开新局。"},
    WordRow{"balance_too_low", "Too few coins for this room.", "金币不足。"},
    WordRow{"unknown_user", "There is no such player.", "没有这个玩家。"},
    WordRow{"block_list_full", "You block as many players as one can.", "屏蔽名单已满。"},
    WordRow{"guests_not_allowed",
            "Guests may not do this; \"register NAME PASSWORD\" keeps your games.",
            "游客不可用，register 注册后保留对局。"},
    WordRow{"unknown_table", "There is no such table.", "没有这张棋桌。"},
    WordRow{"seat_taken", "The seat is taken.", "座位已有人。"},
    WordRow{"already_seated", "You sit at a table already.", "你已经入座。"},
    WordRow{"not_seated", "You sit at no table.", "你没有入座。"},
    WordRow{"game_running", "Not while a game runs.", "对局进行中，不能这样做。"},
    WordRow{"not_confirmed", "The rules have not been confirmed: \"confirm\".",
            "规则尚未确认：confirm。"},
    WordRow{"bad_settings",
            "Those times are not possible here: total 1 to 180 min, per move 5 to 600 s, or "
            "exactly those confirmed first.",
            "时限不合法：局时 1–180 分钟，步时 5–600 秒，或须与先确认者一致。"},
    WordRow{"forfeit_needed", "Leaving now loses the game: \"leave!\" if you mean it.",
            "此时离开即判负，确定请用 leave!。"},
    WordRow{"bad_link", "That code opens no table.", "邀请码无效。"},
    WordRow{"not_expected", "That is not waited for now.", "现在不需要这个操作。"},
    WordRow{"hash_mismatch", "Number and salt do not fit the hash shown before.",
            "数字与先前的哈希不符。"},
    WordRow{"quick_match_only", "This room plays by quick match only: \"match\".",
            "本房间只能快速匹配：match。"},
    WordRow{"unknown_game", "There is no such game.", "没有这局棋。"},
    WordRow{"not_a_player", "You do not play in this game.", "你不是本局棋手。"},
    WordRow{"stale", "The game had moved on before that arrived; look at the board and act again.",
            "局面已变化，请看清棋盘后重新操作。"},
    WordRow{"game_over", "The game is over.", "对局已结束。"},
    WordRow{"not_your_turn", "It is not your turn.", "还没轮到你。"},
    WordRow{"wrong_act", "Something else is asked of you now; \"turn\" tells what.",
            "现在需要的是别的操作，turn 可查看。"},
    WordRow{"occupied", "There is a stone already.", "此处已有棋子。"},
    WordRow{"forbidden", "Forbidden for Black; play elsewhere.", "黑方禁手，请换一点。"},
    WordRow{"outside_area", "The opening does not allow a stone there.",
            "开局规则不允许下在此处。"},
    WordRow{"not_an_opening", "Those three stones are none of the openings.",
            "这三子不是规定的开局。"},
    WordRow{"centre_first", "Black's first stone must be H8.", "黑方第一子须下在天元 H8。"},
    WordRow{"bad_count", "That number is out of range.", "数目超出范围。"},
    WordRow{"same_fifth", "Two of those fifth stones are the same under a symmetry.",
            "其中两个第五手互相对称。"},
    WordRow{"not_offered", "That stone is none of those offered.", "该点不在所提打点之中。"},
    WordRow{"bad_option", "That is none of the choices; \"turn\" lists them.",
            "没有这个选项，turn 可查看。"},
    WordRow{"passing_not_allowed", "Passing is not allowed now.", "现在不能停一手。"},
    WordRow{"no_offer", "No such offer stands.", "没有待答复的提议。"},
    WordRow{"offer_stands", "An offer stands already, or was made at this move.",
            "提议已在等待答复，或本手已提过。"},
    WordRow{"undo_not_allowed", "Taking back is not possible here.", "现在不能悔棋。"},
    WordRow{"claim_not_allowed",
            "Nothing to claim: only White, right after Black's stone, in a claim room.",
            "不能指禁：仅白方在黑方落子后的一手内可指。"},
    WordRow{"must_pass", "No legal point is left: \"pass\".", "无合法落点，请 pass。"},
    WordRow{"paused", "A referee has paused the game.", "对局已被裁判暂停。"},
    WordRow{"not_paused", "The game is not paused.", "对局没有暂停。"},
    WordRow{"not_begun", "The game has not begun: its time has not come, or somebody is awaited.",
            "对局尚未开始：时间未到，或有人未到场。"},
    WordRow{"bad_clock", "The clock cannot be set to that.", "不能调整为这个用时。"},
    WordRow{"bad_period", "This clock has no such period.", "该计时方式没有这一时段。"},
    WordRow{"not_shared", "The players do not share their time.", "双方没有共用时间。"},
    WordRow{"bad_verdict", "A win needs a winner, anything else has none.",
            "判胜须指明胜方，其他裁决不需要。"},
    WordRow{"unknown_record", "There is no such record.", "没有这份棋谱。"},
    WordRow{"not_permitted", "You may not do that.", "没有权限。"},
    WordRow{"not_referee", "Only a referee may do that.", "只有裁判可以这样做。"},
    WordRow{"own_game", "A referee does not rule in his own game.", "裁判不能裁决自己的对局。"},
    // The client's own.
    WordRow{"bad_command", "Unknown command; \"help\" lists them.", "未知命令，help 可查看。"},
    WordRow{"bad_point", "A point is a letter A..O and a row 1..15, as in H8.",
            "坐标为字母 A–O 加数字 1–15，如 H8。"},
    WordRow{"bad_argument", "The command needs something else.", "命令参数不对。"},
    WordRow{"no_game", "You are in no game.", "当前没有对局。"},
    WordRow{"not_connected", "Not connected.", "未连接。"},
    WordRow{"connection_lost", "The connection broke before the answer; look whether it was done.",
            "答复前连接中断，请检查是否已生效。"},
    WordRow{"wait_timeout", "It has not come in time.", "等待超时。"},
    WordRow{"nothing_undone", "Nothing has been taken back.", "没有可重做的着法。"},
    WordRow{"bad_message", "The server sent something unreadable.", "服务器消息无法解析。"},
};

constexpr std::array kWords{
    // EndReason
    WordRow{"five", "five in a row", "连五"},
    WordRow{"forbidden", "a forbidden move", "禁手"},
    WordRow{"claimed", "a forbidden move, claimed", "禁手被指出"},
    WordRow{"resigned", "resigned", "认输"},
    WordRow{"left_table", "left the table", "离桌"},
    WordRow{"time", "out of time", "超时"},
    WordRow{"skips", "too many moves skipped", "连续超步时"},
    WordRow{"late", "came too late", "迟到"},
    WordRow{"board_full", "the board is full", "棋盘已满"},
    WordRow{"passes", "two passes in a row", "连续两次停手"},
    WordRow{"agreement", "agreed", "双方同意"},
    WordRow{"asleep", "nobody moved any more", "双方均不行棋"},
    WordRow{"absence", "away too long", "离线过久"},
    WordRow{"referee", "decided by the referee", "裁判裁定"},
    WordRow{"shutdown", "the server was down too long", "服务器停机过久"},
    // Outcome
    WordRow{"win", "won", "胜"},
    WordRow{"draw", "draw", "和棋"},
    WordRow{"both_lose", "both lose", "双方判负"},
    WordRow{"escape", "escape", "逃跑"},
    WordRow{"annulled", "annulled", "作废"},
    // table states
    WordRow{"waiting", "waiting for players", "等待入座"},
    WordRow{"confirming", "confirming the rules", "确认规则"},
    WordRow{"ready_check", "waiting for ready", "等待准备"},
    WordRow{"choosing_colours", "choosing colours", "猜先"},
    WordRow{"appointed", "agreed, not begun", "已约定"},
    WordRow{"playing", "playing", "对局中"},
    WordRow{"settling", "settling", "结算中"},
    // room kinds
    WordRow{"casual", "casual", "普通"},
    WordRow{"national", "national", "国标"},
    WordRow{"professional", "professional", "职业"},
    WordRow{"all", "all rooms", "总榜"},
    // rules
    WordRow{"freestyle", "freestyle", "自由五子棋"},
    WordRow{"no-forbidden", "no forbidden moves", "无禁手"},
    WordRow{"renju", "renju", "连珠"},
    WordRow{"rif", "RIF", "RIF 规则"},
    WordRow{"yamaguchi", "Yamaguchi", "山口规则"},
    WordRow{"yamaguchi-52", "Yamaguchi 52", "山口 52 局"},
    WordRow{"yamaguchi-variation", "Yamaguchi variation", "山口变体"},
    WordRow{"designated", "designated opening", "指定开局"},
    WordRow{"free", "free opening", "自由开局"},
    WordRow{"tarannikov", "Tarannikov", "塔兰尼科夫"},
    WordRow{"taraguchi", "Taraguchi", "塔拉山口"},
    WordRow{"taraguchi-10", "Taraguchi-10", "塔拉山口-10"},
    WordRow{"jonsson", "Jonsson", "琼森"},
    WordRow{"soosorv", "Soosorv", "索索夫"},
    WordRow{"soosorv-8", "Soosorv-8", "索索夫-8"},
    WordRow{"sakata", "Sakata", "坂田"},
    WordRow{"swap", "Swap", "交换一"},
    WordRow{"swap2", "Swap2", "交换二"},
    WordRow{"exact-five", "exactly five", "恰五"},
    WordRow{"pro", "Pro", "Pro 规则"},
    WordRow{"long-pro", "Long Pro", "Long Pro 规则"},
    // enforcement
    WordRow{"refuse", "forbidden refused", "禁手不可落子"},
    WordRow{"lose", "forbidden loses", "禁手即负"},
    WordRow{"claim", "forbidden claimed", "禁手须指出"},
    // kinds of forbidden moves
    WordRow{"33", "double three", "三三"},
    WordRow{"44", "double four", "四四"},
    WordRow{"overline", "overline", "长连"},
    // why a game does not count
    WordRow{"guest", "a guest took part", "有游客参与"},
    WordRow{"private", "a private table", "私人棋桌"},
    WordRow{"pair_limit", "this pair has played its counted games today",
            "今日与该对手计分局数已满"},
    WordRow{"room", "this room does not count", "本房间不计分"},
    WordRow{"overline_no_win", "Six or more in a row do not win here, exactly five do.",
            "长连不算胜，须恰好连五。"},
};

constexpr std::array kRanks{WordRow{"初学者", "Beginner", "初学者"},
                            WordRow{"超一流", "Super grade", "超一流"},
                            WordRow{"棋圣", "Sage", "棋圣"}};

constexpr std::array<std::string_view, 9> kDan{"初段", "二段", "三段", "四段", "五段",
                                               "六段", "七段", "八段", "九段"};

std::string_view pick(Language language, std::string_view english, std::string_view chinese) {
  return language == Language::chinese ? chinese : english;
}

template <typename Rows>
std::string look_up(Language language, const Rows& rows, std::string_view word) {
  const auto it = std::ranges::find(rows, word, &WordRow::word);
  if (it == rows.end()) return std::string(word);
  return std::string(pick(language, it->english, it->chinese));
}

}  // namespace

std::string text(Language language, Key key, std::initializer_list<std::string_view> args) {
  const TextRow& row = kRows[static_cast<std::size_t>(key)];
  const std::string_view pattern = pick(language, row.english, row.chinese);
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool hole = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    if (!hole) {
      out += pattern[i];
      continue;
    }
    const auto number = static_cast<std::size_t>(pattern[i + 1] - '0');
    if (number < args.size()) out += args.begin()[number];
    i += 2;
  }
  return out;
}

std::string outcome_text(Language language, std::string_view outcome, std::string_view reason) {
  if (outcome == "escape" || outcome == "annulled") return look_up(language, kWords, outcome);
  const std::string why = end_reason_text(language, reason);
  if (outcome == "win") return why;
  const std::string what = look_up(language, kWords, outcome);
  return language == Language::chinese ? what + "（" + why + "）" : what + " (" + why + ")";
}

std::string end_reason_text(Language language, std::string_view reason) {
  return look_up(language, kWords, reason);
}
std::string table_state_text(Language language, std::string_view state) {
  return look_up(language, kWords, state);
}
std::string room_kind_text(Language language, std::string_view kind) {
  return look_up(language, kWords, kind.empty() ? "all" : kind);
}
std::string rule_text(Language language, std::string_view rule) {
  return look_up(language, kWords, rule);
}
std::string enforcement_text(Language language, std::string_view enforcement) {
  return look_up(language, kWords, enforcement);
}
std::string not_counted_text(Language language, std::string_view why) {
  return look_up(language, kWords, why);
}
std::string option_text(Language, std::string_view option) {
  return std::string(option);  // typed as it stands, so it is shown as it stands
}

std::string forbidden_text(Language language, std::string_view kinds) {
  std::string out;
  while (!kinds.empty()) {
    const std::size_t plus = kinds.find('+');
    if (!out.empty()) out += "+";
    out += look_up(language, kWords, kinds.substr(0, plus));
    kinds = plus == std::string_view::npos ? std::string_view{} : kinds.substr(plus + 1);
  }
  return out;
}

// The server sends the names that stand in its database; those of the default table have English
// ones too.
std::string rank_text(Language language, std::string_view rank) {
  if (language == Language::chinese) return std::string(rank);
  for (const auto& [prefix, name] :
       {std::pair<std::string_view, std::string_view>{"业余", "Amateur"},
        {"职业", "Professional"}}) {
    if (!rank.starts_with(prefix)) continue;
    const auto it = std::ranges::find(kDan, rank.substr(prefix.size()));
    if (it == kDan.end()) break;
    return std::string(name) + " " + std::to_string(it - kDan.begin() + 1) + " dan";
  }
  return look_up(language, kRanks, rank);
}

std::string error_text(Language language, std::string_view word) {
  return look_up(language, kErrors, word);
}

std::span<const TextRow> text_rows() {
  return kRows;
}
std::span<const WordRow> error_rows() {
  return kErrors;
}
std::span<const WordRow> word_rows() {
  return kWords;
}

std::string clock_text(std::int64_t ms) {
  const std::int64_t seconds = (std::max<std::int64_t>(0, ms) + 999) / 1000;
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  if (seconds < 3600) return std::to_string(seconds / 60) + ":" + two(seconds % 60);
  return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

}  // namespace tianyuan::console
