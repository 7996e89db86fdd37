//! Who gets the money: a bank account whose name the bank has told us, or a wallet of ours.

use super::banks;
use super::store::{beneficiaries, wallets};
use super::transaction::Counterparty;
use crate::app::AppState;
use crate::error::ApiError;
use crate::identity::users::User;
use crate::identity::users::store as users;
use domain_core::money::Currency;
use domain_core::validation::Code;
use domain_core::wallet::Destination;
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;

/// A bank account, with the name its bank told us.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankPayee {
    pub bank_code: String,
    pub bank_name: String,
    pub account_number: String,
    pub account_name: String,
}

/// A wallet, with its owner's name.
#[derive(Debug, Clone)]
pub struct WalletPayee {
    pub wallet_id: String,
    pub user_id: String,
    pub wallet_number: String,
    pub currency: Currency,
    /// In full, for statements.
    pub name: String,
}

/// Who gets the money.
#[derive(Debug, Clone)]
pub enum Payee {
    Bank(BankPayee),
    Wallet(WalletPayee),
}

impl Payee {
    pub const fn destination(&self) -> Destination {
        match self {
            Self::Bank(_) => Destination::Bank,
            Self::Wallet(_) => Destination::Wallet,
        }
    }

    /// What the payer's authorisation is bound to.
    pub fn text(&self) -> String {
        match self {
            Self::Bank(bank) => format!("bank:{}:{}", bank.bank_code, bank.account_number),
            Self::Wallet(wallet) => format!("wallet:{}", wallet.wallet_number),
        }
    }

    /// As the payer's statement names it.
    pub fn counterparty(&self) -> Counterparty {
        match self {
            Self::Bank(bank) => Counterparty {
                name: bank.account_name.clone(),
                account_number: Some(bank.account_number.clone()),
                bank_name: Some(bank.bank_name.clone()),
                wallet_number: None,
            },
            Self::Wallet(wallet) => Counterparty {
                name: wallet.name.clone(),
                account_number: None,
                bank_name: None,
                wallet_number: Some(wallet.wallet_number.clone()),
            },
        }
    }
}

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
    let wallet = wallets::by_number(&mut *connection, wallet_number.trim())
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

/// A name that is enough to recognise somebody one knows, and too little to harvest: `A••••• B••••`.
pub fn masked(name: &str) -> String {
    let word = |word: &str| {
        let mut characters = word.chars();
        let first: String = characters.by_ref().take(1).collect();
        first + &"•".repeat(characters.count().min(6))
    };
    name.split_whitespace()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_name_keeps_its_initials() {
        assert_eq!(masked("Amina Bello"), "A•••• B••••");
        assert_eq!(masked("  Ọlá  "), "Ọ••");
        assert_eq!(masked("B"), "B");
        assert_eq!(masked(""), "");
    }
}
