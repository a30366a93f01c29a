#pragma once

// What /readyz says: problems (then it answers 503) and warnings (rows an operator should correct;
// the last good ones are in force). Thread: any.

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace tianyuan::shell {

class Health {
 public:
  // `key` names the matter ("database", "draining"); an empty text clears it.
  void set_problem(const std::string& key, const std::string& text);
  // All warnings about one matter at once ("rooms"), replacing those before.
  void set_warnings(const std::string& key, std::vector<std::string> texts);

  bool ready() const;
  std::string json() const;  // {"ready":true,"problems":{…},"warnings":{…}}

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> problems_;
  std::map<std::string, std::vector<std::string>> warnings_;
};

}  // namespace tianyuan::shell
