// SPDX-License-Identifier: Apache-2.0
#include "bench/variant.hpp"

namespace bench {

Variant limit_variant(const Problem& problem)
{
    return {Side::limit, "hand-coded dop853", {{"", problem.limit}}};
}

}  // namespace bench
