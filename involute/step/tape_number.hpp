// SPDX-License-Identifier: Apache-2.0
// A number of a tape that is being written: loops over such numbers write down what they would do.
#pragma once

#include "involute/expr/tape.hpp"

namespace involute {

class TapeNumber {
public:
    TapeNumber() = default;
    explicit TapeNumber(double plain) : plain_(plain) {}
    TapeNumber(TapeBuilder& tape, Slot slot) : tape_(&tape), slot_(slot) {}

    Slot slot(TapeBuilder& tape) const { return tape_ ? slot_ : tape.constant(Quad(plain_)); }

    friend TapeNumber operator+(const TapeNumber& a, const TapeNumber& b)
    {
        if (!a.tape_ && !b.tape_) return TapeNumber(a.plain_ + b.plain_);
        return both(a, b, &TapeBuilder::add);
    }
    friend TapeNumber operator-(const TapeNumber& a, const TapeNumber& b)
    {
        if (!a.tape_ && !b.tape_) return TapeNumber(a.plain_ - b.plain_);
        return both(a, b, &TapeBuilder::subtract);
    }
    friend TapeNumber operator*(const TapeNumber& a, const TapeNumber& b)
    {
        if (!a.tape_ && !b.tape_) return TapeNumber(a.plain_ * b.plain_);
        return both(a, b, &TapeBuilder::multiply);
    }
    friend TapeNumber operator/(const TapeNumber& a, const TapeNumber& b)
    {
        if (!a.tape_ && !b.tape_) return TapeNumber(a.plain_ / b.plain_);
        return both(a, b, &TapeBuilder::divide);
    }
    friend TapeNumber operator*(double a, const TapeNumber& b) { return TapeNumber(a) * b; }
    friend TapeNumber operator-(const TapeNumber& a)
    {
        return a.tape_ ? TapeNumber(*a.tape_, a.tape_->negate(a.slot_)) : TapeNumber(-a.plain_);
    }
    friend TapeNumber operator-(const TapeNumber& a, double b) { return a - TapeNumber(b); }
    friend TapeNumber operator/(const TapeNumber& a, double b) { return a / TapeNumber(b); }
    friend TapeNumber abs(const TapeNumber& a)
    {
        return a.tape_ ? TapeNumber(*a.tape_, a.tape_->absolute(a.slot_))
                       : TapeNumber(a.plain_ < 0 ? -a.plain_ : a.plain_);
    }
    /// a > b ? a : b
    friend TapeNumber larger(const TapeNumber& a, const TapeNumber& b)
    {
        if (!a.tape_ && !b.tape_) return TapeNumber(a.plain_ > b.plain_ ? a.plain_ : b.plain_);
        return both(a, b, &TapeBuilder::maximum);
    }
    TapeNumber& operator*=(const TapeNumber& b) { return *this = *this * b; }
    TapeNumber& operator+=(const TapeNumber& b) { return *this = *this + b; }
    TapeNumber& operator-=(const TapeNumber& b) { return *this = *this - b; }

private:
    /// At least one of them is of a tape.
    static TapeNumber both(const TapeNumber& a, const TapeNumber& b,
                           Slot (TapeBuilder::*operation)(Slot, Slot))
    {
        TapeBuilder& tape = *(a.tape_ ? a.tape_ : b.tape_);
        return {tape, (tape.*operation)(a.slot(tape), b.slot(tape))};
    }

    TapeBuilder* tape_ = nullptr;  // none: a plain number
    Slot slot_ = 0;
    double plain_ = 0;
};

}  // namespace involute
