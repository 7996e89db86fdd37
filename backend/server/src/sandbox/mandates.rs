//! The page of the sandbox's direct debit company.

use super::sandbox;
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use providers::sandbox::SandboxMandate;
use serde::{Deserialize, Serialize};
use service::app::AppState;
use service::http::{Body, Envelope, Path};
use utoipa::ToSchema;
use wallet::mandates;

/// A mandate.
#[utoipa::path(get, path = "/sandbox/mandate/{reference}", operation_id = "sandbox_mandate", tag = "sandbox", params(("reference" = String, Path)),
    responses((status = 200, body = Envelope<SandboxMandate>), Fails<code::NotFound>))]
pub async fn mandate(
    State(app): State<AppState>,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<SandboxMandate>>, ApiError> {
    let found = sandbox(&app).mandate(&reference).await?;
    Ok(Envelope::of(found.ok_or_else(ApiError::not_found)?))
}

/// The action on the bank's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MandateDeed {
    /// Authorises; the bank confirms at once.
    Authorise,
    /// Authorises; the bank confirms later.
    AuthoriseSlowly,
    /// Leaves without authorising.
    Refuse,
}

/// An action on a mandate.
#[derive(Deserialize, ToSchema)]
pub struct MandateAct {
    deed: MandateDeed,
}

/// The next URL of the browser.
#[derive(Serialize, ToSchema)]
pub struct MandateLeft {
    redirect_to: String,
}

/// Authorises or refuses direct debits, as a customer would on the bank's page.
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
