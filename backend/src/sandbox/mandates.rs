//! The page of the sandbox's company of direct debits.

use super::sandbox;
use crate::app::AppState;
use crate::error::{ApiError, Fails, code};
use crate::http::{Body, Envelope, Path};
use crate::outbound::sandbox::SandboxMandate;
use crate::wallet::mandates;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A mandate that was started.
#[utoipa::path(get, path = "/sandbox/mandate/{reference}", operation_id = "sandbox_mandate", tag = "sandbox", params(("reference" = String, Path)),
    responses((status = 200, body = Envelope<SandboxMandate>), Fails<code::NotFound>))]
pub async fn mandate(
    State(app): State<AppState>,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<SandboxMandate>>, ApiError> {
    let found = sandbox(&app).mandate(&reference).await?;
    Ok(Envelope::of(found.ok_or_else(ApiError::not_found)?))
}

/// What is done at the bank's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MandateDeed {
    /// Authorises; the bank confirms at once.
    Authorise,
    /// Authorises; the bank takes its time.
    AuthoriseSlowly,
    /// Leaves without authorising.
    Refuse,
}

/// What is done.
#[derive(Deserialize, ToSchema)]
pub struct MandateAct {
    deed: MandateDeed,
}

/// Where the browser goes next.
#[derive(Serialize, ToSchema)]
pub struct MandateLeft {
    redirect_to: String,
}

/// Authorises direct debits, or not, as a customer would at the bank's page.
#[utoipa::path(put, path = "/sandbox/mandate/{reference}", operation_id = "act_on_sandbox_mandate", tag = "sandbox", params(("reference" = String, Path)), request_body = MandateAct,
    responses((status = 200, body = Envelope<MandateLeft>), Fails<code::NotFound>))]
pub async fn act(
    State(app): State<AppState>,
    Path(reference): Path<String>,
    Body(MandateAct { deed }): Body<MandateAct>,
) -> Result<Json<Envelope<MandateLeft>>, ApiError> {
    let sandbox = sandbox(&app);
    let found = sandbox.mandate(&reference).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let status = match deed {
        MandateDeed::Authorise => "active",
        MandateDeed::AuthoriseSlowly => "waiting",
        MandateDeed::Refuse => "untouched",
    };
    sandbox.set_mandate(&reference, status).await?;
    mandates::notice(&app, &reference).await?;
    Ok(Envelope::of(MandateLeft {
        redirect_to: found.return_to,
    }))
}
