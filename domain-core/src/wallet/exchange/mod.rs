//! Conversion of money between a user's own wallets.

mod form;
mod quote;

pub use form::{Exchange, ExchangeContext};
pub use quote::{ExchangeInput, ExchangeQuote, ExchangeTerms, holds, pair_of, quote};
