// SPDX-License-Identifier: Apache-2.0
// Expressions as formal objects: their values at random points of a prime field, where nothing is
// rounded. Leaves get random values, and so do functions of them (an atom each), but for the
// relations that are known:
//
//     sin, cos, tan of one argument: one atom τ, (2τ, 1 - τ²) / (1 + τ²)
//     exp, sinh, cosh, tanh of one argument: one atom, and exp(-u) = 1/exp(u)
//     abs, max, min: by sign(u), which is odd: |u| = sign(u) u, max(a, b) = (a + b + |a - b|)/2
//     if(c, a, b): an atom γ of c, γ a + (1 - γ) b
//     sqrt: an atom with sqrt(u)² = u, or a true square root in the field
//     numbers: fractions exactly, others by how they were computed
//
// The value of an atom is a function of the value of its argument, so that sin(2*(x + 1)) and
// sin(2*x + 2) agree. Values that differ prove that two expressions differ formally; values that
// agree at enough points prove that they are equal (expr/identity.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "involute/base/prime_field.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

/// Some expressions, ready to be evaluated at many points.
class Formal {
public:
    using Number = PrimeField::Number;

    Formal(const Graph& graph, const std::vector<NodeId>& expressions);

    /// Where to evaluate.
    struct Point {
        const PrimeField& field;
        std::uint64_t seed = 0;
        NodeId moved = none;           // this leaf has another value than the seed gives it
        bool true_roots = false;       // square roots in the field, not atoms
        std::uint32_t root_signs = 0;  // bit k: the other root for the k-th
    };
    /// The values of the expressions; nothing where a divisor is 0 or a root is missing.
    std::optional<std::vector<Number>> operator()(const Point& point);

    /// How many square roots there are.
    int roots() const { return roots_; }
    /// Bit k: the k-th square root depends on the leaf, as written.
    std::uint32_t roots_with(NodeId leaf) const;

    /// The chance that expressions which differ agree at one random point, by Schwartz and Zippel:
    /// at most this.
    double chance_of_accident(bool true_roots) const;

    static constexpr NodeId none = 0xffffffff;

private:
    enum class Kind : std::uint8_t { fraction, named, leaf, operation, half_power };
    struct Step {
        Kind kind{};
        Node node{};                 // operation; half_power: a^(exponent/2)
        NodeId id = none;            // leaf
        std::uint32_t a = 0, b = 0;  // places of the operands; fraction: its index
        int root = -1;               // the number of a square root
    };

    class Writer;
    struct Bound;
    bool evaluate(const Step& step, const Point& point, Number& value) const;
    bool call(const Step& step, const Point& point, Number& value) const;
    bool root(const Step& step, const Point& point, Number& value) const;

    std::vector<Step> steps_;
    std::vector<Rational> fractions_;
    std::vector<std::uint32_t> results_;
    std::vector<Number> values_;
    int roots_ = 0;
};

}  // namespace involute
