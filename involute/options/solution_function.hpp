// SPDX-License-Identifier: Apache-2.0
// A solution between its rows. What every step knew is kept, with the code of the equations: the
// point asked for lies on a polynomial of the step, is projected to the manifold, and becomes a row
// as those of the run do. Solution (options/solution.hpp) has the calls; this is what they stand on
// and what it costs.
//
// It outlives the System and the Simulation it came from, copies share it, and threads may ask at
// once: each call works in memory of its own, made when it is first needed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "involute/base/quad.hpp"

namespace involute {

class FunctionPiece;  // options/function_piece.hpp

class SolutionFunction {
public:
    bool empty() const { return pieces_.empty(); }
    /// Where it begins and ends: x, or along a curve the arclength.
    double from() const;
    double to() const;
    bool along_curve() const;
    /// Steps kept, and the bytes they take: so many a step, whatever is asked.
    std::size_t steps() const;
    std::size_t bytes() const;
    /// Where they end, in order of travel.
    std::vector<double> step_ends() const;

    std::vector<double> row(double parameter) const;
    double value(std::string_view name, double parameter, int derivative = 0) const;
    std::vector<double> all(std::string_view name, double x) const;
    std::vector<Quad> row(const Quad& parameter) const;
    Quad value(std::string_view name, const Quad& parameter, int derivative = 0) const;

    /// One more piece, after the others.
    void add(std::shared_ptr<const FunctionPiece> piece);
    void add(SolutionFunction later);

private:
    const FunctionPiece& piece_at(Quad& parameter) const;
    template <class T>
    std::vector<T> named_as_first(const FunctionPiece& piece, std::vector<T> row) const;
    Quad as_asked(double parameter) const;

    std::vector<std::shared_ptr<const FunctionPiece>> pieces_{};
};

}  // namespace involute
