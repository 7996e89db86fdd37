//! Signs that two users are the same person, as far as the database shows.

use ground::db::DbError;
use sqlx::{AnyConnection, Row};

/// Whether the friend signed in with a browser of the referrer, or of any friend who earned a bonus before.
pub async fn share_browser(
    connection: &mut AnyConnection,
    friend_id: &str,
    referrer_id: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS shared FROM person_browsers own JOIN person_browsers other ON other.browser_hash = own.browser_hash \
         WHERE own.user_id = $1 AND other.user_id <> $1 AND (other.user_id = $2 \
         OR EXISTS (SELECT 1 FROM referral_rewards r WHERE r.friend_id = other.user_id))",
    )
    .bind(friend_id)
    .bind(referrer_id)
    .fetch_one(connection)
    .await?;
    let shared: i64 = row.try_get("shared")?;
    Ok(shared > 0)
}

/// A user's own bank accounts: their default one, and those they sent money in from.
macro_rules! own_accounts {
    ($whose:literal) => {
        concat!(
            "SELECT account_number FROM beneficiaries WHERE is_default = 1 AND user_id = ",
            $whose,
            " UNION SELECT counterparty_account_number FROM wallet_transactions \
             WHERE category = 'funding' AND counterparty_account_number IS NOT NULL AND user_id = ",
            $whose
        )
    };
}

/// Whether two users share a bank account.
pub async fn share_bank_account(
    connection: &mut AnyConnection,
    friend_id: &str,
    referrer_id: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query(concat!(
        "SELECT COUNT(*) AS shared FROM (",
        own_accounts!("$1"),
        ") own JOIN (",
        own_accounts!("$2"),
        ") other ON other.account_number = own.account_number"
    ))
    .bind(friend_id)
    .bind(referrer_id)
    .fetch_one(connection)
    .await?;
    let shared: i64 = row.try_get("shared")?;
    Ok(shared > 0)
}

/// Whether a wallet or a bank account belongs to the user.
pub async fn owns(
    connection: &mut AnyConnection,
    user_id: &str,
    wallet_number: Option<&str>,
    account_number: Option<&str>,
) -> Result<bool, DbError> {
    let row = sqlx::query(concat!(
        "SELECT (SELECT COUNT(*) FROM wallets WHERE user_id = $1 AND wallet_number = $2) \
         + (SELECT COUNT(*) FROM (",
        own_accounts!("$1"),
        ") own WHERE own.account_number = $3) AS owned"
    ))
    .bind(user_id)
    .bind(wallet_number)
    .bind(account_number)
    .fetch_one(connection)
    .await?;
    let owned: i64 = row.try_get("owned")?;
    Ok(owned > 0)
}
