//! Sets of coins: what is paid for one is divided by a rule, bought on the tenant's account at the exchange, and sold again at
//! the set's end.
//!
//! Each coin's money is in the pot, or at the exchange while its order is under way and while the coin is held. An order is
//! asked about until its outcome is known: nothing is bought twice.

mod close;
mod least;
mod orders;
mod start;
mod value;
mod work;

pub use close::stop;
pub use least::Orders;
pub use start::{SetStart, begin, wait};
pub use value::fill;
pub use work::run;

use crate::db::Tx;
use crate::error::ApiError;
use crate::ledger::{self, Entry, NewTransfer, SystemAccount};
use domain_core::money::{Amount, Currency, Figure, Rates, Rounding};
use domain_core::validation::{Code, Violation};

/// Hundred-millionths of a USDT in its minor unit.
const UNITS_IN_MINOR: i64 = 100;
/// What coins are quoted in, at the house's rate of USDT.
const QUOTED: Currency = Currency::Usdt;

fn minor(amount: &Amount) -> Result<i64, ApiError> {
    let beyond = || ApiError::refused(vec![Violation::new("amount", Code::OutOfRange)]);
    amount.minor().ok_or_else(beyond)
}

/// What an amount buys coins for, rounded down.
fn quoted(amount: &Amount, rates: &Rates) -> Option<Figure> {
    let worth = rates.convert(amount, QUOTED, Rounding::Down).ok()?;
    Figure::of_units(worth.minor()?.checked_mul(UNITS_IN_MINOR)?)
}

/// What a sum at the exchange is worth in the set's currency, rounded down.
fn worth(quote: Figure, currency: Currency, rates: &Rates) -> Option<Amount> {
    let minor = quote.units().checked_div(UNITS_IN_MINOR)?;
    let quote = Amount::from_minor(minor, QUOTED)?;
    rates.convert(&quote, currency, Rounding::Down).ok()
}

/// Moves money from a pot to the exchange, or back.
async fn transfer(
    tx: &mut Tx,
    (id, kind, linked_to): (&str, &'static str, Option<&str>),
    member_id: &str,
    amount: &Amount,
    is_back: bool,
    now_ms: i64,
) -> Result<(), ApiError> {
    let (minor, currency) = (minor(amount)?, amount.currency());
    let (pot, exchange) = if is_back {
        (minor, -minor)
    } else {
        (-minor, minor)
    };
    let transfer = NewTransfer {
        id,
        kind,
        currency,
        linked_to,
        entries: vec![
            Entry::new(member_id, pot),
            Entry::new(SystemAccount::Exchange.id(currency), exchange),
        ],
    };
    Ok(ledger::record(tx, transfer, now_ms).await?)
}
