//! Closing an account: obstacles and consequences.

use crate::calendar::{Instant, day_in_words, lagos_date};
use crate::money::{AmountText, Currency, CurrencyCode, display_in_full};
use crate::shape::{choice, input, output};
use crate::validation::Checked;

/// The retention period of records after the end of a business relationship: Money Laundering (Prevention and
/// Prohibition) Act 2022, section 8.
const RECORDS_YEARS: u32 = 5;

choice! {
    /// An obstacle to closing an account.
    pub enum ObstacleKind {
        /// A pending payment.
        Payment = "payment",
        /// A wallet with a balance.
        Balance = "balance",
        Savings = "savings",
        Loan = "loan",
        Coins = "coins",
    }
}

input! {
    /// A wallet of the account.
    pub struct ClosingBalance {
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The balance including amounts held for pending payments.
        settled: AmountText,
        /// The balance without amounts held for pending payments.
        available: AmountText,
    }

    /// An account that its owner wants to close.
    pub struct ClosingInput {
        /// Every wallet.
        balances: Vec<ClosingBalance>,
        /// The number of pending or active savings plans.
        savings: i64,
        /// The number of requested or outstanding loans.
        loans: i64,
        /// The number of pending or active coin sets.
        coin_sets: i64,
        /// The end of the subscription to trade signals.
        alerts_until: Option<Instant>,
        /// The number of the owner's clusters.
        clusters: i64,
        /// The number of direct debits.
        mandates: i64,
        /// Whether exchange keys are connected.
        has_exchange_key: bool,
        /// The current time; a subscription that ends later is named among the consequences.
        now: Instant,
    }
}

output! {
    /// An obstacle.
    pub struct Obstacle {
        /// The kind of the obstacle.
        kind: ObstacleKind,
        /// The obstacle and the way to remove it, for the user.
        message: String,
        /// The page on which it can be removed.
        page: &'static str,
    }

    /// Whether an account can be closed.
    pub struct Closing {
        /// Whether the account can be closed now: there are no obstacles.
        allowed: bool,
        /// The obstacles to closing it: wallets first, then savings, loans and coin sets.
        obstacles: Vec<Obstacle>,
        /// The consequences of closing it, as sentences.
        consequences: Vec<String>,
    }
}

/// Allowed if every wallet is empty, no payment is pending, and no plan is pending or active. Source: ours; the
/// documents promise that an account can be closed at any time, and say no more.
///
/// # Errors
/// `not_an_amount`, `out_of_range`, `{currency} not supported yet!`
pub fn closing(input: &ClosingInput) -> Checked<Closing> {
    let mut obstacles = Vec::new();
    for wallet in &input.balances {
        obstacles.extend(obstacle_of(wallet)?);
    }
    let counted = [
        (
            input.savings,
            ObstacleKind::Savings,
            "End your savings plans first",
            "/my-savings",
        ),
        (
            input.loans,
            ObstacleKind::Loan,
            "Repay your loans or withdraw your requests first",
            "/my-loans",
        ),
        (
            input.coin_sets,
            ObstacleKind::Coins,
            "End your coin sets first",
            "/my-plans",
        ),
    ];
    for (count, kind, words, page) in counted {
        if count > 0 {
            obstacles.push(Obstacle {
                kind,
                message: format!("{words}: {count} open."),
                page,
            });
        }
    }
    Ok(Closing {
        allowed: obstacles.is_empty(),
        obstacles,
        consequences: consequences(input),
    })
}

fn obstacle_of(wallet: &ClosingBalance) -> Checked<Option<Obstacle>> {
    let currency = wallet.currency.known("currency")?;
    let settled = wallet.settled.amount("settled", currency)?;
    let available = wallet.available.amount("available", currency)?;
    let held = settled.checked_sub(&available).unwrap_or(settled);
    if !held.is_zero() {
        let held = display_in_full(&held);
        return Ok(Some(Obstacle {
            kind: ObstacleKind::Payment,
            message: format!("A payment of {held} is under way. Wait until it ends."),
            page: "/transaction",
        }));
    }
    if available.is_zero() {
        return Ok(None);
    }
    Ok(Some(Obstacle {
        kind: ObstacleKind::Balance,
        message: format!("Withdraw or send {} first.", display_in_full(&available)),
        page: match currency {
            Currency::Ngn | Currency::Usd | Currency::Gbp => "/dashboard",
            Currency::Btc | Currency::Eth | Currency::Usdt => "/wallet",
        },
    }))
}

fn consequences(input: &ClosingInput) -> Vec<String> {
    let mut all = vec![
        "You can't sign in any more. Only support can open the account again.".to_owned(),
        format!(
            "We keep your records for at least {RECORDS_YEARS} years, as the law requires. Export your data first if you \
             need it."
        ),
    ];
    let until = input.alerts_until.filter(|until| *until > input.now);
    if let Some(day) = until.map(lagos_date) {
        all.push(format!(
            "Your trade signals end, although they are paid for until {}.",
            day_in_words(day)
        ));
    }
    for (ends, words) in [
        (input.clusters > 0, "You leave your clusters."),
        (input.mandates > 0, "Your direct debits are cancelled."),
        (
            input.has_exchange_key,
            "Your exchange account is disconnected; your funds there are unaffected.",
        ),
    ] {
        if ends {
            all.push(words.to_owned());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn empty() -> ClosingInput {
        ClosingInput {
            balances: vec![],
            savings: 0,
            loans: 0,
            coin_sets: 0,
            alerts_until: None,
            clusters: 0,
            mandates: 0,
            has_exchange_key: false,
            now: Instant(0),
        }
    }

    #[test]
    fn empty_accounts_can_be_closed() {
        let closing = closing(&empty()).unwrap();
        assert!(closing.allowed && closing.obstacles.is_empty());
        assert_eq!(closing.consequences.len(), 2);
    }

    proptest! {
        #[test]
        fn accounts_with_money_or_plans_cannot_be_closed(settled in 0_i64..i64::MAX, held in 0_i64..i64::MAX, savings in 0_i64..3, loans in 0_i64..3, coin_sets in 0_i64..3) {
            let held = held.min(settled);
            let text = |minor| crate::money::Amount::from_minor(minor, Currency::Ngn).unwrap().text().as_str().into();
            let input = ClosingInput {
                balances: vec![ClosingBalance { currency: Currency::Ngn.into(), settled: text(settled), available: text(settled - held) }],
                savings,
                loans,
                coin_sets,
                ..empty()
            };
            let closing = closing(&input).unwrap();
            prop_assert_eq!(closing.allowed, settled == 0 && savings == 0 && loans == 0 && coin_sets == 0);
            prop_assert_eq!(closing.allowed, closing.obstacles.is_empty());
        }
    }
}
