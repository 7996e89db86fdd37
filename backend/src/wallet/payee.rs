//! Finds who gets the money: a bank account whose name the bank has told us, or a wallet of ours.

use super::banks;
use super::store::beneficiaries;
use crate::access::users;
use crate::access::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::payment::accounts;
use crate::payment::payee::{BankPayee, WalletPayee};
use domain_core::money::Currency;
use domain_core::validation::Code;
use sqlx::AnyConnection;

/// A person's saved bank account.
///
/// # Errors
/// 404 when it is absent or somebody else's.
pub async fn saved(
    connection: &mut AnyConnection,
    payer: &User,
    beneficiary_id: &str,
) -> Result<BankPayee, ApiError> {
    let row = beneficiaries::find(connection, &payer.id, beneficiary_id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    Ok(BankPayee {
        bank_code: row.bank_code,
        bank_name: row.bank_name,
        account_number: row.account_number,
        account_name: row.account_name,
    })
}

/// A bank account that is not saved: its bank is asked for its name.
///
/// # Errors
/// 422 when the bank does not know it; 503 when the bank does not answer.
pub async fn enquired(
    app: &AppState,
    bank_code: &str,
    account_number: &str,
) -> Result<BankPayee, ApiError> {
    let enquiry = banks::enquire(app, bank_code, account_number).await?;
    Ok(BankPayee {
        bank_code: enquiry.bank.code,
        bank_name: enquiry.bank.name,
        account_number: enquiry.account_number,
        account_name: enquiry.account_name,
    })
}

/// The wallet of a number, among the people of the payer's own brand.
///
/// # Errors
/// 404 when there is none.
pub async fn wallet(
    connection: &mut AnyConnection,
    payer: &User,
    wallet_number: &str,
) -> Result<WalletPayee, ApiError> {
    let wallet = accounts::by_number(&mut *connection, wallet_number.trim())
        .await?
        .ok_or_else(no_such_wallet)?;
    let owner = users::find(connection, &wallet.user_id)
        .await?
        .ok_or_else(no_such_wallet)?;
    if owner.tenant_id != payer.tenant_id || owner.verified_at_ms.is_none() {
        return Err(no_such_wallet());
    }
    Ok(WalletPayee {
        wallet_id: wallet.id,
        user_id: owner.id,
        wallet_number: wallet.wallet_number,
        currency: wallet.currency,
        name: owner.name,
    })
}

fn no_such_wallet() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::NOT_FOUND,
        "no_such_wallet",
        "There is no wallet with this number.",
    )
}

/// The wallet receives the currency that is sent; a change of currency is not a transfer.
///
/// # Errors
/// 422.
pub fn same_currency(payee: &WalletPayee, currency: Currency) -> Result<(), ApiError> {
    if payee.currency == currency {
        return Ok(());
    }
    let message = format!("This wallet holds {}, not {currency}.", payee.currency);
    Err(ApiError::refused_field(
        "wallet_number",
        Code::NotAllowed,
        message,
    ))
}
