//! The market as a source of the rates of naira and pounds, with a spread. One that is far from the rate in use is held
//! until a person releases it.

use crate::coins::rates::{JUMPS, RENEWED_EVERY_MS};
use domain_core::calendar::Instant;
use domain_core::money::feed::{is_fed, rates_around};
use domain_core::money::jump::Verdict;
use domain_core::money::{Currency, Percent};
use ground::error::ApiError;
use money::rate_policy;
use money::rates::{self, Bound, FromMarket, Renewed};
use service::app::AppState;

/// Sets the rates of the money that the market has a price for. Returns their number.
///
/// # Errors
/// 503 if the market does not respond for a currency; the other rates are set nevertheless.
pub async fn take(app: &AppState, spread: Percent) -> Result<usize, ApiError> {
    take_older(app, spread, 0).await
}

/// Renews the rates that are at least a quarter of an hour old.
///
/// # Errors
/// See [`take`].
pub async fn renew(app: &AppState, spread: Percent) -> Result<usize, ApiError> {
    take_older(app, spread, RENEWED_EVERY_MS).await
}

async fn take_older(app: &AppState, spread: Percent, age_ms: i64) -> Result<usize, ApiError> {
    let (listed, most) = {
        let mut connection = app.db.read().await?;
        let listed = rates::listed(&mut connection).await?;
        (listed, rate_policy::smallest_jump(&mut connection).await?)
    };
    let until = Instant(app.clock.now_ms() - age_ms);
    let (mut set, mut failed) = (0, None);
    for currency in Currency::ALL.iter().copied().filter(|one| is_fed(*one)) {
        let known = listed.iter().find(|one| one.currency == currency);
        if known.is_some_and(|one| one.set_at.is_some_and(|set_at| set_at > until)) {
            continue;
        }
        let at = Instant(app.clock.now_ms());
        let Ok(told) = app.ports.market.per_dollar(currency).await else {
            failed = Some(crate::coins::unavailable(
                "The market doesn't answer. Please try again in a minute.",
            ));
            continue;
        };
        // Not every market trades every currency: its rate is then set by command.
        let Some(per_dollar) = told else { continue };
        let pair = rates_around(per_dollar, spread);
        let (sell, buy) = pair.ok_or_else(|| ApiError::internal("a price that makes no rate"))?;
        let told = FromMarket {
            sell,
            buy,
            at,
            until: Instant(at.0 - age_ms),
        };
        let renewed = rates::renew(app, currency, told, Bound::Person(most)).await?;
        set += usize::from(renewed == Renewed::Verdict(Verdict::Taken));
        if renewed == Renewed::Verdict(Verdict::Held) {
            tracing::error!(%currency, rate = %sell, "the market's rate is held: a person has to release it");
            app.metrics.refused(JUMPS, currency.as_str());
        }
    }
    failed.map_or(Ok(set), Err)
}
