// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/identity.hpp"

#include <cmath>

#include "involute/base/patience.hpp"
#include "involute/expr/formal.hpp"

namespace involute {

namespace {

constexpr double wanted_bits = 100;
// A formula so large that a point says less than this is left unproved.
constexpr double least_bits = 8;
// Square roots in the field need all signs tried, in pairs of points.
constexpr int most_true_roots = 3;
// Points at which a divisor is 0 or a square root is missing are passed over.
constexpr int most_points = 400;

using Numbers = std::vector<Formal::Number>;

/// The value at a point for all signs of the square roots, those of `free` among them in the inner
/// loop. Empty: it has none there.
Numbers with_all_signs(Formal& formal, Formal::Point point)
{
    Numbers values;
    const std::uint32_t patterns = point.true_roots ? 1u << formal.roots() : 1u;
    for (point.root_signs = 0; point.root_signs < patterns; ++point.root_signs) {
        const auto found = formal(point);
        if (!found) return {};
        values.push_back(found->front());
    }
    return values;
}

enum class Answer { holds, fails, no_value };

bool are_zero(const Numbers& values)
{
    for (const auto value : values)
        if (value != 0) return false;
    return true;
}

/// Whether the two values agree whatever signs the roots have that depend on the leaf.
bool agree(const Numbers& here, const Numbers& there, std::uint32_t with_leaf)
{
    for (std::size_t i = 0; i < here.size(); ++i)
        for (std::size_t k = 0; k < there.size(); ++k)
            if ((i & ~with_leaf) == (k & ~with_leaf) && here[i] != there[k]) return false;
    return true;
}

/// Asks at one point after the other until enough agree.
template <class Ask>
bool holds_at_enough_points(const Formal& formal, bool true_roots, Ask&& ask)
{
    const double bits =
        -std::log2(formal.chance_of_accident(true_roots)) - (true_roots ? formal.roots() : 0);
    if (!(bits >= least_bits)) return false;
    double proved = 0;
    for (int k = 0; k < most_points; ++k) {
        keep_patience();
        const PrimeField field(PrimeField::prime(k));
        const Answer answer = ask(Formal::Point{
            .field = field, .seed = scrambled(std::uint64_t(k) + 77), .true_roots = true_roots});
        if (answer == Answer::fails) return false;
        if (answer == Answer::holds && (proved += bits) >= wanted_bits) return true;
    }
    return false;
}

template <class Ask>
bool is_proved(const Formal& formal, Ask&& ask)
{
    if (holds_at_enough_points(formal, false, ask)) return true;
    return formal.roots() > 0 && formal.roots() <= most_true_roots &&
           holds_at_enough_points(formal, true, ask);
}

}  // namespace

bool is_proved_zero(const Graph& graph, NodeId e)
{
    if (graph.is_constant(e, 0)) return true;
    if (graph.is_constant(e))
        if (const auto exact = graph.fraction(e)) return *exact == Rational(0);
    Formal formal(graph, {e});
    return is_proved(formal, [&](const Formal::Point& point) {
        const Numbers values = with_all_signs(formal, point);
        if (values.empty()) return Answer::no_value;
        return are_zero(values) ? Answer::holds : Answer::fails;
    });
}

bool is_proved_free_of(const Graph& graph, NodeId e, NodeId leaf)
{
    return are_proved_free_of(graph, e, {leaf}).front() != 0;
}

std::vector<char> are_proved_free_of(const Graph& graph, NodeId e,
                                     const std::vector<NodeId>& leaves)
{
    Formal formal(graph, {e});
    std::uint64_t known_seed = 0;  // most leaves are told by the first point: its values are kept
    std::optional<Numbers> known;
    const auto values_at = [&](const Formal::Point& point) {
        if (point.true_roots) return with_all_signs(formal, point);
        if (!known || known_seed != point.seed) known = with_all_signs(formal, point);
        known_seed = point.seed;
        return *known;
    };
    std::vector<char> free;
    for (const NodeId leaf : leaves) {
        const std::uint32_t with_leaf = formal.roots_with(leaf);
        free.push_back(is_proved(formal, [&](Formal::Point point) {
            const Numbers here = values_at(point);
            point.moved = leaf;
            const Numbers there = with_all_signs(formal, point);
            if (here.empty() || there.empty()) return Answer::no_value;
            return agree(here, there, with_leaf) ? Answer::holds : Answer::fails;
        }));
    }
    return free;
}

}  // namespace involute
