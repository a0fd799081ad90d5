// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "involute/project/start_denominator.hpp"
#include "involute/project/start_proof.hpp"
#include "involute/project/start_rounding.hpp"
#include "involute/project/start_search.hpp"
#include "involute/project/start_sizes.hpp"
#include "involute/project/start_tops.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {
namespace {

/// Invariants whose value is prescribed must have it.
template <class S>
Geometry<S>& with_prescribed_values(Geometry<S>& geometry)
{
    const CompletedSystem& c = geometry.completed();
    for (int k = 0; k < c.invariants; ++k)
        if (const auto& value = c.system.invariants[k].value)
            geometry.invariant_values()[k] = from_quad<S>(*value);
    return geometry;
}

// Guesses named in one notice.
constexpr int most_named = 4;
// What is zero moves by this part of its natural size when a generic point is made.
constexpr double typical_part = 0.1;

template <class S>
class Starter {
public:
    Starter(Geometry<S>& geometry, Scale part)
        : geometry_(with_prescribed_values(geometry)),
          c_(geometry.completed()),
          part_(part),
          wishes_(collect_wishes(geometry, part)),
          size_(c_.layout.size)
    {
    }

    Start<S> run(bool generic);

private:
    using Found = typename StartSearch<S>::Result;

    bool find_point(Start<S>& start, bool generic);
    bool accept_moved(Start<S>& start, const Found& held, const Found& moved);
    void refuse(Start<S>& start, const Found& held, bool moved);
    std::string moved_values(const Start<S>& start) const;
    void mention_rival(Start<S>& start, const Found& found);
    void mention_straying(Start<S>& start, const Found& found);
    void find_tops(Start<S>& start);
    bool evaluable(Start<S>& start);
    int without_value(const Start<S>& start);
    void report(Start<S>& start);

    Geometry<S>& geometry_;
    CompletedSystem& c_;
    Scale part_;
    Wishes wishes_;
    int size_;
};

/// A point of M that has the given values, exactly or moved a little.
template <class S>
bool Starter<S>::find_point(Start<S>& start, bool generic)
{
    StartSearch<S> search(geometry_, wishes_, imposed_rows(c_));
    Found held = generic ? search.hold_given_anywhere() : search.hold_given();
    start.p = held.p;
    if constexpr (std::is_same_v<S, double>)
        if (held.converged && !stays_with_more_digits(geometry_, wishes_, held.p)) {
            held.converged = false;
            held.worst_row = imposed_rows(c_).front();
        }
    if (held.converged) {
        mention_rival(start, held);
        mention_straying(start, held);
        return true;
    }
    start.outcome = Outcome::no_start_found;
    if (held.worst_row < 0) {
        start.message = "the equations cannot be evaluated at the start values";
        return false;
    }
    const Found moved = search.move_given();
    if (moved.converged) return accept_moved(start, held, moved);
    refuse(start, held, false);
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
        const double floor = wishes_.floors[std::size_t(i)];
        far = far || std::abs(off) > rounding_allowance(given, floor);
        if (std::abs(off) > 1e-14 * (std::abs(to_double(start.p[i])) + floor))
            start.notices.push_back(moved_text(start_name(c_, i), given, to_double(start.p[i])));
    }
    if (far) refuse(start, held, true);
    return !far;
}

/// Says that the start values contradict the equations where that is proved, and else that nothing
/// was found. `moved`: there is a consistent start, with other values.
template <class S>
void Starter<S>::refuse(Start<S>& start, const Found& held, bool moved)
{
    start.notices.clear();
    start.elsewhere = moved;
    const std::optional<StartContradiction> proved = prove_contradiction(c_, wishes_);
    if (proved) {
        start.outcome = Outcome::inconsistent_start;
        start.message =
            fmt::format("the start values violate {} by {} (relative to the size of its terms)",
                        proved->row, to_text(proved->residual, 3));
        if (moved)
            start.message += "; the nearest consistent start found has" + moved_values(start);
        return;
    }
    start.outcome = Outcome::no_start_found;
    start.message = fmt::format(
        "no consistent start was found: {} could not be satisfied (relative residual {}); the "
        "search failed, which does not prove that there is none",
        c_.constraint_name(held.worst_row), to_text(held.residual, 3));
    if (moved) start.message += "; the nearest start that was found has" + moved_values(start);
}

/// " x = 0.8 instead of 1, y = .."
template <class S>
std::string Starter<S>::moved_values(const Start<S>& start) const
{
    std::string text;
    for (int i = 0; i < size_; ++i) {
        const auto& given = wishes_.given[std::size_t(i)];
        if (!given) continue;
        const double floor = wishes_.floors[std::size_t(i)];
        double value = to_double(start.p[std::size_t(i)]);
        if (std::abs(value) <= 1e-14 * (std::abs(to_double(*given)) + floor))
            value = 0;  // round-off compared with the given value
        if (std::abs(value - to_double(*given)) <= 1e-12 * (std::abs(value) + floor)) continue;
        text += fmt::format("{} {} = {} instead of {}", text.empty() ? "" : ",", start_name(c_, i),
                            to_text(value, 10), to_text(*given));
    }
    return text;
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
        const S apart = abs(found.rival[i] - found.p[i]) /
                        (abs(found.p[i]) + S(wishes_.floors[std::size_t(i)]));
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

/// Where no search from the guesses themselves arrived, the start may belong to another root.
template <class S>
void Starter<S>::mention_straying(Start<S>& start, const Found& found)
{
    if (!found.strayed || !found.rival.empty()) return;
    std::string text;
    int named = 0;
    for (int i = 1; i < size_ && named < most_named; ++i) {
        const auto& guess = wishes_.guessed[std::size_t(i)];
        if (!guess || wishes_.given[std::size_t(i)]) continue;
        const double value = to_double(found.p[std::size_t(i)]);
        const double floor = wishes_.floors[std::size_t(i)];
        if (std::abs(value - to_double(*guess)) <= rounding_allowance(*guess, floor)) continue;
        text += fmt::format("{} {} = {} where {} was guessed", named++ == 0 ? "" : ",",
                            start_name(c_, i), to_text(value, 6), to_text(*guess));
    }
    if (named == 0) return;
    start.notices.push_back("no start was reached from the guesses themselves; the one taken has" +
                            text + ", and a nearer one may have been missed");
}

/// The first equation, in the order in which tops are determined, that has no value with these; -1
/// if all have one.
template <class S>
int Starter<S>::without_value(const Start<S>& start)
{
    using std::isfinite;
    std::vector<S> top_rows(c_.layout.unknowns), entries(c_.jacobian.entries.size());
    geometry_.matrix(start.p.data(), start.z.data(), top_rows.data(), entries.data());
    for (std::size_t e = 0; e < entries.size(); ++e)
        if (!isfinite(entries[e])) top_rows[c_.jacobian.entries[e].row] = entries[e];
    for (const Block& block : c_.structure.blocks)
        for (const int i : block.rows)
            if (!isfinite(top_rows[i])) return i;
    return -1;
}

/// Can every equation be evaluated at the start? If not, names one that cannot. Tops may stand in
/// other equations, as r does in F = 1/r^7 beside r = x2 - x1: they are put in where zeros for them
/// do not do.
template <class S>
bool Starter<S>::evaluable(Start<S>& start)
{
    if (without_value(start) < 0) return true;
    if (geometry_.settle_tops(start.p.data(), start.z.data()).health == Health::singular)
        return true;  // which is another matter
    const int row = without_value(start);
    if (row < 0) return true;
    start.outcome = Outcome::no_start_found;
    start.elsewhere = true;
    const std::string name = equation_name(c_.system, row, c_.structure.c[row]);
    const std::string zero = vanishing_denominator(geometry_, row, start.p, start.z);
    start.message =
        zero.empty() ? fmt::format(
                           "{} cannot be evaluated at the start: a function is outside its domain, "
                           "or something is divided by zero",
                           name)
                     : fmt::format(
                           "{} cannot be evaluated at the start: it is divided by `{}`, which is 0 "
                           "there; multiplied by that it has a value, and where one solution is "
                           "regular at such a point it is found",
                           name, zero);
    return false;
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
    GivenTops<S> tops(geometry_, part_, wishes_, imposed_rows(c_));
    if (!tops.given()) return;
    tops.measure(start.p, start.z);
    if (!tops.agree(start.z) && tops.reach(start.p, start.z))
        geometry_.choose_order(start.p.data());
    const auto off = tops.difference(start.z, start.notices);
    if (!off) return;
    start.elsewhere = true;
    if (prove_contradiction(c_, wishes_)) {
        start.outcome = Outcome::inconsistent_start;
        start.message = fmt::format(
            "the start value {} contradicts the equations: the nearest consistent start found has "
            "{}",
            off->given, off->found);
        return;
    }
    start.outcome = Outcome::no_start_found;
    start.message = fmt::format(
        "no consistent start with {} was found: the search failed, which does not prove that there "
        "is none; the nearest start that was found has {}",
        off->given, off->found);
}

template <class S>
Start<S> Starter<S>::run(bool generic)
{
    Start<S> start;
    start.sizes = wishes_.sizes;
    if (!find_point(start, generic)) return start;
    start.z.resize(c_.layout.unknowns);
    if (!evaluable(start)) return start;
    find_tops(start);
    fix_invariants(geometry_, start.p);
    report(start);
    return start;
}

}  // namespace

template <class S>
Start<S> consistent_start(Geometry<S>& geometry, Scale part, bool generic)
{
    return Starter<S>(geometry, part).run(generic);
}

template <class S>
bool generic_point(Geometry<S>& geometry, Scale part, double spread, std::mt19937& random,
                   std::vector<S>& p)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    std::vector<int> rows(c.constraint_nodes.size());
    std::iota(rows.begin(), rows.end(), 0);
    const std::vector<double> sizes = start_sizes(geometry, rows, p, unit_of(c.system));
    NearestPoint<S> nearest(geometry, start_floors(part, sizes), std::move(rows));
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<S> q = p, weights(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const S s = abs(p[i]) + S(typical_part * sizes[i]);
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
