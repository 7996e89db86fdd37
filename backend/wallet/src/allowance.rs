//! The amount that may leave a wallet now, for screens that show it before the payment.

use super::payee;
use super::store::beneficiaries;
use domain_core::money::{Amount, Currency};
use domain_core::validation::TypedIdentifier;
use domain_core::wallet::caution::Cap;
use ground::clock::rfc3339;
use ground::error::ApiError;
use money::caution::{self, Recipient};
use money::rates;
use serde::{Deserialize, Serialize};
use service::app::AppState;
use utoipa::ToSchema;

/// The intended payment. A bank account needs code and number; without a recipient the result applies to any.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AllowanceRequest {
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    pub bank_code: Option<String>,
    #[schema(value_type = Option<String>)]
    pub account_number: Option<TypedIdentifier>,
    #[schema(value_type = Option<String>)]
    pub wallet_number: Option<TypedIdentifier>,
}

/// The amount that may leave the wallet.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Allowance {
    /// Null if only the balance limits the amount.
    #[schema(required)]
    pub cap: Option<CapAnswer>,
}

/// A cap on outgoing payments.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Cap)]
pub struct CapAnswer {
    #[schema(value_type = String, example = "50000.00")]
    pub amount: Amount,
    /// `new_device`, `password`, `pin`, `phone`, `email`, `new_payee`.
    pub reason: &'static str,
    /// Null: until 24 hours after the first payment to this recipient.
    #[schema(required)]
    pub until: Option<String>,
    /// A sentence for the user.
    pub message: String,
}

/// Returns the amount that may leave the wallet for the intended payment.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn allowance(
    app: &AppState,
    user_id: &str,
    asked: &AllowanceRequest,
) -> Result<Allowance, ApiError> {
    let given = |text: Option<&str>| text.unwrap_or_default().trim().to_owned();
    let code = given(asked.bank_code.as_deref());
    let number = given(asked.account_number.as_deref());
    let wallet_number = given(asked.wallet_number.as_deref());
    let mut connection = app.db.read().await?;
    let (name, saved_at_ms) = if !wallet_number.is_empty() {
        (Some(payee::wallet_name(&wallet_number)), None)
    } else if code.is_empty() || number.is_empty() {
        (None, None)
    } else {
        let saved = beneficiaries::saved_at_ms(&mut connection, user_id, &code, &number).await?;
        (Some(payee::bank_name(&code, &number)), saved)
    };
    let recipient = name.map(|name| Recipient { name, saved_at_ms });
    let rates = rates::all(&mut connection).await?;
    let now_ms = app.clock.now_ms();
    let (currency, user) = (asked.currency, user_id);
    let cap = caution::of(
        &mut connection,
        user,
        currency,
        recipient.as_ref(),
        &rates,
        now_ms,
    )
    .await?;
    Ok(Allowance {
        cap: cap.as_ref().map(CapAnswer::from),
    })
}

impl From<&Cap> for CapAnswer {
    fn from(cap: &Cap) -> Self {
        Self {
            amount: cap.amount,
            reason: cap.reason.as_str(),
            until: cap.until.map(|until| rfc3339(until.0)),
            message: cap.words(),
        }
    }
}
