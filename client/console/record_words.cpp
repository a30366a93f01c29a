#include "client/console/record_words.h"

#include "client/console/width.h"

namespace tianyuan::console {

std::string opening_words(const std::vector<OpeningAct>& acts, const std::vector<Point>& fifths) {
  std::string decided;
  for (const OpeningAct& act : acts) {
    if (!decided.empty()) decided += ',';
    decided += (act.by == Player::first ? "P1:" : "P2:") + act.what;
  }
  std::string offered;
  for (const Point point : fifths) offered += (offered.empty() ? "" : ",") + to_string(point);
  return "acts=" + word(decided) + " fifths=" + word(offered);
}

}  // namespace tianyuan::console
