// SPDX-License-Identifier: Apache-2.0
#include "involute/output/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>
#include <ostream>
#include <utility>

#include "involute/base/scalar.hpp"

namespace involute {
namespace {

/// A name with a comma in it, q[1,2] or der(x, 5), is one field all the same.
std::string quoted(const std::string& name)
{
    return name.find(',') == std::string::npos ? name : '"' + name + '"';
}

void put(fmt::memory_buffer& to, double value)
{
    fmt::format_to(fmt::appender(to), "{}", value + 0.0);  // no -0
}
void put(fmt::memory_buffer& to, const Quad& value)
{
    const std::string text = to_full_text(value);
    to.append(text.data(), text.data() + text.size());
}

// Pieces that a pipe takes whole, or not at all.
constexpr std::size_t piece = 4096;
// Rows do not wait for others longer than this.
constexpr auto longest_wait = std::chrono::milliseconds(200);

}  // namespace

struct CsvStream::State {
    using Clock = std::chrono::steady_clock;

    explicit State(std::ostream& to) : out(to) {}

    std::ostream& out;
    std::vector<std::string> names{};  // of the header
    bool begun = false;
    fmt::memory_buffer lines{};  // whole ones, not written yet
    fmt::memory_buffer line{};
    Clock::time_point written = Clock::now();
    int failure = 0;

    void add_line()
    {
        line.push_back('\n');
        if (lines.size() + line.size() > piece) flush();
        lines.append(line);
        line.clear();
        if (lines.size() > piece || Clock::now() - written > longest_wait) flush();
    }
    void flush()
    {
        if (out) errno = 0;
        out.write(lines.data(), std::streamsize(lines.size()));
        out.flush();
        if (!out && failure == 0) failure = errno;
        lines.clear();
        written = Clock::now();
    }
    /// In the order of the header; what this row does not have is no number.
    template <class S>
    void add_row(std::span<const std::string> of, std::span<const S> row)
    {
        const bool same = std::ranges::equal(of, names);
        put(line, row[0]);
        for (std::size_t k = 0; k < names.size(); ++k) {
            line.push_back(',');
            const std::size_t at =
                same ? k : std::size_t(std::ranges::find(of, names[k]) - of.begin());
            put(line, at < of.size() ? row[at + 1] : S(std::numeric_limits<double>::quiet_NaN()));
        }
        add_line();
    }
};

CsvStream::CsvStream(std::ostream& out) : state_(std::make_unique<State>(out)) {}

CsvStream::~CsvStream() = default;

void CsvStream::begin(const std::string& independent, std::span<const std::string> names)
{
    State& s = *state_;
    if (std::exchange(s.begun, true)) return;
    s.names.assign(names.begin(), names.end());
    s.line.append(independent);
    for (const std::string& name : names) s.line.append(',' + quoted(name));
    s.add_line();
}

void CsvStream::go_on(std::span<const std::string> names)
{
    state_->names.assign(names.begin(), names.end());
    state_->begun = true;
}

bool CsvStream::row(const PassingRow& row)
{
    State& s = *state_;
    if (row.in_full.empty())
        s.add_row(row.names, row.values);
    else
        s.add_row(row.names, row.in_full);
    return bool(s.out);
}

bool CsvStream::finish()
{
    state_->flush();
    return bool(state_->out);
}

int CsvStream::failure() const
{
    return state_->failure;
}

void write_csv(std::ostream& out, const Solution& solution)
{
    CsvStream stream(out);
    stream.begin(solution.independent, solution.names);
    const bool in_full = !solution.quad_rows.empty();
    for (std::size_t k = 0; k < solution.rows.size(); ++k)
        stream.row({.names = solution.names,
                    .values = solution.rows[k],
                    .in_full = in_full ? std::span<const Quad>(solution.quad_rows[k])
                                       : std::span<const Quad>()});
    stream.finish();
}

}  // namespace involute
