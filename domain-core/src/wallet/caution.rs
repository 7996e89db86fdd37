//! Caution after a change: for a day less may leave the wallets, so that whoever took an account over cannot empty it
//! before its owner has read what happened.

use crate::calendar::{Instant, day_and_time};
use crate::money::{Amount, Currency, Rates, Rounding, display};
use crate::shape::choice;
use crate::validation::Violation;

/// How long caution lasts, and how far back sending counts.
pub const CAUTION_MS: i64 = 24 * 60 * 60 * 1000;

/// What may leave each wallet within 24 hours while an account is new to its browser, password, PIN or phone: N50,000, the
/// daily limit of the first tier of the Central Bank of Nigeria (2017). In other currencies its worth.
const AFTER_A_CHANGE_KOBO: i64 = 5_000_000;

/// What may go to one new recipient within 24 hours: N200,000, the daily limit of the second tier. Rent and school fees are
/// mostly below it, and it counts for one recipient alone.
const TO_A_NEW_PAYEE_KOBO: i64 = 20_000_000;

choice! {
    /// What is new about an account.
    pub enum Change {
        /// Somebody signed in with a browser that was not used before.
        NewDevice = "new_device",
        /// The password was changed or reset.
        Password = "password",
        /// A PIN was changed or reset.
        Pin = "pin",
        /// The phone number was changed.
        Phone = "phone",
    }
}

impl Change {
    /// How long before a change somebody must first have signed in for it to be a reason for caution. An account gets its
    /// first password before anybody has; its phone number, in its first day.
    #[must_use]
    pub const fn least_age_ms(self) -> i64 {
        match self {
            Self::NewDevice | Self::Password | Self::Pin => 0,
            Self::Phone => CAUTION_MS,
        }
    }
}

/// Why less may leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Change(Change),
    /// The recipient.
    NewPayee,
}

/// What has been between a person and a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealings {
    /// When the recipient was saved, or first paid; none: neither.
    pub known_since: Option<Instant>,
    /// What was sent to them in the last 24 hours.
    pub sent: Amount,
}

/// What a cap is judged by.
#[derive(Debug)]
pub struct Situation<'a> {
    pub now: Instant,
    pub rates: &'a Rates,
    /// What changed, and when it last did.
    pub changes: &'a [(Change, Instant)],
    /// What left the wallet in the last 24 hours, without charges.
    pub sent: Amount,
    /// Where the recipient is known.
    pub dealings: Option<Dealings>,
}

/// The most that may leave now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cap {
    /// What is left of it.
    pub amount: Amount,
    pub reason: Reason,
    /// Until when; none: for 24 hours from the first payment on.
    pub until: Option<Instant>,
}

/// When caution ends that began at an instant; none when it is over.
pub fn end(since: Instant, now: Instant) -> Option<Instant> {
    let until = since.add_ms(CAUTION_MS);
    (now < until).then_some(until)
}

/// The tightest cap, if there is one. Of several changes the one whose caution ends last is named.
///
/// # Errors
/// `{currency} not supported yet!` where there is no rate.
pub fn cap(situation: &Situation<'_>) -> Result<Option<Cap>, Violation> {
    let caps = [after_a_change(situation)?, to_a_new_payee(situation)?];
    let tightest = |one: Cap, other: Cap| {
        if other.amount < one.amount {
            other
        } else {
            one
        }
    };
    Ok(caps.into_iter().flatten().reduce(tightest))
}

fn after_a_change(situation: &Situation<'_>) -> Result<Option<Cap>, Violation> {
    let ends = situation
        .changes
        .iter()
        .filter_map(|(change, since)| Some((*change, end(*since, situation.now)?)));
    let Some((change, until)) = ends.max_by_key(|(_, until)| *until) else {
        return Ok(None);
    };
    let amount = left(AFTER_A_CHANGE_KOBO, &situation.sent, situation.rates)?;
    Ok(Some(Cap {
        amount,
        reason: Reason::Change(change),
        until: Some(until),
    }))
}

fn to_a_new_payee(situation: &Situation<'_>) -> Result<Option<Cap>, Violation> {
    let Some(dealings) = &situation.dealings else {
        return Ok(None);
    };
    let until = match dealings.known_since.map(|since| end(since, situation.now)) {
        Some(None) => return Ok(None),
        Some(Some(until)) => Some(until),
        None => None,
    };
    let amount = left(TO_A_NEW_PAYEE_KOBO, &dealings.sent, situation.rates)?;
    Ok(Some(Cap {
        amount,
        reason: Reason::NewPayee,
        until,
    }))
}

/// What is left of a limit in naira, in the currency of what was sent; rounded down.
fn left(limit_kobo: i64, sent: &Amount, rates: &Rates) -> Result<Amount, Violation> {
    let currency = sent.currency();
    let limit = rates.convert(&naira(limit_kobo), currency, Rounding::Down)?;
    Ok(limit
        .checked_sub(sent)
        .unwrap_or_else(|| Amount::zero(currency)))
}

fn naira(kobo: i64) -> Amount {
    Amount::from_minor(kobo, Currency::Ngn).unwrap_or_else(|| Amount::zero(Currency::Ngn))
}

impl Reason {
    /// As answers name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Change(change) => change.as_str(),
            Self::NewPayee => "new_payee",
        }
    }

    const fn because(self) -> &'static str {
        match self {
            Self::Change(Change::NewDevice) => "because somebody signed in on a new device",
            Self::Change(Change::Password) => "because your password was changed",
            Self::Change(Change::Pin) => "because your PIN was changed",
            Self::Change(Change::Phone) => "because your phone number was changed",
            Self::NewPayee => "because this recipient is new",
        }
    }
}

impl Cap {
    /// The cap in a sentence.
    pub fn words(&self) -> String {
        let where_to = match self.reason {
            Reason::Change(_) => "leave your wallet",
            Reason::NewPayee => "go to this recipient",
        };
        let much = if self.amount.is_zero() {
            "nothing more".to_owned()
        } else {
            ["up to ", &shown(&self.amount)].concat()
        };
        let when = self.until.map_or_else(
            || "in the first 24 hours".to_owned(),
            |until| ["until ", &day_and_time(until)].concat(),
        );
        let because = self.reason.because();
        [
            "For your safety, ",
            &much,
            " may ",
            where_to,
            " ",
            &when,
            ", ",
            because,
            ".",
        ]
        .concat()
    }
}

/// What is said beforehand, and in the notice of a change.
pub fn what_follows() -> String {
    let limit = display(&naira(AFTER_A_CHANGE_KOBO));
    [
        "For your safety, up to ",
        &limit,
        " may leave your wallet in the next 24 hours.",
    ]
    .concat()
}

/// Coins are shown with all their decimals: a cap rounded to two would often be nothing.
fn shown(amount: &Amount) -> String {
    match amount.currency() {
        Currency::Ngn | Currency::Usd | Currency::Gbp => display(amount),
        coin @ (Currency::Btc | Currency::Eth | Currency::Usdt) => {
            [coin.as_str(), " ", &amount.text()].concat()
        }
    }
}

#[cfg(test)]
mod tests;
