// SPDX-License-Identifier: Apache-2.0
// Pencils in Kronecker's canonical form, hidden by regular integer matrices: blocks of finite
// eigenvalues, nilpotent blocks, and those that leave unknowns free (L) or are equations too many
// (transposes of L). Gantmacher, The Theory of Matrices, ch. XII.
#pragma once

#include "tests/verdicts/laws.hpp"
#include "tests/verdicts/pencil.hpp"

namespace involute::testing {

struct Canonical {
    std::vector<int> finite{};     // eigenvalues in order; equal neighbours form a Jordan block
    std::vector<int> nilpotent{};  // sizes
    std::vector<int> free{};       // eps of L_eps: eps equations in eps + 1 unknowns
    std::vector<int> surplus{};    // eps of its transpose: eps + 1 equations in eps unknowns
};

/// E and A are grown by a block of rows x columns zeros, of which entries are then set.
class BlockBuilder {
public:
    void block(int rows, int columns)
    {
        row_ = int(p_.E.size());
        column_ = columns_;
        columns_ += columns;
        for (int i = 0; i < rows; ++i) {
            p_.E.emplace_back();
            p_.A.emplace_back();
        }
        for (IntegerMatrix* m : {&p_.E, &p_.A})
            for (auto& row : *m) row.resize(std::size_t(columns_), 0);
    }
    int& E(int i, int j) { return p_.E[std::size_t(row_ + i)][std::size_t(column_ + j)]; }
    int& A(int i, int j) { return p_.A[std::size_t(row_ + i)][std::size_t(column_ + j)]; }
    const Pencil& pencil() const { return p_; }

private:
    Pencil p_{};
    int row_ = 0, column_ = 0, columns_ = 0;
};

inline Pencil pencil_of(const Canonical& c)
{
    BlockBuilder b;
    const int count = int(c.finite.size());
    b.block(count, count);
    for (int i = 0; i < count; ++i) {
        b.E(i, i) = 1;
        b.A(i, i) = -c.finite[std::size_t(i)];
        if (i > 0 && c.finite[std::size_t(i)] == c.finite[std::size_t(i - 1)]) b.A(i - 1, i) = -1;
    }
    for (const int size : c.nilpotent) {  // x_(i+1)' + x_i = f_i
        b.block(size, size);
        for (int i = 0; i < size; ++i) b.A(i, i) = 1;
        for (int i = 0; i + 1 < size; ++i) b.E(i, i + 1) = 1;
    }
    for (const int eps : c.free) {
        b.block(eps, eps + 1);
        for (int i = 0; i < eps; ++i) b.E(i, i) = b.A(i, i + 1) = 1;
    }
    for (const int eps : c.surplus) {
        b.block(eps + 1, eps);
        for (int i = 0; i < eps; ++i) b.E(i, i) = b.A(i + 1, i) = 1;
    }
    return b.pencil();
}

/// Rows and columns added to others: P E Q, P A Q with P and Q of determinant 1.
inline void hide(Pencil& p, Dice& dice)
{
    const int rows = int(p.equations()), columns = int(p.unknowns());
    for (int k = 0; k < rows + 2 && rows > 1; ++k) {
        const int to = dice.whole(0, rows - 1), from = (to + dice.whole(1, rows - 1)) % rows;
        const int factor = int(of_either_sign(dice.whole(1, 2), dice));
        for (IntegerMatrix* m : {&p.E, &p.A})
            for (int j = 0; j < columns; ++j)
                (*m)[std::size_t(to)][std::size_t(j)] +=
                    factor * (*m)[std::size_t(from)][std::size_t(j)];
    }
    for (int k = 0; k < columns + 2 && columns > 1; ++k) {
        const int to = dice.whole(0, columns - 1);
        const int from = (to + dice.whole(1, columns - 1)) % columns;
        const int factor = int(dice.sign());
        for (IntegerMatrix* m : {&p.E, &p.A})
            for (auto& row : *m) row[std::size_t(to)] += factor * row[std::size_t(from)];
    }
}

enum class PencilKind { regular, free, surplus, both };

inline Canonical random_canonical(PencilKind kind, Dice& dice)
{
    Canonical c;
    for (int k = dice.whole(0, 3); k > 0; --k) c.finite.push_back(dice.whole(-2, 1));
    int room = 7 - int(c.finite.size());
    for (int k = dice.whole(0, 2); k > 0; --k) {
        const int size = dice.whole(1, std::min(4, room));
        c.nilpotent.push_back(size);
        room -= size;
        if (room < 1) break;
    }
    if (kind == PencilKind::free || kind == PencilKind::both) c.free.push_back(dice.whole(0, 2));
    if (kind == PencilKind::surplus || kind == PencilKind::both)
        c.surplus.push_back(dice.whole(0, 2));
    if (c.finite.empty() && c.nilpotent.empty()) c.finite.push_back(-1);
    return c;
}

}  // namespace involute::testing
