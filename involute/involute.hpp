// SPDX-License-Identifier: Apache-2.0
// What most programs need, in the order in which data flows: equations in, an analysis or a
// solution out. It shows nothing but the standard library; the parts below (completion, geometry,
// start, steps) have headers of their own.
#pragma once

#include "involute/base/error.hpp"
#include "involute/base/outcome.hpp"
// a system: from text, from formulas with operators, from a generic callable
#include "involute/model/builder.hpp"
#include "involute/model/read.hpp"
#include "involute/model/trace.hpp"
#include "involute/system/system.hpp"
// what is asked, and what is returned
#include "involute/options/analysis.hpp"
#include "involute/options/option_table.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
// solving
#include "involute/drive/callable.hpp"
#include "involute/drive/solve.hpp"
