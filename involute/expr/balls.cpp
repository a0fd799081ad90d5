// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/balls.hpp"

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

// A middle is off by less than this part of itself (an elementary function: some units in the last
// place), and where it underflows by less than the smallest normal number.
constexpr double unit = 0x1p-50, tiny = 0x1p-1022;

struct Ball {
    Slot c = 0, r = 0;
};

class BallWriter {
public:
    explicit BallWriter(std::uint32_t inputs) : out_(empty_, 2 * inputs) {}

    Ball input(std::uint32_t i, std::uint32_t inputs) const
    {
        return {out_.input(i), out_.input(inputs + i)};
    }
    Ball constant(const Quad& value)
    {
        const bool exact = Quad(to_double(value)) == value;
        return {out_.constant(value), out_.constant(exact ? Quad(0) : abs(value) * unit + tiny)};
    }
    std::optional<Ball> apply(const Instruction& p, const Ball& a, const Ball& b);
    void output(const Ball& ball)
    {
        out_.output(ball.c);
        out_.output(ball.r);
    }
    Tape finish() const { return out_.finish(); }

private:
    Slot size(Slot c) { return out_.absolute(c); }
    Slot sum(Slot a, Slot b) { return out_.add(a, b); }
    Slot product(Slot a, Slot b) { return out_.multiply(a, b); }
    /// With the rounding of the middle.
    Ball rounded(Slot c, Slot r)
    {
        const Slot more = sum(product(out_.constant(unit), size(c)), out_.constant(tiny));
        return {c, sum(r, more)};
    }
    Ball multiply(const Ball& a, const Ball& b);
    Ball divide(const Ball& a, const Ball& b);
    std::optional<Ball> call(FunctionId function, const Ball& a);

    Graph empty_{};
    TapeBuilder out_;
};

/// |ab - AB| <= |A| s + r (|B| + s); of a square r (2|A| + r).
Ball BallWriter::multiply(const Ball& a, const Ball& b)
{
    const Slot c = product(a.c, b.c);
    if (a.c == b.c && a.r == b.r)
        return rounded(c, product(a.r, sum(sum(size(a.c), size(a.c)), a.r)));
    return rounded(c, sum(product(size(a.c), b.r), product(a.r, sum(size(b.c), b.r))));
}

/// |a/b - A/B| <= (r + |A/B| s) / (|B| - s), where b cannot be zero.
Ball BallWriter::divide(const Ball& a, const Ball& b)
{
    const Slot c = out_.divide(a.c, b.c);
    const Slot least = out_.maximum(out_.subtract(size(b.c), b.r), out_.constant(0));
    return rounded(c, out_.divide(sum(a.r, product(size(c), b.r)), least));
}

std::optional<Ball> BallWriter::call(FunctionId function, const Ball& a)
{
    const Slot c = out_.call(function, a.c);
    const std::string_view name = functions()[function].name;
    if (name == "sin" || name == "cos" || name == "tanh" || name == "atan") return rounded(c, a.r);
    if (name == "exp") {
        const Slot grows = out_.subtract(out_.call(function, a.r), out_.constant(1));
        return rounded(c, product(c, sum(grows, out_.constant(4 * unit))));
    }
    if (name == "sqrt") {  // no number where there may be no root
        const Slot least = out_.call(function, out_.subtract(a.c, a.r));
        return rounded(c, out_.divide(a.r, sum(c, least)));
    }
    return std::nullopt;
}

std::optional<Ball> BallWriter::apply(const Instruction& p, const Ball& a, const Ball& b)
{
    switch (p.code) {
        case Code::add:
            return rounded(sum(a.c, b.c), sum(a.r, b.r));
        case Code::subtract:
            return rounded(out_.subtract(a.c, b.c), sum(a.r, b.r));
        case Code::multiply:
            return multiply(a, b);
        case Code::divide:
            return divide(a, b);
        case Code::negate:
            return Ball{out_.negate(a.c), a.r};
        case Code::absolute:
            return Ball{size(a.c), a.r};
        case Code::call1:
            return call(p.function, a);
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<Tape> ball_tape(const Tape& tape)
{
    BallWriter writer(tape.inputs);
    std::vector<Ball> balls(tape.slots);
    for (std::uint32_t i = 0; i < tape.inputs; ++i) balls[i] = writer.input(i, tape.inputs);
    for (std::size_t k = 0; k < tape.constants.size(); ++k)
        balls[tape.inputs + k] = writer.constant(tape.constants[k]);
    for (const Instruction& p : tape.code) {
        const bool binary = operand_count(p.code) == 2;
        const auto made = writer.apply(p, balls[p.a], binary ? balls[p.b] : Ball{});
        if (!made) return std::nullopt;
        balls[p.target] = *made;
    }
    for (const Slot s : tape.outputs) writer.output(balls[s]);
    return writer.finish();
}

}  // namespace involute
