#include "client/console/options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <utility>

#include "client/console/line_mode.h"

namespace tianyuan::console {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// As CLI11 fills it in, before it is judged.
struct Raw {
  std::string server = "ws://127.0.0.1:8080/ws";
  std::string language;
  std::string name;
  std::string password;
  bool create = false;
  std::string guest_name;
  std::string guess = "auto";
  double connect_timeout_s = 15;
  std::string show_game;
  std::string games_of;
  std::string ladder_kind;
  std::string ca_file;
  double reconnect_timeout_s = 300;
};

void declare(CLI::App& app, Options& options, Raw& raw) {
  app.add_option("--server", raw.server, "the server's address")
      ->envname("TIANYUAN_SERVER")
      ->capture_default_str();
  app.add_option("--ca", raw.ca_file,
                 "wss: trust the certificates in this PEM file instead of the system's")
      ->check(CLI::ExistingFile);
  app.add_option("--lang", raw.language, "zh or en; by default from the locale")
      ->check(CLI::IsMember({"zh", "en"}));
  auto* name = app.add_option("--name", raw.name, "sign in with this account");
  app.add_option("--password", raw.password, "its password")->envname("TIANYUAN_PASSWORD");
  app.add_flag("--register", raw.create, "make that account")->needs(name);
  app.add_option("--guest", raw.guest_name, "play at once as a guest")
      ->expected(0, 1)
      ->excludes(name);
  app.add_option("--token-file", options.token_file, "resume, and keep, the session in this file");
  app.add_flag("--line", options.line_mode, "line by line on a terminal too");
  app.add_flag("--ascii", options.client.ascii, "diagrams in ASCII");
  app.add_option("--guess", raw.guess, "guessing for colours: auto or ask")
      ->check(CLI::IsMember({"auto", "ask"}));
  app.add_flag("--exit-on-eof", options.exit_on_eof, "leave at the end of the input");
  app.add_option("--connect-timeout", raw.connect_timeout_s, "seconds for the first connection")
      ->check(CLI::Range(0.0, 86'400.0));
  app.add_option("--reconnect-timeout", raw.reconnect_timeout_s,
                 "seconds until a script gives up a connection that was lost")
      ->check(CLI::Range(0.0, 86'400.0));
}

void choose_sign_in(const CLI::App& app, const Raw& raw, Options& options) {
  SignIn& sign_in = options.client.sign_in;
  if (app.count("--guest") > 0) {
    sign_in = {SignIn::How::guest, raw.guest_name, {}};
  } else if (!raw.name.empty()) {
    const auto how = raw.create ? SignIn::How::create : SignIn::How::login;
    sign_in = {how, raw.name, raw.password};
  }
}

void choose_language(const Raw& raw, Options& options) {
  const std::string all = environment("LC_ALL");
  const std::string lang = environment("LANG");
  if (raw.language.empty()) {
    options.client.language = language_of_locale(all, environment("LC_MESSAGES"), lang);
  } else {
    options.client.language = raw.language == "zh" ? Language::chinese : Language::english;
  }
}

}  // namespace

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
  Options options;
  Raw raw;
  CLI::App app{"Gomoku and renju in the terminal (天元)"};
  app.name("tianyuan");
  declare(app, options, raw);
  app.fallthrough();
  auto* show = app.add_subcommand("show", "one game as a diagram with move numbers");
  show->add_option("game", raw.show_game, "the game's number")->required();
  auto* games = app.add_subcommand("games", "a player's games");
  games->add_option("player", raw.games_of, "the player's number; by default one's own");
  auto* ladder = app.add_subcommand("ladder", "the first page of the ladder");
  ladder->add_option("kind", raw.ladder_kind, "casual, national or professional; by default all");
  auto* local = app.add_subcommand("local", "two people at one screen, without a server");
  local->add_option("--rule", options.local_rule, "a rule set's name")->capture_default_str();
  local->add_option("--enforcement", options.local_enforcement, "of forbidden moves")
      ->check(CLI::IsMember({"claim", "lose", "refuse"}))
      ->capture_default_str();
  app.require_subcommand(0, 1);
  app.footer(
      "Besides, each with its own --help and without a server:\n"
      "  tianyuan rules ...          forbidden points, openings and whole games judged\n"
      "  tianyuan record ...         game records read, written and shown");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? kDone : kBadArguments;
  }

  choose_language(raw, options);
  choose_sign_in(app, raw, options);
  auto url = parse_url(raw.server);
  if (!url) {
    std::fprintf(stderr, "--server: %s\n", url.error().c_str());
    return kBadArguments;
  }
  options.url = std::move(*url);
  options.url.ca_file = raw.ca_file;
  options.client.server = raw.server;
  options.client.guess_automatically = raw.guess == "auto";
  options.connect_timeout_ms = static_cast<Millis>(raw.connect_timeout_s * 1000);
  options.reconnect_timeout_ms = static_cast<Millis>(raw.reconnect_timeout_s * 1000);
  options.local = local->parsed();
  if (show->parsed()) options.one_shot = Command{Verb::show, {raw.show_game}, raw.show_game};
  if (games->parsed()) {
    options.one_shot = Command{Verb::games, {}, {}};
    if (!raw.games_of.empty()) options.one_shot->args.push_back(raw.games_of);
  }
  if (ladder->parsed()) {
    options.one_shot = Command{Verb::ladder, {}, {}};
    if (!raw.ladder_kind.empty()) options.one_shot->args.push_back(raw.ladder_kind);
  }
  return options;
}

}  // namespace tianyuan::console
