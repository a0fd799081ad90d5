// SPDX-License-Identifier: Apache-2.0
#include "app/sweep_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "app/refuse.hpp"
#include "involute/sweep/npz.hpp"

namespace app {

namespace fs = std::filesystem;

SweepFiles::SweepFiles(const Arguments& a)
{
    if (!a.output || *a.output == "-") return;
    if (a.output->empty()) refuse("`-o` names no file", "-o FILE; without it rows are printed");
    output = *a.output;
    npz = output.ends_with(".npz");
    rows = npz ? output + ".csv" : output;
    involute::require_csv_name(rows);
    if (npz && a.shard)
        refuse("parts of a sweep are csv", "-o PART.csv; --collect makes an npz of all of them");
}

bool is_finished(const SweepFiles& files, const involute::SweepTitle& title, bool resume)
{
    if (!files.npz) return false;
    involute::require_fits_npz(title);
    std::error_code ignored;
    if (!fs::exists(files.output, ignored)) return false;
    if (!resume)
        refuse(fmt::format("`{}` exists", files.output),
               "resume it if it is of this sweep, or choose another name");
    if (!involute::is_npz_of(files.output, title))
        refuse(fmt::format("`{}` is of another sweep: model, options, samples or build differ",
                           files.output),
               "choose another name");
    return true;
}

void deliver(const SweepFiles& files)
{
    if (!files.npz) return;
    involute::sweep_to_npz(files.rows, files.output);
    fs::remove(files.rows);
}

SweepOutput::SweepOutput(const SweepFiles& files, const involute::SweepTitle& title, bool resume)
    : next_(involute::runs_of(title).first)
{
    if (files.output.empty()) {
        if (resume) refuse("`--resume` goes on with a file", "-o FILE");
        std::cout << involute::first_lines(title);
        return;
    }
    file_.emplace(files.rows, title, resume);
    next_ = file_->next();
}

bool SweepOutput::add(const involute::SweepRow& row)
{
    if (file_)
        file_->add(row);
    else
        std::cout << involute::line_of(row) << std::flush;
    return bool(std::cout);
}

void SweepOutput::close()
{
    if (file_) file_->close();
}

}  // namespace app
