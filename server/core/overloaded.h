#pragma once

namespace tianyuan::core {

// For std::visit over a variant by lambdas.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

}  // namespace tianyuan::core
