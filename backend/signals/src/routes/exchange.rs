//! The keys to the user's own account at the exchange.

use super::ExchangeKeyValues;
use crate::exchange::{self, Connection};
use axum::Json;
use axum::extract::State;
use domain_core::signals::ExchangeKeys;
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::limits::{LOOKUPS_A_MINUTE, count};
use service::http::{Envelope, Valid};

/// The connected key: its last four characters.
#[utoipa::path(get, path = "/exchange-keys", operation_id = "exchange_connection", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Connection>)))]
pub async fn show(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Connection>>, ApiError> {
    Ok(Envelope::of(exchange::connection(&app, &session).await?))
}

/// Tests a key at the exchange and connects it. One that allows withdrawals is refused.
#[utoipa::path(put, path = "/exchange-keys", operation_id = "connect_exchange", tag = "signals", security(("bearer" = [])), request_body = ExchangeKeyValues,
    responses((status = 200, body = Envelope<Connection>), Fails<(code::Refused, code::Unavailable)>))]
pub async fn connect(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<ExchangeKeys>,
) -> Result<Json<Envelope<Connection>>, ApiError> {
    exchange::expect_open(&app)?;
    count(
        &app,
        LOOKUPS_A_MINUTE,
        &format!("exchange:{}", session.user_id),
    )
    .await?;
    Ok(Envelope::of(exchange::connect(&app, &session, form).await?))
}

/// Removes the key.
#[utoipa::path(delete, path = "/exchange-keys", operation_id = "disconnect_exchange", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NotFound>))]
pub async fn disconnect(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    exchange::disconnect(&app, &session).await?;
    Ok(Envelope::of(Nothing {}))
}
