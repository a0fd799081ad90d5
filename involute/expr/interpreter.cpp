// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/interpreter.hpp"

namespace involute {

template class Interpreter<double>;
template class Interpreter<Quad>;

}  // namespace involute
