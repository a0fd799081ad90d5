// SPDX-License-Identifier: Apache-2.0
#include "bench/variant.hpp"

namespace bench {

Variant limit_variant(const Mechanism& mechanism)
{
    return {Side::limit, "hand-coded dop853", {{"", mechanism.limit}}};
}

}  // namespace bench
