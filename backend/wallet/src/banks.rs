//! Banks, and name enquiries.

use domain_core::validation::{Code, Violation};
use domain_core::wallet::account_number::{TypedNumber, complete};
use ground::error::{ApiError, ErrorCode};
use providers::bank::{Bank, BankError};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

/// A bank in the list. `code` is the central bank's, `nip_code` that of instant payments.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BankEntry {
    pub name: String,
    pub code: String,
    #[schema(required)]
    pub nip_code: Option<String>,
    /// A template with `Amount` and `AccountNumber`; null if there is no such service.
    #[schema(required)]
    pub ussd_template: Option<String>,
    pub r#type: String,
}

/// Code and name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BankName {
    pub code: String,
    pub name: String,
}

/// The name on an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Enquiry {
    pub account_name: String,
    pub account_number: String,
    pub bank: BankName,
}

/// The banks, all or of one type.
///
/// # Errors
/// 503 if the provider does not answer.
pub async fn list(
    app: &AppState,
    kind: Option<&str>,
    with_ussd: bool,
) -> Result<Vec<BankEntry>, ApiError> {
    let banks = app.ports.bank.banks().await.map_err(unanswered)?;
    let wanted = |bank: &Bank| {
        kind.is_none_or(|kind| kind.is_empty() || bank.kind == kind)
            && (!with_ussd || bank.ussd_template.is_some())
    };
    Ok(banks
        .iter()
        .filter(|bank| wanted(bank))
        .map(BankEntry::from)
        .collect())
}

/// Name enquiry at the bank.
///
/// # Errors
/// 422 for a number without ten digits, an unknown bank or an unknown account; 503 if the bank does not answer.
pub async fn enquire(
    app: &AppState,
    bank_code: &str,
    account_number: &str,
) -> Result<Enquiry, ApiError> {
    if !complete(&TypedNumber {
        account_number: account_number.into(),
    })
    .complete
    {
        return Err(ApiError::refused(vec![
            Violation::new("account_number", Code::WrongLength).with("limit", 10_i64),
        ]));
    }
    let banks = app.ports.bank.banks().await.map_err(unanswered)?;
    let unknown =
        || ApiError::refused_field("bank_code", Code::NotOneOf, "This bank is not known.");
    let bank = banks
        .iter()
        .find(|bank| bank.code == bank_code.trim())
        .ok_or_else(unknown)?;
    let account_name = match app.ports.bank.enquire(&bank.code, account_number).await {
        Ok(name) => name,
        Err(BankError::NotFound) => {
            let message = "The bank knows no account with this number.";
            return Err(ApiError::refused_field(
                "account_number",
                Code::NotAllowed,
                message,
            ));
        }
        Err(error) => return Err(unanswered(error)),
    };
    Ok(Enquiry {
        account_name,
        account_number: account_number.into(),
        bank: BankName {
            code: bank.code.clone(),
            name: bank.name.clone(),
        },
    })
}

/// The error of a bank that did not respond, or gave an invalid response. Its message goes to the log only.
pub fn unanswered(error: BankError) -> ApiError {
    tracing::warn!(%error, "the bank did not answer");
    ApiError::new(
        ErrorCode::BankUnavailable,
        "The bank is not answering. Please try again in a moment.",
    )
    .retry_after(10)
}

impl From<&Bank> for BankEntry {
    fn from(bank: &Bank) -> Self {
        Self {
            name: bank.name.clone(),
            code: bank.code.clone(),
            nip_code: bank.nip_code.clone(),
            ussd_template: bank.ussd_template.clone(),
            r#type: bank.kind.clone(),
        }
    }
}
