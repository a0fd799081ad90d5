// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/native.hpp"

namespace involute {

bool Native::available()
{
    return false;
}

Native::Native(const Tape&) {}

}  // namespace involute
