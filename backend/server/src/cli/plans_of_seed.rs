//! Demo plans: three of each kind, covering every variant.

use super::Failure;
use domain_core::money::Currency;
use domain_core::plans::Kind;
use plans::products::{self, Facts};
use service::app::AppState;

fn lines(lines: &[&str]) -> Option<Vec<String>> {
    Some(lines.iter().map(|line| String::from(*line)).collect())
}

fn text(text: &str) -> Option<String> {
    Some(text.into())
}

/// Details from name, limits, number of instalments, unit and penalty.
fn facts(name: &str, limits: (&str, &str), (duration, unit): (i64, &str), penalty: &str) -> Facts {
    Facts {
        name: text(name),
        min_amount: text(limits.0),
        max_amount: text(limits.1),
        duration: Some(duration),
        duration_unit: text(unit),
        opt_out_penalty: text(penalty),
        ..Facts::default()
    }
}

fn savings() -> [(&'static str, Currency, Facts); 5] {
    let how = lines(&[
        "Choose an amount for each instalment",
        "Pay the first one from your wallet, by card or by bank transfer",
        "Pay the others as they fall due, or switch on auto save",
    ]);
    [
        (
            "savings-target",
            Currency::Ngn,
            Facts {
                risk_type: lines(&["Low risk"]),
                description: lines(&[
                    "Twelve monthly instalments towards one goal",
                    "The whole pot comes back to your wallet at the end",
                    "Stopping early costs 5% of what you paid",
                ]),
                how_to_buy: how.clone(),
                ..facts("Target Savings", ("1000", ""), (12, "month"), "5")
            },
        ),
        (
            "savings-flex",
            Currency::Ngn,
            Facts {
                is_flexible: Some(true),
                risk_type: lines(&["Low risk"]),
                description: lines(&[
                    "Choose how often and how long you save",
                    "Stop whenever you like, at no cost",
                ]),
                how_to_buy: how.clone(),
                ..facts("Flexible Savings", ("100", "500000"), (30, "day"), "0")
            },
        ),
        (
            "savings-group",
            Currency::Ngn,
            Facts {
                is_group: Some(true),
                risk_type: lines(&["Low risk", "Shared goal"]),
                description: lines(&[
                    "Save together: everyone has their own pot",
                    "Whoever starts the group invites the others with its code",
                ]),
                how_to_buy: how.clone(),
                ..facts("Group Savings", ("500", "200000"), (10, "week"), "2.5")
            },
        ),
        (
            "savings-dollar",
            Currency::Usd,
            Facts {
                risk_type: lines(&["Low risk"]),
                description: lines(&["Limits in dollars, instalments in naira"]),
                return_rate: text("6"),
                how_to_buy: how.clone(),
                ..facts("Half-year Savings", ("5", "1000"), (6, "month"), "3")
            },
        ),
        (
            "savings-preserve",
            Currency::Ngn,
            Facts {
                is_flexible: Some(true),
                pot_currency: Some(Currency::Usd),
                risk_type: lines(&["Low risk", "The naira may rise"]),
                description: lines(&[
                    "Your naira is changed to dollars, and stays dollars",
                    "Take it at any time, at no cost: it goes to your dollar wallet",
                ]),
                how_to_buy: how,
                ..facts("Preserve Naira", ("100", ""), (1, "month"), "0")
            },
        ),
    ]
}

fn loans() -> [(&'static str, Currency, Facts); 3] {
    let how = lines(&[
        "Read the terms and choose an amount",
        "Pay the request fee",
        "Repay each instalment as it falls due",
    ]);
    [
        (
            "loan-quick",
            Currency::Ngn,
            Facts {
                take_profit: text("5"),
                wait: Some(0),
                wait_unit: text("day"),
                risk_type: lines(&["Personal"]),
                description: lines(&["Four weekly instalments", "5% interest"]),
                how_to_buy: how.clone(),
                ..facts("Quick Loan", ("5000", "100000"), (4, "week"), "0")
            },
        ),
        (
            "loan-business",
            Currency::Ngn,
            Facts {
                take_profit: text("12.5"),
                wait: Some(1),
                wait_unit: text("month"),
                request_fee: text("500"),
                late_percent: text("5"),
                late_ceiling: text("10"),
                late_after_days: Some(3),
                risk_type: lines(&["Business"]),
                description: lines(&[
                    "Six monthly instalments after a month of grace",
                    "12.5% interest",
                ]),
                how_to_buy: how.clone(),
                ..facts("Business Loan", ("20000", "500000"), (6, "month"), "0")
            },
        ),
        (
            "loan-cluster",
            Currency::Usd,
            Facts {
                is_group: Some(true),
                take_profit: text("4"),
                wait: Some(2),
                wait_unit: text("week"),
                request_fee: text("250"),
                risk_type: lines(&["Cluster"]),
                description: lines(&["For members of a cluster", "4% interest"]),
                how_to_buy: how,
                ..facts("Cluster Loan", ("10", "200"), (3, "month"), "0")
            },
        ),
    ]
}

fn coins() -> [(&'static str, Currency, Facts); 3] {
    let how = lines(&[
        "Choose an amount",
        "We buy the coins at the day's price",
        "Their value rises and falls: you can lose money",
    ]);
    [
        (
            "coins-large",
            Currency::Ngn,
            Facts {
                risk_type: lines(&["Medium risk"]),
                coin_types: lines(&["Large Cap Coin:BTC:60", "Large Cap Coin:ETH:40"]),
                description: lines(&["The two largest coins"]),
                how_to_buy: how.clone(),
                ..facts("Large Cap Set", ("2000", ""), (3, "month"), "2")
            },
        ),
        (
            "coins-mixed",
            Currency::Ngn,
            Facts {
                is_flexible: Some(true),
                risk_type: lines(&["High risk"]),
                coin_types: lines(&[
                    "Large Cap Coin:BTC:50",
                    "Large Cap Coin:ETH:30",
                    "Dollar Coin:USDT:20",
                ]),
                description: lines(&["The two largest coins, and one that follows the dollar"]),
                how_to_buy: how.clone(),
                ..facts("Mixed Set", ("5000", "1000000"), (6, "month"), "0")
            },
        ),
        (
            "coins-steady",
            Currency::Usd,
            Facts {
                risk_type: lines(&["Low risk"]),
                coin_types: lines(&["Dollar Coin:USDT:100"]),
                description: lines(&["A coin that follows the dollar"]),
                how_to_buy: how,
                ..facts("Steady Set", ("5", "500"), (4, "week"), "1")
            },
        ),
    ]
}

/// Adds them to a brand without plans.
pub async fn add(app: &AppState, tenant: &str) -> Result<(), Failure> {
    let known = products::list(app, tenant).await;
    if !known.map_err(|error| error.code())?.is_empty() {
        return Ok(());
    }
    let all = savings()
        .into_iter()
        .map(|one| (Kind::Savings, one))
        .chain(loans().into_iter().map(|one| (Kind::Loan, one)))
        .chain(coins().into_iter().map(|one| (Kind::Coins, one)));
    for (kind, (reference, base, facts)) in all {
        let added = products::add(app, tenant, reference, kind, base, &facts, "seed").await;
        added.map_err(|error| error.code())?;
    }
    Ok(())
}
