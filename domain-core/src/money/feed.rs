//! Rates of money from a feed. Server only.
//!
//! Money moves less than coins do, and what is wrong about it costs more: a rate far from the one in use waits for a
//! person.

use super::jump::Verdict;
use super::{Currency, Percent, Rate, Rounding, scaled};
use rust_decimal::Decimal;

/// The default of a brand: the naira moved by more within a day on three days in the decade before 2026, each of them a
/// decision that was announced.
pub const MOST_JUMP: Percent = Percent::whole(10);
/// Decimals of a rate from the feed.
const DECIMALS: u32 = 8;
/// Decimals of an inverted price: a rate has at most twenty characters.
const INVERSE_DECIMALS: u32 = 12;

/// Whether a currency's rate comes from a feed of money: the dollar is the unit, and coins have prices of their own.
#[must_use]
pub const fn is_fed(currency: Currency) -> bool {
    matches!(currency, Currency::Ngn | Currency::Gbp)
}

/// The units of a currency for one dollar, from the price of one unit in dollars.
#[must_use]
pub fn inverse(price: Rate) -> Option<Rate> {
    let one = Decimal::ONE;
    let inverse = scaled(
        one,
        one,
        price.decimal(),
        INVERSE_DECIMALS,
        Rounding::HalfUp,
    )?;
    Rate::parse(&inverse.normalize().to_string())
}

/// The sell and buy rates on either side of the market's: a customer pays more of the currency for a dollar, and gets
/// less.
#[must_use]
pub fn rates_around(per_dollar: Rate, spread: Percent) -> Option<(Rate, Rate)> {
    let hundred = Decimal::ONE_HUNDRED;
    let times = |percent: Decimal, rounding| {
        let rate = scaled(per_dollar.decimal(), percent, hundred, DECIMALS, rounding)?;
        Rate::parse(&rate.normalize().to_string())
    };
    let sell = times(hundred.checked_add(spread.decimal())?, Rounding::Up)?;
    let buy = times(hundred.checked_sub(spread.decimal())?, Rounding::Down)?;
    Some((sell, buy))
}

/// Accepts or holds a rate from the feed. The first is always accepted; one that differs by more than the percentage from
/// the rate in use is held until a person releases it, or until the feed returns to the rate in use.
#[must_use]
pub fn told(in_use: Option<Rate>, told: Rate, held: Option<Rate>, most: Percent) -> Verdict {
    let Some(in_use) = in_use else {
        return Verdict::Taken;
    };
    if is_within(in_use, told, most) {
        return Verdict::Taken;
    }
    match held.is_some_and(|held| is_within(held, told, most)) {
        true => Verdict::Waits,
        false => Verdict::Held,
    }
}

/// Whether the larger of two rates exceeds the smaller by at most the percentage.
fn is_within(one: Rate, other: Rate, most: Percent) -> bool {
    let (one, other) = (one.decimal(), other.decimal());
    let (less, more) = (one.min(other), one.max(other));
    let limit = Decimal::ONE_HUNDRED
        .checked_add(most.decimal())
        .and_then(|percent| scaled(less, percent, Decimal::ONE_HUNDRED, 18, Rounding::Down));
    limit.is_some_and(|limit| more <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> Rate {
        Rate::parse(text).unwrap()
    }

    #[test]
    fn the_rates_lie_on_either_side_of_the_market() {
        for (per_dollar, spread, sell, buy) in [
            ("1490", "1", "1504.9", "1475.1"),
            ("0.785", "0.5", "0.788925", "0.781075"),
            ("0.00000001", "1", "0.00000002", "0"),
        ] {
            let rates = rates_around(rate(per_dollar), Percent::parse(spread).unwrap());
            let rates = rates.map(|(sell, buy)| (sell.to_string(), buy.to_string()));
            let expected = (buy != "0").then(|| (sell.to_owned(), buy.to_owned()));
            assert_eq!(rates, expected, "{per_dollar}");
        }
        assert_eq!(inverse(rate("1.25")), Some(rate("0.8")));
        assert_eq!(inverse(rate("3")), Some(rate("0.333333333333")));
    }

    #[test]
    fn a_jump_waits_for_a_person() {
        for (in_use, told_rate, held, verdict) in [
            (None, "1500", None, Verdict::Taken),
            (Some("1500"), "1650", None, Verdict::Taken),
            (Some("1650"), "1500", None, Verdict::Taken),
            (Some("1500"), "1650.01", None, Verdict::Held),
            (Some("1500"), "1363.63", None, Verdict::Held),
            (Some("1500"), "1364", None, Verdict::Taken),
            // However long it is told.
            (Some("1500"), "2000", Some("2000"), Verdict::Waits),
            (Some("1500"), "2100", Some("2000"), Verdict::Waits),
            (Some("1500"), "3000", Some("2000"), Verdict::Held),
            (Some("1500"), "1510", Some("2000"), Verdict::Taken),
        ] {
            let told = told(in_use.map(rate), rate(told_rate), held.map(rate), MOST_JUMP);
            assert_eq!(told, verdict, "{in_use:?} {told_rate} {held:?}");
        }
    }
}
