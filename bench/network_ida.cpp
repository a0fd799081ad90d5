// SPDX-License-Identifier: Apache-2.0
// IDA with analytic sparse Jacobians: banded where there is a band, else by KLU.
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

#include "bench/network.hpp"
#include "bench/sundials.hpp"
#include "bench/timing.hpp"

namespace bench {
namespace {

class NetworkIda {
public:
    NetworkIda(const Network& network, double rtol, double atol);
    ~NetworkIda() { IDAFree(&memory_); }
    NetworkIda(const NetworkIda&) = delete;
    NetworkIda& operator=(const NetworkIda&) = delete;

    NetworkRun run();

private:
    static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* self)
    {
        static_cast<NetworkIda*>(self)->residual(t, data(y), data(yp), data(r));
        return 0;
    }
    static int jacobian(double, double c, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* self,
                        N_Vector, N_Vector, N_Vector)
    {
        static_cast<NetworkIda*>(self)->jacobian(c, data(y), J);
        return 0;
    }
    void residual(double t, const double* y, const double* yp, double* r) const;
    void jacobian(double c, const double* y, SUNMatrix J) const;
    void make_pattern();

    const Network& network_;
    SundialsContext context_{};
    Vector y_, yp_;
    // The pattern by columns, and where in it an entry of a conductor or of the diagonal is.
    std::vector<sunindextype> first_, rows_;
    struct Places {
        int ab = 0, ba = 0;
    };
    std::vector<Places> of_conductor_;
    std::vector<int> diagonal_;
    Matrix matrix_;
    LinearSolver solver_;
    void* memory_ = nullptr;
};

NetworkIda::NetworkIda(const Network& network, double rtol, double atol)
    : network_(network),
      y_(make_vector(network.size(), context_)),
      yp_(make_vector(network.size(), context_)),
      memory_(IDACreate(context_))
{
    const int n = network.size();
    make_pattern();
    if (network.half_width > 0) {
        matrix_.reset(SUNBandMatrix(n, network.half_width, network.half_width, context_));
        solver_.reset(SUNLinSol_Band(y_.get(), matrix_.get(), context_));
    } else {
        matrix_.reset(SUNSparseMatrix(n, n, sunindextype(rows_.size()), CSC_MAT, context_));
        solver_.reset(SUNLinSol_KLU(y_.get(), matrix_.get(), context_));
    }
    std::ranges::copy(network.start, data(y_));
    std::ranges::copy(network.start_slopes, data(yp_));
    must(IDAInit(memory_, residual, 0, y_.get(), yp_.get()), "IDAInit");
    must(IDASetErrHandlerFn(memory_, silent, nullptr), "IDASetErrHandlerFn");
    must(IDASStolerances(memory_, rtol, atol), "IDASStolerances");
    must(IDASetUserData(memory_, this), "IDASetUserData");
    must(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
    must(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    must(IDASetMaxNumSteps(memory_, 100000), "IDASetMaxNumSteps");
}

void NetworkIda::make_pattern()
{
    std::vector<std::vector<sunindextype>> columns(std::size_t(network_.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(sunindextype(i));
    for (const Conductor& c : network_.conductors) {
        columns[std::size_t(c.a)].push_back(c.b);
        columns[std::size_t(c.b)].push_back(c.a);
    }
    first_.push_back(0);
    for (auto& column : columns) {
        std::ranges::sort(column);
        column.erase(std::unique(column.begin(), column.end()), column.end());
        rows_.insert(rows_.end(), column.begin(), column.end());
        first_.push_back(sunindextype(rows_.size()));
    }
    const auto place = [&](int row, int column) {
        const auto begin = rows_.begin() + first_[std::size_t(column)];
        return int(std::lower_bound(begin, rows_.begin() + first_[std::size_t(column) + 1], row) -
                   rows_.begin());
    };
    for (const Conductor& c : network_.conductors)
        of_conductor_.push_back({place(c.a, c.b), place(c.b, c.a)});
    for (int i = 0; i < network_.size(); ++i) diagonal_.push_back(place(i, i));
}

void NetworkIda::residual(double t, const double* y, const double* yp, double* r) const
{
    for (int i = 0; i < network_.size(); ++i) r[i] = network_.capacity[std::size_t(i)] * yp[i];
    for (const Conductor& c : network_.conductors) {
        const double d = y[c.b] - y[c.a], current = (c.linear + c.cubic * d * d) * d;
        r[c.a] -= current;
        r[c.b] += current;
    }
    const double drive = network_.drive(t);
    for (int i = 0; i < network_.size(); ++i)
        if (network_.given[std::size_t(i)]) r[i] = y[i] - drive;
}

void NetworkIda::jacobian(double c, const double* y, SUNMatrix J) const
{
    SUNMatZero(J);
    const bool band = network_.half_width > 0;
    if (!band) {
        std::ranges::copy(first_, SM_INDEXPTRS_S(J));
        std::ranges::copy(rows_, SM_INDEXVALS_S(J));
    }
    double* const values = band ? nullptr : SM_DATA_S(J);
    const auto diagonal = [&](int i) -> double& {
        return band ? SM_ELEMENT_B(J, i, i) : values[diagonal_[std::size_t(i)]];
    };
    const auto is_given = [&](int i) { return network_.given[std::size_t(i)] != 0; };
    for (int i = 0; i < network_.size(); ++i)
        diagonal(i) = is_given(i) ? 1 : c * network_.capacity[std::size_t(i)];
    for (std::size_t e = 0; e < network_.conductors.size(); ++e) {
        const Conductor& k = network_.conductors[e];
        const double d = y[k.b] - y[k.a], slope = k.linear + 3 * k.cubic * d * d;
        if (!is_given(k.a)) {
            diagonal(k.a) += slope;
            (band ? SM_ELEMENT_B(J, k.a, k.b) : values[of_conductor_[e].ab]) -= slope;
        }
        if (!is_given(k.b)) {
            diagonal(k.b) += slope;
            (band ? SM_ELEMENT_B(J, k.b, k.a) : values[of_conductor_[e].ba]) -= slope;
        }
    }
}

NetworkRun NetworkIda::run()
{
    NetworkRun run;
    double t = 0;
    const int flag = IDASolve(memory_, network_.end, &t, y_.get(), yp_.get(), IDA_NORMAL);
    if (flag < 0) run.failure = "IDA gave up";
    IDAGetNumSteps(memory_, &run.steps);
    run.values.assign(data(y_), data(y_) + network_.size());
    return run;
}

}  // namespace

NetworkRun run_ida(const Network& network, double rtol, double atol)
{
    const double begin = cpu_seconds();
    NetworkIda ida(network, rtol, atol);
    NetworkRun run = ida.run();
    run.seconds = cpu_seconds() - begin;
    return run;
}

}  // namespace bench
