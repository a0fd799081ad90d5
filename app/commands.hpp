// SPDX-License-Identifier: Apache-2.0
// The commands, each in a file of its own; main.cpp has the table.
#pragma once

#include "app/arguments.hpp"

namespace app {

int run_solve(const Arguments& arguments);
int run_watch(const Arguments& arguments);
int run_sweep(const Arguments& arguments);
int run_study(const Arguments& arguments);
int run_analyze(const Arguments& arguments);
int run_check(const Arguments& arguments);
int run_plot(const Arguments& arguments);
int run_methods(const Arguments& arguments);
int run_papers(const Arguments& arguments);

}  // namespace app
