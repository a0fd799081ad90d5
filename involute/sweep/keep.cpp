// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/keep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/base/scalar.hpp"
#include "involute/base/suggest.hpp"

namespace involute {
namespace {

using What = Kept::What;

// Of one run: 160 MB, and as much again while it is made.
constexpr double most_numbers = 20e6;

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

constexpr std::string_view forms =
    "as in \"x(end), max(lambda), min(y), t(hit), crossings(hit), x at 0,1,2\"";

/// A call written as head(inner), whatever the head is.
struct Call {
    std::string_view head{}, inner{};
};
std::optional<Call> call_in(std::string_view text)
{
    if (!text.ends_with(')')) return std::nullopt;
    int depth = 0;
    for (std::size_t k = text.size(); k-- > 0;) {
        if (text[k] == ')') ++depth;
        if (text[k] == '(' && --depth == 0)
            return Call{trimmed(text.substr(0, k)),
                        trimmed(text.substr(k + 1, text.size() - k - 2))};
    }
    return std::nullopt;
}

void require_crossing(const System& system, std::string_view name, std::string_view piece)
{
    std::vector<std::string_view> known;
    for (const Crossing& crossing : system.crossings) known.push_back(crossing.name);
    if (std::ranges::find(known, name) != known.end()) return;
    std::string hint = did_you_mean(name, known);
    if (hint.empty())
        hint = known.empty()
                   ? fmt::format("the model has no sections or events; {}", forms)
                   : fmt::format("its sections and events are {}; `end` and `start` are places too",
                                 fmt::join(known, ", "));
    refuse(fmt::format("`{}`: no section or event is called `{}`", piece, name), hint);
}

Kept kept_at(std::string_view expression, std::string_view place)
{
    const auto at = number<double>(place);
    if (!at)
        refuse(fmt::format("`{}` is no place for `{} at`", place, expression), std::string(forms));
    return {.name = fmt::format("{} at {}", expression, to_text(*at)),
            .what = What::at,
            .expression = std::string(expression),
            .at = *at};
}

Kept kept_call(const System& system, std::string_view piece)
{
    const auto call = call_in(piece);
    if (!call || call->head.empty())
        refuse(fmt::format("what is to be kept of `{}`", piece),
               fmt::format("`{}(end)` is its last value; {}", piece, forms));
    Kept kept{.name = std::string(piece)};
    if (call->head == "max" || call->head == "min") {
        kept.what = call->head == "max" ? What::largest : What::smallest;
        kept.expression = call->inner;
        if (comma_separated(call->inner).size() > 1)
            refuse(fmt::format("`{}` has more than one expression", piece),
                   fmt::format("the largest along the way: max({})", piece));
    } else if (call->head == "crossings") {
        kept.what = What::crossings;
        kept.crossing = call->inner;
        require_crossing(system, kept.crossing, piece);
    } else {
        kept.expression = call->head;
        const bool is_place = call->inner == "end" || call->inner == "start";
        if (is_place && std::ranges::find(system.crossings, call->inner, &Crossing::name) !=
                            system.crossings.end())
            refuse(fmt::format("`{}` is the {} of the run, and the crossing of a section", piece,
                               call->inner),
                   fmt::format("call the section something else than `{}`", call->inner));
        kept.what = call->inner == "end"     ? What::end
                    : call->inner == "start" ? What::start
                                             : What::first_crossing;
        if (kept.what == What::first_crossing) {
            kept.crossing = call->inner;
            require_crossing(system, kept.crossing, piece);
        }
    }
    return kept;
}

bool along_curve(const Simulation& simulation)
{
    const SolveOptions& o = simulation.options();
    return o.curve || o.length || (!o.to && simulation.system().solve.length);
}

/// An Error for expressions that mean nothing. Where the model's own values have no start, runs
/// will tell.
void require_columns(const Simulation& simulation, const std::vector<std::string>& columns)
{
    Simulation twin = simulation.clone();
    twin.start();
    SolveOptions options = twin.options();
    options.columns = columns;
    twin.set_options(options);
    if (twin.outcome() == Outcome::complete) twin.row();
}

/// How many rows a run to its end has; each run has as many, whatever is swept.
long rows_of(const Simulation& simulation)
{
    const SolveOptions& o = simulation.options();
    const SolveRequest& solve = simulation.system().solve;
    if (o.sampling.points > 0) return o.sampling.points;
    if (!o.sampling.at.empty() && !along_curve(simulation)) return long(o.sampling.at.size());
    const std::optional<double> to = o.to ? o.to : solve.to;
    if (o.sampling.every > 0 && to && !along_curve(simulation)) {
        const double parts = std::abs(*to - simulation.parameter()) / o.sampling.every;
        // The start, every multiple, and the end where it is none.
        const double whole = std::floor(parts * (1 + 1e-12));
        const bool meets = std::abs(parts - std::round(parts)) <= 1e-9 * std::max(1.0, parts);
        if (parts < 1e15) return 1 + long(whole) + (meets ? 0 : 1);
    }
    refuse("nothing says how many rows are kept of every run",
           along_curve(simulation)
               ? "along a curve option `sampling.points` does"
               : "option `sampling.points`, option `sampling.every` or option `sampling.at`");
}

/// They are in memory until the run is written.
void require_fits_memory(const Keep& keep)
{
    const double numbers = double(keep.rows) * double(keep.names().size());
    if (numbers > most_numbers)
        refuse(
            fmt::format("{} rows of {} numbers are kept of every run: the most are {:.0f} numbers",
                        keep.rows, keep.names().size(), most_numbers),
            "fewer rows, or fewer columns by option `columns`");
}

Keep kept_rows(const Simulation& simulation)
{
    const SolveOptions& o = simulation.options();
    Keep keep{.columns = o.columns.empty() ? simulation.names() : o.columns,
              .rows = rows_of(simulation),
              .sampling = o.sampling,
              .independent = simulation.system().names.independent};
    if (keep.columns.empty()) keep.columns = simulation.system().names.unknowns;  // no start yet
    std::erase(keep.columns, keep.independent);  // every row has it
    for (const std::string& column : keep.columns)
        if (std::ranges::find(own_columns, column) != std::end(own_columns))
            refuse(fmt::format("every sweep has a column `{}` of its own", column),
                   fmt::format("an expression keeps the unknown apart, as in `1*{}`", column));
    require_fits_memory(keep);
    require_columns(simulation, keep.columns);
    return keep;
}

}  // namespace

std::vector<std::string> Keep::names() const
{
    std::vector<std::string> all;
    for (const Kept& kept : entries) all.push_back(kept.name);
    if (rows == 0) return all;
    all.push_back(independent);
    all.insert(all.end(), columns.begin(), columns.end());
    return all;
}

Keep read_keep(std::string_view text, const Simulation& simulation)
{
    if (trimmed(text) == "rows") return kept_rows(simulation);
    Keep keep;
    const System& system = simulation.system();
    if (trimmed(text).empty()) {
        for (const std::string& name : simulation.names())
            keep.entries.push_back({.name = name + "(end)", .expression = name});
        if (keep.entries.empty())  // it has no start with the model's own values
            for (const std::string& name : system.names.unknowns)
                keep.entries.push_back({.name = name + "(end)", .expression = name});
    } else {
        for (const std::string_view piece : comma_separated(text)) {
            if (piece == "rows")
                refuse("`rows` are kept alone", "or numbers: " + std::string(forms));
            const auto at = piece.rfind(" at ");
            const bool goes_on = !keep.entries.empty() && keep.entries.back().what == What::at;
            if (at != piece.npos)
                keep.entries.push_back(
                    kept_at(trimmed(piece.substr(0, at)), trimmed(piece.substr(at + 4))));
            else if (goes_on && number<double>(piece))
                keep.entries.push_back(kept_at(std::string(keep.entries.back().expression), piece));
            else
                keep.entries.push_back(kept_call(system, piece));
        }
    }
    for (const Kept& kept : keep.entries) {
        if ((kept.what == What::largest || kept.what == What::smallest) && along_curve(simulation))
            refuse(fmt::format("`{}` is not for walks along a curve", kept.name),
                   fmt::format("keep values at its end: {}(end)", kept.expression));
        if (std::ranges::count(keep.entries, kept.name, &Kept::name) > 1)
            refuse(fmt::format("`{}` is to be kept twice", kept.name), "once is enough");
        const bool known = kept.expression.empty() ||
                           std::ranges::find(keep.columns, kept.expression) != keep.columns.end();
        if (!known) keep.columns.push_back(kept.expression);
    }
    // A row is of use where a run is only asked how often it crossed something.
    if (keep.columns.empty()) keep.columns.push_back(system.names.independent);
    require_columns(simulation, keep.columns);
    return keep;
}

RunRequest request_for(const Keep& keep)
{
    RunRequest request{.look_around_start = false};
    if (keep.rows > 0) {
        request.sampling = keep.sampling;
        return request;
    }
    request.sampling.only_end = true;
    for (const Kept& kept : keep.entries) {
        const bool extreme = kept.what == What::largest || kept.what == What::smallest;
        if (extreme) request.sampling.only_end = false;
        if (extreme || kept.what == What::at) request.keep_function = true;
    }
    return request;
}

}  // namespace involute
