// SPDX-License-Identifier: Apache-2.0
// A function with a stack of its own, which can be left in the middle and gone on with: so that
// several walks can take turns in one thread without knowing of each other. Whoever resumes it is
// who it leaves to; it never goes on in another thread.
#pragma once

#include <cstddef>
#include <functional>

namespace involute {

class Patience;

class Fiber {
public:
    /// Whether this build has them: on x86-64, without sanitizers that follow the stack.
    static bool available();

    /// Nothing may be thrown by the body. It begins with the first resume().
    explicit Fiber(std::function<void()> body);
    /// The body must have ended, or not begun.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Runs the body until it leaves or ends.
    void resume();
    bool ended() const { return ended_; }
    /// From the body: back to who resumed it.
    void leave();

    /// What the C++ runtime keeps for each thread of exceptions on their way: each stack has its
    /// own.
    struct Exceptions {
        void* caught = nullptr;
        unsigned int uncaught = 0;
    };

private:
    static void enter();
    void change(void** from, void* to);

    std::function<void()> body_;
    void* memory_ = nullptr;
    void* inside_ = nullptr;   // the stack pointer of the body,
    void* outside_ = nullptr;  // and of who resumed it
    Exceptions exceptions_{};
    void* thread_ = nullptr;  // what the runtime keeps for the thread that resumed it
    const Patience* patience_ = nullptr;
    bool ended_ = false;
};

}  // namespace involute
