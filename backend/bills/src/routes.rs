//! The calls of this area: extract, one service call, wrap.

mod catalogue;
mod pay;

use domain_core::bills::{Airtime, Cable, Data, Power};
use pay::{Confirmed, ForCustomer, Shown, ShownForCustomer};
use service::app::AppState;
use service::http::Plain;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(pay::quote_airtime))
        .routes(routes!(pay::quote_data))
        .routes(routes!(pay::quote_cable))
        .routes(routes!(pay::quote_power))
        .routes(routes!(pay::buy_airtime))
        .routes(routes!(pay::buy_data))
        .routes(routes!(pay::buy_cable))
        .routes(routes!(pay::buy_power))
        .routes(routes!(catalogue::data_packages))
        .routes(routes!(catalogue::cable_packages))
        .routes(routes!(catalogue::power_services))
        .routes(routes!(catalogue::validate_cable))
        .routes(routes!(catalogue::validate_power))
        .routes(routes!(catalogue::recent))
}

service::form_schemas!(
    AirtimeValues: Airtime,
    CableValues: Cable,
    PowerValues: Power,
);

service::body_schemas! {
    /// An airtime purchase.
    AirtimeBody: (Airtime, Plain<Confirmed>),
    /// A data package to be quoted.
    DataAsked: (Data, Plain<Shown>),
    /// A data purchase.
    DataBody: ((Data, Plain<Shown>), Plain<Confirmed>),
    /// A cable television package to be quoted.
    CableAsked: (Cable, Plain<ShownForCustomer>),
    /// A cable television purchase.
    CableBody: ((Cable, Plain<ShownForCustomer>), Plain<Confirmed>),
    /// Electricity to be quoted.
    PowerAsked: (Power, Plain<ForCustomer>),
    /// An electricity purchase.
    PowerBody: ((Power, Plain<ForCustomer>), Plain<Confirmed>),
}
