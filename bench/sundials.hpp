// SPDX-License-Identifier: Apache-2.0
// The SUNDIALS objects every wrapper needs, owned.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "bench/dense.hpp"

namespace bench {

class SundialsContext {
public:
    SundialsContext() { SUNContext_Create(nullptr, &context_); }
    ~SundialsContext() { SUNContext_Free(&context_); }
    SundialsContext(const SundialsContext&) = delete;
    SundialsContext& operator=(const SundialsContext&) = delete;
    operator SUNContext() const { return context_; }

private:
    SUNContext context_ = nullptr;
};

struct FreeVector {
    void operator()(N_Vector v) const { N_VDestroy(v); }
};
struct FreeMatrix {
    void operator()(SUNMatrix a) const { SUNMatDestroy(a); }
};
struct FreeLinearSolver {
    void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};
struct FreeNonlinearSolver {
    void operator()(SUNNonlinearSolver s) const { SUNNonlinSolFree(s); }
};
using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, FreeVector>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, FreeMatrix>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeLinearSolver>;
using NonlinearSolver =
    std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, FreeNonlinearSolver>;

inline Vector make_vector(int size, SUNContext context)
{
    return Vector(N_VNew_Serial(size, context));
}
inline double* data(N_Vector v)
{
    return NV_DATA_S(v);
}
inline double* data(const Vector& v)
{
    return NV_DATA_S(v.get());
}
inline Dense dense(SUNMatrix a)
{
    return {SM_DATA_D(a), int(SM_ROWS_D(a))};
}

/// Setting up must succeed; a run may fail and say so.
inline void must(int flag, const char* what)
{
    if (flag != 0) throw std::runtime_error(std::string("SUNDIALS: ") + what + " failed");
}
/// Failures show in the table, not on the screen.
inline void silent(int, const char*, const char*, char*, void*) {}

}  // namespace bench
