// Any bytes on the standard input of `tianyuan rules forbidden`: every line that is not blank gets
// one line of JSON back, an answer or an error, and nothing is thrown. The same bytes as a move
// string for opening, fifths and replay.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "client/console/rules_command.h"
#include "tests/fuzz/check.h"

namespace {

using tianyuan::console::run_rules;

struct Answer {
  int status = 0;
  std::string out;
};

Answer rules(const std::vector<std::string>& args, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_rules(args, in, out, err);
  FUZZ_CHECK(status >= 0 && status <= 2);
  return {status, out.str()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  std::size_t lines = 0;
  std::istringstream in(input);
  for (std::string line; std::getline(in, line);) {
    lines += line.find_first_not_of(" \t\r") != std::string::npos;
  }
  std::size_t answers = 0;
  std::istringstream answered(rules({"forbidden", "--why"}, input).out);
  for (std::string line; std::getline(answered, line); ++answers) {
    const nlohmann::json json = nlohmann::json::parse(line);
    FUZZ_CHECK(json.contains("error") != json.contains("forbidden"));
  }
  FUZZ_CHECK(answers == lines);

  rules({"opening", "--json", input}, "");
  rules({"fifths", input}, "");
  for (const char* rule : {"freestyle", "rif", "taraguchi-10", "swap2"}) {
    rules({"replay", "--json", "--rule", rule, "-"}, input);
  }
  return 0;
}
