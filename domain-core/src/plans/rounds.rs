//! The rounds of a group's savings.

use super::Unit;
use crate::calendar::Date;
use crate::shape::{input, output};

input! {
    /// A group's schedule on a day.
    pub struct RoundInput {
        /// The day of the first round.
        starts_on: Date,
        /// The number of rounds.
        duration: i64,
        /// The interval between rounds.
        duration_unit: Unit,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// The current round.
    pub struct Round {
        /// From 1; 0 before the first round.
        round: i64,
        /// The number of rounds.
        of: i64,
        /// The first day of the next round; null in the last.
        next: Option<Date>,
    }
}

/// A round begins on the first day and each unit after it, at the end of a shorter month on its last day.
pub fn round(input: &RoundInput) -> Round {
    let day = |number: i64| {
        let units = u32::try_from(number).ok()?;
        input.duration_unit.after(input.starts_on, units)
    };
    let begun = |number: &i64| day(*number).is_some_and(|day| day <= input.today);
    let of = input.duration.max(0);
    let round = (0..of).take_while(begun).last();
    let round = round.map_or(0, |last| last.saturating_add(1));
    Round {
        round,
        of,
        next: Some(round).filter(|next| *next < of).and_then(day),
    }
}
