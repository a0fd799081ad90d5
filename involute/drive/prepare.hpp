// SPDX-License-Identifier: Apache-2.0
// System -> completed, started and checked: everything that happens once, before any step.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/drive/solve.hpp"
#include "involute/project/certificate.hpp"
#include "involute/project/start.hpp"

namespace involute {

/// A system ready to be walked. Runs may be repeated; each begins at the same start.
struct Prepared {
    Outcome outcome = Outcome::complete;  // anything else: not ready, and `message` says why
    std::string message{};
    std::unique_ptr<Geometry<double>> geometry{};  // absent if there is no structure
    Start<double> start{};
    Structure structure{};  // also when it is not complete
    std::vector<InvariantReport> invariants{};
    Scale scale{};
    bool curve = false;  // completed for walking along the curve

    /// Compiled when first needed: a run that returns no rows needs none.
    Certificate<double>& certificate();

private:
    std::unique_ptr<Certificate<double>> certificate_{};
};

/// Completes the system, finds a consistent start, checks J on M and the declared invariants.
/// For a curve the tops must be jointly affine, and J may be singular at the start.
/// generic: what nobody said about the start is anything rather than 0.
Prepared prepare(const System& system, const SolveOptions& options, bool curve,
                 bool generic = false);

/// L_V I / Σ |∂I/∂p| |V| at the start and at other points of M with the same value of I: the
/// largest found. 0 for an invariant, up to round-off.
double invariant_defect(Geometry<double>& geometry, Scale scale, const std::vector<double>& p,
                        int invariant);

}  // namespace involute
