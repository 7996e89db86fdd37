//! Random subscriptions, simulated from the first day to the last: savings, loans and coin sets. Every answer of the
//! rules on the way is compared with the same figure in big integers, derived from the wording of the contract; nothing
//! in this folder uses a rule to compute an expected value.
//!
//! `make plan-runs` simulates a million of them. A subscription depends only on the seed and its own number:
//! `PLAN_SEED=… PLAN_ONLY=number cargo test -p domain-core --test plan_runs` repeats the one named by a failure.

mod calendar;
mod coin_sets;
mod dice;
mod exact;
mod instalments;
mod loans;
mod rates;
mod savings;
mod terms;

use dice::Dice;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

/// The number of runs without `PLAN_RUNS`.
const RUNS: u64 = 4_000;
const SEED: u64 = 20_261_123;

/// Statistics of the simulation.
#[derive(Debug, Default)]
pub struct Count {
    savings: u64,
    loans: u64,
    sets: u64,
    /// Instalments in the schedules.
    instalments: u64,
    /// Payments by users, and by the daily job.
    payments: u64,
    collections: u64,
    /// Days on which the refund for stopping, or the cost of payoff, was compared.
    what_ifs: u64,
    stopped_early: u64,
    paid_off_early: u64,
    fees: u64,
    annual_rates: u64,
    /// Compared figures.
    compared: u64,
}

impl Count {
    fn add(&mut self, other: &Self) {
        for (sum, more) in [
            (&mut self.savings, other.savings),
            (&mut self.loans, other.loans),
            (&mut self.sets, other.sets),
            (&mut self.instalments, other.instalments),
            (&mut self.payments, other.payments),
            (&mut self.collections, other.collections),
            (&mut self.what_ifs, other.what_ifs),
            (&mut self.stopped_early, other.stopped_early),
            (&mut self.paid_off_early, other.paid_off_early),
            (&mut self.fees, other.fees),
            (&mut self.annual_rates, other.annual_rates),
            (&mut self.compared, other.compared),
        ] {
            *sum += more;
        }
    }

    /// Asserts that a rule's figure is the expected one.
    #[track_caller]
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: T, expected: T) {
        assert!(
            found == expected,
            "{what}: the rule says {found:?}, expected {expected:?}"
        );
        self.compared += 1;
    }
}

fn live(seed: u64, number: u64, count: &mut Count) {
    let mut dice = Dice::new(seed, number);
    match dice.below(10) {
        0..5 => savings::live(&mut dice, count),
        5..9 => loans::live(&mut dice, count),
        _ => coin_sets::live(&mut dice, count),
    }
}

/// Simulates every `step`th subscription.
fn live_some(seed: u64, numbers: impl Iterator<Item = u64>) -> Count {
    let mut count = Count::default();
    for number in numbers {
        let lived = catch_unwind(AssertUnwindSafe(|| live(seed, number, &mut count)));
        if let Err(panic) = lived {
            eprintln!("the subscription of PLAN_SEED={seed} PLAN_ONLY={number} differs");
            resume_unwind(panic);
        }
    }
    count
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect(name))
}

#[test]
fn every_figure_of_random_subscriptions_is_exact() {
    let seed = number("PLAN_SEED").unwrap_or(SEED);
    if let Some(only) = number("PLAN_ONLY") {
        println!("{:?}", live_some(seed, std::iter::once(only)));
        return;
    }
    let runs = number("PLAN_RUNS").unwrap_or(RUNS);
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let mut count = Count::default();
    thread::scope(|scope| {
        let start = |first: u64| {
            let numbers = (first..runs).step_by(threads as usize);
            scope.spawn(move || live_some(seed, numbers))
        };
        let running: Vec<_> = (0..threads).map(start).collect();
        for one in running {
            let part = one.join().unwrap_or_else(|panic| resume_unwind(panic));
            count.add(&part);
        }
    });
    println!("lived through {runs} subscriptions, seed {seed}: {count:?}");
    if runs >= RUNS {
        // Every kind of comparison must have occurred.
        let kinds = [count.savings, count.loans, count.sets, count.what_ifs];
        let ends = [count.stopped_early, count.paid_off_early];
        let rest = [
            count.payments,
            count.collections,
            count.fees,
            count.annual_rates,
        ];
        let all = kinds.into_iter().chain(ends).chain(rest);
        assert!(all.min() > Some(runs / 1_000), "{count:?}");
    }
}
