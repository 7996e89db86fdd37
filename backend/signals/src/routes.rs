//! The routes of this area: extract, one service call, wrap.

mod alerts;
mod auto_trade;
mod exchange;
mod predictions;
mod strategies;

use domain_core::signals::{AutoTrade, ExchangeKeys, Strategy};
use service::app::AppState;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

service::form_schemas!(AutoTradeValues: AutoTrade, ExchangeKeyValues: ExchangeKeys, StrategyValues: Strategy);

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(alerts::quote))
        .routes(routes!(alerts::subscribe))
        .routes(routes!(predictions::list))
        .routes(routes!(predictions::notice))
        .routes(routes!(
            exchange::show,
            exchange::connect,
            exchange::disconnect
        ))
        .routes(routes!(auto_trade::show, auto_trade::change))
        .routes(routes!(auto_trade::orders))
        .routes(routes!(auto_trade::balances))
        .routes(routes!(strategies::list, strategies::add))
        .routes(routes!(strategies::change, strategies::remove))
        .routes(routes!(strategies::toggle))
        .routes(routes!(strategies::figures))
}
