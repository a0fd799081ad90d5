// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/smooth_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/geometry/taylor.hpp"
#include "involute/project/project.hpp"
#include "involute/step/tops_given_forces.hpp"

namespace involute {
namespace {

// Degrees of w: the first is enough down to ε^2 = 1e-6 in double; beyond the last the expansion in
// ε^2 has begun to diverge for any ε that asks for more.
constexpr int first_degree = 6;
constexpr int last_degree = 40;

/// The system with g(q) = ε^2 w(t), w^(degree + 1) = 0: the Taylor coefficients of w are
/// coordinates of a point, so that one compiled system serves all turns.
System with_given_forces(const System& compliance, int degree)
{
    System made = compliance;
    made.forces.clear();
    made.written.clear();
    made.auxiliary = 0;
    made.invariants.clear();
    made.crossings.clear();
    made.expectations.clear();
    Graph& graph = made.graph;
    for (const StrongForce& force : compliance.forces) {
        const int w = made.unknowns();
        made.names.unknowns.push_back(compliance.names.unknowns[force.unknown] + " given");
        made.unknown_places.push_back({});
        NodeId& row = made.equations[force.equation].f;
        row = substitute(graph, row, {graph.jet(force.unknown, 0)}, {graph.jet(w, 0)});
        made.equations.push_back({graph.jet(w, degree + 1), "", {}, true});
    }
    return made;
}

template <class S>
class SmoothMotion {
public:
    SmoothMotion(const System& compliance, const SolveOptions& options, int degree)
        : compliance_(compliance), degree_(degree)
    {
        System reduced = with_given_forces(compliance, degree);
        choose_wishes(reduced);
        prepared_ = prepare_in<S>(reduced, options, false);
        if (!ready()) return;
        holds_ = long(held_.size()) <= freedom();
        if (holds_) {
            set_starts(held_);
            prepared_.start = consistent_start(*prepared_.geometry, Scale{});
        }
    }

    bool ready() const
    {
        return prepared_.outcome == Outcome::complete &&
               prepared_.start.outcome == Outcome::complete;
    }
    const std::string& message() const { return prepared_.message; }
    PreparedOf<S>& prepared() { return prepared_; }

    /// Turns until the point settles; false where none was found.
    bool iterate()
    {
        expansion_.emplace(*prepared_.geometry, degree_ + 1);
        p_ = prepared_.start.p;
        std::vector<std::vector<S>> w(forces().size(), std::vector<S>(degree_ + 1, S(0)));
        for (int turn = 0; turn <= degree_ / 2 + 1; ++turn) {
            const bool good =
                place(w) && expansion_->expand(p_.data(), degree_ - 1).health == Health::good;
            if (!good) return turn > 0;
            const double now = turn == 0 ? std::numeric_limits<double>::infinity() : moved();
            if (turn == 2 && change > noise()) gain = now / change;
            if (turn > 0 && now >= change) return true;
            change = now;
            best_p_ = p_;
            best_z_.assign(expansion_->tops(), expansion_->tops() + layout().unknowns);
            // The forces the point was placed with: its compliance rows hold to round-off.
            for (int k = 0; k < int(forces().size()); ++k)
                best_z_[forces()[k].unknown] = p_[layout().position(given_force(k), 0)];
            if (now <= to_double(unit_roundoff<S>())) return true;
            take_forces(w);
        }
        return true;
    }

    /// The value of a coordinate or a top at the best point found.
    std::optional<S> value(int unknown, int order) const
    {
        if (order < layout().d[unknown]) return best_p_[layout().position(unknown, order)];
        if (order == layout().d[unknown]) return best_z_[unknown];
        return {};
    }

    double change = std::numeric_limits<double>::infinity();  // by the best turn, in scale
    double gain = 0;  // by what the second turn changed less than the first

private:
    const Layout& layout() const { return prepared_.geometry->layout(); }
    const std::vector<StrongForce>& forces() const { return compliance_.forces; }
    int given_force(int k) const { return compliance_.unknowns() + k; }
    int freedom() const { return layout().dimension() - int(forces().size()) * (degree_ + 1); }

    /// What the user said about the motion guides the search; w is given.
    void choose_wishes(System& reduced)
    {
        std::vector<Given> starts;
        for (const Given& g : compliance_.starts) {
            if (g.unknown < 0)
                starts.push_back(g);
            else if (!is_force(g.unknown))
                held_.push_back(g);
        }
        x_ = starts;
        for (int k = 0; k < int(forces().size()); ++k)
            for (int l = 0; l <= degree_; ++l) starts.push_back({given_force(k), l, 0, {}});
        reduced.starts = std::move(starts);
        reduced.guesses.insert(reduced.guesses.end(), held_.begin(), held_.end());
    }

    bool is_force(int unknown) const
    {
        return std::ranges::any_of(forces(),
                                   [&](const StrongForce& f) { return f.unknown == unknown; });
    }

    void set_starts(const std::vector<Given>& held)
    {
        System& system = prepared_.geometry->completed().system;
        system.starts = x_;
        system.starts.insert(system.starts.end(), held.begin(), held.end());
        for (int k = 0; k < int(forces().size()); ++k)
            for (int l = 0; l <= degree_; ++l)
                system.starts.push_back({given_force(k), l, w_jet(k, l), {}});
        system.guesses.clear();
        for (int i = 1; i < layout().size; ++i)
            system.guesses.push_back({layout().jets[i].unknown,
                                      layout().jets[i].order,
                                      Quad(p_.empty() ? prepared_.start.p[i] : p_[i]),
                                      {}});
    }

    Quad w_jet(int k, int l) const
    {
        return p_.empty() ? Quad(0) : Quad(p_[layout().position(given_force(k), l)]);
    }

    /// The point with g = ε^2 w nearest to what the user gave.
    bool place(const std::vector<std::vector<S>>& w)
    {
        for (const Given& g : held_)
            if (layout().in_point(g.unknown, g.order))
                p_[layout().position(g.unknown, g.order)] = from_quad<S>(g.value);
        for (int k = 0; k < int(w.size()); ++k) {
            S factorial(1);
            for (int l = 0; l <= degree_; ++l) {
                if (l > 0) factorial *= S(l);
                p_[layout().position(given_force(k), l)] = w[k][l] * factorial;
            }
        }
        if (holds_) {
            set_starts(held_);
            return settle();
        }
        // A projection of a step gives up early; from a start that is far off it may go on.
        Projector<S> projector(*prepared_.geometry, prepared_.scale);
        for (int attempt = 0; attempt < 8; ++attempt) {
            const Projection result = projector.at_fixed_x(p_.data(), noise());
            if (result.converged) return true;
            if (result.health != Health::good) break;
        }
        // Farther off than that: the nearest point will do.
        set_starts({});
        return settle();
    }

    bool settle()
    {
        Start<S> start = consistent_start(*prepared_.geometry, Scale{});
        if (start.outcome == Outcome::complete) p_ = start.p;
        return start.outcome == Outcome::complete;
    }

    /// Changes below this say nothing about those to come.
    static double noise() { return 1e4 * to_double(unit_roundoff<S>()); }

    /// w := the forces along the solution.
    void take_forces(std::vector<std::vector<S>>& w) const
    {
        for (int k = 0; k < int(w.size()); ++k)
            for (int l = 0; l <= degree_ - 2; ++l)
                w[k][l] = expansion_->coefficient(forces()[k].unknown, 0, l);
    }

    /// How far the last turn moved the point and its tops, in scale.
    double moved() const
    {
        using std::abs;
        double most = 0;
        const auto compare = [&](const S& a, const S& b, double floor) {
            most = std::max(most, to_double(S(abs(a - b) / (abs(b) + S(floor)))));
        };
        for (int j = 0; j < compliance_.unknowns(); ++j) {
            for (int l = 0; l < layout().d[j]; ++l) {
                const int at = layout().position(j, l);
                compare(p_[at], best_p_[at], prepared_.scale.of(j, l));
            }
            compare(expansion_->tops()[j], best_z_[j], prepared_.scale.of(j, layout().d[j]));
        }
        return most;
    }

    const System& compliance_;
    int degree_;
    PreparedOf<S> prepared_{};
    std::vector<Given> held_{}, x_{};
    bool holds_ = false;  // what is given; or moved along M^-1 G^t
    std::optional<TaylorExpansion<S>> expansion_{};
    std::vector<S> p_{}, best_p_{}, best_z_{};
};

/// The degree at which the powers of ε^2 reach round-off.
template <class S>
int sufficient_degree(double gain)
{
    if (!(gain > 0 && gain < 1)) return first_degree;  // enough, or more does not help
    const double turns = std::log(to_double(unit_roundoff<S>())) / std::log(gain);
    if (!(turns < last_degree)) return last_degree;
    return std::clamp(2 * int(std::ceil(turns)) + 2, first_degree, last_degree);
}

std::string moves_text(const System& from, const System& to)
{
    struct Move {
        double size = 0;
        std::string text{};
    };
    std::vector<Move> moves;
    for (const Given& given : from.starts) {
        const auto same = [&](const Given& g) {
            return g.unknown == given.unknown && g.order == given.order;
        };
        const auto found = std::ranges::find_if(to.starts, same);
        if (given.unknown < 0 || found == to.starts.end()) continue;
        const double size = std::abs(to_double(found->value - given.value));
        if (size <= 4 * to_double(unit_roundoff<double>()) * std::abs(to_double(given.value)))
            continue;
        moves.push_back(
            {size, fmt::format("{} by {}", jet_name(from.names, given.unknown, given.order),
                               to_text(to_double(found->value - given.value), 3))});
    }
    std::ranges::stable_sort(moves, std::greater{}, &Move::size);
    constexpr std::size_t shown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i)
        text += (i == 0 ? "" : ", ") + moves[i].text;
    if (moves.size() > shown) text += fmt::format(" and {} more by less", moves.size() - shown);
    return text;
}

template <class S>
SmoothStart find(const System& compliance, const SolveOptions& options)
{
    SmoothStart result{.system = compliance};
    System copy = compliance;
    const Structure structure = find_structure(copy, {});
    auto motion = std::make_unique<SmoothMotion<S>>(compliance, options, first_degree);
    bool found = motion->ready() && motion->iterate();
    const int degree = sufficient_degree<S>(motion->gain);
    if (found && degree > first_degree) {
        auto longer = std::make_unique<SmoothMotion<S>>(compliance, options, degree);
        if (longer->ready() && longer->iterate() && longer->change < motion->change)
            motion = std::move(longer);
    }
    if (!found || structure.code != Outcome::complete) {
        result.notices.push_back(fmt::format(
            "no smooth motion was found near the start, which is left as it is{}{}",
            motion->message().empty() ? "" : ": without the compliance of the strong forces, ",
            motion->message()));
        return result;
    }
    std::erase_if(result.system.starts, [](const Given& g) { return g.unknown >= 0; });
    result.system.guesses.clear();
    for (int j = 0; j < compliance.unknowns(); ++j)
        for (int l = 0; l <= structure.d[j]; ++l) {
            const std::optional<S> value = motion->value(j, l);
            if (!value) continue;
            const Given given{j, l, Quad(*value), {}};
            (l < structure.d[j] ? result.system.starts : result.tops).push_back(given);
        }
    result.found = true;
    if (const std::string moved = moves_text(compliance, result.system); !moved.empty())
        result.notices.push_back("the start was moved onto the smooth motion: " + moved);
    if (motion->change > options.rtol)
        result.notices.push_back(
            fmt::format("the smooth motion is determined to a relative {:.1e} only: the strong "
                        "forces are not strong enough for more",
                        motion->change));
    return result;
}

}  // namespace

SmoothStart smooth_start(const System& compliance, const SolveOptions& options)
{
    return options.precision == Precision::quad ? find<Quad>(compliance, options)
                                                : find<double>(compliance, options);
}

template <class S>
void place_on_smooth_motion(const SmoothStart& smooth, PreparedOf<S>& prepared)
{
    if (!smooth.found || prepared.outcome != Outcome::complete) return;
    const Layout& layout = prepared.geometry->layout();
    const auto put = [&](const Given& g) {
        if (g.unknown < 0) return;
        if (g.order < layout.d[g.unknown])
            prepared.start.p[layout.position(g.unknown, g.order)] = from_quad<S>(g.value);
        else if (g.order == layout.d[g.unknown])
            prepared.start.z[g.unknown] = from_quad<S>(g.value);
    };
    for (const Given& g : smooth.system.starts) put(g);
    for (const Given& g : smooth.tops) put(g);
    TopsGivenForces<S>(*prepared.geometry).settle(prepared.start.p.data(), prepared.start.z.data());
}

template void place_on_smooth_motion(const SmoothStart&, PreparedOf<double>&);
template void place_on_smooth_motion(const SmoothStart&, PreparedOf<Quad>&);

}  // namespace involute
