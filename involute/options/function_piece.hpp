// SPDX-License-Identifier: Apache-2.0
// A piece of a solution as a function: up to where the regime changes, or where the walk goes on in
// another parameter. What it is made of is known further down (drive/kept_piece.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "involute/base/quad.hpp"

namespace involute {

class FunctionPiece {
public:
    virtual ~FunctionPiece() = default;

    virtual bool along_curve() const = 0;
    virtual bool in_quad() const = 0;
    virtual Quad from() const = 0;  // of the parameter, in order of travel
    virtual Quad to() const = 0;
    virtual std::size_t steps() const = 0;
    virtual std::size_t bytes() const = 0;
    /// Appends the parameter where each step ends.
    virtual void step_ends(std::vector<double>& out) const = 0;
    virtual const std::string& independent() const = 0;
    virtual const std::vector<std::string>& names() const = 0;

    /// At a parameter between from() and to().
    virtual void row(const Quad& parameter, std::vector<double>& out) const = 0;
    virtual void row(const Quad& parameter, std::vector<Quad>& out) const = 0;
    virtual Quad value(std::string_view name, const Quad& parameter, int derivative) const = 0;
    /// Along a curve: appends the value at every passage of x.
    virtual void passages(std::string_view name, const Quad& x, std::vector<double>& out) const = 0;
};

}  // namespace involute
