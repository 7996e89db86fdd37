//! The worth of a user's coins.

use super::quote::{difference, percent_between};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Rate, Rounding, scaled, too_great};
use crate::shape::{input, output};
use crate::validation::Checked;
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// The parts of the whole add up to this many tenths of a percent.
const WHOLE_TENTHS: i64 = 1_000;

input! {
    /// The coins of a user.
    pub struct HoldingsInput {
        /// The coins of the user; those without a balance are left out of the answer.
        coins: Vec<Holding>,
        /// The currency of their worth.
        currency: CurrencyCode,
    }

    /// A coin in a wallet.
    pub struct Holding {
        /// The coin.
        coin: CurrencyCode,
        /// The balance, in the coin.
        balance: AmountText,
        /// The proceeds of selling all of it now; null while it cannot be sold.
        worth: Option<AmountText>,
        /// The market's price; null if unknown.
        price: Option<Rate>,
        /// The market's price a day ago; null if unknown.
        day_ago: Option<Rate>,
    }
}

output! {
    /// The worth of the coins together.
    pub struct Holdings {
        /// The sum of the known worths.
        total: Amount,
        /// Whether the worth of every coin is known.
        is_complete: bool,
        /// The change within a day; null if it is not known for every coin.
        change: Option<String>,
        /// That change in percent, with one decimal.
        percent: Option<String>,
        /// The coins with a balance, those worth most first.
        parts: Vec<HoldingPart>,
    }

    /// A coin with a balance.
    pub struct HoldingPart {
        /// The coin.
        coin: Currency,
        /// The proceeds of selling all of it, in `currency`; null while it cannot be sold.
        worth: Option<Amount>,
        /// The share of the total in percent, with one decimal; null without a worth. Shares add up to 100.
        share: Option<String>,
    }
}

/// A coin with a balance, and its worth now and a day ago.
struct Held {
    coin: Currency,
    worth: Option<Amount>,
    before: Option<Amount>,
}

/// Sums the worth of all coins. The worth a day ago is that of the same coins at the price of a day ago and at today's
/// rates and spread.
///
/// # Errors
/// `{currency} not supported yet!`; `not_an_amount`; `out_of_range` beyond 28 digits.
pub fn holdings(input: &HoldingsInput) -> Checked<Holdings> {
    let currency = input.currency.known("currency")?;
    let mut held = Vec::new();
    for one in &input.coins {
        let coin = one.coin.known("coins")?;
        if one.balance.amount("coins", coin)?.is_zero() {
            continue;
        }
        let worth = one.worth.as_ref();
        let worth = worth
            .map(|worth| worth.amount("coins", currency))
            .transpose()?;
        let before = worth.and_then(|worth| worth_before(&worth, one.price?, one.day_ago?));
        held.push(Held {
            coin,
            worth,
            before,
        });
    }
    held.sort_by_key(|one| Reverse(one.worth.map(|worth| worth.decimal())));
    let total = sum(held.iter().filter_map(|one| one.worth), currency).ok_or_else(too_great)?;
    let is_change_known = !held.is_empty() && held.iter().all(|one| one.before.is_some());
    let before =
        sum(held.iter().filter_map(|one| one.before), currency).filter(|_| is_change_known);
    let shares = shares(&held, &total);
    Ok(Holdings {
        total,
        is_complete: held.iter().all(|one| one.worth.is_some()),
        change: before.and_then(|before| difference(&before, &total)),
        percent: before.and_then(|before| percent_between(before.decimal(), total.decimal())),
        parts: held
            .iter()
            .zip(shares)
            .map(|(one, share)| HoldingPart {
                coin: one.coin,
                worth: one.worth,
                share: share.map(|tenths| Decimal::new(tenths, 1).to_string()),
            })
            .collect(),
    })
}

fn sum(mut amounts: impl Iterator<Item = Amount>, currency: Currency) -> Option<Amount> {
    amounts.try_fold(Amount::zero(currency), |sum, one| sum.checked_add(&one))
}

fn worth_before(worth: &Amount, price: Rate, day_ago: Rate) -> Option<Amount> {
    let currency = worth.currency();
    let before = scaled(
        worth.decimal(),
        day_ago.decimal(),
        price.decimal(),
        currency.scale(),
        Rounding::HalfUp,
    )?;
    Amount::of(before, currency)
}

/// The shares in tenths of a percent, each rounded down; what is left goes to the largest shares, one tenth each.
fn shares(held: &[Held], total: &Amount) -> Vec<Option<i64>> {
    let whole = Decimal::from(WHOLE_TENTHS);
    let down = |worth: Amount| {
        let tenths = scaled(worth.decimal(), whole, total.decimal(), 0, Rounding::Down)?;
        i64::try_from(tenths.mantissa()).ok()
    };
    let mut shares: Vec<Option<i64>> = held.iter().map(|one| one.worth.and_then(down)).collect();
    let given = shares
        .iter()
        .flatten()
        .fold(0_i64, |sum, one| sum.saturating_add(*one));
    let left = usize::try_from(WHOLE_TENTHS.saturating_sub(given)).unwrap_or(0);
    for share in shares.iter_mut().flatten().take(left) {
        *share = share.saturating_add(1);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shares_add_up_to_the_whole(worths in prop::collection::vec(1_i64..1_000_000_000, 1..6)) {
            let coins = worths.iter().map(|minor| Holding {
                coin: Currency::Btc.into(),
                balance: AmountText::from("1"),
                worth: Amount::from_minor(*minor, Currency::Ngn).map(Into::into),
                price: Rate::parse("2"),
                day_ago: Rate::parse("1"),
            });
            let found = holdings(&HoldingsInput { coins: coins.collect(), currency: Currency::Ngn.into() }).unwrap();
            let tenths: i64 = found
                .parts
                .iter()
                .map(|part| part.share.as_ref().unwrap().replace('.', "").parse::<i64>().unwrap())
                .sum();
            prop_assert_eq!(tenths, WHOLE_TENTHS);
            prop_assert_eq!(found.total.minor(), Some(worths.iter().sum()));
            prop_assert!(found.parts.is_sorted_by(|one, next| one.worth >= next.worth));
        }
    }
}
