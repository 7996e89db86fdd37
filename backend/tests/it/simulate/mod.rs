//! Months of plans in a minute: people save, borrow and buy sets of coins, pay late, early, in part, twice and by card, invite
//! others and leave; the day's job is cut off in the middle and goes on, and exchange, bank and card company fail. After each day everything must
//! add up.
//!
//! `make simulate` runs a thousand people for a year; the normal run is small. A failure names the seed, with which the
//! same people do the same again, and what happened on its day.

mod cards;
mod checks;
mod coin_sets;
mod days;
mod debits;
mod dice;
mod groups;
mod instalments;
mod loans;
mod notices;
mod payments;
mod people;
mod plans;
mod providers;

use crate::support::{Engine, World};
use dice::Dice;
use people::Person;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;

const PEOPLE: u64 = 50;
const DAYS: u64 = 60;
const SEED: u64 = 20_261_122;
const DAY_SECONDS: i64 = 24 * 60 * 60;

#[derive(Debug, Default)]
struct Count {
    subscribed: u64,
    joined: u64,
    paid: u64,
    collected_days: usize,
    stopped: u64,
    borrowed: u64,
    repaid: u64,
    sets: u64,
    sold: u64,
    debited: u64,
    charged: u64,
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
    /// The loan and the set of coins on offer.
    loan: String,
    set: String,
    /// Codes of groups.
    codes: Vec<String>,
    keys: u64,
    /// Transfers that people made themselves.
    own: HashSet<String>,
    count: Count,
    /// What happened today.
    events: String,
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
    for day in 0..days {
        simulation.day = day;
        simulation.events.clear();
        let morning_ms = world.clock.now_ms();
        for who in 0..simulation.people.len() {
            simulation.live(who).await;
        }
        simulation.ask_about_cards().await;
        simulation.check_cards().await;
        simulation.check_notices(morning_ms).await;
        // Servers are away for days, too.
        let away = 1 + i64::from(simulation.dice.chance(50)) * 3;
        world.advance_seconds(away * DAY_SECONDS);
        let before_ms = world.clock.now_ms();
        simulation.job().await;
        simulation.check().await;
        if away == 1 {
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
    drop(simulation);
    world.end().await;
}
