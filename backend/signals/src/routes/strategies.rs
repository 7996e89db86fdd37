//! Strategies.

use super::StrategyValues;
use crate::figures::{self, Figures};
use crate::strategies::{self, Saved};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain_core::signals::Strategy;
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Envelope, Path, Valid};

/// The user's strategies, newest first.
#[utoipa::path(get, path = "/strategies", operation_id = "list_strategies", tag = "signals", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<Saved>>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<Saved>>>, ApiError> {
    Ok(Envelope::of(strategies::all(&app, &session).await?))
}

/// Adds a strategy, inactive at first.
#[utoipa::path(post, path = "/strategies", operation_id = "add_strategy", tag = "signals", security(("bearer" = [])), request_body = StrategyValues,
    responses((status = 201, body = Envelope<Saved>), Fails<(code::Refused, code::TooManyStrategies)>))]
pub async fn add(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<Strategy>,
) -> Result<Response, ApiError> {
    Ok(Envelope::created(
        strategies::add(&app, &session, &form).await?,
    ))
}

/// Changes a strategy.
#[utoipa::path(put, path = "/strategies/{id}", operation_id = "change_strategy", tag = "signals", security(("bearer" = [])), request_body = StrategyValues,
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Saved>), Fails<(code::Refused, code::NotFound)>))]
pub async fn change(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Valid(form): Valid<Strategy>,
) -> Result<Json<Envelope<Saved>>, ApiError> {
    Ok(Envelope::of(
        strategies::change(&app, &session, &id, &form).await?,
    ))
}

/// Deletes a strategy.
#[utoipa::path(delete, path = "/strategies/{id}", operation_id = "delete_strategy", tag = "signals", security(("bearer" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NotFound>))]
pub async fn remove(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    strategies::remove(&app, &session, &id).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Activates or deactivates a strategy.
#[utoipa::path(post, path = "/strategies/{id}/toggle", operation_id = "toggle_strategy", tag = "signals", security(("bearer" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Saved>), Fails<code::NotFound>))]
pub async fn toggle(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Saved>>, ApiError> {
    Ok(Envelope::of(strategies::toggle(&app, &session, &id).await?))
}

/// Market figures of a coin, for filling in a strategy.
#[utoipa::path(get, path = "/strategies/figures/{coin}", operation_id = "strategy_figures", tag = "signals", security(("bearer" = [])),
    params(("coin" = String, Path)),
    responses((status = 200, body = Envelope<Figures>), Fails<(code::NotFound, code::CoinsUnavailable)>))]
pub async fn figures(
    State(app): State<AppState>,
    _session: Session,
    Path(coin): Path<String>,
) -> Result<Json<Envelope<Figures>>, ApiError> {
    Ok(Envelope::of(figures::of(&app, &coin).await?))
}
