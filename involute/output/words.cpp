// SPDX-License-Identifier: Apache-2.0
#include "involute/output/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/scalar.hpp"

namespace involute {

namespace {

std::string list_or_none(const std::vector<std::string>& names)
{
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string count(long n, std::string_view singular, std::string_view plural)
{
    return fmt::format("{} {}", n, n == 1 ? singular : plural);
}

std::string status_and_code(std::string_view status, std::string_view code)
{
    return status == code ? std::string(status) : fmt::format("{} ({})", status, code);
}

std::string index_text(const Analysis& a)
{
    if (!a.index) return "none";
    return fmt::format("{}{}", a.index_is_bound ? "at most " : "", *a.index);
}

std::string equation_table(const System& system, const Analysis& a)
{
    std::string table = "\ndifferentiated  equation\n";
    const std::size_t rows = std::min(system.equations.size(), a.differentiated.size());
    for (std::size_t i = 0; i < rows; ++i)
        table += fmt::format("{:>14}  {}\n", a.differentiated[i], system.equations[i].text);
    return table;
}

/// "2.5e-16": of a residual or a defect, how large it is.
std::string size_text(double value)
{
    return std::isfinite(value) ? fmt::format("{:.1e}", value) : "not known";
}

std::string invariant_line(const InvariantReport& i)
{
    return fmt::format("  {}: {} (defect {})\n", i.name, i.holds ? "holds" : "is not constant",
                       size_text(i.defect));
}

/// Branches or ways out, numbered as the options count them.
std::string numbered(const std::vector<BranchReport>& branches)
{
    std::string text;
    for (std::size_t k = 0; k < branches.size(); ++k)
        text += fmt::format("\n  {}: {}{}", k + 1, branches[k].description,
                            branches[k].followed ? " (followed)" : "");
    return text;
}

/// Folds that a curve passes are ordinary; they are in the JSON. What stopped the run, or could
/// be left in more than one way, is told.
std::string singular_points(const Solution& s)
{
    std::string text;
    for (const SingularPoint& point : s.singular_points) {
        const bool last = &point == &s.singular_points.back() && s.status != RunStatus::finished;
        if (!last && point.kind == SingularKind::fold) continue;
        if (!last && point.kind == SingularKind::impasse) continue;
        text += fmt::format("\n{} at {} = {}", word_of(point.kind), s.independent,
                            to_text(point.x, 10));
        if (!point.branches.empty())
            text +=
                "; ways out, option `continuations = N` follows one:" + numbered(point.branches);
    }
    return text;
}

std::string components(const std::vector<ComponentReport>& list)
{
    std::string text;
    for (std::size_t k = 0; k < list.size(); ++k) {
        text += fmt::format("\n  component {} (dimension {}{}{}):", k + 1, list[k].dimension,
                            list[k].contains_start ? ", contains the start" : "",
                            list[k].chosen ? ", chosen" : "");
        for (const std::string& equation : list[k].equations) text += "\n    " + equation;
    }
    return text;
}

}  // namespace

std::string_view word_of(RunStatus status)
{
    constexpr std::string_view words[] = {"finished", "stopped", "failed"};
    return words[int(status)];
}

std::string_view word_of(Verdict verdict)
{
    constexpr std::string_view words[] = {"complete", "inconsistent", "underdetermined",
                                          "undecided"};
    return words[int(verdict)];
}

std::string brief(const Solution& s)
{
    const std::string_view why = s.reason.empty() ? row_of(s.code).sentence : s.reason;
    const std::string ended = status_and_code(word_of(s.status), word_of(s.code));
    const long rows = std::max(s.statistics.rows, long(s.rows.size()));
    if (rows == 0) return fmt::format("{}: {}", ended, why);
    return fmt::format(
        "{} at {} = {}: {}\n{}, {} rejected, {:.3g} s with {}; {}; "
        "residual {}{}{}{}",
        ended, s.independent, to_text(s.end, 10), why, count(s.statistics.steps, "step", "steps"),
        s.statistics.rejected, s.statistics.seconds, s.method, count(rows, "row", "rows"),
        size_text(s.residual), s.residual_equation.empty() ? "" : " in " + s.residual_equation,
        singular_points(s),
        s.components.empty() ? "" : "\nthe constraint set:" + components(s.components));
}

std::string explanation(const System& system, const Analysis& a)
{
    std::string text = status_and_code(word_of(a.status), word_of(a.code)) + "\n";
    text += a.message;
    if (text.back() != '\n') text += '\n';
    if (a.unknowns.empty()) return text;

    text += fmt::format(
        "\nunknowns    {}\nequations   {}\nindex       {}\ndimension   {}\n"
        "free        {}\nroute       {}\n",
        list_or_none(a.unknowns), a.equations, index_text(a),
        a.status == Verdict::complete ? std::to_string(a.dimension) : "not known",
        list_or_none(a.free), word_of(a.route));
    if (!a.differentiated.empty()) text += equation_table(system, a);
    if (!a.hidden.empty()) text += "\nhidden equations\n";
    for (const std::string& equation : a.hidden) text += fmt::format("  {}\n", equation);
    if (!a.invariants.empty()) text += "\ninvariants\n";
    for (const InvariantReport& invariant : a.invariants) text += invariant_line(invariant);
    if (!a.start_branches.empty())
        text += "\nsolutions through the start, option `branch = N` takes one" +
                numbered(a.start_branches) + "\n";
    if (!a.components.empty()) text += "\nthe constraint set" + components(a.components) + "\n";
    return text;
}

}  // namespace involute
