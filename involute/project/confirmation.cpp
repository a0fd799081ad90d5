// SPDX-License-Identifier: Apache-2.0
#include "involute/project/confirmation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "involute/expr/evaluate.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

// Roundings of two ways to compute a formula, in units of its numbers' relative changes.
constexpr double few_roundings = 64, many_roundings = 1e4;
// How much worse a rearranged formula may round than the one written.
constexpr double rearranged = 1e3;
// The same for Quad, where nothing more precise can tell: any mistake is far above it.
constexpr double quad_tolerance = 1e-24;

/// The text belongs to the equations only if nobody has changed these since they were read.
bool is_text_of(const System& system)
{
    return system.text && std::ranges::equal(system.text->equations, author_equations(system), {},
                                             {}, &Equation::f);
}

template <class T, class S>
T as(const S& number)
{
    if constexpr (std::is_same_v<S, Quad> && std::is_same_v<T, double>)
        return to_double(number);
    else
        return T(number);
}

}  // namespace

template <class S>
Confirmation<S>::Confirmation(const Author& author)
    : author_(author), by_text_(is_text_of(*author.system))
{
}

template <class S>
void Confirmation<S>::set_parameters(std::shared_ptr<const System> author)
{
    if (author->text != author_.system->text) {
        in_double_.reset();
        in_quad_.reset();
    }
    author_.system = std::move(author);
}

/// The series of the unknowns have a coefficient for every jet that is held or was sought.
template <class S>
template <class T>
auto Confirmation<S>::walk_text(TreeWalk<T>& tree, const Certificate<S>& certificate) const
    -> Values<T>
{
    using std::isfinite;
    std::vector<T> factorials{T(1)};
    const auto factorial = [&](int n) {
        while (int(factorials.size()) <= n)
            factorials.push_back(factorials.back() * T(int(factorials.size())));
        return factorials[std::size_t(n)];
    };
    const AuthorRows& author = certificate.author();
    std::vector<Series<T>> jets(std::size_t(tree.unknowns()), Series<T>(0));
    for (const AuthorJet& jet : author.jets()) {
        if (jet.unknown >= tree.unknowns()) continue;  // a force that the front door carries
        std::vector<T>& c = jets[std::size_t(jet.unknown)].c;
        c.resize(std::max(c.size(), std::size_t(jet.order + 1)), T(0));
        c[std::size_t(jet.order)] = as<T>(certificate.number(jet.place)) / factorial(jet.order);
    }
    const std::vector<TreeValue<T>>& f = tree(as<T>(certificate.number(0)), jets);
    Values<T> values;
    largest_.assign(author.rows.size(), 0);
    for (const AuthorRow& row : author.rows) {
        values.emplace_back();
        if (row.equation < 0 || f[std::size_t(row.equation)].at_kink) continue;
        largest_[values.size() - 1] =
            f[std::size_t(row.equation)].largest * to_double(factorial(row.order));
        const T value = f[std::size_t(row.equation)].series[std::size_t(row.order)];
        if (isfinite(value)) values.back() = value * factorial(row.order);
    }
    return values;
}

template <class S>
template <class T>
auto Confirmation<S>::walk_nodes(const Certificate<S>& certificate) const -> Values<T>
{
    using std::isfinite;
    const AuthorRows& author = certificate.author();
    std::vector<NodeId> equations;
    for (const Equation& equation : author_equations(*author_.system))
        equations.push_back(equation.f);
    const std::vector<T> f = evaluate<T>(author_.system->graph, equations, [&](NodeId leaf) {
        return as<T>(certificate.number(author.place(leaf)));
    });
    Values<T> values;
    for (const AuthorRow& row : author.rows) {
        values.emplace_back();
        if (row.equation < 0 || row.order > 0) continue;
        if (isfinite(f[std::size_t(row.equation)])) values.back() = f[std::size_t(row.equation)];
    }
    return values;
}

template <class S>
template <class T>
auto Confirmation<S>::walk(std::optional<TreeWalk<T>>& tree,
                           const Certificate<S>& certificate) const -> Values<T>
{
    largest_.assign(certificate.author().rows.size(), 0);
    if (!by_text_) return walk_nodes<T>(certificate);
    const ParameterValues values = tunable_values(*author_.system);
    if (tree)
        tree->set(values);
    else
        tree.emplace(*author_.system->text, values);
    return walk_text<T>(*tree, certificate);
}

template <class S>
std::optional<std::string> Confirmation<S>::operator()(const Certificate<S>& certificate)
{
    using std::abs, std::isfinite;
    const AuthorRows& author = certificate.author();
    constexpr bool is_double = std::is_same_v<S, double>;
    Values<S> written;
    if constexpr (is_double)
        written = walk<double>(in_double_, certificate);
    else
        written = walk<Quad>(in_quad_, certificate);
    Values<Quad> exact;  // walked only where roundings in double leave a doubt
    for (int r = 0; r < int(author.rows.size()); ++r) {
        const auto at = std::size_t(r);
        const S computed = certificate.value(r), reach = certificate.reach(r);
        if (!written[at] || !isfinite(computed) || !isfinite(reach)) continue;
        const double difference = to_double(S(abs(S(computed - *written[at]))));
        const double size = to_double(reach);
        constexpr double eps = std::numeric_limits<double>::epsilon();
        if (difference <= size * (is_double ? few_roundings * eps : quad_tolerance)) continue;
        // Terms that cancel leave their roundings.
        if (difference <= (is_double ? many_roundings * eps : quad_tolerance) * largest_[at])
            continue;
        if constexpr (is_double) {
            if (exact.empty()) exact = walk<Quad>(in_quad_, certificate);
            if (!exact[at]) continue;
            const double rounding = std::abs(to_double(Quad(*exact[at] - Quad(*written[at]))));
            const double error = std::abs(to_double(Quad(*exact[at] - Quad(computed))));
            if (error <= many_roundings * eps * size + rearranged * rounding) continue;
        }
        return fmt::format("{} has the value {:.17g} as compiled and {:.17g} as written",
                           author.rows[at].name, to_double(computed), to_double(*written[at]));
    }
    return {};
}

template class Confirmation<double>;
template class Confirmation<Quad>;

}  // namespace involute
