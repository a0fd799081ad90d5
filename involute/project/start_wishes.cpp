// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_wishes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "involute/project/start_sizes.hpp"

namespace involute {
namespace {

constexpr double rounding = 1e-2;
// A given value below this part of what counts as zero beside it stands for 0.
constexpr double as_good_as_zero = 1e-6;
// How freely numbers move while the start is sought, relative to a guess.
// Sizes within this factor are taken for one.
constexpr double about_alike = 4;
constexpr double given_mobility = 1e-3;
constexpr double unmentioned_mobility = 10;
// Values up to this, and down to its inverse, are taken to be of size 1.
constexpr double ordinary_size = 100;

int place_of(const Layout& l, const Given& g)
{
    if (g.unknown < 0) return 0;
    return l.in_point(g.unknown, g.order) ? l.position(g.unknown, g.order) : l.size + g.unknown;
}

}  // namespace

double unit_of(const System& system)
{
    double largest = 0;
    for (const auto* list : {&system.starts, &system.guesses})
        for (const Given& g : *list)
            if (g.unknown >= 0) largest = std::max(largest, std::abs(to_double(g.value)));
    const bool ordinary = largest == 0 || (largest > 1 / ordinary_size && largest < ordinary_size);
    return ordinary ? 1 : largest;
}

std::vector<int> imposed_rows(const CompletedSystem& c)
{
    std::vector<int> rows(c.layout.constraints.size());
    std::iota(rows.begin(), rows.end(), 0);
    for (int k = 0; k < c.invariants; ++k)
        if (c.system.invariants[k].value) rows.push_back(int(c.layout.constraints.size()) + k);
    return rows;
}

template <class S>
Wishes collect_wishes(Geometry<S>& geometry, Scale part)
{
    const CompletedSystem& c = geometry.completed();
    const Layout& l = c.layout;
    Wishes w;
    w.given.resize(l.size + l.unknowns);
    w.guessed = w.suggested = w.given;
    for (const Given& g : c.system.suggestions)
        if (g.order <= l.d[g.unknown]) w.suggested[place_of(l, g)] = g.value;
    for (const auto* list : {&c.system.starts, &c.system.guesses})
        for (const Given& g : *list) {
            if (g.unknown >= 0 && g.order > l.d[g.unknown])
                throw Error(Diagnostic{
                    .message = fmt::format("{} cannot be given at the start: it follows from the "
                                           "equations and lower derivatives",
                                           jet_name(c.system.names, g.unknown, g.order)),
                    .hint = "remove it",
                    .place = g.place,
                    .file = c.system.file});
            (list == &c.system.starts ? w.given : w.guessed)[place_of(l, g)] = g.value;
        }
    w.unit = unit_of(c.system);
    w.sizes = start_sizes(geometry, imposed_rows(c), wished_point<S>(w, l.size, nullptr), w.unit);
    w.floors = start_floors(part, w.sizes);
    return w;
}

template <class S>
void fix_invariants(Geometry<S>& geometry, const std::vector<S>& p)
{
    const CompletedSystem& c = geometry.completed();
    if (c.invariants == 0) return;
    std::vector<S> g(c.constraint_nodes.size());
    geometry.constraints(p.data(), g.data());
    for (int k = 0; k < c.invariants; ++k) {
        S& value = geometry.invariant_values()[std::size_t(k)];
        const auto& prescribed = c.system.invariants[std::size_t(k)].value;
        if (prescribed)
            value = from_quad<S>(*prescribed);
        else
            value += g[c.layout.constraints.size() + std::size_t(k)];
    }
}

std::string start_name(const CompletedSystem& c, int place)
{
    if (place >= c.layout.size)
        return jet_name(c.system.names, place - c.layout.size, c.layout.d[place - c.layout.size]);
    const Layout::Jet jet = c.layout.jets[place];
    return jet.unknown < 0 ? c.system.names.independent
                           : jet_name(c.system.names, jet.unknown, jet.order);
}

double rounding_allowance(const Quad& value, double floor)
{
    const double size = std::abs(to_double(value));
    return rounding * (size > as_good_as_zero * floor ? size + std::min(size, floor) : floor);
}

std::string moved_text(const std::string& name, const Quad& given, double found)
{
    return fmt::format("start {} = {} was moved to {} ({:+.2g})", name, to_text(given),
                       to_text(found, 17), found - to_double(given));
}

template <class S>
std::vector<S> wished_point(const Wishes& wishes, int size, std::mt19937* random)
{
    using std::abs;
    std::normal_distribution<double> normal;
    std::vector<S> p(size, S(0));
    for (int i = 0; i < size; ++i) {
        if (wishes.given[i]) {
            p[i] = from_quad<S>(*wishes.given[i]);
            continue;
        }
        if (const auto& begin = wishes.guessed[i] ? wishes.guessed[i] : wishes.suggested[i])
            p[i] = from_quad<S>(*begin);
        if (random && i > 0)
            p[i] += S(normal(*random)) * (wishes.guessed[i]
                                              ? S(0.3) * abs(p[i]) + S(0.1 * wishes.sizes[i])
                                              : S(wishes.sizes[i]));
    }
    return p;
}

/// Sizes are found at random points. Where those of several given values are about alike, one size
/// is taken for all, so that the nearest point is what a person would call so.
double common_floor(const Wishes& wishes, std::size_t place)
{
    double sum = 0;
    int alike = 0;
    for (std::size_t i = 1; i < wishes.given.size() && i < wishes.floors.size(); ++i) {
        const double apart = std::log(wishes.floors[i] / wishes.floors[place]);
        if (!wishes.given[i] || !(std::abs(apart) <= std::log(about_alike))) continue;
        sum += std::log(wishes.floors[i]);
        ++alike;
    }
    return alike > 1 ? std::exp(sum / alike) : wishes.floors[place];
}

template <class S>
std::vector<S> wished_weights(const Wishes& wishes, const std::vector<S>& p, bool hold)
{
    using std::abs;
    std::vector<S> w(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
        S s = abs(p[i]) + S(wishes.floors[i]);
        if (wishes.given[i] && i > 0)
            s = hold ? S(0) : S(given_mobility) * (abs(p[i]) + S(common_floor(wishes, i)));
        else if (!wishes.guessed[i])
            s = S(unmentioned_mobility) * (s + S(wishes.sizes[i]));
        w[i] = s * s;
    }
    w[0] = S(0);
    return w;
}

template std::vector<double> wished_point(const Wishes&, int, std::mt19937*);
template std::vector<Quad> wished_point(const Wishes&, int, std::mt19937*);
template std::vector<double> wished_weights(const Wishes&, const std::vector<double>&, bool);
template std::vector<Quad> wished_weights(const Wishes&, const std::vector<Quad>&, bool);
template void fix_invariants(Geometry<double>&, const std::vector<double>&);
template void fix_invariants(Geometry<Quad>&, const std::vector<Quad>&);
template Wishes collect_wishes(Geometry<double>&, Scale);
template Wishes collect_wishes(Geometry<Quad>&, Scale);

}  // namespace involute
