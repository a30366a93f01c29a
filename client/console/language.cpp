#include "client/console/language.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace tianyuan::console {
namespace {

std::string_view first_set(std::string_view a, std::string_view b, std::string_view c) {
  if (!a.empty()) return a;
  return b.empty() ? c : b;
}

}  // namespace

Language language_of_locale(std::string_view lc_all, std::string_view lc_messages,
                            std::string_view lang) {
  return first_set(lc_all, lc_messages, lang).starts_with("zh") ? Language::chinese
                                                                : Language::english;
}

bool locale_is_utf8(std::string_view lc_all, std::string_view lc_ctype, std::string_view lang) {
  std::string name(first_set(lc_all, lc_ctype, lang));
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name.find("utf-8") != std::string::npos || name.find("utf8") != std::string::npos;
}

}  // namespace tianyuan::console
