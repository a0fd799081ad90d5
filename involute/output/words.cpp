// SPDX-License-Identifier: Apache-2.0
#include "involute/output/words.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::string invariant_line(const InvariantReport& i)
{
    return fmt::format("  {}: {} (defect {:.1e})\n", i.name, i.holds ? "holds" : "is not constant",
                       i.defect);
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
    if (s.rows.empty()) return fmt::format("{}: {}", ended, why);
    return fmt::format(
        "{} at {} = {:.10g}: {}\n{}, {} rejected, {:.3g} s with {}; {}; "
        "residual {:.1e}{}",
        ended, s.independent, s.end, why, count(s.statistics.steps, "step", "steps"),
        s.statistics.rejected, s.statistics.seconds, s.method,
        count(long(s.rows.size()), "row", "rows"), s.residual,
        s.residual_equation.empty() ? "" : " in " + s.residual_equation);
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
        list_or_none(a.free), a.route);
    if (!a.differentiated.empty()) text += equation_table(system, a);
    if (!a.hidden.empty()) text += "\nhidden equations\n";
    for (const std::string& equation : a.hidden) text += fmt::format("  {}\n", equation);
    if (!a.invariants.empty()) text += "\ninvariants\n";
    for (const InvariantReport& invariant : a.invariants) text += invariant_line(invariant);
    return text;
}

}  // namespace involute
