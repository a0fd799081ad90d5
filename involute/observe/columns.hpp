// SPDX-License-Identifier: Apache-2.0
// What a row holds after x: by default every unknown with its derivatives up to the highest that
// occurs in the equations; or what the user asks for, any expression and the geometry of the
// solution curve in M.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/base/found_once.hpp"
#include "involute/geometry/curvature.hpp"
#include "involute/observe/gauge.hpp"

namespace involute {

/// The highest derivative of each unknown that occurs in the equations as written.
std::vector<int> highest_orders(const System& system);

template <class S>
class Columns {
public:
    /// asked: as in SolveOptions::columns. Throws Error for what cannot be given. Findings of the
    /// same system spare those who ask for the same again.
    Columns(Geometry<S>& geometry, const std::vector<std::string>& asked, bool along_curve,
            FoundOnce* findings = nullptr);

    const std::vector<std::string>& names() const { return names_; }
    /// Appends the values at the point p with tops z.
    void append(const S* p, const S* z, std::vector<S>& row);

private:
    enum class Kind { coordinate, value, normal_curvature, geodesic_curvature, covariant, second };
    struct Column {
        Kind kind{};
        int at = 0;  // position in (p, z), output of the program, or coordinate
    };
    struct CurvePart {
        SolutionSeries<S> series;
        ManifoldFrame<S> frame;
        CurveGeometry<S> at_point{};
    };

    struct Formulas {
        std::vector<std::string> asked{}, names{};
        std::vector<Column> columns{};
        Program<S> values{};
        bool of_curve = false;
    };

    void read(const std::vector<std::string>& asked);
    void read_once(const std::vector<std::string>& asked, FoundOnce& findings);
    void take_all(const CompletedSystem& c);
    void take(const std::string& text, std::vector<NodeId>& expressions);
    bool take_geometry(const std::string& text);
    void follow_curve(const S* p, const S* z);
    S curve_value(const Column& column) const;

    Geometry<S>& geometry_;
    bool along_curve_;
    std::vector<std::string> names_;
    std::vector<Column> columns_;
    Program<S> values_;
    std::unique_ptr<CurvePart> curve_;  // where a column wants it
    Gauge<S> gauge_;
    std::vector<S> in_, out_, work_, direction_;
};

extern template class Columns<double>;
extern template class Columns<Quad>;

}  // namespace involute
