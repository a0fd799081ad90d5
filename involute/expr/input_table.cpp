// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/input_table.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/expr/spline.hpp"

namespace involute {
namespace {

// As many derivatives of code as are ever asked for at once.
constexpr int most_derivatives = 31;

[[noreturn]] void refuse(const std::string& name, const std::string& what, std::string hint)
{
    throw Error(Diagnostic{.message = fmt::format("the input `{}` {}", name, what),
                           .hint = std::move(hint)});
}

void check(const InputTable& table, const std::string& name)
{
    const std::size_t n = table.t.size();
    if (n != table.u.size())
        refuse(name, fmt::format("has {} places and {} values", n, table.u.size()),
               "a table has a value for every t");
    if (n < 2)
        refuse(name, n == 0 ? "is a table without points" : "is a table of one point",
               "a table has two points at least; a constant is a number");
    for (std::size_t i = 0; i < n; ++i) {
        const double t = to_double(table.t[i]);
        if (!std::isfinite(t) || !std::isfinite(to_double(table.u[i])))
            refuse(name, fmt::format("has point {} that is not finite", i + 1),
                   "leave it out, or give its numbers");
        if (i > 0 && !(to_double(table.t[i - 1]) < t))
            refuse(name,
                   fmt::format("has point {} at {}, which is not after point {} at {}", i + 1,
                               to_text(t), i, to_text(to_double(table.t[i - 1]))),
                   "sort the points, and leave out what is there twice");
    }
    if (table.beyond == InputTable::Beyond::periodic && table.u.front() != table.u.back())
        refuse(name,
               fmt::format("is periodic, but begins with {} and ends with {}",
                           to_text(to_double(table.u.front())), to_text(to_double(table.u.back()))),
               "the last point is the first one a period later, with the same value");
}

/// Straight or cubic pieces between the points, and what follows them.
Pieces pieces_of(const InputTable& table)
{
    const bool cubic = table.between == InputTable::Between::cubic;
    const bool holds = table.beyond == InputTable::Beyond::hold;
    const bool repeats = table.beyond == InputTable::Beyond::periodic;
    const std::size_t n = table.t.size();
    Pieces made;
    made.degree = cubic ? 3 : 1;
    made.derivatives = cubic ? (holds ? 2 : 3) : 1;
    made.kind = fmt::format("a {} table of {} points{}", cubic ? "cubic" : "linear", n,
                            repeats ? ", periodic"
                            : holds ? ", held at its ends"
                                    : "");
    if (holds) made.pieces.push_back({table.t[0], {table.u[0]}});
    if (cubic) {
        const std::vector<Quad> slopes = spline_slopes(
            table.t, table.u,
            repeats ? SplineEnds::periodic : (holds ? SplineEnds::level : SplineEnds::not_a_knot));
        for (std::size_t i = 0; i + 1 < n; ++i)
            made.pieces.push_back(cubic_piece(table.t, table.u, slopes, i));
    } else {
        for (std::size_t i = 0; i + 1 < n; ++i)
            made.pieces.push_back(
                {table.t[i],
                 {table.u[i], (table.u[i + 1] - table.u[i]) / (table.t[i + 1] - table.t[i])}});
    }
    if (holds) made.pieces.push_back({table.t[n - 1], {table.u[n - 1]}});
    if (repeats) made.period = table.t[n - 1] - table.t[0];
    made.domain = holds || repeats ? Interval::everything()
                                   : Interval(to_double(table.t[0]), to_double(table.t[n - 1]));
    return made;
}

class CodeFunction final : public InputFunction {
public:
    explicit CodeFunction(const InputCode& code) : code_(code) {}

    double value(int order, double t) const override
    {
        if (order < 0 || order > code_.derivatives) return std::numeric_limits<double>::quiet_NaN();
        std::array<double, most_derivatives + 1> values{};
        code_.code(t, std::span(values).first(std::size_t(order + 1)));
        return values[std::size_t(order)];
    }
    Quad value(int order, const Quad& t) const override { return value(order, to_double(t)); }
    Interval bounds(int order, const Interval& t) const override
    {
        return t.low == t.high && order >= 0 ? Interval(value(order, t.low))
                                             : Interval::everything();
    }
    std::optional<int> degree() const override { return {}; }
    int derivatives() const override { return code_.derivatives; }
    bool has_breakpoints() const override { return false; }
    Interval domain() const override { return Interval::everything(); }
    std::string kind() const override
    {
        return fmt::format("code with {} derivative{}", code_.derivatives,
                           code_.derivatives == 1 ? "" : "s");
    }
    bool is_exact() const override { return false; }

private:
    InputCode code_;
};

}  // namespace

std::shared_ptr<const InputFunction> make_input(const Input& input, const std::string& name)
{
    if (const auto* table = std::get_if<InputTable>(&input)) {
        check(*table, name);
        return std::make_shared<PiecewisePolynomial>(pieces_of(*table));
    }
    if (const auto* code = std::get_if<InputCode>(&input)) {
        if (!code->code) refuse(name, "has no code", "give it a function");
        if (code->derivatives < 0 || code->derivatives > most_derivatives)
            refuse(name, fmt::format("has {} derivatives", code->derivatives),
                   fmt::format("0 to {}", most_derivatives));
        return std::make_shared<CodeFunction>(*code);
    }
    const double constant = std::get<double>(input);
    if (!std::isfinite(constant)) refuse(name, "is not finite", "give it a number");
    Pieces made{.pieces = {{0, {Quad(constant)}}},
                .derivatives = std::numeric_limits<int>::max(),
                .domain = Interval::everything(),
                .kind = "a constant"};
    return std::make_shared<PiecewisePolynomial>(made);
}

}  // namespace involute
