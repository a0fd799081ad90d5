// SPDX-License-Identifier: Apache-2.0
// The processes that mpirun started together; one where nobody did.
#pragma once

#include "app/mpi/interface.hpp"

namespace app {

class Ranks {
public:
    /// Throws involute::Error where mpirun started several and this build knows no MPI: each would
    /// do the work of all.
    Ranks();
    /// Without finish() mpirun ends the others.
    ~Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    bool many() const { return table_.size > 1; }
    bool is_first() const { return table_.rank == 0; }
    const MpiTable* operator->() const { return &table_; }
    /// By all, when nothing is left to do.
    void finish();

private:
    MpiTable table_{};
};

}  // namespace app
