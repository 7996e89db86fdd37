//! Loan decisions in the sandbox, in place of an operator.

use axum::Json;
use axum::extract::State;
use domain_core::money::Amount;
use domain_core::status::Status;
use ground::error::{ApiError, Fails, code};
use plans::loans::operator::{self, ListedLoan};
use serde::{Deserialize, Serialize};
use service::app::AppState;
use service::http::{Body, Client, Envelope, Path};
use service::settings::tenants;
use utoipa::ToSchema;

/// The operator's name in the audit log.
const BY: &str = "the sandbox";

/// A loan as shown to the operator.
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
    /// The due date of the oldest unpaid instalment, `YYYY-MM-DD`.
    #[schema(required)]
    due_on: Option<String>,
    /// The possible actions.
    deeds: Vec<LoanDeed>,
}

/// The operator's action on a loan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoanDeed {
    /// Approve a pending loan and pay it out.
    Approve,
    /// Decline a pending loan and refund the request fee.
    Decline,
    /// Write off a loan that has been overdue for 90 days.
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

/// Loans of this host's brand: pending ones, then active ones.
#[utoipa::path(get, path = "/sandbox/loans", operation_id = "sandbox_loans", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxLoan>>)))]
pub async fn loans(
    State(app): State<AppState>,
    client: Client,
) -> Result<Json<Envelope<Vec<SandboxLoan>>>, ApiError> {
    let brand = tenants::of(&app, &client).await?.identifier;
    Ok(Envelope::of(all(&app, &brand).await?))
}

/// An action on a loan.
#[derive(Deserialize, ToSchema)]
pub struct LoanAct {
    deed: LoanDeed,
    /// The reason for declining, as shown to the borrower.
    #[serde(default)]
    why: String,
}

/// Decides on a loan as the operator would, by this server's clock. Returns the remaining loans.
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
