// SPDX-License-Identifier: Apache-2.0
#include "involute/base/fiber.hpp"

#include <utility>

#include "involute/base/patience.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INVOLUTE_STACK_IS_FOLLOWED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INVOLUTE_STACK_IS_FOLLOWED
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(INVOLUTE_STACK_IS_FOLLOWED)

#include <cxxabi.h>
#include <sys/mman.h>

#include <cstdint>
#include <new>

// What a call must preserve goes to the stack that is left, and is taken from the one that is gone
// on with. The control words of the floating-point units are the same everywhere: nobody changes
// them.
asm(R"(
    .text
    .p2align 4
    .type involute_change_stacks, @function
involute_change_stacks:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size involute_change_stacks, . - involute_change_stacks
)");

extern "C" void involute_change_stacks(void** from, void* to);

namespace involute {
namespace {

// As much as a thread has; only what is touched takes memory.
constexpr std::size_t stack_size = std::size_t{8} << 20;
constexpr std::size_t guard_size = 4096;  // below it: running over the end must not go unnoticed

thread_local Fiber* entering = nullptr;

}  // namespace

bool Fiber::available()
{
    return true;
}

Fiber::Fiber(std::function<void()> body) : body_(std::move(body))
{
    memory_ = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(memory_, guard_size, PROT_NONE);
    // The first change of stacks pops six registers and returns to enter(), which finds the stack
    // as a call leaves it; above it no caller.
    auto* top = reinterpret_cast<std::uintptr_t*>(static_cast<char*>(memory_) + stack_size);
    *--top = 0;
    *--top = reinterpret_cast<std::uintptr_t>(&Fiber::enter);
    for (int k = 0; k < 6; ++k) *--top = 0;
    inside_ = top;
}

Fiber::~Fiber()
{
    munmap(memory_, stack_size);
}

void Fiber::enter()
{
    Fiber* const fiber = entering;
    fiber->body_();
    fiber->ended_ = true;
    fiber->leave();
}

void Fiber::change(void** from, void* to)
{
    std::swap(*static_cast<Exceptions*>(thread_), exceptions_);
    patience_ = exchange_patience(patience_);
    involute_change_stacks(from, to);
}

void Fiber::resume()
{
    entering = this;
    thread_ = abi::__cxa_get_globals();
    change(&outside_, inside_);
}

void Fiber::leave()
{
    change(&inside_, outside_);
}

}  // namespace involute

#else

namespace involute {

bool Fiber::available()
{
    return false;
}

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)) {}

Fiber::~Fiber() = default;

/// Without stacks of their own bodies run to their ends.
void Fiber::resume()
{
    body_();
    ended_ = true;
}

void Fiber::leave() {}

}  // namespace involute

#endif
