//! The return of a coin set.

use super::instalment::currency_of;
use crate::json::Node;
use crate::money::origin::Way;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rates, Rounding};
use crate::shape::{Output, Shape, Type, choice, input, output};
use crate::validation::{Checked, Code, Violation};

choice! {
    /// The state of a coin in a set. (Document 2, section 4.)
    pub enum CoinStatus {
        Initiated = "INITIATED",
        Pending = "PENDING",
        Trading = "TRADING",
        Approved = "APPROVED",
        Failed = "FAILED",
        Completed = "COMPLETED",
    }
}

input! {
    /// A coin of a set.
    pub struct Coin {
        /// The state of the coin in the set.
        status: CoinStatus,
        /// The price paid for it, in the set's currency.
        price_bought: AmountText,
        /// Null until it is sold.
        price_sold: Option<AmountText>,
    }

    /// A set of coins.
    pub struct CoinSet {
        /// The coins of the set.
        coins: Vec<Coin>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The return of the set.
    pub struct Profit {
        /// The return in the set's currency; a loss has a minus.
        total: Signed,
    }
}

/// A sum that may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed {
    pub is_negative: bool,
    pub amount: Amount,
}

impl Signed {
    /// The difference.
    ///
    /// # Errors
    /// `out_of_range`.
    pub(super) fn of(gains: Amount, losses: Amount) -> Result<Self, Violation> {
        let is_negative = gains < losses;
        let amount = if is_negative {
            losses.checked_sub(&gains)
        } else {
            gains.checked_sub(&losses)
        };
        Ok(Self {
            is_negative,
            amount: amount.ok_or_else(too_great)?,
        })
    }

    /// Its text: a loss has a minus sign.
    pub fn text(&self) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        [sign, &self.amount.text()].concat()
    }
}

impl Shape for Signed {
    const TYPE: Type = Type::Amount;
}

impl Output for Signed {
    fn write(&self) -> Node<'static> {
        self.text().into()
    }
}

/// Unsold coins count with their purchase price; sold ones with their sale price minus the purchase price. Exact:
/// nothing is rounded. Source: document 2, section 4.
///
/// # Errors
/// `not_an_amount`; `out_of_range` for a sum that is too large.
pub fn profit(input: &CoinSet) -> Checked<Profit> {
    let currency = currency_of(input.currency.as_ref())?;
    let (mut gains, mut losses) = (Amount::zero(currency), Amount::zero(currency));
    for coin in &input.coins {
        let bought = coin.price_bought.amount("coins", currency)?;
        let sold = sold(coin, currency)?;
        match coin.status {
            CoinStatus::Failed | CoinStatus::Completed => {
                gains = sum(gains, &sold)?;
                losses = sum(losses, &bought)?;
            }
            _ => gains = sum(gains, &bought)?,
        }
    }
    Ok(Profit {
        total: Signed::of(gains, losses)?,
    })
}

/// The part of a set's amount that is in its coins or in orders for them, from each coin's state and budget. Budgets
/// not yet ordered would be refunded, and those of failed purchases have been. `None` for a sum that is too large.
pub fn invested(
    rows: impl IntoIterator<Item = (CoinStatus, Amount)>,
    currency: Currency,
) -> Option<Amount> {
    let is_in = |status| !matches!(status, CoinStatus::Initiated | CoinStatus::Failed);
    let kept = rows.into_iter().filter(|(status, _)| is_in(*status));
    kept.map(|(_, amount)| amount)
        .try_fold(Amount::zero(currency), |sum, amount| {
            sum.checked_add(&amount)
        })
}

/// The smallest amount of a set of which every part meets the minimum of an order. `parts`: each coin's share, and its
/// minimum order in the quote currency. Exact but for minor units: each minimum is converted at sell rates and divided
/// by its share, both rounded up.
///
/// # Errors
/// `{currency} not supported yet!`; `out_of_range` for a share of zero, or an amount that is too large.
pub fn least(
    parts: impl IntoIterator<Item = (Percent, Amount)>,
    currency: Currency,
    rates: &Rates,
) -> Result<Amount, Violation> {
    let mut least = Amount::zero(currency);
    for (share, worth) in parts {
        let worth = rates.convert(&worth, currency, Rounding::Up)?;
        let whole = share.whole_of(&worth).ok_or_else(too_great)?;
        least = least.at_least(whole);
    }
    Ok(least)
}

input! {
    /// The operator's name for a part of a set.
    pub struct PartNameInput {
        /// The name that the operator gave, such as `LCC`.
        name: String,
    }
}

output! {
    /// The name for display.
    pub struct PartName {
        /// The name in words, or the name as given.
        name: String,
    }
}

/// `LC` and `LCC` are Large Cap Coin, `MC` and `MCC` Medium Cap Coin, `SM` and `SMC` Small Cap Coin; other names are
/// unchanged. Source: document 3, section 3.
pub fn part_name(input: &PartNameInput) -> PartName {
    let name = match input.name.trim() {
        "LC" | "LCC" => "Large Cap Coin",
        "MC" | "MCC" => "Medium Cap Coin",
        "SM" | "SMC" => "Small Cap Coin",
        _ => input.name.as_str(),
    };
    PartName { name: name.into() }
}

/// The fraction `part / whole` of an amount, rounded down; `None` if `whole` is zero.
pub fn part_of(amount: &Amount, part: i64, whole: i64) -> Option<Amount> {
    let units = amount.units().checked_mul(part.into())?;
    let found = Amount::from_units(units.checked_div(whole.into())?, amount.currency())?;
    let way = Way::Scaled {
        times: part.into(),
        over: whole.into(),
        rounding: Rounding::Down,
    };
    Some(found.made(way, &[amount]))
}

fn sold(coin: &Coin, currency: Currency) -> Result<Amount, Violation> {
    match &coin.price_sold {
        Some(price) if !price.is_blank() => price.amount("coins", currency),
        _ => Ok(Amount::zero(currency)),
    }
}

fn sum(sum: Amount, more: &Amount) -> Result<Amount, Violation> {
    sum.checked_add(more).ok_or_else(too_great)
}

/// The refund for leaving a set: its value minus the penalty, but not below zero.
pub fn refund(value: Amount, penalty: Amount) -> Amount {
    let nothing = Amount::zero(value.currency());
    value.checked_sub(&penalty).unwrap_or(nothing)
}

fn too_great() -> Violation {
    Violation::new("coins", Code::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_purchases_are_not_invested() {
        let naira = |text| Amount::parse(text, Currency::Ngn).unwrap();
        let rows = [
            (CoinStatus::Failed, naira("60")),
            (CoinStatus::Initiated, naira("5")),
            (CoinStatus::Approved, naira("30")),
            (CoinStatus::Pending, naira("10")),
        ];
        assert_eq!(invested(rows, Currency::Ngn), Some(naira("40")));
        let failed = [(CoinStatus::Failed, naira("60"))];
        assert!(invested(failed, Currency::Ngn).unwrap().is_zero());
    }

    #[test]
    fn refunds_are_the_value_minus_the_penalty() {
        let naira = |text: &str| Amount::parse(text, Currency::Ngn).unwrap();
        let refunded = |value, penalty| refund(naira(value), naira(penalty));
        assert_eq!(refunded("100", "5.01"), naira("94.99"));
        assert_eq!(refunded("10", "10"), naira("0"));
        assert_eq!(refunded("10.01", "10.02"), naira("0"));
    }

    #[test]
    fn parts_of_amounts_are_rounded_down() {
        let amount = Amount::parse("100.00", Currency::Ngn).unwrap();
        assert_eq!(part_of(&amount, 1, 3).unwrap().text(), "33.33");
        assert_eq!(part_of(&amount, 3, 3), Some(amount));
        assert_eq!(part_of(&amount, 1, 0), None);
    }
}
