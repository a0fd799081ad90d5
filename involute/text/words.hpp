// SPDX-License-Identifier: Apache-2.0
// Words of the language that mean the same in a model text, in a Builder and in a System.
#pragma once

namespace involute {

/// Which crossings of a section or an event count.
enum class Direction { rising, falling, both };

/// What an `expect` line speaks about.
enum class ExpectationKind { value, index, dimension, stops, rejects, crossings };

}  // namespace involute
