//! Virtual accounts of the sandbox bank.

use super::{LISTED, Sandbox};
use crate::bank::NewAccount;
use ground::db::DbError;
use ground::random::Random;
use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The sandbox bank's code. No real Nigerian bank has it.
const OWN_CODE: &str = "999";
const WEIGHTS: [u32; 3] = [3, 7, 3];
/// A random number collides with each existing account with a chance of one in a billion.
const DRAWS: usize = 8;

/// A virtual account of the sandbox bank.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxAccount {
    pub account_number: String,
    pub account_name: String,
    pub currency: String,
    pub email: String,
}

impl Sandbox {
    /// The account of a reference, opened on first use.
    pub(crate) async fn open_account(
        &self,
        wanted: &NewAccount,
    ) -> Result<SandboxAccount, DbError> {
        let mut tx = self.db.begin().await?;
        for _ in 0..DRAWS {
            sqlx::query(
                "INSERT INTO sandbox_accounts (reference, account_number, account_name, currency, email) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(wanted.reference.as_str())
            .bind(account_number(self.random))
            .bind(wanted.name.to_uppercase())
            .bind(wanted.currency.as_str())
            .bind(wanted.email.as_str())
            .execute(tx.connection())
            .await?;
            let row = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts WHERE reference = $1")
                .bind(wanted.reference.as_str())
                .fetch_optional(tx.connection())
                .await?;
            // `None`: the number is taken; draw another.
            if let Some(row) = row {
                let account = read(&row)?;
                tx.commit().await?;
                return Ok(account);
            }
        }
        Err(DbError::Unavailable)
    }

    /// An account by its number.
    ///
    /// # Errors
    /// The database failed.
    pub async fn account(&self, account_number: &str) -> Result<Option<SandboxAccount>, DbError> {
        let row = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts WHERE account_number = $1")
            .bind(account_number.trim())
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        row.as_ref().map(read).transpose()
    }

    /// The accounts that can be credited, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn accounts(&self) -> Result<Vec<SandboxAccount>, DbError> {
        // A reference starts with its user's identifier, which sorts by age.
        let rows = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts ORDER BY reference DESC LIMIT $1")
            .bind(LISTED)
            .fetch_all(&mut *self.db.read().await?)
            .await?;
        rows.iter().map(read).collect()
    }
}

fn read(row: &AnyRow) -> Result<SandboxAccount, DbError> {
    Ok(SandboxAccount {
        account_number: row.try_get("account_number")?,
        account_name: row.try_get("account_name")?,
        currency: row.try_get("currency")?,
        email: row.try_get("email")?,
    })
}

/// Nine random digits and the check digit of the Central Bank's standard.
fn account_number(random: Random) -> String {
    let serial: String = [random.six_digits(), random.six_digits()]
        .concat()
        .chars()
        .take(9)
        .collect();
    let digits = OWN_CODE
        .chars()
        .chain(serial.chars())
        .filter_map(|digit| digit.to_digit(10));
    let sum: u32 = digits
        .zip(WEIGHTS.into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    format!("{serial}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain_core::wallet::account_number::{AccountNumberInput, inspect};

    #[test]
    fn account_numbers_have_valid_check_digits() {
        for _ in 0..100 {
            let number = account_number(Random);
            let asked = AccountNumberInput {
                account_number: number.as_str().into(),
                bank_code: Some(OWN_CODE.into()),
                banks: Vec::new(),
            };
            assert_eq!(inspect(&asked).check_digit_ok, Some(true), "{number}");
        }
    }
}
