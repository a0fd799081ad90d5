// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "involute/project/start_search.hpp"
#include "involute/project/start_tops.hpp"

namespace involute {
namespace {

template <class S>
class Starter {
public:
    Starter(Geometry<S>& geometry, Scale scale)
        : geometry_(geometry),
          c_(geometry.completed()),
          scale_(scale),
          wishes_(collect_wishes(c_)),
          size_(c_.layout.size)
    {
    }

    Start<S> run(bool generic);

private:
    using Found = typename StartSearch<S>::Result;

    bool find_point(Start<S>& start, bool generic);
    bool accept_moved(Start<S>& start, const Found& held, const Found& moved);
    void refuse(Start<S>& start, const Found& held);
    void mention_rival(Start<S>& start, const Found& found);
    void find_tops(Start<S>& start);
    bool evaluable(Start<S>& start);
    void keep_invariants(const Start<S>& start);
    void report(Start<S>& start);

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    Scale scale_;
    Wishes wishes_;
    int size_;
};

/// A point of M that has the given values, exactly or moved a little.
template <class S>
bool Starter<S>::find_point(Start<S>& start, bool generic)
{
    StartSearch<S> search(geometry_, scale_, wishes_, imposed_rows(c_));
    const Found held = generic ? search.hold_given_anywhere() : search.hold_given();
    start.p = held.p;
    if (held.converged) {
        mention_rival(start, held);
        return true;
    }
    start.outcome = Outcome::no_start_found;
    if (held.worst_row < 0) {
        start.message = "the equations cannot be evaluated at the start values";
        return false;
    }
    const Found moved = search.move_given();
    if (moved.converged) return accept_moved(start, held, moved);
    start.message = fmt::format(
        "no consistent start was found: {} could not be satisfied (relative residual {})",
        c_.constraint_name(held.worst_row), to_text(held.residual, 3));
    return false;
}

/// A given value that moved by no more than rounding is a notice; more than that is refused.
template <class S>
bool Starter<S>::accept_moved(Start<S>& start, const Found& held, const Found& moved)
{
    start.outcome = Outcome::complete;
    start.p = moved.p;
    bool far = false;
    for (int i = 1; i < size_; ++i) {
        if (!wishes_.given[i]) continue;
        const Quad& given = *wishes_.given[i];
        const double off = to_double(S(start.p[i] - from_quad<S>(given)));
        far = far || std::abs(off) > rounding_allowance(given, scale_);
        if (std::abs(off) > 1e-14 * (std::abs(to_double(start.p[i])) + scale_.floor))
            start.notices.push_back(moved_text(start_name(c_, i), given, to_double(start.p[i])));
    }
    if (far) refuse(start, held);
    return !far;
}

template <class S>
void Starter<S>::refuse(Start<S>& start, const Found& held)
{
    start.notices.clear();
    start.outcome = Outcome::inconsistent_start;
    start.message = fmt::format(
        "the start values violate {} by {} (relative to the size of its terms); the nearest "
        "consistent start has",
        c_.constraint_name(held.worst_row), to_text(held.residual, 3));
    const char* separator = " ";
    for (int i = 0; i < size_; ++i) {
        if (!wishes_.given[i]) continue;
        double value = to_double(start.p[i]);
        if (std::abs(value) <= 1e-14 * (std::abs(to_double(*wishes_.given[i])) + scale_.floor))
            value = 0;  // round-off compared with the given value
        if (std::abs(value - to_double(*wishes_.given[i])) <= 1e-12 * (std::abs(value) + 1e-2))
            continue;
        start.message += fmt::format("{}{} = {} instead of {}", separator, start_name(c_, i),
                                     to_text(value, 10), to_text(*wishes_.given[i]));
        separator = ", ";
    }
}

/// For guesses that are equally near to two starts: names the number in which these differ most.
template <class S>
void Starter<S>::mention_rival(Start<S>& start, const Found& found)
{
    using std::abs;
    if (found.rival.empty()) return;
    int place = 1;
    S most(0);
    for (int i = 1; i < size_; ++i) {
        const S apart = abs(found.rival[i] - found.p[i]) / (abs(found.p[i]) + S(scale_.floor));
        if (!(apart > most)) continue;
        most = apart;
        place = i;
    }
    const std::string name = start_name(c_, place);
    start.notices.push_back(
        fmt::format("another consistent start is about as near to the guesses: it has {} = {} "
                    "where this one "
                    "has {} = {}; a better guess or a start value decides",
                    name, to_text(to_double(found.rival[place]), 6), name,
                    to_text(to_double(found.p[place]), 6)));
}

/// Can every equation be evaluated at the start? If not, names one that cannot.
template <class S>
bool Starter<S>::evaluable(Start<S>& start)
{
    using std::isfinite;
    std::vector<S> top_rows(c_.layout.unknowns), entries(c_.jacobian.entries.size());
    geometry_.matrix(start.p.data(), start.z.data(), top_rows.data(), entries.data());
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (!isfinite(entries[e])) top_rows[c_.jacobian.entries[e].row] = entries[e];
    for (int i = 0; i < c_.layout.unknowns; ++i) {
        if (isfinite(top_rows[i])) continue;
        start.outcome = Outcome::not_finite;
        start.message = fmt::format(
            "{} cannot be evaluated at the start: a function is outside its domain, or something "
            "is divided by zero",
            equation_name(c_.system, i, c_.structure.c[i]));
        return false;
    }
    return true;
}

/// Invariants without a prescribed value keep the one they have here.
template <class S>
void Starter<S>::keep_invariants(const Start<S>& start)
{
    std::vector<S> g(c_.constraint_nodes.size());
    geometry_.constraints(start.p.data(), g.data());
    for (int k = 0; k < c_.invariants; ++k)
        if (!c_.system.invariants[k].value)
            geometry_.invariant_values()[k] += g[c_.layout.constraints.size() + std::size_t(k)];
}

template <class S>
void Starter<S>::report(Start<S>& start)
{
    for (int i = 0; i < size_ + c_.layout.unknowns; ++i) {
        const bool top = i >= size_;
        const Layout::Jet jet =
            top ? Layout::Jet{i - size_, c_.layout.d[i - size_]} : c_.layout.jets[i];
        StartValue value{.unknown = jet.unknown, .order = jet.order};
        value.given = bool(wishes_.given[i]);
        value.guessed = bool(wishes_.guessed[i]);
        const S& found = top ? start.z[i - size_] : start.p[i];
        if (const auto& wish = value.given ? wishes_.given[i] : wishes_.guessed[i])
            value.moved = to_double(S(found - from_quad<S>(*wish)));
        start.values.push_back(value);
    }
}

template <class S>
void Starter<S>::find_tops(Start<S>& start)
{
    if (!geometry_.choose_order(start.p.data())) {
        start.outcome = Outcome::singular_start;
        return;
    }
    geometry_.field(start.p.data(), start.z.data());
    GivenTops<S> tops(geometry_, scale_, wishes_, imposed_rows(c_));
    if (!tops.agree(start.z) && tops.reach(start.p, start.z))
        geometry_.choose_order(start.p.data());
    start.message = tops.contradiction(start.z, start.notices);
    if (!start.message.empty()) start.outcome = Outcome::inconsistent_start;
}

template <class S>
Start<S> Starter<S>::run(bool generic)
{
    Start<S> start;
    for (int k = 0; k < c_.invariants; ++k)
        if (const auto& value = c_.system.invariants[k].value)
            geometry_.invariant_values()[k] = from_quad<S>(*value);
    if (!find_point(start, generic)) return start;
    start.z.resize(c_.layout.unknowns);
    if (!evaluable(start)) return start;
    find_tops(start);
    keep_invariants(start);
    report(start);
    return start;
}

}  // namespace

template <class S>
Start<S> consistent_start(Geometry<S>& geometry, Scale scale, bool generic)
{
    return Starter<S>(geometry, scale).run(generic);
}

template <class S>
bool generic_point(Geometry<S>& geometry, Scale scale, double spread, std::mt19937& random,
                   std::vector<S>& p)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    std::vector<int> rows(c.constraint_nodes.size());
    std::iota(rows.begin(), rows.end(), 0);
    NearestPoint<S> nearest(geometry, scale, std::move(rows));
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<S> q = p, weights(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const S s = abs(p[i]) + S(scale.floor) + S(0.1);
        if (i > 0) q[i] += S(spread * uniform(random)) * s;
        weights[i] = i > 0 ? S(s * s) : S(0);
    }
    std::vector<S> target = q;
    if (!nearest.find(target.data(), weights.data(), q.data()).converged) return false;
    p = q;
    return true;
}

template Start<double> consistent_start(Geometry<double>&, Scale, bool);
template Start<Quad> consistent_start(Geometry<Quad>&, Scale, bool);
template bool generic_point(Geometry<double>&, Scale, double, std::mt19937&, std::vector<double>&);
template bool generic_point(Geometry<Quad>&, Scale, double, std::mt19937&, std::vector<Quad>&);

}  // namespace involute
