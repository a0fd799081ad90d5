// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace involute {

namespace {

constexpr std::size_t named_at_most = 6;
constexpr std::size_t shown_at_most = 80;  // characters of an equation

template <class NameOf>
std::string list_of(const std::vector<int>& items, NameOf name_of)
{
    std::string text;
    for (std::size_t k = 0; k < items.size() && k < named_at_most; ++k)
        text += (k == 0 ? "" : ", ") + name_of(items[k]);
    if (items.size() > named_at_most)
        text += fmt::format(" and {} more", items.size() - named_at_most);
    return text;
}

std::string names_of_equations(const System& system, const std::vector<int>& rows)
{
    return list_of(rows, [&](int i) { return quoted_equation(system, i); });
}

std::string counted(std::size_t n, const char* noun)
{
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::vector<int> unknowns_in_no_equation(const System& system, const Signature& sigma)
{
    std::vector<char> occurs(system.unknowns(), 0);
    for (const auto& row : sigma)
        for (const auto& entry : row) occurs[entry.first] = 1;
    std::vector<int> missing;
    for (int j = 0; j < system.unknowns(); ++j)
        if (!occurs[j]) missing.push_back(j);
    return missing;
}

}  // namespace

std::string quoted_equation(const System& system, int i)
{
    std::string text = system.equations[i].text;
    if (text.size() > shown_at_most) text.replace(shown_at_most, text.npos, "...");
    return text.empty() ? fmt::format("equation {}", i + 1)
                        : fmt::format("equation {} `{}`", i + 1, text);
}

std::string names_of_unknowns(const System& system, const std::vector<int>& columns)
{
    return list_of(columns, [&](int j) { return "`" + system.names.unknowns[j] + "`"; });
}

std::string explain_contradiction(const System& system, int equation, NodeId rewritten)
{
    const std::string says = print(system.graph, rewritten, system.names);
    return fmt::format("{} contains no unknown and cannot hold: it says 0 = {}",
                       quoted_equation(system, equation), says);
}

std::string explain_not_square(const System& system, const Signature& sigma)
{
    const std::size_t k = system.equations.size(), n = system.names.unknowns.size();
    std::string text = fmt::format("there {} {} for {}: ", k == 1 ? "is" : "are",
                                   counted(k, "equation"), counted(n, "unknown"));
    if (k > n)
        return text + fmt::format(
                          "{} too many; a first integral (energy, momentum) is declared as "
                          "`invariant` and does not count",
                          k - n);
    text += fmt::format("{} more {} needed", n - k, n - k == 1 ? "is" : "are");
    const std::vector<int> nowhere = unknowns_in_no_equation(system, sigma);
    return nowhere.empty()
               ? text
               : text + ", and no equation contains " + names_of_unknowns(system, nowhere);
}

std::string explain_violator(const System& system, const HallViolator& violator)
{
    const auto& [rows, their_columns, columns, their_rows] = violator;
    std::string text = names_of_equations(system, rows);
    if (their_columns.empty())
        text += " contains no unknown";
    else
        text += fmt::format(": {} for only {} ({})", counted(rows.size(), "equation"),
                            counted(their_columns.size(), "unknown"),
                            names_of_unknowns(system, their_columns));
    text += "; " + names_of_unknowns(system, columns);
    if (their_rows.empty()) return text + " occurs in no equation";
    return text + fmt::format(": {} in only {} ({})", counted(columns.size(), "unknown"),
                              counted(their_rows.size(), "equation"),
                              names_of_equations(system, their_rows));
}

std::string explain_too_large(std::size_t max_nodes)
{
    return fmt::format("differentiating the equations needs more than {} nodes", max_nodes);
}

}  // namespace involute
