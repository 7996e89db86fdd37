//! The amount that may leave a wallet now, for screens that show it before the payment.

use super::store::beneficiaries;
use domain_core::money::Currency;
use domain_core::validation::TypedIdentifier;
use ground::decided::Decided;
use ground::error::ApiError;
use money::caution::{self, Allowance, CapAnswer, Recipient};
use money::rates;
use serde::Deserialize;
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
        (Some(money::wallet_name(&wallet_number)), None)
    } else if code.is_empty() || number.is_empty() {
        (None, None)
    } else {
        let saved = beneficiaries::saved_at_ms(&mut connection, user_id, &code, &number).await?;
        (Some(money::bank_name(&code, &number)), saved)
    };
    let recipient = name.map(|name| Recipient { name, saved_at_ms });
    let rates = rates::all(&mut connection).await?;
    let now_ms = app.clock.now_ms();
    let (decided, payer) = (Decided::default(), (user_id, asked.currency));
    let (connection, recipient) = (&mut connection, recipient.as_ref());
    let cap = caution::of(connection, &decided, payer, recipient, &rates, now_ms).await?;
    Ok(Allowance {
        cap: cap.as_ref().map(CapAnswer::from),
    })
}
