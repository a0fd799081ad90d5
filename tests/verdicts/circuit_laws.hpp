// SPDX-License-Identifier: Apache-2.0
// The kinds of random circuits, by name.
#pragma once

#include "tests/verdicts/circuit.hpp"

namespace involute::testing {

struct CircuitLaw {
    std::string name{};
    unsigned first_seed = 0;
    bool driven = false;
};

inline std::ostream& operator<<(std::ostream& out, const CircuitLaw& law)
{
    return out << law.name;
}

inline const std::vector<CircuitLaw> circuit_laws{
    {"WithSources", 30000, true},
    {"MadeForASolution", 31000, false},
};

inline Make maker(const CircuitLaw& law)
{
    return [&law](unsigned seed) {
        Dice dice(seed * 2654435761u + 9);
        return known(random_circuit(law.driven, dice));
    };
}

}  // namespace involute::testing
