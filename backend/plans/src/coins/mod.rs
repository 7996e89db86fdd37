//! Sets of coins: a rule divides the payment among the coins, which are bought on the tenant's account at the exchange,
//! and sold again at the set's end.
//!
//! Each coin's money is in the pot, or at the exchange while an order is pending or the coin is held. An order is
//! polled until its result is known: nothing is bought twice.

mod close;
mod least;
mod orders;
mod start;
mod value;
mod work;

pub use close::stop;
pub use least::Orders;
pub use start::{SetStart, begin};
pub use value::fill;
pub use work::run;

use domain_core::money::{Amount, Currency, Figure, Rates, Rounding};
use domain_core::payment::Movement;
use ground::db::Tx;
use ground::error::ApiError;
use money::book::{self, End, Parts};
use money::ledger::SystemAccount;
use service::app::AppState;

/// Hundred-millionths of a USDT in its minor unit.
const UNITS_IN_MINOR: i64 = 100;
/// The quote currency of coins, at the house's rate of USDT.
const QUOTED: Currency = Currency::Usdt;

/// Converts an amount to the quote currency, rounded down.
fn quoted(amount: &Amount, rates: &Rates) -> Option<Figure> {
    let worth = rates.convert(amount, QUOTED, Rounding::Down).ok()?;
    Figure::of_units(worth.minor()?.checked_mul(UNITS_IN_MINOR)?)
}

/// Converts a sum at the exchange to the set's currency, rounded down.
fn worth(quote: Figure, currency: Currency, rates: &Rates) -> Option<Amount> {
    let minor = quote.units().checked_div(UNITS_IN_MINOR)?;
    let quote = Amount::from_minor(minor, QUOTED)?;
    rates.convert(&quote, currency, Rounding::Down).ok()
}

/// Moves money between a pot and the exchange.
async fn transfer(
    tx: &mut Tx,
    app: &AppState,
    movement: Movement,
    links: (&str, Option<&str>),
    member_id: &str,
    amount: Amount,
) -> Result<(), ApiError> {
    let (pot, exchange) = (End::from(member_id), End::from(SystemAccount::Exchange));
    let (from, to) = match movement {
        Movement::CoinsBuy => (pot, exchange),
        _ => (exchange, pot),
    };
    let parts = Parts::default().from(from, amount).to(to, amount);
    book::shift(tx, app, movement, links, parts, amount.currency()).await
}
