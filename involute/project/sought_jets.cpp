// SPDX-License-Identifier: Apache-2.0
#include "involute/project/sought_jets.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"
#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

// The highest jets occur linearly, the others of low degree: a few steps do, fewer from the last
// row's values.
constexpr int most_steps = 25;
// Below this nothing is gained: roundings of the rows themselves.
constexpr double arrived = 1e-14;
// In scale: a jet that changes a row by less than this, moved by all of its size, does not occur in
// it. Otherwise a huge value of it could excuse any residual.
constexpr double rank_threshold = 1e-11;
// A factor below this part of what it was is lost.
constexpr double lost = 1e-9;

}  // namespace

template <class S>
SoughtJets<S>::SoughtJets(AuthorRows& author, const Scale& scale, const std::vector<double>& floors,
                          bool native)
    : floors_(floors.begin(), floors.end()), jets_(author.sought.size(), S(0))
{
    AuthorRows::SeekingTape made = author.write_seeking();
    program_ = compile_program<S>(made.tape, native, work_);
    columns_ = std::move(made.columns);
    for (const AuthorRow& row : author.rows)
        if (row.seeks) undifferentiated_.push_back(row.equation >= 0 && row.order == 0);
    for (int k = 0; k < int(jets_.size()); ++k) {
        beyond_.push_back(author.is_beyond(k));
        top_.push_back(author.is_beyond(k) ? author.top_of(k) : 0);
        floors_.push_back(
            S(author.is_beyond(k) ? floors[std::size_t(author.top_of(k))] : scale.floor));
    }
    in_.resize(program_.inputs());
    out_.resize(program_.outputs());
    largest_.assign(out_.size(), S(0));
    for (std::size_t at = 0, r = 0; r < columns_.size(); at += 2 + columns_[r++].size())
        at_.push_back(at);
}

template <class S>
void SoughtJets<S>::evaluate(const S* known)
{
    using std::abs;
    const std::size_t half = in_.size() / 2, first = half - jets_.size();
    std::copy(known, known + first, in_.begin());
    std::copy(jets_.begin(), jets_.end(), in_.begin() + std::ptrdiff_t(first));
    for (std::size_t k = 0; k < half; ++k) in_[half + k] = abs(in_[k]) + floors_[k];
    // A derivative that nothing determines has about the size of the one below it.
    for (std::size_t k = 0; k < jets_.size(); ++k)
        if (beyond_[k]) {
            const S size = abs(in_[std::size_t(top_[k])]) + floors_[std::size_t(top_[k])];
            in_[half + first + k] = std::max<S>(in_[half + first + k], size);
        }
    program_.run(in_.data(), out_.data(), work_.data());
}

template <class S>
S SoughtJets<S>::norm() const
{
    S sum(0);
    for (int r = 0; r < rows(); ++r)
        if (value(r) != S(0)) sum += value(r) / reach(r) * (value(r) / reach(r));
    return sum;
}

template <class S>
void SoughtJets<S>::seek(const S* known)
{
    using std::abs, std::isfinite;
    for (S& jet : jets_)
        if (!isfinite(jet)) jet = S(0);
    evaluate(known);
    for (std::size_t k = 0; k < out_.size(); ++k)
        if (S(abs(out_[k])) > largest_[k]) largest_[k] = abs(out_[k]);
    S now = norm();
    const std::size_t first_scale = in_.size() - jets_.size();
    for (int step = 0; step < most_steps && now > S(arrived * arrived); ++step) {
        MatrixOf<S> a = MatrixOf<S>::Zero(rows(), Eigen::Index(jets_.size()));
        VectorOf<S> b = VectorOf<S>::Zero(rows());
        for (int r = 0; r < rows(); ++r) {
            if (reach(r) == S(0)) continue;
            b[r] = -value(r) / reach(r);
            const std::vector<int>& columns = columns_[std::size_t(r)];
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const S slope = out_[at_[std::size_t(r)] + 2 + c] / reach(r) *
                                in_[first_scale + std::size_t(columns[c])];
                if (!(abs(slope) <= S(rank_threshold))) a(r, columns[c]) = slope;
            }
        }
        if (!a.allFinite() || !b.allFinite()) return;
        const VectorOf<S> way = least_squares<S>(a, b, S(rank_threshold));
        const std::vector<S> from = jets_,
                             scales(in_.end() - std::ptrdiff_t(jets_.size()), in_.end());
        const S before = now;
        S part(1);
        for (int half = 0; half < 5; ++half, part /= S(2)) {
            for (std::size_t k = 0; k < jets_.size(); ++k)
                jets_[k] = from[k] + part * way[Eigen::Index(k)] * scales[k];
            evaluate(known);
            now = norm();
            if (now < before) break;
        }
        if (!(now < before)) {
            jets_ = from;
            evaluate(known);
            return;
        }
        if (now > S(0.99) * before) return;  // what remains is the residual
    }
}

template <class S>
bool SoughtJets<S>::is_lost(std::size_t row) const
{
    using std::abs;
    bool any = false;
    for (std::size_t c = 0; c < columns_[row].size(); ++c) {
        if (beyond_[std::size_t(columns_[row][c])]) continue;
        const std::size_t at = at_[row] + 2 + c;
        if (S(abs(out_[at])) > S(lost) * largest_[at]) return false;
        any = true;
    }
    return any;
}

template <class S>
S SoughtJets<S>::residual(int row) const
{
    using std::abs;
    const auto r = std::size_t(row);
    if (is_lost(r)) return S(0);
    S size = abs(value(row));
    if (undifferentiated_[r])
        for (std::size_t c = 0; c < columns_[r].size(); ++c) {
            const auto k = std::size_t(columns_[r][c]);
            if (beyond_[k]) size += abs(out_[at_[r] + 2 + c]) * in_[in_.size() - jets_.size() + k];
        }
    return size == S(0) ? size : S(size / reach(row));
}

template <class S>
void SoughtJets<S>::visit_state(State& state)
{
    const State::Part part(state, "sought");
    visit_sized(state, "jets", jets_);
    visit_sized(state, "largest", largest_);
}

template class SoughtJets<double>;
template class SoughtJets<Quad>;

}  // namespace involute
