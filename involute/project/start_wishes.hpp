// SPDX-License-Identifier: Apache-2.0
// What the user said about each number of the start: a value to be held, a guess, or nothing; and
// how freely it may move while a consistent start is sought.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "involute/project/scaled_iteration.hpp"

namespace involute {

/// One entry for every number of p, then one for every top.
struct Wishes {
    std::vector<std::optional<Quad>> given{}, guessed{};
    std::vector<std::optional<Quad>> suggested{};  // nobody's wish: where to begin
    /// The size of a number of which nothing tells it: 1, or the size of the largest given value if
    /// that is far from 1.
    double unit = 1;
    /// The natural size of every number of p (project/start_sizes.hpp), and what counts as zero
    /// beside it.
    std::vector<double> sizes{}, floors{};
};

/// As Wishes::unit.
double unit_of(const System& system);

/// Throws where a derivative is given that follows from the equations and lower derivatives.
/// `part`: of its natural size counts as zero beside a number.
template <class S>
Wishes collect_wishes(Geometry<S>& geometry, Scale part);

/// The rows a start must satisfy: g, and the invariants whose value is prescribed.
std::vector<int> imposed_rows(const CompletedSystem& completed);

/// Invariants have the values prescribed, or those they have here.
template <class S>
void fix_invariants(Geometry<S>& geometry, const std::vector<S>& p);

/// The name of a number of p or of a top: "x'".
std::string start_name(const CompletedSystem& completed, int place);

/// A given value may be moved by 1 % of its scale, with a notice: papers print start values with
/// three or four digits. Beyond it the start is refused.
double rounding_allowance(const Quad& value, double floor);

/// "start x = 0.6 was moved to 0.6001 (+0.0001)"
std::string moved_text(const std::string& name, const Quad& given, double found);

/// Given values, then guesses, then 0; with a generator, 0 and guesses perturbed.
template <class S>
std::vector<S> wished_point(const Wishes& wishes, int size, std::mt19937* random);

/// Squares of how far numbers move at the same cost, in scale: 1 for guesses, more for numbers not
/// mentioned, less for given values, and 0 for these with `hold`. x is always held.
template <class S>
std::vector<S> wished_weights(const Wishes& wishes, const std::vector<S>& p, bool hold);

extern template void fix_invariants(Geometry<double>&, const std::vector<double>&);
extern template void fix_invariants(Geometry<Quad>&, const std::vector<Quad>&);
extern template Wishes collect_wishes(Geometry<double>&, Scale);
extern template Wishes collect_wishes(Geometry<Quad>&, Scale);

}  // namespace involute
