// SPDX-License-Identifier: Apache-2.0
// Many runs, as the package's _sweep.py needs them: samples, a model prepared for them, the file.
#include "involute/sweep/sweep.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "involute/base/error.hpp"
#include "involute/sweep/file.hpp"
#include "python/binding/errors.hpp"
#include "python/binding/options.hpp"
#include "python/binding/system.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using involute::SampleBlock;
using involute::Samples;
using involute::Simulation;
using involute::SweepFile;
using involute::SweepRow;

/// Any array of numbers, as doubles that lie row by row; others than numbers are refused there.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::vector<double> values_of(const Numbers& array)
{
    return {array.data(), array.data() + array.size()};
}

SampleBlock sampled(const std::string& kind, std::int64_t count, std::uint64_t seed,
                    const std::vector<std::string>& ranges)
{
    using involute::Spread;
    const Spread spread = kind == "uniform" ? Spread::uniform
                          : kind == "lhs"   ? Spread::lhs
                                            : Spread::sobol;
    return involute::sampled(spread, count, seed, ranges);
}

py::array_t<double> sample_values(const Samples& samples, std::int64_t first, std::int64_t end)
{
    const auto width = py::ssize_t(samples.names().size());
    py::array_t<double> array({py::ssize_t(std::max<std::int64_t>(end - first, 0)), width});
    double* to = array.mutable_data();
    for (std::int64_t k = first; k < end; ++k) to = std::ranges::copy(samples.values(k), to).out;
    return array;
}

/// A model prepared for samples of certain names.
class Runs {
public:
    Runs(const SystemPointer& system, const py::dict& arguments, std::vector<std::string> names,
         const std::string& keep)
        : names_(std::move(names))
    {
        involute::SolveOptions options = options_of(arguments);
        Watch watch;
        Watch::attach(options);
        watch.run([&] {
            // Any numbers: who they are is what matters.
            const Samples samples({involute::table_of(names_, std::vector<double>(names_.size()))});
            simulation_.emplace(involute::simulation_for(*system, samples, options));
            keep_ = involute::read_keep(keep, *simulation_);
            return true;
        });
    }

    const std::vector<std::string>& names() const { return names_; }
    std::vector<std::string> heads() const { return involute::sample_heads(names_, keep_); }
    std::vector<std::string> kept() const { return keep_.names(); }
    long rows() const { return keep_.rows; }

    /// The file that the program writes as well, byte for byte.
    std::unique_ptr<SweepFile> file(const Samples& samples, const std::string& path, bool resume)
    {
        const std::lock_guard lock(mutex_);
        return std::make_unique<SweepFile>(
            path, involute::sweep_title(*simulation_, samples, keep_), resume);
    }

    /// (kept, codes, reasons) of the runs that were made: all, unless Ctrl-C came. Rows go to the
    /// file as well, if there is one, as its next.
    py::tuple run(const Numbers& given, int threads, int lanes, py::object progress,
                  SweepFile* file)
    {
        const auto width = py::ssize_t(names_.size());
        if (given.ndim() != 2 || given.shape(1) != width || given.shape(0) == 0)
            throw py::value_error("a row of numbers for every run is needed");
        const Samples samples({involute::table_of(names_, values_of(given))});
        const std::int64_t count = samples.count();
        std::vector<double> kept;
        kept.reserve(std::size_t(count) * keep_.numbers());
        std::vector<std::uint8_t> codes;
        std::vector<std::pair<std::int64_t, std::string>> reasons;
        const std::int64_t first = file ? file->next() : 0;
        const auto take = [&](const SweepRow& row) {
            if (file) {
                SweepRow of_all = row;
                of_all.run += first;
                file->add(of_all);
            }
            kept.insert(kept.end(), row.kept.begin(), row.kept.end());
            codes.push_back(std::uint8_t(row.code));
            if (!row.reason.empty()) reasons.emplace_back(row.run, row.reason);
            Watch::tell(double(row.run + 1) / double(count));
            return true;
        };
        Watch watch(std::move(progress));
        watch.run([&] {
            const Simulation own = clone();  // so that threads can run at once
            return involute::sweep(own, samples, keep_,
                                   {.threads = threads,
                                    .lanes = lanes,
                                    .interrupted = [] { return Watch::current()->poll(); }},
                                   take);
        });
        py::dict told;
        for (const auto& [run, reason] : reasons) told[py::int_(run)] = reason;
        return py::make_tuple(
            py::array_t<double>({py::ssize_t(codes.size()), py::ssize_t(keep_.numbers())},
                                kept.data()),
            py::array_t<std::uint8_t>(py::ssize_t(codes.size()), codes.data()), told);
    }

private:
    Simulation clone()
    {
        const std::lock_guard lock(mutex_);
        return simulation_->clone();
    }

    std::vector<std::string> names_;
    std::optional<Simulation> simulation_{};
    involute::Keep keep_{};
    std::mutex mutex_{};  // a simulation belongs to one thread, even while it is cloned
};

/// Rows of runs from `first` on.
void add_rows(SweepFile& file, const Samples& samples, std::int64_t first, const Numbers& kept,
              const py::array_t<std::uint8_t>& codes, const py::dict& reasons, long rows)
{
    const auto width = std::size_t(kept.shape(1));
    for (std::size_t k = 0; k < std::size_t(codes.size()); ++k) {
        const std::int64_t run = first + std::int64_t(k);
        const double* from = kept.data() + k * width;
        SweepRow row{.run = run,
                     .sample = samples.values(run),
                     .kept = {from, from + width},
                     .code = involute::Outcome(codes.at(k)),
                     .rows = std::max(rows, 1L)};
        const py::int_ key(k);
        if (reasons.contains(key)) row.reason = py::str(reasons[key]);
        file.add(row);
    }
}

std::vector<std::string> outcome_words()
{
    std::vector<std::string> words;
    for (const involute::OutcomeRow& row : involute::outcomes) words.emplace_back(row.word);
    return words;
}

}  // namespace

void bind_sweep(py::module_& core)
{
    py::class_<SampleBlock>(core, "SampleBlock")
        .def_readonly("names", &SampleBlock::names)
        .def_readonly("count", &SampleBlock::count);
    core.def("axis_block", &involute::axis, py::arg("text"));
    core.def("sampled_block", &sampled, py::arg("kind"), py::arg("count"), py::arg("seed"),
             py::arg("ranges"));
    core.def(
        "table_block",
        [](const std::vector<std::string>& names, const Numbers& values) {
            return involute::table_of(names, values_of(values));
        },
        py::arg("names"), py::arg("values"));
    py::class_<Samples>(core, "Samples")
        .def(py::init<std::vector<SampleBlock>>())
        .def_property_readonly("count", &Samples::count)
        .def_property_readonly("names", &Samples::names)
        .def("values", &sample_values, py::arg("first"), py::arg("end"));
    py::class_<SweepFile>(core, "SweepFile")
        .def_property_readonly("next", &SweepFile::next)
        .def("add", &add_rows, py::arg("samples"), py::arg("first"), py::arg("kept"),
             py::arg("codes"), py::arg("reasons"), py::arg("rows"))
        .def("close", &SweepFile::close);
    py::class_<Runs>(core, "Runs")
        .def(py::init<const SystemPointer&, const py::dict&, std::vector<std::string>,
                      const std::string&>(),
             py::arg("system"), py::arg("options"), py::arg("names"), py::arg("keep"))
        .def_property_readonly("names", &Runs::names)
        .def_property_readonly("heads", &Runs::heads)
        .def_property_readonly("kept", &Runs::kept)
        .def_property_readonly("rows", &Runs::rows)
        .def("file", &Runs::file, py::arg("samples"), py::arg("path"), py::arg("resume"))
        .def("run", &Runs::run, py::arg("values"), py::arg("threads") = 0, py::arg("lanes") = 0,
             py::arg("progress") = py::none(), py::arg("file") = nullptr);
    core.def("outcome_words", &outcome_words);
    core.def("in_python", [](const std::string& text) { return in_python(text); });
}

}  // namespace binding
