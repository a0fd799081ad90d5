// SPDX-License-Identifier: Apache-2.0
// Standard input, output and error as a program finds them: perhaps closed, full, or read by
// somebody who leaves.
#pragma once

namespace app {

/// To be called first. A standard stream that is closed stays unusable, instead of becoming the
/// next file that is opened. Readers that leave and limits of file size make writing fail, with a
/// message, instead of ending the program.
void prepare_streams();

/// What was written to standard output must have arrived: throws involute::Error if not. Where its
/// reader has left, ends the program as it is usual there, silently.
void finish_output();

}  // namespace app
