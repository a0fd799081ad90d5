// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/base/pieces.hpp"
#include "involute/output/npy.hpp"
#include "involute/output/output_file.hpp"
#include "involute/output/zip.hpp"

namespace involute {
namespace {

// Numbers that are held at a time: the file is read once for every so many columns.
constexpr std::size_t numbers_at_once = 8'000'000;
constexpr std::size_t behind = 2;  // columns behind the numbers: code and reason

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

class Sheet {
public:
    explicit Sheet(std::string path) : path_(std::move(path)), in_(path_, std::ios::binary)
    {
        if (!in_) refuse(fmt::format("cannot read `{}`", path_), "");
        title_ = read_title(in_, path_);
        behind_title_ = in_.tellg();
        names_ = fields_of(title_.columns);
    }
    const SweepTitle& title() const { return title_; }
    const std::vector<std::string>& names() const { return names_; }

    /// Gives every line to `take`, with its number from 0.
    template <class Take>
    void read(const Take& take)
    {
        in_.clear();
        in_.seekg(behind_title_);
        RunLines runs(in_, title_, path_);
        std::size_t line = 0;
        for (std::string lines; runs.read(lines);)
            for (std::string_view rest = lines; !rest.empty(); ++line) {
                const auto end = rest.find('\n');
                take(line, fields_of(rest.substr(0, end)));
                rest.remove_prefix(end + 1);
            }
        if (runs.next() != title_.runs)
            refuse(fmt::format("`{}` is not finished: {} of {} runs are there", path_, runs.next(),
                               title_.runs),
                   "resume it first");
    }

private:
    std::string path_;
    std::ifstream in_;
    std::streampos behind_title_{};
    SweepTitle title_{};
    std::vector<std::string> names_{};
};

/// An archive in which every name occurs once.
class Arrays {
public:
    explicit Arrays(std::ostream& out) : zip_(out) {}
    void add(const std::string& name, const std::string& array)
    {
        if (!names_.insert(name).second)
            refuse(fmt::format("npz has an array `{}` of its own, and so has this sweep", name),
                   "write csv");
        zip_.add(name + ".npy", array);
    }
    void finish() { zip_.finish(); }

private:
    ZipWriter zip_;
    std::set<std::string> names_{};
};

void add_key(Arrays& arrays, const SweepTitle& title)
{
    arrays.add("key", unicode({title.key}, ""));
}

void add_numbers(Arrays& arrays, Sheet& sheet)
{
    const SweepTitle& title = sheet.title();
    const std::size_t end = sheet.names().size() - behind;
    const auto lines = std::size_t(title.runs * title.rows);
    const std::size_t at_once = std::max<std::size_t>(1, numbers_at_once / lines);
    for (std::size_t first = 1; first < end; first += at_once) {
        const std::size_t last = std::min(first + at_once, end);
        std::vector<std::vector<double>> columns(last - first);
        for (auto& column : columns) column.reserve(lines);
        const auto of_run = [&](std::size_t k) {
            return title.rows > 1 && first + k <= std::size_t(title.given);
        };
        sheet.read([&](std::size_t line, const std::vector<std::string>& fields) {
            for (std::size_t k = 0; k < columns.size(); ++k)
                if (!of_run(k) || line % std::size_t(title.rows) == 0)
                    columns[k].push_back(number<double>(fields.at(first + k))
                                             .value_or(std::numeric_limits<double>::quiet_NaN()));
        });
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::string shape = title.rows > 1 && !of_run(k)
                                          ? fmt::format("{}, {}", title.runs, title.rows)
                                          : fmt::format("{},", title.runs);
            arrays.add(sheet.names()[first + k], npy("<f8", shape, bytes_of(columns[k])));
        }
    }
}

void add_endings(Arrays& arrays, Sheet& sheet)
{
    std::vector<std::string> words;
    for (const OutcomeRow& row : outcomes) words.emplace_back(row.word);
    std::vector<std::uint8_t> codes;
    std::vector<std::int64_t> failed;
    std::vector<std::string> reasons;
    std::size_t width = 1;
    const auto rows = std::size_t(sheet.title().rows);
    sheet.read([&](std::size_t line, const std::vector<std::string>& fields) {
        if (line % rows != 0) return;
        const auto code = std::ranges::find(words, fields.at(fields.size() - behind));
        codes.push_back(std::uint8_t(code - words.begin()));
        if (code == words.end() || outcomes[codes.back()].exit_code == 0) return;
        failed.push_back(std::int64_t(line / rows) + 1);
        reasons.push_back(fields.back());
        width = std::max(width, reasons.back().size());
    });
    std::string texts;
    for (std::string& reason : reasons) {
        reason.resize(width, '\0');
        texts += reason;
    }
    arrays.add("code", npy("|u1", fmt::format("{},", codes.size()), bytes_of(codes)));
    arrays.add("codes", unicode(words, fmt::format("{},", words.size())));
    arrays.add("failed", npy("<i8", fmt::format("{},", failed.size()), bytes_of(failed)));
    arrays.add("reason", npy(fmt::format("|S{}", width), fmt::format("{},", failed.size()), texts));
}

}  // namespace

void sweep_to_npz(const std::string& csv, const std::string& output)
{
    Sheet sheet(csv);
    OutputFile file(output);
    Arrays arrays(file.stream());
    add_key(arrays, sheet.title());
    add_numbers(arrays, sheet);
    add_endings(arrays, sheet);
    arrays.finish();
    file.commit();
}

bool is_npz_of(const std::string& file, const SweepTitle& title)
{
    std::ostringstream expected;
    Arrays arrays(expected);
    add_key(arrays, title);
    const std::string begin = expected.str();
    std::string found(begin.size(), '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(found.data(), std::streamsize(found.size()));
    return in && found == begin;
}

void require_fits_npz(const SweepTitle& title)
{
    const double columns = double(fields_of(title.columns).size() - behind);
    const double bytes = 8 * columns * double(title.rows) * double(title.runs);
    if (bytes > 4.2e9)
        refuse(fmt::format("the arrays would take {:.1f} GB, and npz holds 4", bytes / 1e9),
               "write csv, or keep less");
}

}  // namespace involute
