//! Passkeys: their names, and the payments that they authorise in place of the PIN.

use super::pin::PIN_DIGITS;
use crate::calendar::Instant;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, TypedAmount, display_in_full};
use crate::payment::Kind;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Checked, Code, Form, NoContext, TypedIdentifier, Violation, Violations};

/// The time within which all payments together stay within the limit.
pub const LIMIT_IS_FOR_MS: i64 = 24 * 60 * 60 * 1_000;
/// Whoever uses a session that is not theirs can add a passkey, of which its owner is told: for this long it signs in, but
/// proves no owner.
const PROVES_AFTER_MS: i64 = 24 * 60 * 60 * 1_000;
/// The maximum number of passkeys per user.
pub const MOST: usize = 10;
const LONGEST_NAME_CHARS: u64 = 40;
/// The highest limit for payments without the PIN, in naira. (The figure is ours.)
const HIGHEST_LIMIT_UNITS: u32 = 100_000;

form_values! {
    /// The name of a passkey.
    pub struct PasskeyName {
        /// The passkey's name: up to 40 characters on one line.
        name: String,
    }
}

impl Form for PasskeyName {
    const NAME: &'static str = "passkey_name";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found
            .required("name", &self.name)
            .line(LONGEST_NAME_CHARS)
            .done();
    }
}

form_values! {
    /// The limit for payments with a passkey in place of the PIN.
    pub struct PasskeyLimit {
        /// In naira, for all payments within 24 hours; 0 switches it off.
        limit: TypedAmount,
        /// The transaction PIN of the naira wallet: four digits.
        pin: TypedIdentifier,
    }
}

impl PasskeyLimit {
    /// The limit, unless it is invalid or zero.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        let limit = self.limit.amount("limit", Currency::Ngn).ok();
        limit.filter(|limit| !limit.is_zero())
    }
}

impl Form for PasskeyLimit {
    const NAME: &'static str = "passkey_limit";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        let most = Amount::of_units(HIGHEST_LIMIT_UNITS, Currency::Ngn);
        if let Some(limit) = found.amount("limit", &self.limit, Currency::Ngn)
            && limit > most
        {
            let above = Violation::new("limit", Code::AboveMaximum)
                .with("limit", &most)
                .with("value", &limit)
                .with("nearest", &most);
            let words = ["The highest limit is ", &display_in_full(&most), "."];
            found.add(above.saying_all(&words));
        }
        found.required("pin", &self.pin).digits(PIN_DIGITS).done();
    }
}

choice! {
    /// Why a payment needs the PIN.
    pub enum PinNeeded {
        /// No limit is set.
        Off = "off",
        /// The passkey was added after the limit was set.
        NewPasskey = "new_passkey",
        /// It commits to more than one payment, or to a loan.
        Commitment = "commitment",
        /// The limit is in naira.
        Currency = "currency",
        /// The amount is above what is left of the limit.
        Above = "above",
    }
}

input! {
    /// A payment, a passkey, and the limit for payments with it.
    pub struct CoverInput {
        /// As in `POST /wallet/pin-confirm`.
        action: String,
        /// The currency of the payment; a passkey covers naira only.
        currency: CurrencyCode,
        /// Without charges.
        amount: AmountText,
        /// The naira that passkeys have authorised within the last 24 hours.
        spent: AmountText,
        /// In naira; null if none is set.
        limit: Option<AmountText>,
        /// When the limit was set with the PIN.
        limit_set_at: Option<Instant>,
        /// When the passkey was added.
        passkey_added_at: Instant,
    }
}

output! {
    /// Whether a passkey authorises a payment in place of the PIN.
    pub struct Cover {
        /// Whether the passkey authorises the payment, so that no PIN is needed.
        covered: bool,
        /// The reason if it does not.
        reason: Option<PinNeeded>,
    }
}

/// Whether a kind of payment is over once it is made: no further instalments, no debt, no risk of a market.
const fn is_single(kind: Kind) -> bool {
    match kind {
        Kind::Withdrawal
        | Kind::WalletTransfer
        | Kind::AddressVerification
        | Kind::Airtime
        | Kind::Data
        | Kind::Cable
        | Kind::Power
        | Kind::Exchange
        | Kind::AlertSubscription
        | Kind::SavingsPayment
        | Kind::LoanRepayment => true,
        Kind::CoinSale
        | Kind::CoinSend
        | Kind::SavingsStart
        | Kind::GroupJoin
        | Kind::LoanRequest
        | Kind::CoinSetStart => false,
    }
}

/// A passkey authorises a single payment in naira of at most what is left of the limit, which is for all payments within 24
/// hours. The limit was set with the PIN, and holds for the
/// passkeys that there were then.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn covers(input: &CoverInput) -> Checked<Cover> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let limit = match &input.limit {
        Some(limit) => limit.amount("limit", Currency::Ngn)?,
        None => Amount::zero(Currency::Ngn),
    };
    let spent = input.spent.amount("spent", Currency::Ngn)?;
    let left = limit
        .checked_sub(&spent)
        .unwrap_or(Amount::zero(Currency::Ngn));
    let set_at = input.limit_set_at.filter(|_| !limit.is_zero());
    let reason = match set_at {
        None => Some(PinNeeded::Off),
        Some(set_at) if input.passkey_added_at > set_at => Some(PinNeeded::NewPasskey),
        Some(_) if !Kind::of_action(&input.action).is_some_and(is_single) => {
            Some(PinNeeded::Commitment)
        }
        Some(_) if currency != Currency::Ngn => Some(PinNeeded::Currency),
        Some(_) if amount > left => Some(PinNeeded::Above),
        Some(_) => None,
    };
    Ok(Cover {
        covered: reason.is_none(),
        reason,
    })
}

/// Whether a passkey is old enough to prove its owner, as a password does.
#[must_use]
pub const fn proves(added: Instant, now: Instant) -> bool {
    now.0.saturating_sub(added.0) >= PROVES_AFTER_MS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(minor: i64) -> AmountText {
        Amount::from_minor(minor, Currency::Ngn).unwrap().into()
    }

    proptest! {
        #[test]
        fn only_a_single_naira_payment_within_the_limit_needs_no_pin(
            kind in prop::sample::select(Kind::ALL),
            amount in 0_i64..20_000_000,
            limit in prop::option::of(0_i64..=10_000_000),
            set_at in prop::option::of(0_i64..100),
            added_at in 0_i64..100,
            spent in 0_i64..12_000_000,
        ) {
            let cover = covers(&CoverInput {
                action: kind.action().to_owned(),
                currency: Currency::Ngn.into(),
                amount: text(amount),
                spent: text(spent),
                limit: limit.map(text),
                limit_set_at: set_at.map(Instant),
                passkey_added_at: Instant(added_at),
            }).unwrap();
            let is_set = limit.is_some_and(|limit| limit > 0);
            let holds = set_at.is_some_and(|set_at| added_at <= set_at);
            let within = limit.is_some_and(|limit| amount <= (limit - spent).max(0));
            prop_assert_eq!(cover.covered, is_set && holds && within && is_single(kind));
            prop_assert_eq!(cover.covered, cover.reason.is_none());
        }

        #[test]
        fn a_limit_is_an_amount_up_to_the_highest(minor in 0_i64..20_000_000) {
            let typed = text(minor).as_str().to_owned();
            let form = PasskeyLimit { limit: typed.as_str().into(), pin: "2580".into() };
            let refused = form.violations(&NoContext {});
            prop_assert_eq!(refused.is_empty(), minor <= 10_000_000);
            prop_assert_eq!(form.amount().and_then(|limit| limit.minor()), Some(minor).filter(|minor| *minor > 0));
        }
    }
}
