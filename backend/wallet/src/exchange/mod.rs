//! Converting money between a user's own wallets, at the mid rate less the brand's spread. The quote is valid for half a
//! minute.

pub(crate) mod conversion;
pub mod feed;
pub(crate) mod terms;
