// SPDX-License-Identifier: Apache-2.0
// Workers take the next run, the calling thread takes the rows in order.
#include "involute/sweep/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "involute/step/choose.hpp"
#include "involute/step/lanes.hpp"
#include "involute/sweep/one_run.hpp"

namespace involute {
namespace {

// Runs of a worker that may wait for a slow one before them; more would be kept in memory.
constexpr std::int64_t ahead_each = 64;
// All of them together, where rows of runs are kept: 200 MB.
constexpr std::int64_t most_numbers_ahead = 25'000'000;
constexpr std::int64_t most_threads = 1024;
// So many runs of each lane make good for what is made for lanes once.
constexpr std::int64_t runs_that_pay = 8;
constexpr auto between_questions = std::chrono::milliseconds(50);

/// At its start, with columns for what is kept, stopped by the sweep alone.
Simulation prototype(const Simulation& simulation, const Keep& keep, const std::atomic<bool>& stop)
{
    Simulation own = simulation.clone();
    own.start();
    SolveOptions options = own.options();
    options.columns = keep.columns;
    options.sampling = {};
    options.keep_function = false;
    options.progress = {};
    options.observe = {};
    options.stream = {};
    options.interrupted = [&stop] { return stop.load(std::memory_order_relaxed); };
    own.set_options(options);
    return own;
}

/// How many runs may wait for a slow one where rows of each are kept: one for each worker at least.
std::size_t places_for_rows(std::int64_t workers, const Keep& keep)
{
    const auto numbers = std::int64_t(keep.numbers());
    return std::size_t(
        std::max(workers, std::min(workers * ahead_each, most_numbers_ahead / numbers)));
}

/// Rows on their way from the workers to the caller.
struct Queue {
    std::mutex mutex{};
    std::condition_variable changed{};
    std::vector<std::optional<SweepRow>> rows{};  // a ring: run % rows.size()
    std::int64_t next = 0, taken = 0, end = 0;    // the run to make, the row to take, the last + 1
    std::int64_t made = 0;                        // rows that are there, or were taken
    std::exception_ptr failure{};

    /// The caller is not woken for each: it looks twenty times a second.
    bool is_worth_waking() const
    {
        return made == end || 2 * (made - taken) >= std::int64_t(rows.size());
    }
    /// Those that are next, as many as there are without a gap. Their places are free once they
    /// count as taken.
    void move_rows_to(std::vector<SweepRow>& next_rows)
    {
        next_rows.clear();
        for (std::int64_t run = taken; run < end; ++run) {
            std::optional<SweepRow>& place = rows[std::size_t(run) % rows.size()];
            if (!place) return;
            next_rows.push_back(std::move(*place));
            place.reset();
        }
    }
};

/// Waits until there is a run to make, or none left. Runs beside this one may be what is waited
/// for: they go on first.
void wait_for_run(Queue& queue, std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop)
{
    const auto is_over = [&] {
        return stop || queue.next >= queue.end ||
               queue.next < queue.taken + std::int64_t(queue.rows.size());
    };
    Lanes* const lanes = Lanes::here();
    while (lanes && !lanes->all_others_pause() && !is_over()) {
        lock.unlock();
        lanes->pause();
        lock.lock();
    }
    queue.changed.wait(lock, is_over);
}

void work(Queue& queue, std::atomic<bool>& stop, const Simulation& from, const SampleRoles& roles,
          const Samples& samples, const Keep& keep)
{
    const auto size = std::int64_t(queue.rows.size());
    try {
        Simulation clone = from.clone();
        while (true) {
            std::int64_t run = 0;
            {
                std::unique_lock lock(queue.mutex);
                wait_for_run(queue, lock, stop);
                if (stop || queue.next >= queue.end) return;
                run = queue.next++;
            }
            SweepRow row = one_run(from, clone, roles, keep, run, samples.values(run));
            const std::lock_guard lock(queue.mutex);
            if (stop) return;  // it may have been cut off
            queue.rows[std::size_t(run % size)] = std::move(row);
            ++queue.made;
            if (queue.is_worth_waking()) queue.changed.notify_all();
        }
    } catch (...) {
        const std::lock_guard lock(queue.mutex);
        if (!queue.failure) queue.failure = std::current_exception();
        stop = true;
        queue.changed.notify_all();
    }
}

/// Several workers side by side in one thread.
void work_in_lanes(int width, const std::function<void()>& body)
{
    if (width == 1) return body();
    Lanes lanes(width);
    lanes.run([&](int) { body(); });
}

/// Runs share the steps of explicit Runge-Kutta methods. Where every slope of a step is asked for,
/// as for values between steps, most of the work is that of each run alone.
bool share_steps(const SolveOptions& options, const Keep& keep)
{
    const RunRequest request = request_for(keep);
    return request.sampling.only_end && !request.keep_function && options.step == 0 &&
           options.precision == Precision::double_ && !options.curve && !options.length &&
           choose_method(options, true).family == Family::explicit_rk;
}

/// As asked for, or where they pay; a run that is limited by the clock is not kept waiting by
/// others.
int lanes_for(const SweepOptions& how, const SolveOptions& options, const Keep& keep,
              std::int64_t runs_of_thread)
{
    if (options.max_seconds > 0) return 1;
    int lanes = how.lanes;
    if (lanes == 0) {
        lanes = Lanes::most();
        if (!share_steps(options, keep) || runs_of_thread < runs_that_pay * lanes) return 1;
    }
    lanes = std::min(lanes, Lanes::most());
    return lanes >= 8 ? 8 : lanes >= 4 ? 4 : 1;
}

/// Gives rows in order until all are taken, somebody stops it, or a worker fails.
void hand_over(Queue& queue, std::atomic<bool>& stop, const SweepOptions& options,
               const std::function<bool(const SweepRow&)>& take)
{
    const auto is_to_stop = [&] { return options.interrupted && options.interrupted(); };
    std::vector<SweepRow> rows;
    std::unique_lock lock(queue.mutex);
    while (queue.taken < queue.end && !stop) {
        queue.move_rows_to(rows);
        if (rows.empty()) {
            queue.changed.wait_for(lock, between_questions);
            if (is_to_stop()) stop = true;
            continue;
        }
        lock.unlock();
        std::int64_t taken = 0;
        for (const SweepRow& row : rows) {
            const bool goes_on = take(row);
            ++taken;
            if (!goes_on || is_to_stop()) stop = true;
            if (stop) break;
        }
        lock.lock();
        queue.taken += taken;
        queue.changed.notify_all();
    }
    stop = true;
    queue.changed.notify_all();
}

}  // namespace

std::int64_t sweep(const Simulation& simulation, const Samples& samples, const Keep& keep,
                   const SweepOptions& options, const std::function<bool(const SweepRow&)>& take)
{
    require_sweepable(simulation, samples);
    const SampleRoles roles = roles_of(simulation.system(), samples);
    std::atomic<bool> stop = false;
    const Simulation first = prototype(simulation, keep, stop);

    Queue queue;
    queue.next = queue.taken = queue.made = std::max<std::int64_t>(options.first, 0);
    queue.end = options.end < 0 ? samples.count() : std::min(options.end, samples.count());
    const std::int64_t runs = std::max<std::int64_t>(queue.end - queue.next, 0);
    const auto cores = std::int64_t(std::max(1u, std::thread::hardware_concurrency()));
    const std::int64_t most = std::clamp<std::int64_t>(runs, 1, most_threads);
    const std::int64_t count =
        std::clamp<std::int64_t>(options.threads > 0 ? options.threads : cores, 1, most);
    const int lanes = lanes_for(options, first.options(), keep, runs / count);
    queue.rows.resize(std::size_t(count * ahead_each));
    const std::int64_t begin = queue.taken;

    std::vector<Simulation> twins;  // made one after the other: a simulation belongs to one thread
    for (std::int64_t k = 0; k < count; ++k) twins.push_back(first.clone());
    if (keep.rows > 0) queue.rows.resize(places_for_rows(count, keep));
    std::vector<std::thread> threads;
    const auto join = [&] {
        for (std::thread& thread : threads) thread.join();
    };
    try {
        for (const Simulation& twin : twins)
            threads.emplace_back([&] {
                work_in_lanes(lanes, [&] { work(queue, stop, twin, roles, samples, keep); });
            });
        hand_over(queue, stop, options, take);
    } catch (...) {
        {
            const std::lock_guard lock(queue.mutex);
            stop = true;
        }
        queue.changed.notify_all();
        join();
        throw;
    }
    join();
    if (queue.failure) std::rethrow_exception(queue.failure);
    return queue.taken - begin;
}

}  // namespace involute
