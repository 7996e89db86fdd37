//! The terms for lending of a tenant without its own.

use crate::store::loans::Policy;
use domain_core::money::{Amount, Currency};

/// Limits in kobo, for one borrower, altogether, and for a first loan; shares in percent.
const PERSON_LIMIT_KOBO: i64 = 50_000_000;
const LENDING_LIMIT_KOBO: i64 = 1_000_000_000;
const FIRST_LIMIT_KOBO: i64 = 2_000_000;
const GROWTH_PERCENT: u32 = 150;
const INCOME_PERCENT: u32 = 50;
const LEAST_AGE_DAYS: i64 = 30;
const LEAST_HELD_DAYS: i64 = 14;
const PAUSE_DAYS: i64 = 30;

/// The policy of a tenant without its own.
pub(super) fn usual_policy() -> Policy {
    let kobo = |kobo| Amount::from_minor(kobo, Currency::Ngn);
    let zero = Amount::zero(Currency::Ngn);
    Policy {
        person_limit: kobo(PERSON_LIMIT_KOBO).unwrap_or(zero),
        lending_limit: kobo(LENDING_LIMIT_KOBO).unwrap_or(zero),
        first_limit: kobo(FIRST_LIMIT_KOBO).unwrap_or(zero),
        growth_percent: GROWTH_PERCENT,
        income_percent: INCOME_PERCENT,
        least_age_days: LEAST_AGE_DAYS,
        least_held_days: LEAST_HELD_DAYS,
        pause_days: PAUSE_DAYS,
    }
}
