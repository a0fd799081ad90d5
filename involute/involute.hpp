// SPDX-License-Identifier: Apache-2.0
// Everything, in the order in which data flows.
#pragma once

#include "involute/base/error.hpp"
#include "involute/base/outcome.hpp"
#include "involute/system/build.hpp"
#include "involute/system/builder.hpp"
#include "involute/system/system.hpp"
#include "involute/system/trace.hpp"
// completion, geometry and start, for those who want the parts
#include "involute/complete/structure.hpp"
#include "involute/drive/prepare.hpp"
// solving
#include "involute/drive/callable.hpp"
#include "involute/drive/run.hpp"
#include "involute/drive/solve.hpp"
