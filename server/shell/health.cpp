#include "server/shell/health.h"

#include "server/shell/json_text.h"

namespace tianyuan::shell {

void Health::set_problem(const std::string& key, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (text.empty()) {
    problems_.erase(key);
  } else {
    problems_[key] = text;
  }
}

void Health::set_warnings(const std::string& key, std::vector<std::string> texts) {
  const std::lock_guard lock(mutex_);
  if (texts.empty()) {
    warnings_.erase(key);
  } else {
    warnings_[key] = std::move(texts);
  }
}

bool Health::ready() const {
  const std::lock_guard lock(mutex_);
  return problems_.empty();
}

std::string Health::json() const {
  const std::lock_guard lock(mutex_);
  JsonText json;
  json.open().boolean("ready", problems_.empty()).open("problems");
  for (const auto& [key, text] : problems_) json.text(key, text);
  json.close().open("warnings");
  for (const auto& [key, texts] : warnings_) {
    json.open_list(key);
    for (const std::string& text : texts) json.text(text);
    json.close_list();
  }
  return json.close().close().take();
}

}  // namespace tianyuan::shell
