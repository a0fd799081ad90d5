// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/shifted_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace involute {
namespace {

// Above this size a sparse factorisation pays. Extended precision does without.
constexpr int plan_limit = 60;
// An order of elimination serves while no multiplier is larger: four digits of a change in Newton's
// method may be lost, for the next iteration finds them.
constexpr double largest_multiplier = 1e4;

template <class S>
bool is_sparse(int size)
{
    return std::is_same_v<S, double> && size > plan_limit;
}

template <class S>
S size_of(const S& x)
{
    using std::abs;
    return abs(x);
}

/// |Re| + |Im|: as good as the absolute value for choosing scales.
template <class S>
S size_of(const std::complex<S>& x)
{
    using std::abs;
    return abs(x.real()) + abs(x.imag());
}

// Products and inverses without what std::complex does about infinite parts.
template <class S>
S product(const S& a, const S& b)
{
    return a * b;
}
template <class S>
std::complex<S> product(const std::complex<S>& a, const std::complex<S>& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
template <class S>
S inverse(const S& a)
{
    return S(1) / a;
}
template <class S>
std::complex<S> inverse(const std::complex<S>& a)
{
    const S part = S(1) / (a.real() * a.real() + a.imag() * a.imag());
    return {a.real() * part, -a.imag() * part};
}

/// The numbers as an array of their parts.
template <class S>
S* parts(S* numbers)
{
    return numbers;
}
template <class S>
S* parts(std::complex<S>* numbers)
{
    return reinterpret_cast<S*>(numbers);
}

}  // namespace

template <class S>
EliminationPlan elimination_plan(const StageRows& rows)
{
    const int size = int(rows.rows.size());
    if (is_sparse<S>(size)) return {};
    std::vector<SparseEntry> entries;
    for (const StageRows::Entry& e : rows.entries) entries.push_back({e.row, e.unknown});
    return {size, std::move(entries)};
}

template <class T, class S>
ShiftedMatrix<T, S>::ShiftedMatrix(const StageRows& rows)
    : size_(int(rows.rows.size())),
      lifted_(std::ranges::any_of(rows.lift, [](int lift) { return lift > 0; })),
      powers_(std::size_t(2 * rows.deepest + 1)),
      scale_(rows.rows.size()),
      lift_(lifted_ ? rows.rows.size() : 0),
      entries_(rows.entries.size()),
      inverses_(rows.rows.size()),
      work_(rows.rows.size())
{
    if (!is_sparse<S>(size_)) return;
    std::vector<SparseEntry> entries;
    for (const StageRows::Entry& e : rows.entries) entries.push_back({e.row, e.unknown});
    sparse_ = std::make_unique<SparseLu<Stored>>(size_, entries);
    rhs_.resize(size_);
    solution_.resize(size_);
}

/// The entries of N, rows divided by their largest one: pivots are compared in the scale of their
/// row.
template <class T, class S>
bool ShiftedMatrix<T, S>::fill(const StageRows& rows, const std::vector<S>& derivatives, T shift)
{
    using std::isfinite;
    const int deepest = rows.deepest;
    powers_[std::size_t(deepest)] = T(1);
    for (int k = 1; k <= deepest; ++k) {
        powers_[std::size_t(deepest + k)] = product(powers_[std::size_t(deepest + k - 1)], shift);
        if (lifted_) powers_[std::size_t(deepest - k)] = inverse(powers_[std::size_t(deepest + k)]);
    }
    std::fill(scale_.begin(), scale_.end(), S(0));
    S all(0);
    for (std::size_t e = 0; e < entries_.size(); ++e) {
        const StageRows::Entry& at = rows.entries[e];
        const int depth = lifted_ ? at.depth - rows.lift[std::size_t(at.row)] : at.depth;
        entries_[e] = powers_[std::size_t(deepest + depth)] * derivatives[e];
        const S size = size_of(entries_[e]);
        S& largest = scale_[std::size_t(at.row)];
        if (size > largest) largest = size;
        all += size;
    }
    if (!isfinite(all)) return false;
    for (S& scale : scale_) {
        if (!(scale > S(0))) return false;
        scale = S(1) / scale;
    }
    for (std::size_t e = 0; e < entries_.size(); ++e)
        entries_[e] *= scale_[std::size_t(rows.entries[e].row)];
    if (lifted_)
        for (int i = 0; i < size_; ++i)
            lift_[std::size_t(i)] = powers_[std::size_t(deepest - rows.lift[std::size_t(i)])];
    return true;
}

template <class T, class S>
bool ShiftedMatrix<T, S>::factor(const StageRows& rows, const std::vector<S>& derivatives, T shift,
                                 EliminationPlan& plan, bool may_choose)
{
    if (!fill(rows, derivatives, shift)) return false;
    if (sparse_) {
        sparse_->set_zero();
        if constexpr (std::is_same_v<S, double>)
            for (std::size_t e = 0; e < entries_.size(); ++e) sparse_->add(e, entries_[e]);
        return sparse_->factor();
    }
    if (!plan && !plan.choose(entries_)) return false;
    for (;; may_choose = false) {
        values_.assign(std::size_t(plan.slots()), T(0));
        for (std::size_t e = 0; e < entries_.size(); ++e)
            values_[std::size_t(plan.slot(e))] += entries_[e];
        const S multiplier =
            plan.factor<is_complex>(parts(values_.data()), parts(inverses_.data()));
        if (multiplier <= S(largest_multiplier)) return true;
        if (!may_choose) return multiplier < std::numeric_limits<S>::infinity();
        if (!plan.choose(entries_)) return false;
    }
}

template <class T, class S>
void ShiftedMatrix<T, S>::solve(const EliminationPlan& plan, T* b)
{
    for (int i = 0; i < size_; ++i) b[i] *= scale_[std::size_t(i)];
    if (lifted_)
        for (int i = 0; i < size_; ++i) b[i] = product(b[i], lift_[std::size_t(i)]);
    if (!sparse_) {
        plan.solve<is_complex>(parts(values_.data()), parts(inverses_.data()), parts(b),
                               parts(work_.data()));
        return;
    }
    if constexpr (std::is_same_v<S, double>) {
        Eigen::Map<VectorOf<T>> x(b, size_);
        rhs_ = x;
        sparse_->solve(rhs_, solution_);
        x = solution_;
    }
}

template EliminationPlan elimination_plan<double>(const StageRows&);
template EliminationPlan elimination_plan<Quad>(const StageRows&);
template class ShiftedMatrix<double, double>;
template class ShiftedMatrix<Quad, Quad>;
template class ShiftedMatrix<std::complex<double>, double>;
template class ShiftedMatrix<std::complex<Quad>, Quad>;

}  // namespace involute
