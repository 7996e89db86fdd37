//! Earlier payees of a wallet.

use domain_core::money::Currency;
use domain_core::wallet::Destination;
use ground::error::ApiError;
use money::statement;
use money::statement::{Category, TransactionRow};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

const MOST: i64 = 10;

/// A payee of an earlier payment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaidBefore {
    #[schema(value_type = service::http::schema::TransferDestination)]
    pub destination: Destination,
    /// The name on the statement.
    pub name: String,
    /// For a bank account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_number: Option<String>,
    /// For a wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wallet_number: Option<String>,
}

/// The payees of the user's latest payments from a wallet, each once, latest first.
///
/// # Errors
/// The database failed.
pub async fn recent(
    app: &AppState,
    user_id: &str,
    currency: Currency,
) -> Result<Vec<PaidBefore>, ApiError> {
    let mut connection = app.db.read().await?;
    let rows = statement::recent_payees(&mut connection, user_id, currency, MOST).await?;
    Ok(rows.iter().filter_map(paid_before).collect())
}

fn paid_before(row: &TransactionRow) -> Option<PaidBefore> {
    let party = row.counterparty.clone()?;
    let bank_code = match row.category {
        Category::Withdraw => Some(bank_code(row.payee.as_deref()?)?.to_owned()),
        Category::WalletTransfer => None,
        _ => return None,
    };
    Some(PaidBefore {
        destination: match bank_code {
            Some(_) => Destination::Bank,
            None => Destination::Wallet,
        },
        name: party.name,
        bank_code,
        bank_name: party.bank_name,
        account_number: party.account_number,
        wallet_number: party.wallet_number,
    })
}

/// The bank code in a payee name such as `bank:057:0123456789`.
fn bank_code(payee: &str) -> Option<&str> {
    let (code, _) = payee.strip_prefix("bank:")?.split_once(':')?;
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::bank_code;

    #[test]
    fn bank_codes_are_read_from_payee_names() {
        assert_eq!(bank_code("bank:057:0123456789"), Some("057"));
        assert_eq!(bank_code("wallet:1234567890"), None);
    }
}
