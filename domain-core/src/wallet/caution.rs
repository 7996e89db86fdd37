//! Caution after a security change: for a day, outgoing payments are capped, so that an attacker who took over an
//! account cannot empty it before its owner has read the notice.

use crate::calendar::{Instant, day_and_time};
use crate::money::{Amount, Currency, Rates, Rounding, display, display_in_full};
use crate::shape::choice;
use crate::validation::Violation;

/// The duration of caution, and the period over which debits count.
pub const CAUTION_MS: i64 = 24 * 60 * 60 * 1000;

/// The cap per wallet within 24 hours after a new browser, password, PIN or phone: N50,000, the daily limit of the
/// first tier of the Central Bank of Nigeria (2017), or its equivalent in other currencies.
const AFTER_A_CHANGE_KOBO: i64 = 5_000_000;

/// The cap per new recipient within 24 hours: N200,000, the daily limit of the second tier. Rent and school fees are
/// mostly below it, and it applies to that recipient only.
const TO_A_NEW_PAYEE_KOBO: i64 = 20_000_000;

choice! {
    /// A change of an account that calls for caution.
    pub enum Change {
        /// A sign-in from a new browser.
        NewDevice = "new_device",
        /// The password was changed or reset.
        Password = "password",
        /// A PIN was changed or reset.
        Pin = "pin",
        /// The phone number was changed.
        Phone = "phone",
        /// The email address was changed.
        Email = "email",
        /// A loan was paid out.
        Loan = "loan",
    }
}

impl Change {
    /// The minimum time between the first sign-in and a change for the change to cause caution. A new account gets its
    /// first password before any sign-in, and its phone number within a day.
    #[must_use]
    pub const fn least_age_ms(self) -> i64 {
        match self {
            Self::NewDevice | Self::Password | Self::Pin | Self::Email | Self::Loan => 0,
            Self::Phone => CAUTION_MS,
        }
    }
}

/// The reason for the cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Change(Change),
    /// The recipient is new.
    NewPayee,
}

/// The history between a user and a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealings {
    /// When the recipient was saved or first paid, if ever.
    pub known_since: Option<Instant>,
    /// The amount sent to them in the last 24 hours.
    pub sent: Amount,
}

/// The input of the cap.
#[derive(Debug)]
pub struct Situation<'a> {
    pub now: Instant,
    pub rates: &'a Rates,
    /// The changes, each with its latest time.
    pub changes: &'a [(Change, Instant)],
    /// Debits of the last 24 hours, excluding charges.
    pub sent: Amount,
    /// The history with the recipient, if known.
    pub dealings: Option<Dealings>,
}

/// The cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cap {
    /// The remaining amount.
    pub amount: Amount,
    pub reason: Reason,
    /// Its end; `None`: 24 hours after the first payment.
    pub until: Option<Instant>,
}

/// The end of the caution after a change; `None` if it is over.
pub fn end(since: Instant, now: Instant) -> Option<Instant> {
    let until = since.add_ms(CAUTION_MS);
    (now < until).then_some(until)
}

/// The tightest cap, if any. Of several changes, the one whose caution ends last is named.
///
/// # Errors
/// `{currency} not supported yet!` without a rate.
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

/// The remainder of a naira limit in the currency of the debits, rounded down.
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
    /// Its name in responses.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Change(change) => change.as_str(),
            Self::NewPayee => "new_payee",
        }
    }

    const fn because(self) -> &'static str {
        match self {
            Self::Change(Change::NewDevice) => "because of a sign-in on a new device",
            Self::Change(Change::Password) => "because your password was changed",
            Self::Change(Change::Pin) => "because your PIN was changed",
            Self::Change(Change::Phone) => "because your phone number was changed",
            Self::Change(Change::Email) => "because your email address was changed",
            Self::Change(Change::Loan) => "because a loan was paid out to you",
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
            ["up to ", &display_in_full(&self.amount)].concat()
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

/// The announcement for a coming change and its notice.
pub fn what_follows() -> String {
    let limit = display(&naira(AFTER_A_CHANGE_KOBO));
    [
        "For your safety, up to ",
        &limit,
        " may leave your wallet in the next 24 hours.",
    ]
    .concat()
}

#[cfg(test)]
mod tests;
