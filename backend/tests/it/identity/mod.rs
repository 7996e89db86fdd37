//! Sign-up to PIN, as clients do it, and as thieves try it.

mod attempts;
mod bad_input;
mod codes;
mod journey;
mod pin;
mod sameness;
mod sessions;
