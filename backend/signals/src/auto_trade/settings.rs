//! The switch and the caps.

use super::store;
use crate::exchange::keys;
use domain_core::money::Figure;
use domain_core::money::{Amount, Currency};
use domain_core::signals::order::{TradeReason, refusal};
use domain_core::signals::{AutoTrade, AutoTradeContext};
use ground::db::Tx;
use ground::error::ApiError;
use serde::Serialize;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::valid::judge;
use utoipa::ToSchema;

/// Whether signals are traded for the user, and the caps.
#[derive(Debug, Serialize, ToSchema)]
pub struct AutoTradeState {
    is_on: bool,
    /// The cap per order, in USDT; null before it is set.
    #[schema(required)]
    per_trade: Option<String>,
    /// The cap per day, in USDT.
    #[schema(required)]
    per_day: Option<String>,
    /// The cost of today's orders, possible costs included. Days are those of Lagos.
    spent_today: String,
    /// Whether a key to an exchange is connected.
    connected: bool,
    /// Whether that key may trade.
    trades: bool,
}

/// The switch, the caps and today's spending.
///
/// # Errors
/// The database failed.
pub async fn show(app: &AppState, session: &Session) -> Result<AutoTradeState, ApiError> {
    let user_id = session.user_id.as_str();
    let mut connection = app.db.read().await?;
    let setting = store::setting(&mut connection, user_id).await?;
    let key = keys::facts(&mut connection, user_id).await?;
    let spent = store::spent(&mut connection, user_id, &app.clock.today().text()).await?;
    let text = |cap: Option<Amount>| Some(Figure::of_amount(&cap?)?.text());
    Ok(AutoTradeState {
        is_on: setting.is_on,
        per_trade: text(setting.per_trade),
        per_day: text(setting.per_day),
        spent_today: spent.text(),
        connected: key.is_some(),
        trades: key.is_some_and(|(_, trades)| trades),
    })
}

/// Sets switch and caps. Once switched off, no order is sent any more, and unsent ones are dropped.
///
/// # Errors
/// 422 for invalid caps, or when switching on without a key that may trade.
pub async fn change(
    app: &AppState,
    session: &Session,
    form: &AutoTrade,
) -> Result<AutoTradeState, ApiError> {
    let user_id = session.user_id.as_str();
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let key = keys::facts(tx.connection(), user_id).await?;
    let context = AutoTradeContext {
        connected: key.is_some(),
        trades: key.is_some_and(|(_, trades)| trades),
    };
    judge(form, &context)?;
    let caps = [&form.per_trade, &form.per_day].map(|text| {
        let amount = text.amount("", Currency::Usdt).ok()?;
        amount.minor()
    });
    store::set(&mut tx, user_id, form.is_on, caps, now_ms).await?;
    if !form.is_on {
        stop(&mut tx, user_id, now_ms).await?;
    }
    let action = match form.is_on {
        true => "auto_trade_on",
        false => "auto_trade_off",
    };
    audit::append(&mut tx, app, user_id, action, &json!({})).await?;
    tx.commit().await?;
    show(app, session).await
}

async fn stop(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), ApiError> {
    let stopped = refusal(TradeReason::SwitchOff);
    let why = (stopped.reason, stopped.message.as_str());
    store::drop_unsent(tx, user_id, None, why, now_ms).await?;
    Ok(())
}
