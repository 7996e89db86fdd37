//! `Session`: a handler that names it in its arguments answers signed-in people only.

use super::{ACCESS, is_over, store, token_hash};
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Client;
use crate::settings::tenants;
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

/// Activity is written once a second at most; the idle limit of three minutes is exact to that second.
const TOUCH_EVERY_MS: i64 = 1_000;

/// The session of the person who asks.
#[derive(Debug, Clone)]
pub struct Session {
    pub id: String,
    pub user_id: String,
    pub tenant_id: String,
    pub last_active_at_ms: i64,
    /// When a one-time code was entered for this session, if one was.
    pub code_entered_at_ms: Option<i64>,
}

impl FromRequestParts<AppState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let header = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let token = header
            .and_then(bearer)
            .ok_or_else(ApiError::unauthenticated)?;
        let session = Self::of_token(app, token).await?;
        // A brand's people are nobody at another brand's host.
        if tenants::of(app, &client).await?.id != session.tenant_id {
            return Err(ApiError::unauthenticated());
        }
        session.keep_alive(app, client.passive).await
    }
}

impl Session {
    /// The session of a bearer token.
    async fn of_token(app: &AppState, token: &str) -> Result<Self, ApiError> {
        let now_ms = app.clock.now_ms();
        let row = store::by_token(
            &mut *app.db.read().await?,
            &token_hash(token),
            ACCESS,
            now_ms,
        )
        .await?;
        let row = row
            .filter(|row| !is_over(row, now_ms))
            .ok_or_else(ApiError::unauthenticated)?;
        Ok(Self {
            id: row.id,
            user_id: row.user_id,
            tenant_id: row.tenant_id,
            last_active_at_ms: row.last_active_at_ms,
            code_entered_at_ms: row.code_entered_at_ms,
        })
    }

    async fn keep_alive(mut self, app: &AppState, passive: bool) -> Result<Self, ApiError> {
        let now_ms = app.clock.now_ms();
        if !passive && now_ms - self.last_active_at_ms >= TOUCH_EVERY_MS {
            let mut tx = app.db.begin().await?;
            store::touch(&mut tx, &self.id, now_ms).await?;
            tx.commit().await?;
            self.last_active_at_ms = now_ms;
        }
        Ok(self)
    }
}

fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}
