#pragma once

// One function of several lambdas, for std::visit.

namespace tianyuan::console {

template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace tianyuan::console
