// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/start_branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "involute/base/dense.hpp"
#include "involute/project/nearest.hpp"
#include "involute/project/start_sizes.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {
namespace {

constexpr int attempts = 40;
constexpr int most_branches = 16;
// Coordinates not given up to which an implicit equation is searched without being asked.
constexpr int searched_unasked = 4;
// Points nearer than this in scale are the same.
constexpr double same = 1e-6;
// A residual below this: the equations hold.
constexpr double holds = 1e-6;
// A singular value below this, in scale: what is given does not determine the rest.
constexpr double undetermined = 1e-9;

template <class S>
std::vector<int> not_given(const PreparedOf<S>& prepared)
{
    std::vector<int> open;
    for (int i = 1; i < prepared.geometry->layout().size; ++i)
        if (!prepared.start.values[std::size_t(i)].given) open.push_back(i);
    return open;
}

/// Do the constraints determine these coordinates at p, the others held?
template <class S>
bool determined(Geometry<S>& geometry, const std::vector<double>& floors, const std::vector<S>& p,
                const std::vector<int>& open)
{
    const SparsePattern& pattern = geometry.completed().constraint_jacobian;
    std::vector<S> entries(pattern.entries.size());
    geometry.constraint_jacobian(p.data(), entries.data());
    std::vector<int> column_of(p.size(), -1);
    for (std::size_t k = 0; k < open.size(); ++k) column_of[std::size_t(open[k])] = int(k);
    Eigen::MatrixXd part = Eigen::MatrixXd::Zero(pattern.rows, int(open.size()));
    Eigen::VectorXd size = Eigen::VectorXd::Zero(pattern.rows);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = pattern.entries[e];
        const double entry = to_double(entries[e]) * (std::abs(to_double(p[std::size_t(column)])) +
                                                      floors[std::size_t(column)]);
        size[row] += std::abs(entry);
        if (column_of[std::size_t(column)] >= 0) part(row, column_of[std::size_t(column)]) = entry;
    }
    for (int i = 0; i < part.rows(); ++i)
        if (size[i] > 0) part.row(i) /= size[i];
    if (part.rows() < part.cols()) return false;
    const Eigen::VectorXd values = singular_values(part);
    return values[values.size() - 1] > undetermined;
}

template <class S>
double distance(const std::vector<S>& a, const std::vector<S>& b, const std::vector<double>& floors)
{
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = to_double(a[i]), y = to_double(b[i]);
        if (x != y)
            worst = std::max(worst, std::abs(x - y) / (std::abs(x) + std::abs(y) + floors[i]));
    }
    return worst;
}

/// Newton from many places: around the start, mirrored, and at all sizes.
template <class S>
std::vector<std::vector<S>> search(Geometry<S>& geometry, const std::vector<double>& sizes,
                                   const std::vector<S>& start, const std::vector<int>& open)
{
    const std::vector<double> floors = start_floors({}, sizes);
    NearestPoint<S> nearest(geometry, floors, imposed_rows(geometry.completed()));
    std::vector<std::vector<S>> found{start};
    std::mt19937 random(2718);
    std::normal_distribution<double> normal;
    std::vector<S> weights(start.size(), S(0));
    for (int k = 0; k < attempts && int(found.size()) < most_branches; ++k) {
        std::vector<S> p = start;
        for (const int i : open) {
            const double size =
                std::abs(to_double(start[std::size_t(i)])) + 0.1 * sizes[std::size_t(i)];
            p[std::size_t(i)] = k == 0 ? S(-start[std::size_t(i)])
                                       : S(size * normal(random) * std::exp(normal(random)));
            weights[std::size_t(i)] = S(size * size);
        }
        std::vector<S> q = p;
        if (!nearest.find(p.data(), weights.data(), q.data()).converged) continue;
        if (!determined(geometry, floors, q, open)) continue;
        const auto equal = [&](const std::vector<S>& other) {
            return distance(q, other, floors) < same;
        };
        if (std::none_of(found.begin(), found.end(), equal)) found.push_back(std::move(q));
    }
    return found;
}

/// Whether the author's equations hold at a point: rows that completion combined may vanish at
/// others as well. Where highest derivatives are not determined nothing is known.
template <class S>
bool is_solution(PreparedOf<S>& prepared, const std::vector<S>& p)
{
    Geometry<S>& geometry = *prepared.geometry;
    std::vector<S> z(std::size_t(geometry.layout().unknowns));
    if (geometry.field(p.data(), z.data()).health != Health::good) return true;
    return prepared.certificate()(p.data(), z.data()).value < holds;
}

template <class S>
std::string described(const PreparedOf<S>& prepared, const std::vector<int>& open,
                      const std::vector<S>& p)
{
    constexpr int most = 4;
    const CompletedSystem& c = prepared.geometry->completed();
    std::string text;
    for (int k = 0; k < std::min<int>(most, int(open.size())); ++k) {
        const Layout::Jet jet = c.layout.jets[std::size_t(open[std::size_t(k)])];
        text += fmt::format("{}{} = {}", k == 0 ? "" : ", ",
                            jet_name(c.system.names, jet.unknown, jet.order),
                            to_text(to_double(p[std::size_t(open[std::size_t(k)])]), 6));
    }
    return text;
}

/// Is an equation solved for its highest derivatives by Newton, and not by linear algebra?
bool is_implicit(const Structure& structure)
{
    return std::any_of(structure.blocks.begin(), structure.blocks.end(),
                       [](const Block& block) { return block.raised; });
}

}  // namespace

template <class S>
std::vector<BranchReport> find_start_branches(PreparedOf<S>& prepared, const SolveOptions& options)
{
    if (prepared.outcome != Outcome::complete || prepared.start.outcome != Outcome::complete)
        return {};
    Geometry<S>& geometry = *prepared.geometry;
    if (geometry.layout().constraints.empty()) return {};
    const std::vector<int> open = not_given(prepared);
    const bool unasked =
        is_implicit(geometry.completed().structure) && int(open.size()) <= searched_unasked;
    if (open.empty() || (options.branch == 0 && !unasked)) return {};
    const std::vector<double> floors = start_floors({}, prepared.start.sizes);
    if (!determined(geometry, floors, prepared.start.p, open)) return {};
    std::vector<std::vector<S>> found =
        search(geometry, prepared.start.sizes, prepared.start.p, open);
    const std::vector<S> start = prepared.start.p;
    std::erase_if(found, [&](const std::vector<S>& p) { return !is_solution(prepared, p); });
    if (found.size() < 2) return {};
    std::sort(found.begin(), found.end());
    std::vector<BranchReport> branches;
    for (const std::vector<S>& p : found) {
        BranchReport branch{.description = described(prepared, open, p)};
        for (const S& value : p) branch.direction.push_back(to_double(value));
        branch.followed = distance(p, start, floors) < same;
        branches.push_back(std::move(branch));
    }
    return branches;
}

template <class S>
void start_on_branch(PreparedOf<S>& prepared, std::vector<BranchReport>& branches, int number)
{
    if (number < 1 || number > std::max<int>(1, int(branches.size())))
        throw Error(
            Diagnostic{.message = fmt::format("there is no branch {}: {} pass through the start",
                                              number, branches.empty() ? 1 : int(branches.size())),
                       .hint = "without option `branch` the nearest to the guess is taken"});
    if (branches.empty()) return;
    for (BranchReport& branch : branches) branch.followed = false;
    BranchReport& chosen = branches[std::size_t(number - 1)];
    chosen.followed = true;
    Geometry<S>& geometry = *prepared.geometry;
    std::vector<S> p(chosen.direction.begin(), chosen.direction.end());
    Projector<S> projector(geometry, prepared.scale);
    projector.shortest_at_fixed_x(p.data(), 1e-12);
    if (!geometry.choose_order(p.data())) {
        prepared.outcome = Outcome::singular_start;
        prepared.message = "the branch chosen starts at a singular point";
    }
    prepared.start.p = std::move(p);
    prepared.start.z.assign(std::size_t(geometry.layout().unknowns), S(0));
    if (prepared.outcome == Outcome::complete)
        geometry.field(prepared.start.p.data(), prepared.start.z.data());
}

template <class S>
std::string branches_notice(const PreparedOf<S>& prepared,
                            const std::vector<BranchReport>& branches)
{
    if (branches.size() < 2) return {};
    const std::vector<int> open = not_given(prepared);
    const bool guessed = std::all_of(open.begin(), open.end(), [&](int i) {
        return prepared.start.values[std::size_t(i)].guessed;
    });
    if (guessed) return {};
    std::string text = fmt::format("{} solutions pass through the start, with", branches.size());
    for (std::size_t k = 0; k < branches.size(); ++k)
        text += fmt::format("{} ({}) {}{}", k == 0 ? "" : ",", k + 1, branches[k].description,
                            branches[k].followed ? " (taken)" : "");
    return text + "; option `branch = N` chooses";
}

template std::vector<BranchReport> find_start_branches(PreparedOf<double>&, const SolveOptions&);
template std::vector<BranchReport> find_start_branches(PreparedOf<Quad>&, const SolveOptions&);
template void start_on_branch(PreparedOf<double>&, std::vector<BranchReport>&, int);
template void start_on_branch(PreparedOf<Quad>&, std::vector<BranchReport>&, int);
template std::string branches_notice(const PreparedOf<double>&, const std::vector<BranchReport>&);
template std::string branches_notice(const PreparedOf<Quad>&, const std::vector<BranchReport>&);

}  // namespace involute
