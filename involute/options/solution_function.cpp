// SPDX-License-Identifier: Apache-2.0
#include "involute/options/solution_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/options/function_piece.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

bool lies_in(const FunctionPiece& piece, const Quad& parameter)
{
    const Quad from = piece.from(), to = piece.to();
    return from <= to ? from <= parameter && parameter <= to : to <= parameter && parameter <= from;
}

}  // namespace

double SolutionFunction::from() const
{
    return empty() ? 0 : to_double(pieces_.front()->from());
}

double SolutionFunction::to() const
{
    double end = 0;
    for (const auto& piece : pieces_)
        if (piece->along_curve() == along_curve()) end = to_double(piece->to());
    return end;
}

bool SolutionFunction::along_curve() const
{
    return !empty() && pieces_.front()->along_curve();
}

std::size_t SolutionFunction::steps() const
{
    std::size_t count = 0;
    for (const auto& piece : pieces_) count += piece->steps();
    return count;
}

std::size_t SolutionFunction::bytes() const
{
    std::size_t sum = 0;
    for (const auto& piece : pieces_) sum += piece->bytes();
    return sum;
}

std::vector<double> SolutionFunction::step_ends() const
{
    std::vector<double> ends;
    for (const auto& piece : pieces_)
        if (piece->along_curve() == along_curve()) piece->step_ends(ends);
    return ends;
}

/// The first piece that the parameter lies in: where two meet, it is the earlier one's end. Just
/// before a change of regime there may be nothing: then it is that end, too.
const FunctionPiece& SolutionFunction::piece_at(Quad& parameter) const
{
    const FunctionPiece* before = nullptr;
    for (const auto& piece : pieces_) {
        if (piece->along_curve() != along_curve()) continue;
        if (lies_in(*piece, parameter)) return *piece;
        if (before && (parameter - before->to()) * (parameter - piece->from()) < 0) {
            parameter = before->to();
            return *before;
        }
        before = piece.get();
    }
    throw Error(Diagnostic{
        .message = fmt::format("{} = {} is outside of the solution, which goes from {} to {}",
                               along_curve() ? "the arclength" : pieces_.front()->independent(),
                               to_text(to_double(parameter)), to_text(from()), to_text(to()))});
}

/// A later piece may have other columns: those of the first, and no number for what it lacks.
template <class T>
std::vector<T> SolutionFunction::named_as_first(const FunctionPiece& piece,
                                                std::vector<T> row) const
{
    const std::vector<std::string>& first = pieces_.front()->names();
    if (&piece == pieces_.front().get() || piece.names() == first) return row;
    std::vector<T> in_order{row[0]};
    for (const std::string& name : first) {
        const auto at = std::ranges::find(piece.names(), name) - piece.names().begin();
        in_order.push_back(at < std::ptrdiff_t(piece.names().size())
                               ? row[std::size_t(at) + 1]
                               : T(std::numeric_limits<double>::quiet_NaN()));
    }
    return in_order;
}

/// 0.1 is a tenth in whatever precision the run had.
Quad SolutionFunction::as_asked(double parameter) const
{
    return !empty() && pieces_.front()->in_quad() ? as_written<Quad>(parameter) : Quad(parameter);
}

std::vector<double> SolutionFunction::row(double parameter) const
{
    Quad at = as_asked(parameter);
    const FunctionPiece& piece = piece_at(at);
    std::vector<double> row;
    piece.row(at, row);
    if (!along_curve()) row[0] = parameter;
    return named_as_first(piece, std::move(row));
}

std::vector<Quad> SolutionFunction::row(const Quad& parameter) const
{
    Quad at = parameter;
    const FunctionPiece& piece = piece_at(at);
    std::vector<Quad> row;
    piece.row(at, row);
    if (!along_curve()) row[0] = parameter;
    return named_as_first(piece, std::move(row));
}

double SolutionFunction::value(std::string_view name, double parameter, int derivative) const
{
    return to_double(value(name, as_asked(parameter), derivative));
}

Quad SolutionFunction::value(std::string_view name, const Quad& parameter, int derivative) const
{
    Quad at = parameter;
    const FunctionPiece& piece = piece_at(at);
    return piece.value(name, at, derivative);
}

std::vector<double> SolutionFunction::all(std::string_view name, double x) const
{
    std::vector<double> found;
    const Quad at = as_asked(x);
    if (!along_curve() && (x - from()) * (x - to()) <= 0) found.push_back(value(name, x));
    for (const auto& piece : pieces_)
        if (piece->along_curve()) piece->passages(name, at, found);
    return found;
}

void SolutionFunction::add(std::shared_ptr<const FunctionPiece> piece)
{
    pieces_.push_back(std::move(piece));
}

void SolutionFunction::add(SolutionFunction later)
{
    std::ranges::move(later.pieces_, std::back_inserter(pieces_));
}

}  // namespace involute
