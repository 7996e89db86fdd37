//! The value of a set: the proceeds of selling its coins now, by rule. Losses are shown.

use crate::answers::{CoinRow, PlanSubscription, PlanWorth};
use domain_core::money::{AmountText, Rates};
use domain_core::plans::Kind;
use domain_core::plans::coins::{CoinStatus, Signed, refund};
use domain_core::plans::worth::{HeldCoin, SetValue, SetValueInput, value};
use ground::error::ApiError;
use money::rate_policy::{self, RatePolicy};
use money::{prices, rates};
use service::app::AppState;

/// Fills in the values and gains of a set. Values without a price of the market stay null.
///
/// # Errors
/// The database failed.
pub async fn fill(
    app: &AppState,
    tenant_id: &str,
    set: &mut PlanSubscription,
) -> Result<(), ApiError> {
    if set.r#type != Kind::Coins {
        return Ok(());
    }
    let (rates, policy) = {
        let mut connection = app.db.read().await?;
        let rates = rates::all(&mut connection).await?;
        (rates, rate_policy::of(&mut connection, tenant_id).await?)
    };
    let mut coins = Vec::with_capacity(set.coins.len());
    for coin in &set.coins {
        coins.push(held(app, coin).await);
    }
    show(set, coins, rates, policy)
}

/// The coin as input of the rule.
async fn held(app: &AppState, coin: &CoinRow) -> HeldCoin {
    let text = |text: &Option<String>| text.as_deref().map(AmountText::from);
    HeldCoin {
        status: coin.status,
        coin: coin.coin.clone(),
        amount: coin.amount.into(),
        amount_bought: coin.amount_bought.clone(),
        price_bought: text(&coin.price_bought),
        amount_sold: coin.amount_sold.clone(),
        price_sold: text(&coin.price_sold),
        price: match coin.status {
            CoinStatus::Approved => prices::fresh(app, &coin.coin).await,
            _ => None,
        },
    }
}

fn show(
    set: &mut PlanSubscription,
    coins: Vec<HeldCoin>,
    rates: Rates,
    policy: RatePolicy,
) -> Result<(), ApiError> {
    let found = value(&SetValueInput {
        pot: set.pot,
        coins,
        exchange_fee: policy.exchange_fee,
        rates,
    });
    let found = found.map_err(|violation| ApiError::refused(vec![violation]))?;
    for (coin, known) in set.coins.iter_mut().zip(&found.coins) {
        coin.value = known.value;
        coin.gain = known.gain.as_ref().map(Signed::text);
    }
    if let SetValue {
        value: Some(value),
        gain: Some(gain),
        cost: Some(cost),
        sale_fee: Some(sale_fee),
        ..
    } = &found
    {
        set.worth = Some(PlanWorth {
            value: *value,
            gain: gain.text(),
            cost: *cost,
            exchange_fee: policy.exchange_fee.to_string(),
            sale_fee: *sale_fee,
        });
    }
    if let Some(value) = found.value.filter(|_| set.termination.allowed) {
        set.termination.refund = refund(value, set.termination.penalty);
    }
    Ok(())
}
