//! The subscription to trade signals.

use crate::calendar::Instant;
use crate::money::origin::Way;
use crate::money::{Amount, CurrencyCode, Rate, Rounding, scaled};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};
use rust_decimal::Decimal;

/// The price of a month, as a multiple of the currency's buy rate. (Document 3, section 9.)
const PRICE_IN_DOLLARS: Decimal = Decimal::TEN;
/// The time of the reminder before the end. (Three days; the figure is ours.)
pub const TOLD_BEFORE_MS: i64 = 3 * 24 * 3_600_000;
/// Lagos is one hour ahead of UTC all year.
const LAGOS_MS: i64 = 3_600_000;

input! {
    /// A currency and its buy rate.
    pub struct PriceInput {
        /// Units of the currency for one US dollar.
        buy_rate: Rate,
        /// The currency of the price.
        currency: CurrencyCode,
    }

    /// The end of the subscription, and the current time.
    pub struct AlertInput {
        /// Null without a subscription.
        until: Option<Instant>,
        /// The current time.
        now: Instant,
    }
}

output! {
    /// The price of a month.
    pub struct Price {
        /// The price of a month: ten times the buy rate, rounded half up.
        amount: Amount,
        /// The extra fee: always zero.
        fee: Amount,
        /// The amount and the fee.
        total: Amount,
    }

    /// Whether the subscription is active.
    pub struct AlertStatus {
        /// Whether the subscription is active now.
        active: bool,
    }

    /// The end of the subscription.
    pub struct AlertEnd {
        /// The end of the subscription after another month.
        until: Instant,
    }
}

/// 10 × buy_rate, rounded half up to the currency's scale; the fee is zero. Source: document 3, section 9.
///
/// # Errors
/// `out_of_range` for a rate that is too large; `{currency} not supported yet!`
pub fn price(input: &PriceInput) -> Checked<Price> {
    let currency = input.currency.known("currency")?;
    let amount = scaled(
        input.buy_rate.decimal(),
        PRICE_IN_DOLLARS,
        Decimal::ONE,
        currency.scale(),
        Rounding::HalfUp,
    );
    let amount = amount.and_then(|amount| Amount::of(amount, currency));
    let amount = amount.map(|amount| amount.made(Way::Described("ten dollars at the rate"), &[]));
    let amount = amount.ok_or_else(|| Violation::new("buy_rate", Code::OutOfRange))?;
    Ok(Price {
        amount,
        fee: Amount::zero(currency),
        total: amount,
    })
}

/// Checks that the wallet covers the price. (Document 3, section 8.)
///
/// # Errors
/// `insufficient_balance`, with the wallet's balance.
pub fn covered(price: &Price, available: Amount) -> Result<(), Violation> {
    if price.total <= available {
        return Ok(());
    }
    Err(Violation::new("amount", Code::InsufficientBalance)
        .with("limit", &available)
        .with("value", &price.total)
        .with("unlock", "fund")
        .saying("your balance is too low."))
}

/// Active until its end, inclusive. Source: document 3, section 4.
pub fn status(input: &AlertInput) -> AlertStatus {
    AlertStatus {
        active: is_active(input.until, input.now),
    }
}

pub(super) fn is_active(until: Option<Instant>, now: Instant) -> bool {
    until.is_some_and(|until| now <= until)
}

/// One calendar month from the later of the end and now: the same day of the next month, or its last day, at the same
/// time in Lagos. Source: document 3, section 4.
///
/// # Errors
/// `out_of_range` after the year 9999.
pub fn extend(input: &AlertInput) -> Checked<AlertEnd> {
    let from = input.until.map_or(input.now, |until| until.max(input.now));
    let next = || {
        let (day, of_day) = from.add_ms(LAGOS_MS).date_and_ms()?;
        Some(Instant::on(day.add_months(1)?, of_day)?.add_ms(-LAGOS_MS))
    };
    let until = next().ok_or_else(|| Violation::new("until", Code::OutOfRange))?;
    Ok(AlertEnd { until })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn the_wallet_covers_the_price_to_the_last_kobo() {
        let naira = |kobo| Amount::from_minor(kobo, Currency::Ngn).unwrap();
        let price = Price {
            amount: naira(1_480_000),
            fee: naira(0),
            total: naira(1_480_000),
        };
        assert!(covered(&price, naira(1_480_000)).is_ok());
        assert!(covered(&price, naira(1_479_999)).is_err());
    }

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    fn extended(until: Option<&str>, now: &str) -> String {
        let input = AlertInput {
            until: until.map(at),
            now: at(now),
        };
        extend(&input).unwrap().until.to_string()
    }

    #[test]
    fn a_month_is_added_to_the_later_of_end_and_now() {
        for (until, now, expected) in [
            (None, "2026-01-15T10:00:00Z", "2026-02-15T10:00:00Z"),
            (
                Some("2026-01-20T10:00:00Z"),
                "2026-01-15T10:00:00Z",
                "2026-02-20T10:00:00Z",
            ),
            (
                Some("2025-12-20T10:00:00Z"),
                "2026-01-15T10:00:00Z",
                "2026-02-15T10:00:00Z",
            ),
            (None, "2026-01-31T10:00:00.5Z", "2026-02-28T10:00:00.500Z"),
            (None, "2028-01-31T10:00:00Z", "2028-02-29T10:00:00Z"),
            (None, "2026-12-31T10:00:00Z", "2027-01-31T10:00:00Z"),
            // Half past midnight on the 31st in Lagos.
            (None, "2026-01-30T23:30:00Z", "2026-02-27T23:30:00Z"),
        ] {
            assert_eq!(extended(until, now), expected, "{now}");
        }
        let last = AlertInput {
            until: None,
            now: at("9999-12-15T00:00:00Z"),
        };
        assert_eq!(
            extend(&last).unwrap_err().violations[0].code,
            Code::OutOfRange
        );
    }

    #[test]
    fn subscriptions_are_active_until_their_end() {
        let end = at("2026-01-15T10:00:00Z");
        for (until, ms, active) in [
            (Some(end), -1, true),
            (Some(end), 0, true),
            (Some(end), 1, false),
            (None, 0, false),
        ] {
            assert_eq!(
                status(&AlertInput {
                    until,
                    now: end.add_ms(ms)
                })
                .active,
                active
            );
        }
    }

    #[test]
    fn a_month_costs_ten_dollars() {
        let costs = |rate: &str, currency: &str| {
            let currency: crate::money::Currency = currency.parse().unwrap();
            price(&PriceInput {
                buy_rate: Rate::parse(rate).unwrap(),
                currency: currency.into(),
            })
            .map(|price| price.total.to_string())
            .ok()
        };
        assert_eq!(costs("1480", "NGN").as_deref(), Some("14800.00"));
        assert_eq!(costs("0.7825", "GBP").as_deref(), Some("7.83"));
        assert_eq!(costs("0.78249", "GBP").as_deref(), Some("7.82"));
        assert_eq!(costs("99999999999999999999", "BTC"), None);
    }
}
