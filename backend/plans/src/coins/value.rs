//! The value of a set's coins, by the market's price and the house's rates. Losses are shown.

use super::orders::value_at_market;
use super::worth;
use crate::answers::{CoinRow, PlanSubscription, PlanWorth};
use domain_core::json::Node;
use domain_core::money::{Amount, Currency, Figure, Rates};
use domain_core::plans::Kind;
use domain_core::plans::coins::{Coin, CoinSet, CoinStatus, profit, refund};
use domain_core::shape::Output;
use ground::error::ApiError;
use money::rates;
use service::app::AppState;

/// Fills in the values and gains of a set. Values unknown to the market stay null.
///
/// # Errors
/// The database failed.
pub async fn fill(app: &AppState, set: &mut PlanSubscription) -> Result<(), ApiError> {
    if set.r#type != Kind::Coins {
        return Ok(());
    }
    let rates = rates::all(&mut *app.db.read().await?).await?;
    for coin in &mut set.coins {
        coin.value = value(app, coin, set.currency, &rates).await;
        coin.gain = gain(coin, set.currency);
    }
    set.worth = whole(&set.coins, set.currency);
    let held = set
        .coins
        .iter()
        .filter(|coin| coin.status == CoinStatus::Approved);
    let refund = refund(
        set.pot,
        held.map(|coin| coin.value),
        set.termination.penalty,
    );
    if let Some(refund) = refund.filter(|_| set.termination.allowed) {
        set.termination.refund = refund;
    }
    Ok(())
}

/// The proceeds of a sold coin, or the current value of a held one.
async fn value(
    app: &AppState,
    coin: &CoinRow,
    currency: Currency,
    rates: &Rates,
) -> Option<Amount> {
    if coin.status == CoinStatus::Completed {
        return Amount::parse(coin.price_sold.as_deref()?, currency).ok();
    }
    let held = Figure::parse(coin.amount_bought.as_deref()?)?;
    let quote = value_at_market(app, &coin.coin, held).await?;
    worth(quote, currency, rates)
}

/// The value less the cost; a loss has a minus sign.
fn gain(coin: &CoinRow, currency: Currency) -> Option<String> {
    gain_of(vec![at_its_value(coin)?], currency)
}

/// The total value of the set (proceeds of sold coins plus the current value of held ones) and the gain. `None` unless
/// the value of each coin is known.
fn whole(coins: &[CoinRow], currency: Currency) -> Option<PlanWorth> {
    let bought: Vec<&CoinRow> = coins
        .iter()
        .filter(|coin| coin.price_bought.is_some())
        .collect();
    if bought.is_empty() {
        return None;
    }
    let mut value = Amount::zero(currency);
    let mut valued = Vec::new();
    for coin in bought {
        value = value.checked_add(&coin.value?)?;
        valued.push(at_its_value(coin)?);
    }
    let gain = gain_of(valued, currency)?;
    Some(PlanWorth { value, gain })
}

/// The coin as if sold at its current value.
fn at_its_value(coin: &CoinRow) -> Option<Coin> {
    Some(Coin {
        status: CoinStatus::Completed,
        price_bought: coin.price_bought.as_deref()?.into(),
        price_sold: Some(coin.value?.into()),
    })
}

fn gain_of(coins: Vec<Coin>, currency: Currency) -> Option<String> {
    let currency = Some(currency.into());
    let profit = profit(&CoinSet { coins, currency }).ok()?;
    match profit.total.write() {
        Node::Text(text) => Some(text.into_owned()),
        _ => None,
    }
}
