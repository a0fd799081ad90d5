// SPDX-License-Identifier: Apache-2.0
// The structural route of completion: which equation must be differentiated how often (c_i), up to
// which derivative each unknown is then determined (d_j), and in which order. After Pryce, A simple
// structural analysis method for DAEs, BIT 41 (2001), with two additions: false dependence is
// removed first, and blocks that are not affine in their highest derivatives are raised.
//
//   coordinates  p = (x; y_j^(l), l < d_j)         constraints  f_i^(l) = 0, l < c_i
//   top rows     f_i^(c_i) = 0, solved for z_j = y_j^(d_j), block after block: linear systems
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"
#include "involute/complete/signature.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct StructureOptions {
    /// The top rows must be affine in all z jointly, not only block after block: what a walk along
    /// the curve through points with singular J needs.
    bool jointly_affine = false;
    std::size_t max_nodes = 20'000'000;  // of the graph, after differentiation
};

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

/// The structure of the equations; the system's graph grows by their derivatives.
Structure find_structure(System& system, const StructureOptions& options = {});

/// max c, plus 1 if some d_j = 0 (canonical offsets): a bound of the differential index.
int structural_index(const Structure& structure);

/// The constraints f_i^(l) = 0, 1 <= l < canonical c_i, that nobody wrote: "x*x' + y*y' = 0".
std::vector<std::string> hidden_equations(System& system, const Structure& structure);

/// "e = 0" without an integer factor common to all terms.
std::string equation_text(System& system, NodeId e);

}  // namespace involute
