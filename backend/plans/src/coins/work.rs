//! The job of coin sets: starts purchases and sales, polls orders, and ends sets. It is safe to run on several servers:
//! everything is claimed, or compared again in the transaction that writes.

use super::{close, orders};
use crate::store::coin_orders;
use ground::error::ApiError;
use service::app::AppState;

/// The limit of each kind of work in a round.
const PORTION: i64 = 20;

/// Runs one round. Returns the number of items processed.
///
/// # Errors
/// The database failed.
pub async fn run(app: &AppState) -> Result<usize, ApiError> {
    let mut done = 0;
    let matured =
        coin_orders::matured(&mut *app.db.read().await?, app.clock.today(), PORTION).await?;
    for id in matured {
        close::mature(app, &id).await?;
        done += 1;
    }
    let to_buy = coin_orders::to_buy(&mut *app.db.read().await?, PORTION).await?;
    for id in to_buy {
        orders::begin_purchase(app, &id).await?;
        done += 1;
    }
    let to_sell = coin_orders::to_sell(&mut *app.db.read().await?, PORTION).await?;
    for id in to_sell {
        orders::begin_sale(app, &id).await?;
        done += 1;
    }
    let now_ms = app.clock.now_ms();
    let due = coin_orders::due(&mut *app.db.read().await?, now_ms, PORTION).await?;
    for order in &due {
        orders::pursue(app, order).await?;
        done += 1;
    }
    let to_settle = coin_orders::to_settle(&mut *app.db.read().await?, PORTION).await?;
    for id in to_settle {
        close::settle(app, &id).await?;
        done += 1;
    }
    Ok(done)
}
