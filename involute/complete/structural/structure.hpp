// SPDX-License-Identifier: Apache-2.0
// What the structural route of completion finds: which equation must be differentiated how often
// (c_i), up to which derivative each unknown is then determined (d_j), and in which order. After
// Pryce, A simple structural analysis method for DAEs, BIT 41 (2001), with two additions: false
// dependence is removed first, and blocks that are not affine in their highest derivatives are
// raised.
//
//   coordinates  p = (x; y_j^(l), l < d_j)         constraints  f_i^(l) = 0, l < c_i
//   top rows     f_i^(c_i) = 0, solved for z_j = y_j^(d_j), block after block: linear systems
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/complete/structural/signature.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct Block {
    std::vector<int> rows{}, columns{};  // rows[i] is matched to columns[i]
    bool raised = false;
};

struct Structure {
    Outcome code =
        Outcome::complete;  // or inconsistent, not_square, structurally_singular, too_large
    std::string message{};  // the explanation when not complete
    Signature signature{};
    std::vector<int> match{};                       // equation -> unknown
    std::vector<int> canonical_c{}, canonical_d{};  // Pryce's canonical offsets
    std::vector<int> c{}, d{};                      // after raising
    std::vector<Block> blocks{};                    // a block uses z of earlier blocks only
    std::vector<std::vector<int>> pattern{};  // S0: per equation the j with d_j - c_i == sigma_ij
    std::vector<std::vector<NodeId>> derivatives{};  // f_i^(l), l = 0..c_i
};

}  // namespace involute
