//! Resolves the payee: a bank account with the name given by its bank, or a member's wallet.

use super::banks;
use super::store::beneficiaries;
use domain_core::money::Currency;
use domain_core::validation::Code;
use ground::error::{ApiError, ErrorCode};
use money::accounts;
use money::statement::Counterparty;
use money::{Payee, To};
use serde::{Deserialize, Serialize};
use serde_json::json;
use service::app::AppState;
use sqlx::AnyConnection;

/// A bank account, with the name given by its bank.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankPayee {
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
}

impl BankPayee {
    /// The counterparty on statements.
    pub fn counterparty(&self) -> Counterparty {
        Counterparty {
            name: self.account_name.clone(),
            account_number: Some(self.account_number.clone()),
            bank_name: Some(self.bank_name.clone()),
            wallet_number: None,
        }
    }

    /// The payee of a payment. `narration` goes to the receiving bank.
    pub fn payee(&self, narration: &str) -> Payee {
        Payee {
            name: money::bank_name(&self.bank_code, &self.account_number),
            counterparty: Some(self.counterparty()),
            to: To::Provider {
                payload: json!({
                    "bank_code": self.bank_code,
                    "account_number": self.account_number,
                    "account_name": self.account_name,
                    "narration": narration,
                }),
            },
        }
    }
}

/// A wallet with its owner's name.
#[derive(Debug, Clone)]
pub struct WalletPayee {
    pub wallet_id: String,
    pub user_id: String,
    pub wallet_number: String,
    pub currency: Currency,
    /// The full name, for statements.
    pub name: String,
}

impl WalletPayee {
    /// The counterparty on the payer's statement.
    pub fn counterparty(&self) -> Counterparty {
        Counterparty {
            name: self.name.clone(),
            account_number: None,
            bank_name: None,
            wallet_number: Some(self.wallet_number.clone()),
        }
    }

    /// The payee of a payment.
    pub fn payee(&self) -> Payee {
        Payee {
            name: money::wallet_name(&self.wallet_number),
            counterparty: Some(self.counterparty()),
            to: To::Wallet {
                account_id: self.wallet_id.clone(),
                user_id: self.user_id.clone(),
            },
        }
    }
}

/// A user's saved bank account, with the time at which it was saved.
///
/// # Errors
/// 404 if it does not exist or is another user's.
pub async fn saved(
    connection: &mut AnyConnection,
    user_id: &str,
    beneficiary_id: &str,
) -> Result<(BankPayee, i64), ApiError> {
    let row = beneficiaries::find(connection, user_id, beneficiary_id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let bank = BankPayee {
        bank_code: row.bank_code,
        bank_name: row.bank_name,
        account_number: row.account_number,
        account_name: row.account_name,
    };
    Ok((bank, row.created_at_ms))
}

/// An unsaved bank account, with a name enquiry at its bank.
///
/// # Errors
/// 422 if the bank does not know it; 503 if the bank does not answer.
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

/// The wallet with a number, among the members of the payer's brand.
///
/// # Errors
/// 404 if there is no such wallet.
pub async fn wallet(
    connection: &mut AnyConnection,
    tenant_id: &str,
    wallet_number: &str,
) -> Result<WalletPayee, ApiError> {
    wallet_of(accounts::member(connection, tenant_id, wallet_number.trim()).await?)
}

/// The wallet of a member that was looked up.
///
/// # Errors
/// 404 if there is none.
pub fn wallet_of(found: Option<accounts::Member>) -> Result<WalletPayee, ApiError> {
    let member = found.ok_or_else(no_such_wallet)?;
    Ok(WalletPayee {
        wallet_id: member.wallet_id,
        user_id: member.user_id,
        wallet_number: member.wallet_number,
        currency: member.currency,
        name: member.name,
    })
}

fn no_such_wallet() -> ApiError {
    ApiError::new(
        ErrorCode::NoSuchWallet,
        "There is no wallet with this number.",
    )
}

/// Checks that the wallet has the currency of the transfer: transfers do not convert.
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
