//! Sign-up to PIN, as clients do it, and as thieves try it.

mod attempts;
mod audit;
pub mod avatars;
mod bad_input;
mod codes;
mod devices;
pub mod google;
mod guesses;
mod journey;
mod letters;
mod liveness;
mod meanwhile;
mod members;
pub mod numbers;
mod operator;
mod password_races;
mod pin;
mod pin_races;
mod profile;
mod proof_races;
mod questions;
mod retention;
mod sameness;
mod sessions;
mod signed_in;
mod takeover;
mod texts;
