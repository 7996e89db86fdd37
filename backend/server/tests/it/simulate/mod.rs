//! Months of plans in a minute: users save, borrow and buy coin sets, pay late, early, in part, twice and by card,
//! invite others and leave, cancel and decline; the operator decides on loans and changes terms; the daily job is
//! interrupted and resumes, and exchange, bank and card company fail. After each day everything must add up.
//!
//! `make simulate` runs a thousand users for a year; the normal run is small. A failure names the seed, which
//! reproduces the run, and the events of its day.

mod cards;
mod checks;
mod coin_sets;
mod days;
mod debits;
mod dice;
mod groups;
mod instalments;
mod invitations;
mod loans;
mod notices;
mod operator;
mod payments;
mod people;
mod plans;
mod providers;
mod taken_back;
mod waiting;

use crate::support::{Engine, World};
use dice::Dice;
use people::Person;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

const PEOPLE: u64 = 70;
const DAYS: u64 = 75;
const SEED: u64 = 20_261_129;
const DAY_SECONDS: i64 = 24 * 60 * 60;

#[derive(Debug, Default)]
struct Count {
    subscribed: u64,
    joined: u64,
    added: u64,
    accepted: u64,
    declined: u64,
    awaited: u64,
    begun: u64,
    cancelled: u64,
    paid: u64,
    collected_days: usize,
    stopped: u64,
    left: u64,
    abandoned: u64,
    dollars: u64,
    saved_by_itself: usize,
    borrowed: u64,
    repaid: u64,
    approved: u64,
    refused_loans: u64,
    bad: u64,
    seen_again: u64,
    sets: u64,
    sold: u64,
    debited: u64,
    charged: u64,
    taken_back: u64,
    came_back: u64,
    debts_collected: u64,
    told: u64,
    refused: u64,
    crashes: u64,
}

struct Simulation<'a> {
    world: &'a World,
    dice: Dice,
    seed: u64,
    day: u64,
    people: Vec<Person>,
    offers: Vec<Value>,
    /// The version of each plan's terms that users have seen.
    versions: HashMap<String, i64>,
    /// The agreed penalty of each plan that was taken.
    penalties: HashMap<String, Value>,
    /// The groups: the creator of each, and its code.
    groups: Vec<(usize, String)>,
    /// The loan and the coin set on offer.
    loan: String,
    set: String,
    /// Codes of groups.
    codes: Vec<String>,
    keys: u64,
    /// Transfers made by users themselves.
    own: HashSet<String>,
    count: Count,
    /// The events of the day.
    events: String,
}

/// The first day on which a loan can be bad: its first instalment has been due for ninety.
const DAYS_TO_BAD: u64 = 150;

impl Count {
    /// Checks that everything has happened at least once: a run in which something never happens proves nothing about
    /// it.
    fn check(&self, days: u64) {
        let Self {
            subscribed,
            joined,
            added,
            accepted,
            declined,
            awaited,
            begun,
            cancelled,
            paid,
            collected_days,
            stopped,
            left,
            abandoned,
            dollars,
            saved_by_itself,
            borrowed,
            repaid,
            approved,
            refused_loans,
            bad,
            seen_again,
            sets,
            sold,
            debited,
            charged,
            taken_back,
            came_back,
            debts_collected,
            told,
            refused,
            crashes,
        } = *self;
        let counts = [
            ("subscribed", subscribed),
            ("joined", joined),
            ("added", added),
            ("accepted", accepted),
            ("declined", declined),
            ("awaited", awaited),
            ("begun", begun),
            ("cancelled", cancelled),
            ("paid", paid),
            ("collected days", collected_days as u64),
            ("stopped", stopped),
            ("left", left),
            ("abandoned", abandoned),
            ("dollars", dollars),
            ("saved by itself", saved_by_itself as u64),
            ("borrowed", borrowed),
            ("repaid", repaid),
            ("approved", approved),
            ("refused loans", refused_loans),
            ("seen again", seen_again),
            ("sets", sets),
            ("sold", sold),
            ("debited", debited),
            ("charged", charged),
            ("taken back", taken_back),
            ("came back", came_back),
            ("debts collected", debts_collected),
            ("told", told),
            ("refused", refused),
            ("crashes", crashes),
        ];
        let never: Vec<&str> = counts
            .iter()
            .filter(|(_, count)| *count == 0)
            .map(|(what, _)| *what)
            .collect();
        assert!(never.is_empty(), "never happened: {never:?}");
        assert!(bad > 0 || days < DAYS_TO_BAD, "no loan was bad");
    }
}

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |text| text.parse().expect(name))
}

impl Simulation<'_> {
    fn note(&mut self, text: &str) {
        let _ = writeln!(self.events, "  {text}");
    }

    #[track_caller]
    fn fail(&self, what: &str) -> ! {
        panic!(
            "seed {}, day {}: {what}\n{}",
            self.seed, self.day, self.events
        )
    }
}

#[tokio::test]
async fn everything_adds_up_after_each_day_of_many_peoples_plans() {
    let people = number("SIMULATE_PEOPLE", PEOPLE);
    let days = number("SIMULATE_DAYS", DAYS);
    let seed = number("SIMULATE_SEED", SEED);
    let world = World::new(Engine::Sqlite).await;
    let mut simulation = Simulation {
        world: &world,
        dice: Dice::new(seed),
        seed,
        day: 0,
        people: Vec::new(),
        offers: Vec::new(),
        versions: HashMap::new(),
        penalties: HashMap::new(),
        groups: Vec::new(),
        loan: String::new(),
        set: String::new(),
        codes: Vec::new(),
        keys: 0,
        own: HashSet::new(),
        count: Count::default(),
        events: String::new(),
    };
    simulation.offer().await;
    simulation.offer_loan().await;
    simulation.offer_set().await;
    simulation.enter(people).await;
    let date = || world.clock.today();
    let mut worked_on = date();
    for day in 0..days {
        simulation.day = day;
        simulation.events.clear();
        let morning_ms = world.clock.now_ms();
        if day == days / 2 {
            simulation.change_terms().await;
        }
        simulation.set_rate().await;
        simulation.decide_loans().await;
        simulation.end_abandoned().await;
        for who in 0..simulation.people.len() {
            simulation.live(who).await;
        }
        simulation.count.saved_by_itself +=
            ::plans::savings::triggers::run(&world.app).await.unwrap();
        simulation.ask_about_cards().await;
        simulation.check_cards().await;
        simulation.collect_debts().await;
        simulation.check_notices(morning_ms).await;
        // Servers are sometimes down for days, too.
        let away = 1 + i64::from(simulation.dice.chance(50)) * 3;
        world.advance_seconds(away * DAY_SECONDS);
        let (before_ms, worked_before) = (world.clock.now_ms(), worked_on);
        simulation.job().await;
        worked_on = date();
        simulation.check().await;
        // A job that makes up for two days may collect the rest of an instalment on the second: a pot was paid out in
        // between.
        if worked_before.add_days(1) == Some(worked_on) {
            simulation.check_collected_once(before_ms).await;
        }
        simulation.providers().await;
        simulation.check().await;
        simulation.check_debits().await;
        simulation.check_notices(before_ms).await;
    }
    println!(
        "simulated {people} people for {days} days, seed {seed}: {:?}",
        simulation.count
    );
    simulation.count.check(days);
    drop(simulation);
    world.end().await;
}
