//! The account as one view.

use crate::account::{self, Account, AccountChange};
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use service::access::{Session, users};
use service::app::AppState;
use service::http::{Body, Envelope};

/// The account: its naira wallet, display name and receipt settings.
#[utoipa::path(get, path = "/account", operation_id = "my_account", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Account>), Fails<code::NotFound>))]
pub async fn show(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Account>>, ApiError> {
    let user = users::of_session(&app, &session).await?;
    Ok(Envelope::of(account::of(&app, &user).await?))
}

/// Changes the account's display name and receipt settings.
#[utoipa::path(put, path = "/account", operation_id = "change_account", tag = "wallet", security(("bearer" = [])), request_body = AccountChange,
    responses((status = 200, body = Envelope<Account>), Fails<(code::Refused, code::NotFound)>))]
pub async fn change(
    State(app): State<AppState>,
    session: Session,
    Body(change): Body<AccountChange>,
) -> Result<Json<Envelope<Account>>, ApiError> {
    let user = users::of_session(&app, &session).await?;
    Ok(Envelope::of(account::change(&app, &user, change).await?))
}
