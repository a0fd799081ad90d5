// SPDX-License-Identifier: Apache-2.0
// What a Simulation is made of, for one scalar: a task made ready, the leg it walks on, and where
// it stands.
#pragma once

#include <map>

#include "involute/drive/ready.hpp"
#include "involute/options/moved_value.hpp"
#include "involute/options/run_request.hpp"

namespace involute {

/// Where neither options nor the model say otherwise, a walk is in x.
bool goes_along_curve(const System& system, const SolveOptions& options);

/// Whatever the scalar; as in Simulation.
class Session {
public:
    virtual ~Session() = default;
    virtual std::unique_ptr<Session> clone() = 0;
    /// Stands at the start at which the other one stands, as a clone of it does, to the last bit.
    /// False where that takes a clone.
    virtual bool take_start_of(Session& other) = 0;
    virtual void start() = 0;
    virtual void start(std::string_view values) = 0;
    virtual void set(const Overrides& values) = 0;
    virtual void set_options(const SolveOptions& options) = 0;
    virtual Outcome step() = 0;
    virtual Outcome advance_to(double parameter) = 0;
    virtual Outcome advance_to_event() = 0;
    virtual double parameter() const = 0;
    virtual double parameter_before() const = 0;
    virtual double value(std::string_view name) = 0;
    virtual double value_at(double parameter, std::string_view name) = 0;
    virtual std::vector<std::string> names() = 0;
    virtual std::vector<double> row() = 0;
    virtual std::vector<double> row_at(double parameter) = 0;
    virtual Solution found() = 0;  // crossings and singular points since the start, alone
    virtual std::vector<std::string> notices() = 0;
    virtual Statistics statistics() const = 0;
    virtual Solution run(const RunRequest& request) = 0;
    /// Where it stands and all that later steps depend on; put back into a session of the same
    /// system, options and start.
    virtual void visit_state(State& state) = 0;
    std::vector<StateRecord> state();
    void restore(std::vector<StateRecord> records);

    virtual System model() const = 0;           // with the numbers it has now, and its own start
    virtual const System& started() const = 0;  // with the start asked for
    virtual const SolveOptions& options() const = 0;

    Outcome outcome = Outcome::complete;
    std::string reason{};
    std::vector<MovedValue> moved{};  // by the last set
};

template <class S>
class SessionOf final : public Session {
public:
    SessionOf(System system, const SolveOptions& options);
    /// With another start than the model's.
    SessionOf(const System& model, System started, const SolveOptions& options);

    std::unique_ptr<Session> clone() override;
    bool take_start_of(Session& other) override;

    void start() override;
    void start(std::string_view values) override;
    void set(const Overrides& values) override;
    void set_options(const SolveOptions& options) override;
    Outcome step() override;
    Outcome advance_to(double parameter) override;
    Outcome advance_to_event() override;
    double parameter() const override { return to_double(t_); }
    double parameter_before() const override;
    double value(std::string_view name) override { return value_of(name, point_); }
    double value_at(double parameter, std::string_view name) override;
    std::vector<std::string> names() override;
    std::vector<double> row() override { return row_of(options_.columns, point_); }
    std::vector<double> row_at(double parameter) override;
    Solution found() override;
    std::vector<std::string> notices() override;
    Statistics statistics() const override;
    Solution run(const RunRequest& request) override;
    void visit_state(State& state) override;
    System model() const override;
    const System& started() const override { return *system_; }
    const SolveOptions& options() const override { return options_; }

private:
    SessionOf() = default;
    void make_ready_to_start();
    void prepare_anew();
    bool restart();
    void stand_at_start();
    void look_around_start();
    bool at_start() const;
    std::vector<S> tops_here();
    RegimeChange here();
    void move_here(const Overrides& values, const std::vector<Parameter>& numbers_before);
    void drop_leg();
    void report_moves(const RegimeChange& before);
    PreparedOf<S>& prepared() { return regime_ ? *regime_ : ready_.prepared; }
    Destination way() const;
    bool can_go_on() const;
    void stand_on_leg(S t_end);
    void begin_leg(S t_end);
    void make_leg(const Destination& destination);
    void visit_place(State& state);
    void visit_regime(State& state);
    void visit_leg(State& state);
    bool next_regime_begins(S t_end);
    void leave_leg();
    enum class Until { end, one_step, event };
    Outcome walk_to(S t_end, std::optional<S> to, Until until);
    Outcome go_the_way(Until until);
    bool make_steps(S t_end, Until until);
    void settle();
    double value_of(std::string_view name, const std::vector<S>& p);
    std::vector<double> row_of(const std::vector<std::string>& columns, const std::vector<S>& p);
    std::vector<S> point_at(double parameter);
    Solution run_from(ReadyOf<S>& ready, const SolveOptions& options);
    EquationRows<S>& rows_for(const std::vector<std::string>& columns);

    std::unique_ptr<System> system_{};  // the model, with the numbers and the start asked for
    std::vector<Given> model_starts_{}, model_guesses_{};
    SolveOptions options_{};
    Task task_{};
    ReadyOf<S> ready_{};
    std::shared_ptr<const int>
        preparation_{};  // one for each time it was prepared; clones share it
    std::shared_ptr<const typename Geometry<S>::Memory> at_start_{};  // clones share it
    bool start_is_old_ = false;                                       // found for other numbers,
    bool options_are_new_ = false;                                    // or with other options
    bool looked_around_ = false;  // what is to be said of the start is known

    std::unique_ptr<PreparedOf<S>> regime_{};  // where the equations were completed anew on the way
    std::optional<RegimeChange> change_{};     // it began with,
    bool change_by_numbers_ = false;           // because parameters were set
    std::unique_ptr<Leg<S>> leg_{};
    bool begun_ = false;   // a leg was, since the start
    bool ended_ = false;   // the leg has, and the next one begins where it stands
    bool closed_ = false;  // nothing leads on
    S t_{};
    std::vector<S> point_{};
    std::vector<S> tops_{};  // there, where no leg tells them
    int heading_ = 1;        // of x, where the next leg begins
    std::vector<std::string> notices_{};
    Statistics before_leg_{};
    Solution found_before_{};  // crossings and singular points of earlier legs
    std::map<std::vector<std::string>, std::unique_ptr<EquationRows<S>>> asked_{};
};

extern template class SessionOf<double>;
extern template class SessionOf<Quad>;

}  // namespace involute
