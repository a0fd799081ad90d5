// SPDX-License-Identifier: Apache-2.0
#include "involute/method/convert.hpp"

namespace involute {

template Coefficients<double> convert<double>(const Tableau&);
template Coefficients<Quad> convert<Quad>(const Tableau&);

}  // namespace involute
