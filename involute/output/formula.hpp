// SPDX-License-Identifier: Apache-2.0
// Equations of the model language as formulas for people: LaTeX, and MathML for pages that need no
// program to show it.
//
//     to_latex("x'' + lambda*x = 0");   // x'' + \lambda\,x = 0
#pragma once

#include <string>
#include <string_view>

namespace involute {

/// An equation or an expression, as it is written. Throws an Error where the text is neither.
std::string to_latex(std::string_view text);
/// The same as an element <math>.
std::string to_mathml(std::string_view text);

}  // namespace involute
