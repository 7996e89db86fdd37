//! The rule's facts about an account.

use domain_core::calendar::Instant;
use domain_core::identity::closing::{ClosingBalance, ClosingInput};
use ground::error::ApiError;
use money::ledger::{self, Balance};
use plans::open;
use service::access::users::User;
use signals::exchange;
use sqlx::AnyConnection;
use wallet::mandates;

/// Reads the facts. The caller must hold the user's lock to rely on them.
pub(super) async fn read(
    connection: &mut AnyConnection,
    user: &User,
    now_ms: i64,
) -> Result<ClosingInput, ApiError> {
    let balances = ledger::balances_of(connection, &user.id).await?;
    let plans = open::of(connection, &user.id).await?;
    let mandates = mandates::count_open(connection, &user.id).await?;
    Ok(ClosingInput {
        balances: balances.iter().map(balance).collect(),
        savings: plans.savings,
        loans: plans.loans,
        coin_sets: plans.coin_sets,
        alerts_until: user.known.alerts_until_ms.map(Instant),
        clusters: count(user.clusters.len()),
        mandates: count(mandates),
        has_exchange_key: exchange::is_connected(connection, &user.id).await?,
        now: Instant(now_ms),
    })
}

fn balance(balance: &Balance) -> ClosingBalance {
    ClosingBalance {
        currency: balance.currency.into(),
        settled: balance.settled().text().as_str().into(),
        available: balance.available().text().as_str().into(),
    }
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
