//! The calls of this area: extract, one service call, wrap.

mod account;
mod accounts;
mod banks;
mod cards;
mod coins;
mod coins_paid;
mod exchange;
mod hooks;
mod mandates;
mod pay;
mod statement;
mod statements;

use service::app::AppState;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(account::show, account::change))
        .routes(routes!(accounts::list))
        .routes(routes!(accounts::choose))
        .routes(routes!(accounts::fund))
        .routes(routes!(accounts::rates))
        .routes(routes!(banks::list))
        .routes(routes!(banks::with_ussd))
        .routes(routes!(banks::enquire))
        .routes(routes!(
            banks::beneficiaries,
            banks::save,
            banks::set_default
        ))
        .routes(routes!(banks::remove))
        .routes(routes!(pay::payees))
        .routes(routes!(pay::inquire))
        .routes(routes!(pay::allowance))
        .routes(routes!(pay::quote))
        .routes(routes!(statement::withdrawals, pay::withdraw))
        .routes(routes!(pay::transfer))
        .routes(routes!(pay::verify_address))
        .routes(routes!(pay::operation))
        .routes(routes!(statement::list))
        .routes(routes!(statement::months))
        .routes(routes!(statement::flows))
        .routes(routes!(statements::issue))
        .routes(routes!(statements::check))
        .routes(routes!(statement::file))
        .routes(routes!(statement::one))
        .routes(routes!(cards::start))
        .routes(routes!(cards::state))
        .routes(routes!(cards::confirm))
        .routes(routes!(cards::notice))
        .routes(routes!(mandates::start))
        .routes(routes!(mandates::list))
        .routes(routes!(mandates::cancel))
        .routes(routes!(mandates::notice))
        .routes(routes!(statement::receipt_file))
        .routes(routes!(coins::prices))
        .routes(routes!(coins::candles))
        .routes(routes!(coins::list))
        .routes(routes!(coins::arrivals))
        .routes(routes!(coins::terms))
        .routes(routes!(coins::address))
        .routes(routes!(coins_paid::quote_sale))
        .routes(routes!(coins_paid::sales, coins_paid::sell))
        .routes(routes!(coins_paid::quote_sending))
        .routes(routes!(coins_paid::sendings, coins_paid::send))
        .routes(routes!(exchange::show))
        .routes(routes!(exchange::quote))
        .routes(routes!(exchange::pay))
        .routes(routes!(hooks::bank))
        .routes(routes!(hooks::custody))
}
