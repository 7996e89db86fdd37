//! Quotes for transfers to wallets and bank accounts.

use super::payee::{self, BankPayee};
use super::transfers::Transfer;
use super::withdrawals::Withdrawal;
use domain_core::money::{Currency, TypedAmount};
use domain_core::validation::{Code, TypedIdentifier, Violation};
use domain_core::wallet::{Destination, WalletTransfer, Withdraw};
use ground::error::ApiError;
use money::quote::Quote;
use serde::Deserialize;
use serde_json::Value;
use service::access::users::User;
use service::app::AppState;
use utoipa::ToSchema;

/// The transfer to be quoted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct QuoteRequest {
    #[schema(value_type = service::http::schema::TransferDestination)]
    pub destination: Destination,
    #[schema(value_type = String, example = "1500.00")]
    pub amount: TypedAmount,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    /// A saved bank account.
    pub bank_account_id: Option<String>,
    /// A bank account that is not saved.
    pub bank_code: Option<String>,
    #[schema(value_type = Option<String>)]
    pub account_number: Option<TypedIdentifier>,
    #[schema(value_type = Option<String>)]
    pub wallet_number: Option<TypedIdentifier>,
}

/// Quotes a transfer and stores the quote. Payee and price say all of it, so the payment may come with any form.
///
/// # Errors
/// 404 for an unknown recipient; 422 for an amount or a currency that cannot be sent; 503 from the bank.
pub async fn quote(app: &AppState, payer: &User, request: QuoteRequest) -> Result<Quote, ApiError> {
    if let Some(refusal) = request.destination.refusal(request.currency) {
        return Err(ApiError::refused(vec![refusal]));
    }
    match request.destination {
        Destination::Wallet => {
            let transfer = to_wallet(&request)?;
            let quoted = money::quote(app, &payer.id, &transfer, &Value::Null).await?;
            Ok(quoted.0)
        }
        Destination::Bank => {
            let withdrawal = to_bank(app, payer, &request).await?;
            let quoted = money::quote(app, &payer.id, &withdrawal, &Value::Null).await?;
            Ok(quoted.0)
        }
    }
}

fn given<'a>(field: &'static str, text: Option<&'a str>) -> Result<&'a str, ApiError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.ok_or_else(|| ApiError::refused(vec![Violation::new(field, Code::Required)]))
}

fn to_wallet(request: &QuoteRequest) -> Result<Transfer, ApiError> {
    let number = given("wallet_number", request.wallet_number.as_deref())?;
    Ok(Transfer {
        form: WalletTransfer {
            wallet_number: number.into(),
            amount: request.amount.clone(),
            description: String::new(),
            confirm: true,
        },
        currency: request.currency,
        quote_id: None,
    })
}

/// A withdrawal to a saved account, or to one whose name its bank is asked for.
async fn to_bank(
    app: &AppState,
    payer: &User,
    request: &QuoteRequest,
) -> Result<Withdrawal, ApiError> {
    let form = |bank_account_id: &str, bank: BankPayee| Withdraw {
        amount: request.amount.clone(),
        description: String::new(),
        confirm: true,
        bank_account_id: bank_account_id.to_owned(),
        bank_code: bank.bank_code,
        bank_name: bank.bank_name,
        account_number: bank.account_number.as_str().into(),
        account_name: bank.account_name,
    };
    let saved = request.bank_account_id.as_deref();
    if let Some(id) = saved.filter(|id| !id.trim().is_empty()) {
        payee::saved(&mut *app.db.read().await?, &payer.id, id.trim()).await?;
        let form = form(id.trim(), BankPayee::default());
        return Ok(Withdrawal::new(form, request.currency, None, false));
    }
    let code = given("bank_code", request.bank_code.as_deref())?;
    let number = given("account_number", request.account_number.as_deref())?;
    let bank = payee::enquired(app, code, number).await?;
    let withdrawal = Withdrawal::new(form("", bank.clone()), request.currency, None, false);
    Ok(withdrawal.with_enquired(bank))
}
