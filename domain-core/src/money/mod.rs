//! Currency, amount, rates.

mod amount;
mod currency;
mod rates;

pub use amount::{Amount, NotAnAmount};
pub use currency::{Currency, UnknownCurrency};
pub use rates::{Rate, Rates};
