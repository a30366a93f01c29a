#include "server/shell/config.h"

#include <unistd.h>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace tianyuan::shell;

namespace {

std::expected<Config, Exit> load(std::vector<const char*> flags) {
  flags.insert(flags.begin(), "tianyuan-server");
  return load_config(static_cast<int>(flags.size()), flags.data());
}

// A file of its own that is gone afterwards.
class File {
 public:
  explicit File(const std::string& text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "tianyuan-XXXXXX").string();
    const int file = ::mkstemp(pattern.data());
    REQUIRE(file >= 0);
    ::close(file);
    path_ = pattern;
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

}  // namespace

TEST_CASE("without anything: the defaults") {
  const auto config = load({});
  REQUIRE(config);
  CHECK(config->database == "var/tianyuan.db");
  CHECK(config->listen == Endpoint{"127.0.0.1", 8080});
  CHECK(config->admin_listen == Endpoint{"127.0.0.1", 8081});
  CHECK(config->io_threads >= 1);
}

TEST_CASE("flags go before variables, variables before the file") {
  const File file("database = \"from-file.db\"\nlisten = \"0.0.0.0:1\"\nframes-burst = 7\n");
  {
    const auto config = load({"--config", file.path()});
    REQUIRE(config);
    CHECK(config->database == "from-file.db");
    CHECK(config->listen == Endpoint{"0.0.0.0", 1});
    CHECK(config->limits.frames_burst == 7);
  }
  const Variable variable("TIANYUAN_DATABASE", "from-variable.db");
  {
    const auto config = load({});
    REQUIRE(config);
    CHECK(config->database == "from-variable.db");
  }
  {
    const auto config = load({"--config", file.path(), "--database", "from-flag.db"});
    REQUIRE(config);
    CHECK(config->database == "from-flag.db");
    CHECK(config->listen == Endpoint{"0.0.0.0", 1});
  }
}

TEST_CASE("a mistake is named and the code is 2") {
  const std::vector<std::vector<const char*>> mistakes = {
      {"--listen", "nonsense"},        {"--listen", "127.0.0.1:"}, {"--listen", "127.0.0.1:65536"},
      {"--listen", "127.0.0.1:-1"},    {"--listen", "::1:8080"},   {"--io-threads", "0"},
      {"--io-threads", "two"},         {"--log-level", "loud"},    {"--no-such-flag"},
      {"--synchronous", "MAYBE"},      {"--frames-burst", "0"},    {"--tls-key", "key.pem"},
      {"--silence-timeout-ms", "1000"}};
  for (const auto& flags : mistakes) {
    const auto config = load(flags);
    INFO(flags[0] << " " << (flags.size() > 1 ? flags[1] : ""));
    REQUIRE_FALSE(config);
    CHECK(config.error().code == 2);
    CHECK_FALSE(config.error().text.empty());
  }
}

TEST_CASE("an unknown key in the file is a mistake, and so is a file that is not there") {
  const File file("databse = \"typo.db\"\n");
  CHECK_FALSE(load({"--config", file.path()}));
  CHECK_FALSE(load({"--config", "/nowhere/tianyuan.toml"}));
}

TEST_CASE("help and version end with 0") {
  for (const char* flag : {"--help", "--version"}) {
    const auto config = load({flag});
    REQUIRE_FALSE(config);
    CHECK(config.error().code == 0);
    CHECK_FALSE(config.error().text.empty());
  }
}

TEST_CASE("endpoints") {
  CHECK(parse_endpoint("[::1]:80") == Endpoint{"::1", 80});
  CHECK(parse_endpoint(":80") == Endpoint{"0.0.0.0", 80});
  CHECK(to_string(Endpoint{"::1", 80}) == "[::1]:80");
  CHECK_FALSE(parse_endpoint("[::1:80"));
  CHECK_FALSE(parse_endpoint(""));
  CHECK_FALSE(parse_endpoint("80"));
  CHECK_FALSE(parse_endpoint("1.2.3.4:80x"));
}
