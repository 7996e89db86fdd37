//! The sandbox plays the operator who decides about loans.

use crate::app::AppState;
use crate::error::{ApiError, Fails, code};
use crate::http::{Body, Client, Envelope, Path};
use crate::plans::loans::operator::{self, ListedLoan};
use crate::settings::tenants;
use axum::Json;
use axum::extract::State;
use domain_core::money::Amount;
use domain_core::status::Status;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// For the audit log.
const BY: &str = "the sandbox";

/// A loan as the operator sees it.
#[derive(Serialize, ToSchema)]
pub struct SandboxLoan {
    reference: String,
    status: String,
    /// The borrower.
    name: String,
    purpose: String,
    /// The principal, in naira.
    #[schema(value_type = String)]
    amount: Amount,
    /// When the oldest unpaid instalment is due, `YYYY-MM-DD`.
    #[schema(required)]
    due_on: Option<String>,
    /// What can be done with it.
    deeds: Vec<LoanDeed>,
}

/// What the operator does with a loan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoanDeed {
    /// Pays out one that waits.
    Approve,
    /// Declines one that waits; the request fee goes back.
    Decline,
    /// Calls one bad that has been due for 90 days.
    CallBad,
}

fn seen(loan: ListedLoan, deeds: &[LoanDeed]) -> SandboxLoan {
    SandboxLoan {
        reference: loan.reference,
        status: loan.status,
        name: loan.name,
        purpose: loan.purpose,
        amount: loan.amount,
        due_on: loan.due_on,
        deeds: deeds.to_vec(),
    }
}

async fn all(app: &AppState, brand: &str) -> Result<Vec<SandboxLoan>, ApiError> {
    let waiting = operator::list(app, brand, Status::Initiated).await?;
    let running = operator::list(app, brand, Status::Active).await?;
    let waiting = waiting
        .into_iter()
        .map(|loan| seen(loan, &[LoanDeed::Approve, LoanDeed::Decline]));
    let running = running
        .into_iter()
        .map(|loan| seen(loan, &[LoanDeed::CallBad]));
    Ok(waiting.chain(running).collect())
}

/// Loans of this host's brand: those that wait for a decision, then those that run.
#[utoipa::path(get, path = "/sandbox/loans", operation_id = "sandbox_loans", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxLoan>>)))]
pub async fn loans(
    State(app): State<AppState>,
    client: Client,
) -> Result<Json<Envelope<Vec<SandboxLoan>>>, ApiError> {
    let brand = tenants::of(&app, &client).await?.identifier;
    Ok(Envelope::of(all(&app, &brand).await?))
}

/// What is done with a loan.
#[derive(Deserialize, ToSchema)]
pub struct LoanAct {
    deed: LoanDeed,
    /// What the borrower of a declined loan is told.
    #[serde(default)]
    why: String,
}

/// Decides a loan as the operator would, by this server's clock. Answers what is left.
#[utoipa::path(put, path = "/sandbox/loans/{reference}", operation_id = "act_on_sandbox_loan", tag = "sandbox", params(("reference" = String, Path)), request_body = LoanAct,
    responses((status = 200, body = Envelope<Vec<SandboxLoan>>), Fails<(code::NotFound, code::Refused)>))]
pub async fn act(
    State(app): State<AppState>,
    client: Client,
    Path(reference): Path<String>,
    Body(LoanAct { deed, why }): Body<LoanAct>,
) -> Result<Json<Envelope<Vec<SandboxLoan>>>, ApiError> {
    let brand = tenants::of(&app, &client).await?.identifier;
    match deed {
        LoanDeed::Approve => operator::approve(&app, &brand, &reference, BY).await?,
        LoanDeed::Decline => operator::decline(&app, &brand, &reference, &why, BY).await?,
        LoanDeed::CallBad => operator::bad(&app, &brand, &reference, BY).await?,
    }
    Ok(Envelope::of(all(&app, &brand).await?))
}
