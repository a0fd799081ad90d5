// SPDX-License-Identifier: Apache-2.0
#include "involute/output/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "involute/base/scalar.hpp"
#include "involute/output/words.hpp"

namespace involute {

namespace {

// Each `put` appends one value. The rows go straight into the buffer: a document tree of a long
// run would cost twenty times its text.
using Buffer = fmt::memory_buffer;

void put_raw(Buffer& to, std::string_view text)
{
    to.append(text.data(), text.data() + text.size());
}
void put(Buffer& to, double x)
{
    if (!std::isfinite(x)) return put_raw(to, "null");
    fmt::format_to(fmt::appender(to), "{}", x + 0.0);  // no -0
}
/// As a string: readers make doubles of numbers.
void put(Buffer& to, const Quad& x)
{
    put_raw(to, "\"");
    put_raw(to, to_full_text(x));
    put_raw(to, "\"");
}
void put(Buffer& to, long n)
{
    fmt::format_to(fmt::appender(to), "{}", n);
}
void put(Buffer& to, int n)
{
    put(to, long(n));
}
void put(Buffer& to, bool yes)
{
    put_raw(to, yes ? "true" : "false");
}
/// Escaped; bytes that are not UTF-8 become the replacement character.
void put(Buffer& to, std::string_view text)
{
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    put_raw(to, nlohmann::json(text).dump(-1, ' ', false, replace));
}
void put(Buffer& to, const std::string& text)
{
    put(to, std::string_view(text));
}

template <class T>
void put(Buffer& to, const std::vector<T>& list);
void put(Buffer& to, const StartEntry& entry);
void put(Buffer& to, const InvariantReport& invariant);
void put(Buffer& to, const Statistics& statistics);
void put(Buffer& to, const BranchReport& branch);
void put(Buffer& to, const SingularPoint& point);
void put(Buffer& to, const ComponentReport& component);
void put(Buffer& to, const std::complex<double>& number);

/// An object under construction: its members as they come, closed when it goes out of scope.
class Object {
public:
    explicit Object(Buffer& to, std::string_view between = ", ") : to_(to), between_(between)
    {
        put_raw(to_, "{");
    }
    ~Object() { put_raw(to_, "}"); }
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    void key(std::string_view name)
    {
        if (!first_) put_raw(to_, between_);
        first_ = false;
        put(to_, name);
        put_raw(to_, ": ");
    }
    template <class T>
    Object& member(std::string_view name, const T& value)
    {
        key(name);
        put(to_, value);
        return *this;
    }

private:
    Buffer& to_;
    std::string_view between_;
    bool first_ = true;
};

void put(Buffer& to, const StartEntry& entry)
{
    Object(to)
        .member("name", entry.name)
        .member("given", entry.given)
        .member("guessed", entry.guessed)
        .member("free", entry.free)
        .member("value", entry.value)
        .member("moved", entry.moved);
}

void put(Buffer& to, const InvariantReport& invariant)
{
    Object(to)
        .member("name", invariant.name)
        .member("holds", invariant.holds)
        .member("defect", invariant.defect)
        .member("rate", invariant.rate);
}

void put(Buffer& to, const std::complex<double>& number)
{
    put(to, std::vector<double>{number.real(), number.imag()});
}

void put(Buffer& to, const BranchReport& branch)
{
    Object(to)
        .member("description", branch.description)
        .member("direction", branch.direction)
        .member("followed", branch.followed);
}

void put(Buffer& to, const SingularPoint& point)
{
    Object(to)
        .member("kind", word_of(point.kind))
        .member("at", point.x)
        .member("values", point.row)
        .member("eigenvalues", point.eigenvalues)
        .member("branches", point.branches)
        .member("message", point.message);
}

void put(Buffer& to, const ComponentReport& component)
{
    Object(to)
        .member("dimension", component.dimension)
        .member("equations", component.equations)
        .member("contains_start", component.contains_start)
        .member("chosen", component.chosen);
}

void put(Buffer& to, const Statistics& s)
{
    Object(to)
        .member("steps", s.steps)
        .member("rejected", s.rejected)
        .member("evaluations", s.evaluations)
        .member("jacobians", s.jacobians)
        .member("factorizations", s.factorizations)
        .member("projections", s.projections)
        .member("iterations", s.iterations)
        .member("seconds", s.seconds);
}

template <class T>
void put(Buffer& to, const std::vector<T>& list)
{
    put_raw(to, "[");
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0) put_raw(to, ", ");
        put(to, list[i]);
    }
    put_raw(to, "]");
}

/// One row a line, and to the stream whenever a piece is ready: rows are the bulk of a document.
template <class S>
void put_rows(Buffer& to, std::ostream& out, const std::vector<std::vector<S>>& rows)
{
    constexpr std::size_t piece = 1 << 16;
    put_raw(to, "[");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        put_raw(to, i > 0 ? ",\n  " : "\n  ");
        put(to, rows[i]);
        if (to.size() > piece) {
            out.write(to.data(), std::streamsize(to.size()));
            to.clear();
        }
    }
    put_raw(to, rows.empty() ? "]" : "\n ]");
}

void put_sections(Buffer& to, const std::vector<CrossingRecord>& crossings)
{
    Object sections(to);
    for (const CrossingRecord& record : crossings)
        if (!record.is_event && record.quad_rows.empty())
            sections.member(record.name, record.rows);
        else if (!record.is_event)
            sections.member(record.name, record.quad_rows);
}

void put_events(Buffer& to, const std::vector<CrossingRecord>& crossings)
{
    put_raw(to, "[");
    bool first = true;
    const auto event = [&](const std::string& name, const auto& row) {
        if (!first) put_raw(to, ", ");
        first = false;
        Object(to).member("name", name).member("values", row);
    };
    for (const CrossingRecord& record : crossings) {
        if (!record.is_event) continue;
        for (const auto& row : record.quad_rows) event(record.name, row);
        if (!record.quad_rows.empty()) continue;
        for (const auto& row : record.rows) event(record.name, row);
    }
    put_raw(to, "]");
}

void put_touches(Buffer& to, const std::vector<CrossingRecord>& crossings)
{
    Object touches(to);
    for (const CrossingRecord& record : crossings) {
        if (record.touches.empty()) continue;
        std::vector<std::vector<double>> places;
        for (const Touch& touch : record.touches) places.push_back({touch.from, touch.to});
        touches.member(record.name, places);
    }
}

void finish(Buffer& to, std::ostream& out)
{
    put_raw(to, "\n");
    out.write(to.data(), std::streamsize(to.size()));
}

constexpr std::string_view new_line = ",\n ";

}  // namespace

void write_json(std::ostream& out, const Solution& s)
{
    Buffer to;
    {
        Object object(to, new_line);
        object.member("status", word_of(s.status))
            .member("code", word_of(s.code))
            .member("reason", s.reason)
            .member("independent", s.independent)
            .member("names", s.names);
        object.key("values");
        s.quad_rows.empty() ? put_rows(to, out, s.rows) : put_rows(to, out, s.quad_rows);
        object.member("end", s.end)
            .member("residual", s.residual)
            .member("residual_equation", s.residual_equation)
            .member("method", s.method);
        object.key("sections");
        put_sections(to, s.crossings);
        object.key("events");
        put_events(to, s.crossings);
        object.key("touches");
        put_touches(to, s.crossings);
        object.member("start", s.start)
            .member("start_branches", s.start_branches)
            .member("singular_points", s.singular_points)
            .member("components", s.components)
            .member("route", word_of(s.route))
            .member("notices", s.notices)
            .member("statistics", s.statistics);
    }
    finish(to, out);
}

void write_json(std::ostream& out, const Analysis& a)
{
    Buffer to;
    {
        Object object(to, new_line);
        object.member("status", word_of(a.status))
            .member("code", word_of(a.code))
            .member("unknowns", a.unknowns)
            .member("equations", a.equations);
        object.key("index");
        a.index ? put(to, *a.index) : put_raw(to, "null");
        if (a.index_is_bound) object.member("index_is_bound", true);
        object.member("differentiated", a.differentiated).member("hidden", a.hidden);
        object.key("dimension");  // nothing is said of a system that was not completed
        a.status == Verdict::complete ? put(to, a.dimension) : put_raw(to, "null");
        object.member("free", a.free)
            .member("determined", a.determined)
            .member("route", word_of(a.route))
            .member("invariants", a.invariants)
            .member("notes", a.notes)
            .member("gauge", a.gauge)
            .member("start_branches", a.start_branches)
            .member("components", a.components)
            .member("message", a.message);
    }
    finish(to, out);
}

}  // namespace involute
