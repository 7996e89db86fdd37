//! Caution after a security change: for a day, outgoing payments are capped, so that an attacker who took over an
//! account cannot empty it before its owner has read the notice.

use crate::calendar::{Instant, day_and_time};
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Rates, Rounding, display, display_in_full,
};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Violation};

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

choice! {
    /// The reason for a cap: a change of the account, or a new recipient.
    pub enum Reason {
        NewDevice = "new_device",
        Password = "password",
        Pin = "pin",
        Phone = "phone",
        Email = "email",
        Loan = "loan",
        NewPayee = "new_payee",
    }
}

impl From<Change> for Reason {
    fn from(change: Change) -> Self {
        match change {
            Change::NewDevice => Self::NewDevice,
            Change::Password => Self::Password,
            Change::Pin => Self::Pin,
            Change::Phone => Self::Phone,
            Change::Email => Self::Email,
            Change::Loan => Self::Loan,
        }
    }
}

input! {
    /// A change of an account.
    pub struct Changed {
        /// The kind of change.
        change: Change,
        /// Its latest time.
        at: Instant,
    }

    /// The history between a user and a recipient.
    pub struct Dealings {
        /// When the recipient was saved or first paid, if ever.
        known_since: Option<Instant>,
        /// The amount sent to them in the last 24 hours.
        sent: AmountText,
    }

    /// A wallet from which somebody wants to pay.
    pub struct CapInput {
        /// The current time.
        now: Instant,
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The rates of naira and the wallet's currency; a naira wallet needs none.
        rates: Rates,
        /// The latest change of each kind.
        changes: Vec<Changed>,
        /// Debits of the last 24 hours, excluding charges.
        sent: AmountText,
        /// The history with the recipient, if known.
        dealings: Option<Dealings>,
    }
}

output! {
    /// A temporary limit of what may leave a wallet.
    pub struct Cap {
        /// The remaining amount.
        amount: Amount,
        /// The reason for the cap.
        reason: Reason,
        /// Its end; null: 24 hours after the first payment.
        until: Option<Instant>,
        /// The cap in a sentence.
        message: String,
    }

    /// The cap on a payment.
    pub struct CapFound {
        /// Null if only the balance limits the payment.
        cap: Option<Cap>,
    }
}

impl Cap {
    fn new(amount: Amount, reason: Reason, until: Option<Instant>) -> Self {
        Self {
            amount,
            reason,
            until,
            message: words(&amount, reason, until),
        }
    }
}

/// The end of the caution after a change; `None` if it is over.
pub fn end(since: Instant, now: Instant) -> Option<Instant> {
    let until = since.add_ms(CAUTION_MS);
    (now < until).then_some(until)
}

/// The tightest cap, if any: ₦50,000 a day after a change, less `sent`, and ₦200,000 a day to a new recipient, less
/// `dealings.sent`; not below zero. Of several changes, the one whose caution ends last is named, among equals the
/// last in the list; of two equal caps, that of the change. Limits in naira are converted at sell rates, rounded
/// down. Caution lasts 24 hours, at most to the last instant of the year 9999.
///
/// # Errors
/// `{currency} not supported yet!`, where a cap applies, for a missing rate of naira before one of the wallet's
/// currency; `not_an_amount` on `sent`, for either, whether or not a cap applies; `out_of_range` on `amount` for a
/// limit beyond 28 digits.
pub fn cap(input: &CapInput) -> Checked<CapFound> {
    let currency = input.currency.known("currency")?;
    let sent = input.sent.amount("sent", currency)?;
    let dealings = match &input.dealings {
        Some(known) => Some((known, known.sent.amount("sent", currency)?)),
        None => None,
    };
    let caps = [
        after_a_change(input, &sent)?,
        dealings.map_or(Ok(None), |(known, sent)| {
            to_a_new_payee(input, known, &sent)
        })?,
    ];
    let tightest = |one: Cap, other: Cap| {
        if other.amount < one.amount {
            other
        } else {
            one
        }
    };
    Ok(CapFound {
        cap: caps.into_iter().flatten().reduce(tightest),
    })
}

fn after_a_change(input: &CapInput, sent: &Amount) -> Result<Option<Cap>, Violation> {
    let ends = input
        .changes
        .iter()
        .filter_map(|one| Some((one.change, end(one.at, input.now)?)));
    let Some((change, until)) = ends.max_by_key(|(_, until)| *until) else {
        return Ok(None);
    };
    let amount = left(AFTER_A_CHANGE_KOBO, sent, &input.rates)?;
    Ok(Some(Cap::new(amount, change.into(), Some(until))))
}

fn to_a_new_payee(
    input: &CapInput,
    dealings: &Dealings,
    sent: &Amount,
) -> Result<Option<Cap>, Violation> {
    let until = match dealings.known_since.map(|since| end(since, input.now)) {
        Some(None) => return Ok(None),
        Some(Some(until)) => Some(until),
        None => None,
    };
    let amount = left(TO_A_NEW_PAYEE_KOBO, sent, &input.rates)?;
    Ok(Some(Cap::new(amount, Reason::NewPayee, until)))
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
    const fn because(self) -> &'static str {
        match self {
            Self::NewDevice => "because of a sign-in on a new device",
            Self::Password => "because your password was changed",
            Self::Pin => "because your PIN was changed",
            Self::Phone => "because your phone number was changed",
            Self::Email => "because your email address was changed",
            Self::Loan => "because a loan was paid out to you",
            Self::NewPayee => "because this recipient is new",
        }
    }
}

/// A cap in a sentence.
fn words(amount: &Amount, reason: Reason, until: Option<Instant>) -> String {
    let where_to = match reason {
        Reason::NewPayee => "go to this recipient",
        _ => "leave your wallet",
    };
    let much = if amount.is_zero() {
        "nothing more".to_owned()
    } else {
        ["up to ", &display_in_full(amount)].concat()
    };
    let when = until.map_or_else(
        || "in the first 24 hours".to_owned(),
        |until| ["until ", &day_and_time(until)].concat(),
    );
    [
        "For your safety, ",
        &much,
        " may ",
        where_to,
        " ",
        &when,
        ", ",
        reason.because(),
        ".",
    ]
    .concat()
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
