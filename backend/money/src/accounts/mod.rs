//! Wallets: each has a ledger account, and a number for incoming transfers.

mod store;

pub use store::{
    Member, WalletRow, active, find, member, member_found, member_reads, of, set_account,
    set_currency,
};

use crate::ledger;
use domain_core::money::Currency;
use ground::db::{DbError, Tx};
use ground::random::Random;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const DRAWS: usize = 8;

/// A view that can be shown first. (Document 1, section 3.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountView {
    #[default]
    Home,
    Savings,
    Loan,
    Investment,
    Crypto,
}

impl AccountView {
    const ALL: [Self; 5] = [
        Self::Home,
        Self::Savings,
        Self::Loan,
        Self::Investment,
        Self::Crypto,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Savings => "savings",
            Self::Loan => "loan",
            Self::Investment => "investment",
            Self::Crypto => "crypto",
        }
    }

    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.as_str() == text)
    }
}

/// The view and currency shown first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Active {
    pub account: AccountView,
    pub currency: Currency,
}

/// Opens a wallet in every currency for a user without wallets. The caller has locked the user.
///
/// # Errors
/// The database failed.
pub async fn open_if_none(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    if !store::of(tx.connection(), user_id).await?.is_empty() {
        return Ok(());
    }
    for currency in Currency::ALL.iter().copied() {
        let id = Random.id(now_ms);
        ledger::open_for_person(
            tx,
            ledger::Account {
                id: &id,
                owner: user_id,
                currency,
            },
            now_ms,
        )
        .await?;
        let mut placed = false;
        for _ in 0..DRAWS {
            placed =
                store::insert(tx, &id, user_id, currency, &draw_wallet_number(), now_ms).await?;
            if placed {
                break;
            }
        }
        if !placed {
            return Err(DbError::Duplicate);
        }
    }
    Ok(())
}

/// A random wallet number of ten digits, not starting with zero, so that it does not look like a phone number.
fn draw_wallet_number() -> String {
    let drawn = u64::from_be_bytes(Random.bytes()) % 9_000_000_000;
    (drawn + 1_000_000_000).to_string()
}

#[cfg(test)]
mod tests {
    use super::draw_wallet_number;

    #[test]
    fn a_wallet_number_has_ten_digits_and_no_leading_zero() {
        for _ in 0..1_000 {
            let number = draw_wallet_number();
            assert!(
                number.len() == 10
                    && !number.starts_with('0')
                    && number.bytes().all(|digit| digit.is_ascii_digit()),
                "{number}"
            );
        }
    }
}
