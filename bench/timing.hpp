// SPDX-License-Identifier: Apache-2.0
// CPU time of something short, measured long enough to be believed.
#pragma once

#include <time.h>

#include <algorithm>

namespace bench {

/// Seconds of CPU this process has used.
inline double cpu_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// CPU seconds of one call: the best of `batches` batches, each repeated until it lasts `enough`.
template <class F>
double seconds_per_call(F&& call, double enough, int batches)
{
    long repetitions = 1;
    double best = 1e300;
    while (batches > 0) {
        const double begin = cpu_seconds();
        for (long i = 0; i < repetitions; ++i) call();
        const double lasted = cpu_seconds() - begin;
        if (lasted < enough) {
            const double factor = lasted > 0 ? 1.2 * enough / lasted : 10;
            repetitions =
                std::max(repetitions + 1, long(double(repetitions) * std::min(factor, 10.0)));
            continue;
        }
        best = std::min(best, lasted / double(repetitions));
        --batches;
    }
    return best;
}

}  // namespace bench
