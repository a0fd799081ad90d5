// SPDX-License-Identifier: Apache-2.0
#include "involute/report/sections.hpp"

#include <fmt/format.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/output/formula.hpp"
#include "involute/output/words.hpp"
#include "involute/report/markup.hpp"
#include "involute/witness/written_model.hpp"

namespace involute::report {
namespace {

// Longer lists tell nobody anything; the program's `analyze` has them whole.
constexpr std::size_t most_formulas = 60;
constexpr std::size_t longest_formula = 2000;
constexpr std::size_t longest_model = 200'000;

/// "x[i]' = y[i] (i = 3)" is the equation and where it stands in its loops.
struct LoopedText {
    std::string equation{};
    std::string turn{};
};

LoopedText parts_of(const std::string& text)
{
    const auto open = text.rfind(" (");
    const bool is_turn = open != text.npos && text.back() == ')' &&
                         text.find(" = ", open) != text.npos && text.find('=') < open;
    if (!is_turn) return {text, ""};
    return {text.substr(0, open), text.substr(open + 2, text.size() - open - 3)};
}

std::string paragraph(const std::string& text)
{
    return text.empty() ? "" : fmt::format("<p>{}</p>\n", html(text));
}

/// The lines of a text, one paragraph each.
std::string paragraphs(const std::string& text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        result += paragraph(text.substr(at, end - at));
        at = end + 1;
    }
    return result;
}

std::string row(std::string_view name, const std::string& value)
{
    return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", html(name), value);
}

/// The equations as written, those of one line of a loop together.
std::string equations(const System& system, const Analysis& analysis)
{
    const std::vector<Equation>& all = author_equations(system);
    const bool counted = analysis.differentiated.size() == all.size();
    std::string result =
        "<table><thead><tr><th scope=\"col\">equation</th><th scope=\"col\">differentiated</th>"
        "</tr></thead><tbody>\n";
    std::size_t shown = 0;
    for (std::size_t i = 0; i < all.size() && shown < most_formulas; ++shown) {
        const LoopedText first = parts_of(all[i].text);
        const auto times = [&](std::size_t k) { return counted ? analysis.differentiated[k] : 0; };
        std::size_t end = i + 1;
        std::string last = first.turn;
        for (; end < all.size() && !first.turn.empty() && times(end) == times(i); ++end) {
            const LoopedText next = parts_of(all[end].text);
            if (next.equation != first.equation) break;
            last = next.turn;
        }
        std::string turns = first.turn;
        if (last != first.turn) turns += " … " + last;
        result += fmt::format("<tr><td>{}{}</td><td>{}</td></tr>\n", formula(first.equation),
                              turns.empty() ? "" : fmt::format(" <small>({})</small>", html(turns)),
                              times(i) > 0 ? fmt::format("{}×", times(i)) : "");
        i = end;
    }
    result += "</tbody></table>\n";
    return result;
}

std::string formula_list(const std::vector<std::string>& equations)
{
    std::string result = "<ul class=\"formulas\">\n";
    for (std::size_t k = 0; k < equations.size() && k < most_formulas; ++k)
        result += fmt::format("<li>{}</li>\n", formula(equations[k]));
    if (equations.size() > most_formulas)
        result += fmt::format("<li>… and {} more</li>\n", equations.size() - most_formulas);
    return result + "</ul>\n";
}

/// "3 times, at t = 1, 2, 3"
std::string places_of(const CrossingRecord& record, const std::string& independent)
{
    constexpr std::size_t most_told = 5;
    const std::size_t count = record.rows.size();
    if (count == 0) return "never";
    std::string result =
        fmt::format("{} {}, at {} = ", count, count == 1 ? "time" : "times", independent);
    for (std::size_t k = 0; k < count && k < most_told; ++k)
        result += (k > 0 ? ", " : "") + to_text(record.rows[k].front(), 10);
    return count > most_told ? result + ", …" : result;
}

}  // namespace

std::string formula(const std::string& equation)
{
    if (equation.size() < longest_formula) {
        try {
            return to_mathml(equation);
        } catch (const Error&) {
            // It was shortened for messages: as it stands, then.
        }
    }
    return fmt::format("<code>{}</code>", html(equation));
}

std::string heading(const System& system)
{
    const std::string title = system.title.empty() ? system.file : system.title;
    std::string result = fmt::format("<h1>{}</h1>\n", html(title.empty() ? "A run" : title));
    if (!system.source.empty())
        result += fmt::format("<p class=\"source\">{}</p>\n", html(system.source));
    return result;
}

std::string outcome(const Solution& solution)
{
    std::string result = fmt::format("<div class=\"verdict {}\">{}</div>\n",
                                     word_of(solution.status), paragraphs(brief(solution)));
    for (const std::string& notice : solution.notices) result += paragraph("Note: " + notice);
    return result;
}

std::string completion(const System& system, const Analysis& analysis)
{
    std::string result = paragraphs(analysis.message);
    result += equations(system, analysis);
    if (!analysis.hidden.empty())
        result += "<h3>Hidden equations</h3>\n" + formula_list(analysis.hidden);
    result += "<table><tbody>\n";
    if (analysis.index)
        result += row("index", fmt::format("{}{}", analysis.index_is_bound ? "at most " : "",
                                           *analysis.index));
    if (analysis.status == Verdict::complete)
        result += row("free start values", html(fmt::format("{}{}{}", analysis.dimension,
                                                            analysis.free.empty() ? "" : ": ",
                                                            fmt::join(analysis.free, ", "))));
    result += row("found by", html(word_of(analysis.route)));
    for (const InvariantReport& invariant : analysis.invariants)
        result += row("invariant " + invariant.name,
                      invariant.holds ? "holds" : "is not constant along solutions");
    result += "</tbody></table>\n";
    for (const std::string& note : analysis.notes) result += paragraph(note);
    return result;
}

std::string start_table(const Solution& solution)
{
    if (solution.start.empty()) return "";
    std::string result =
        "<details><summary>The start</summary><table><thead><tr><th scope=\"col\"></th>"
        "<th scope=\"col\">value</th><th scope=\"col\">moved by</th><th scope=\"col\">was</th></tr>"
        "</thead><tbody>\n";
    std::size_t shown = 0;
    for (const StartEntry& entry : solution.start) {
        if (++shown > 4 * most_formulas) break;
        const char* was = entry.given ? "given" : entry.guessed ? "guessed" : "found";
        result += fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}{}</td></tr>\n",
            html(entry.name), to_text(entry.value, 12),
            entry.moved == 0 ? "" : to_text(entry.moved, 3), was, entry.free ? ", free" : "");
    }
    return result + "</tbody></table></details>\n";
}

std::string residuals(const Strips& strips, const Solution& solution)
{
    std::string result = fmt::format(
        "<p>Every returned row was put into every equation. The largest residual, hidden equations "
        "included, is {:.1e}{}. A residual is the relative change of the numbers that would make "
        "the equation hold exactly.</p>\n",
        solution.residual,
        solution.residual_equation.empty()
            ? ""
            : fmt::format(" in {}", html(solution.residual_equation)));
    result +=
        "<canvas id=\"strip\" role=\"img\" aria-label=\"residual of every equation over the "
        "run; the table below has the largest\"></canvas>\n<p id=\"strip-value\"></p>\n";
    result +=
        "<table><thead><tr><th scope=\"col\">equation</th><th scope=\"col\"></th>"
        "<th scope=\"col\">largest residual</th><th scope=\"col\">at</th></tr></thead><tbody>\n";
    for (std::size_t k = 0; k < strips.strips.size() && k < most_formulas; ++k) {
        const Strip& strip = strips.strips[k];
        const LoopedText text = parts_of(strip.equation);
        const std::string turn =
            text.turn.empty() ? "" : fmt::format(" <small>({})</small>", html(text.turn));
        result += fmt::format("<tr><td>{}{}</td><td>{}</td><td>{:.1e}</td><td>{}</td></tr>\n",
                              formula(text.equation), turn, html(strip.kind), strip.largest,
                              to_text(strip.where, 6));
    }
    result += "</tbody></table>\n";
    if (strips.left_out > 0)
        result += fmt::format(
            "<p>{} more contain derivatives that the rows do not hold; they were "
            "checked all the same.</p>\n",
            strips.left_out);
    return result;
}

std::string marks(const Solution& solution)
{
    std::string result;
    for (const CrossingRecord& record : solution.crossings) {
        result += fmt::format("<li><b>{}</b> ({}): {}", html(record.name),
                              record.is_event ? "event" : "section",
                              html(places_of(record, solution.independent)));
        if (!record.touches.empty()) result += fmt::format(", {} touches", record.touches.size());
        result += "</li>\n";
    }
    for (std::size_t k = 0; k < solution.singular_points.size() && k < most_formulas; ++k) {
        const SingularPoint& point = solution.singular_points[k];
        result +=
            fmt::format("<li><b>{}</b> at {} = {}: {}</li>\n", word_of(point.kind),
                        html(solution.independent), to_text(point.x, 10), html(point.message));
    }
    return result.empty() ? "" : "<ul>\n" + result + "</ul>\n";
}

std::string statistics(const Solution& solution)
{
    const Statistics& s = solution.statistics;
    std::string result = "<table><tbody>\n";
    result += row("method", html(solution.method));
    const std::pair<std::string_view, long> counts[] = {
        {"steps", s.steps},
        {"steps tried in vain", s.rejected},
        {"evaluations of the field", s.evaluations},
        {"Jacobians", s.jacobians},
        {"factorizations", s.factorizations},
        {"projections", s.projections},
        {"iterations of Newton's method", s.iterations},
        {"rows", std::max(s.rows, long(solution.rows.size()))},
    };
    for (const auto& [name, count] : counts) result += row(name, std::to_string(count));
    result += row("seconds", fmt::format("{:.3g}", s.seconds));
    return result + "</tbody></table>\n";
}

std::string model_text(const System& system)
{
    if (!system.text) return "<p>The equations were made in C++.</p>\n";
    const std::string& text = system.text->model.source.text;
    std::string result =
        fmt::format("<pre tabindex=\"0\">{}</pre>\n", html(text.substr(0, longest_model)));
    if (text.size() > longest_model)
        result += fmt::format("<p>{} bytes more are not shown.</p>\n", text.size() - longest_model);
    return result;
}

}  // namespace involute::report
