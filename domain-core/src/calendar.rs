//! Civil dates and instants, without a clock.
//!
//! Dates are in the proleptic Gregorian calendar, years 1 to 9999. Instants are milliseconds since 1970 in UTC. The
//! caller determines the current date in Africa/Lagos: `today` and `now` are always inputs.

mod date;
mod instant;
mod lagos;
mod typed;

pub use date::Date;
pub(crate) use date::{DATE_CHARACTERS, DATE_PATTERN};
pub use instant::Instant;
pub(crate) use instant::TIME_PATTERN;
pub use lagos::{
    day_and_time, day_in_words, day_year_and_time, lagos_date, lagos_midnight, month_in_full,
    month_name,
};
pub use typed::{SeparatedDate, TypedDate, TypingDate, group};

fn padded(number: u32, width: usize) -> String {
    format!("{number:0width$}")
}

#[cfg(test)]
mod tests;
