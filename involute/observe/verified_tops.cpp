// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/verified_tops.hpp"

#include <algorithm>
#include <cmath>

#include "involute/geometry/tapes.hpp"

namespace involute {
namespace {

// A box that is not mapped into itself is made larger so often, and each time a little more than
// needed.
constexpr int most_boxes = 12;
constexpr double growth = 1.1;

}  // namespace

VerifiedTops::VerifiedTops(CompletedSystem& completed)
    : points_(completed.layout.size),
      unknowns_(completed.layout.unknowns),
      pattern_(completed.jacobian),
      j_(MatrixOf<double>::Zero(unknowns_, unknowns_)),
      c_(j_),
      column_(VectorOf<double>::Zero(unknowns_)),
      unit_(column_),
      lu_(unknowns_)
{
    const Tape tape = write_matrix(completed);
    bounds_ = Interpreter<Enclosure>(tape);
    matrix_ = Interpreter<double>(tape);
    in_.resize(bounds_.inputs());
    out_.resize(bounds_.outputs());
    work_.resize(bounds_.work_size());
    bounds_.prepare(work_.data());
    number_in_.resize(matrix_.inputs());
    number_out_.resize(matrix_.outputs());
    number_work_.resize(matrix_.work_size());
    matrix_.prepare(number_work_.data());
    defect_.resize(std::size_t(unknowns_) * std::size_t(unknowns_));
    right_.resize(std::size_t(unknowns_));
    box_.resize(std::size_t(unknowns_));
    next_.resize(std::size_t(unknowns_));
}

/// C, the inverse of J in the middle; whether it is a good one is proved later.
bool VerifiedTops::invert(const double* near)
{
    for (int c = 0; c < points_; ++c) number_in_[c] = in_[c].v.middle();
    std::copy_n(near, unknowns_, number_in_.begin() + points_);
    matrix_.run(number_in_.data(), number_out_.data(), number_work_.data());
    j_.setZero();
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e)
        j_(pattern_.entries[e].row, pattern_.entries[e].column) +=
            number_out_[std::size_t(unknowns_) + e];
    if (!j_.allFinite()) return false;
    lu_.compute(j_);
    for (int k = 0; k < unknowns_; ++k) {
        unit_.setZero();
        unit_[k] = 1;
        lu_.solve(unit_, column_);
        c_.col(k) = column_;
    }
    return c_.allFinite();
}

void VerifiedTops::find_defect()
{
    const auto n = std::size_t(unknowns_);
    std::fill(defect_.begin(), defect_.end(), Interval(0.0));
    for (std::size_t i = 0; i < n; ++i) defect_[i * n + i] = Interval(1.0);
    for (std::size_t e = 0; e < pattern_.entries.size(); ++e) {
        const auto [row, column] = pattern_.entries[e];
        const Interval& entry = out_[n + e].v;
        for (int i = 0; i < unknowns_; ++i)
            if (const double c = c_(i, row); c != 0)
                defect_[std::size_t(i) * n + std::size_t(column)] -= Interval(c) * entry;
    }
}

bool VerifiedTops::find_right(bool derivative)
{
    bool finite = true;
    for (int i = 0; i < unknowns_; ++i) {
        Interval sum(0.0);
        for (int k = 0; k < unknowns_; ++k) {
            const Enclosure& r = out_[std::size_t(k)];
            if (const double c = c_(i, k); c != 0) sum += Interval(c) * (derivative ? r.d : r.v);
        }
        right_[std::size_t(i)] = sum;
        finite &= std::isfinite(sum.magnitude());
    }
    return finite;
}

template <class Refresh>
bool VerifiedTops::contract(Refresh refresh)
{
    const auto n = std::size_t(unknowns_);
    for (std::size_t i = 0; i < n; ++i) box_[i] = growth * right_[i].magnitude();
    for (int tries = 0; tries < most_boxes; ++tries) {
        refresh();
        bool within = true;
        for (std::size_t i = 0; i < n; ++i) {
            Interval sum(right_[i].magnitude());
            for (std::size_t k = 0; k < n; ++k)
                sum += Interval(defect_[i * n + k].magnitude()) * Interval(box_[k]);
            if (!std::isfinite(sum.high)) return false;
            next_[i] = sum.high;
            within &= sum.high <= box_[i];
        }
        if (within) return true;
        for (std::size_t i = 0; i < n; ++i)
            box_[i] = std::max(box_[i], growth * next_[i] + interval_detail::tiny);
    }
    return false;
}

/// -C r + (I - C J) box.
Interval VerifiedTops::settled(int row) const
{
    const auto n = std::size_t(unknowns_), i = std::size_t(row);
    Interval sum = -right_[i];
    for (std::size_t k = 0; k < n; ++k) sum += defect_[i * n + k] * Interval(-box_[k], box_[k]);
    return sum;
}

bool VerifiedTops::solve(const Enclosure* p, const double* near, Enclosure* z)
{
    std::copy_n(p, points_, in_.begin());
    if (!invert(near)) return false;
    const auto run = [&] { bounds_.run(in_.data(), out_.data(), work_.data()); };
    Enclosure* const tops = in_.data() + points_;
    for (int j = 0; j < unknowns_; ++j) tops[j] = Enclosure(near[j]);
    run();
    if (!find_right(false)) return false;
    const bool holds = contract([&] {
        for (int j = 0; j < unknowns_; ++j)
            tops[j] = Enclosure(Interval(near[j]) + Interval(-box_[j], box_[j]));
        run();
        find_defect();
    });
    if (!holds) return false;
    for (int j = 0; j < unknowns_; ++j) tops[j] = Enclosure(Interval(near[j]) + settled(j));
    run();  // r' over all of z
    const bool moves = find_right(true) && contract([] {});
    for (int j = 0; j < unknowns_; ++j)
        z[j] = Enclosure(tops[j].v, moves ? settled(j) : Interval::everything());
    return true;
}

}  // namespace involute
