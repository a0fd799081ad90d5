// SPDX-License-Identifier: Apache-2.0
// The text a system was read from, and how it was read, as records of a checkpoint: enough to read
// it again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "involute/base/state.hpp"
#include "involute/system/inputs.hpp"

namespace involute {

/// An input given from outside. Numbers and tables are data and travel; code does not.
struct SavedInput {
    enum class Kind { number, table, code };
    std::string name{};
    Kind kind = Kind::number;
    double number = 0;
    InputTable table{};
    int derivatives = 0;  // of code

    void visit(State& state);
};

struct SavedText {
    enum class Kept { nothing, text, text_and_inputs };
    Kept kept = Kept::nothing;
    std::string file{}, text{};
    Overrides overrides{};
    std::vector<std::pair<std::string, Quad>> tunable{};  // with their present values
    std::vector<SavedInput> inputs{};

    /// Of a system that was made in C++: nothing.
    static SavedText of(const System& system);
    void visit(State& state);
    /// With the values that parameters have been set to since. Inputs that were code are given
    /// again; an Error for one that is missing, and for one that was no code.
    System read_again(const Inputs& code) const;
};

}  // namespace involute
