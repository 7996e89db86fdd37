//! Currencies, amounts, rates, and exact arithmetic on them.
//!
//! An [`Amount`] is never negative and always at its currency's scale. Nothing here rounds unless its name or its
//! [`Rounding`] says so, and multiplication comes before division, so that a result is rounded once.

pub mod age;
mod amount;
mod currency;
pub mod direction;
mod display;
mod exact;
pub mod feed;
mod figure;
pub mod jump;
pub(crate) mod origin;
mod percent;
mod rates;
mod rules;
mod text;
mod typed;

#[cfg(test)]
mod properties;

pub use amount::{Amount, NotAnAmount};
pub use currency::{Currency, CurrencyCode, UnknownCurrency};
pub(crate) use display::grouped_decimal;
pub use display::{display, display_in_full};
pub use exact::Rounding;
pub(crate) use exact::{Wide, divided, exact_product, mantissa, power_of_ten, scaled};
pub use figure::Figure;
pub use percent::Percent;
pub use rates::{Rate, Rates};
pub(crate) use rates::{convert_exactly, too_great};
pub use rules::{
    Convert, Converted, Formatted, Group, Grouped, MoneyText, Parse, ParsedAmount, convert, format,
    group, parse,
};
pub use text::AmountText;
pub(crate) use text::{PLAIN_DECIMALS, SIGNED_DECIMALS, decimal, signed_decimal};
pub use typed::{TypedAmount, plain_amount};
