// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/verdict_text.hpp"

#include <fmt/format.h>

#include "involute/complete/explain.hpp"

namespace involute {

namespace {

// Terms of a combination that are shown.
constexpr std::size_t shown_at_most = 8;

std::string times_text(const Quad& factor)
{
    const double value = to_double(factor);
    return value == 1 ? "" : to_text(value, 6) + "*";
}

}  // namespace

std::string term_name(const System& system, const ArrayTerm& term)
{
    const std::string name = quoted_equation(system, term.equation);
    if (term.order == 0) return name;
    if (term.order == 1) return "the derivative of " + name;
    if (term.order == 2) return "the second derivative of " + name;
    if (term.order == 3) return "the third derivative of " + name;
    return fmt::format("the {}th derivative of {}", term.order, name);
}

std::string combination_text(const std::vector<ArrayTerm>& terms)
{
    std::string text;
    for (std::size_t k = 0; k < terms.size() && k < shown_at_most; ++k) {
        const ArrayTerm& term = terms[k];
        const bool negative = term.factor < 0;
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += times_text(abs(term.factor));
        const std::string name = fmt::format("equation {}", term.equation + 1);
        if (term.order == 0)
            text += name;
        else if (term.order == 1)
            text += "D(" + name + ")";
        else
            text += fmt::format("D^{}({})", term.order, name);
    }
    if (terms.size() > shown_at_most)
        text += fmt::format(" + {} more terms", terms.size() - shown_at_most);
    return text;
}

std::string explain_contradiction(const System& system, const Contradiction& contradiction)
{
    const auto& terms = contradiction.terms;
    std::string value = "0 = " + to_text(to_double(contradiction.value), 6);
    if (contradiction.x)
        value += fmt::format(" at {} = {}", system.names.independent,
                             to_text(to_double(*contradiction.x), 6));
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i)
        text += (i == 0                  ? ""
                 : i + 1 == terms.size() ? " and "
                                         : ", ") +
                term_name(system, terms[i]);
    if (terms.size() == 1) return text + " cannot hold: it says " + value;
    if (contradiction.decided)
        return fmt::format("{} contradict each other: where the others hold, {} says {}", text,
                           term_name(system, terms[*contradiction.decided]), value);
    return text + " imply " + value + ": " + combination_text(terms);
}

}  // namespace involute
