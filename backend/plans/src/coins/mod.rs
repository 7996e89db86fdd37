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

use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use ground::db::Tx;
use ground::error::ApiError;
use money::book::{self, End, Parts};
use money::ledger::SystemAccount;
use service::app::AppState;

/// The quote currency of coins, at the house's rate of USDT.
const QUOTED: Currency = Currency::Usdt;

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
