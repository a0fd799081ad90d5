// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination with row pivoting for small dense matrices that are factored at every step:
// no temporaries, real and imaginary parts in separate arrays, pivots inverted once. Not Eigen's
// PartialPivLU, because in runs with a dozen unknowns its complex version took a sixth of the time
// with its pivot search by |z|, complex divisions and temporaries.
#pragma once

#include <algorithm>
#include <complex>
#include <utility>
#include <vector>

namespace involute {

template <class S, bool is_complex>
class SmallLu {
public:
    SmallLu() = default;
    explicit SmallLu(int size)
        : n_(size),
          re_(std::size_t(size * size)),
          im_(is_complex ? re_.size() : 0),
          swaps_(std::size_t(size)),
          work_(std::size_t(2 * size))
    {
    }

    void set_zero()
    {
        std::fill(re_.begin(), re_.end(), S(0));
        std::fill(im_.begin(), im_.end(), S(0));
    }
    void add(int row, int column, const S& value) { re_[at(row, column)] += value; }
    void add(int row, int column, const std::complex<S>& value)
    {
        re_[at(row, column)] += value.real();
        if constexpr (is_complex) im_[at(row, column)] += value.imag();
    }

    /// False where a column has no pivot, or a value is not a number.
    bool factor()
    {
        for (int k = 0; k < n_; ++k) {
            const int pivot = choose_pivot(k);
            if (pivot < 0) return false;
            swaps_[std::size_t(k)] = pivot;
            if (pivot != k) {
                std::swap_ranges(&re_[at(k, 0)], &re_[at(k, 0)] + n_, &re_[at(pivot, 0)]);
                if constexpr (is_complex)
                    std::swap_ranges(&im_[at(k, 0)], &im_[at(k, 0)] + n_, &im_[at(pivot, 0)]);
            }
            invert_pivot(k);
            for (int i = k + 1; i < n_; ++i) eliminate(i, k);
        }
        return true;
    }

    /// b := A⁻¹ b.
    template <class T>
    void solve(T* b)
    {
        S* const x = work_.data();
        S* const y = x + n_;
        for (int i = 0; i < n_; ++i) {
            x[i] = real_part(b[i]);
            if constexpr (is_complex) y[i] = b[i].imag();
        }
        for (int k = 0; k < n_; ++k) {
            const int pivot = swaps_[std::size_t(k)];
            std::swap(x[k], x[pivot]);
            if constexpr (is_complex) std::swap(y[k], y[pivot]);
        }
        for (int i = 1; i < n_; ++i) subtract_row(x, y, i, 0, i);
        for (int i = n_ - 1; i >= 0; --i) {
            subtract_row(x, y, i, i + 1, n_);
            scale_by(x[i], y + i, at(i, i));
        }
        for (int i = 0; i < n_; ++i) {
            if constexpr (is_complex)
                b[i] = T(x[i], y[i]);
            else
                b[i] = x[i];
        }
    }

private:
    std::size_t at(int row, int column) const { return std::size_t(row * n_ + column); }
    static const S& real_part(const S& x) { return x; }
    static S real_part(const std::complex<S>& x) { return x.real(); }

    int choose_pivot(int k) const
    {
        using std::abs;
        S largest(0);
        int pivot = -1;
        for (int i = k; i < n_; ++i) {
            S size = abs(re_[at(i, k)]);
            if constexpr (is_complex) size += abs(im_[at(i, k)]);
            if (size > largest) {
                largest = size;
                pivot = i;
            }
        }
        return pivot;
    }

    void invert_pivot(int k)
    {
        const std::size_t e = at(k, k);
        if constexpr (is_complex) {
            const S square = re_[e] * re_[e] + im_[e] * im_[e];
            re_[e] = re_[e] / square;
            im_[e] = -im_[e] / square;
        } else {
            re_[e] = S(1) / re_[e];
        }
    }

    /// (x, y) times the entry at e, in place.
    void scale_by(S& x, S* y, std::size_t e) const
    {
        if constexpr (is_complex) {
            const S re = x * re_[e] - *y * im_[e];
            *y = x * im_[e] + *y * re_[e];
            x = re;
        } else {
            x *= re_[e];
        }
    }

    void eliminate(int i, int k)
    {
        const std::size_t e = at(i, k);
        if constexpr (is_complex) {
            if (re_[e] == S(0) && im_[e] == S(0)) return;
            scale_by(re_[e], &im_[e], at(k, k));
            const S re = re_[e], im = im_[e];
            S *const row_re = &re_[at(i, 0)], *const row_im = &im_[at(i, 0)];
            const S *const pivot_re = &re_[at(k, 0)], *const pivot_im = &im_[at(k, 0)];
            for (int j = k + 1; j < n_; ++j) {
                row_re[j] -= re * pivot_re[j] - im * pivot_im[j];
                row_im[j] -= re * pivot_im[j] + im * pivot_re[j];
            }
        } else {
            if (re_[e] == S(0)) return;
            re_[e] *= re_[at(k, k)];
            const S factor = re_[e];
            S* const row = &re_[at(i, 0)];
            const S* const pivot = &re_[at(k, 0)];
            for (int j = k + 1; j < n_; ++j) row[j] -= factor * pivot[j];
        }
    }

    /// x_i -= Σ a_ij x_j over the columns [from, to).
    void subtract_row(S* x, S* y, int i, int from, int to) const
    {
        S re = x[i];
        if constexpr (is_complex) {
            S im = y[i];
            for (int j = from; j < to; ++j) {
                const std::size_t e = at(i, j);
                re -= re_[e] * x[j] - im_[e] * y[j];
                im -= re_[e] * y[j] + im_[e] * x[j];
            }
            y[i] = im;
        } else {
            for (int j = from; j < to; ++j) re -= re_[at(i, j)] * x[j];
        }
        x[i] = re;
    }

    int n_ = 0;
    std::vector<S> re_, im_;
    std::vector<int> swaps_;
    std::vector<S> work_;
};

}  // namespace involute
