#pragma once

// What a record tells of its opening, as stable words (docs/console.md).

#include <string>
#include <vector>

#include "common/opening_notes.h"

namespace tianyuan::console {

// "acts=P2:keep,P1:N=3 fifths=I6,F11"; "-" where there are none.
std::string opening_words(const std::vector<OpeningAct>& acts, const std::vector<Point>& fifths);

}  // namespace tianyuan::console
