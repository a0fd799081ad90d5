// SPDX-License-Identifier: Apache-2.0
#include "involute/options/destination.hpp"

#include "involute/base/error.hpp"

namespace involute {

Destination destination(const System& system, const SolveOptions& options)
{
    Destination d;
    d.to = options.to;
    d.length = options.length;
    if (!options.to && !options.length) {
        d.to = system.solve.to;
        d.length = system.solve.length;
    } else if (!options.to && options.curve) {
        d.to = system.solve.to;
    }
    const std::optional<double> scale = options.scale ? options.scale : system.solve.scale;
    d.scale = scale.value_or(0);
    d.curve = options.curve || d.length.has_value();
    if (!d.to && !d.length)
        throw Error(Diagnostic{.message = "nothing says how far to solve",
                               .hint = "give option `to = X` or option `length = S`, or write "
                                       "`solve to X` in the model"});
    // Beyond a singular point the walk goes on along the curve.
    if (options.scale && !d.curve && options.continuations.empty())
        throw Error(Diagnostic{.message = "option `scale` is for walks along the curve",
                               .hint = "add option `curve`, or leave it out"});
    return d;
}

}  // namespace involute
