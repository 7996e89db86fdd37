//! The rows of `referral_rewards`.

use domain_core::community::reward::Person;
use domain_core::money::Amount;
use ground::db::columns;
use ground::db::{DbError, Tx};
use money::statement::TransactionRow;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A paid bonus.
pub struct Reward<'a> {
    pub friend_id: &'a str,
    pub referrer_id: &'a str,
    pub payment_reference: &'a str,
    pub reference: &'a str,
}

/// The results of a code.
pub struct Counts {
    /// People who signed up with it and verified their identity.
    pub referred: i64,
    /// Of these, those who have not earned a bonus.
    pub pending: i64,
}

/// Serialises claims: until this transaction ends, no other claim is checked.
pub async fn take_turn(tx: &mut Tx) -> Result<(), DbError> {
    sqlx::query("UPDATE referral_turns SET turns = turns + 1 WHERE id = 1")
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Stores a bonus; [`DbError::Duplicate`] if the friend has earned one before.
pub async fn insert(tx: &mut Tx, reward: &Reward<'_>, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO referral_rewards (friend_id, referrer_id, payment_reference, reference, rewarded_at_ms) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(reward.friend_id)
    .bind(reward.referrer_id)
    .bind(reward.payment_reference)
    .bind(reward.reference)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Whether the friend has earned a bonus.
pub async fn is_rewarded(connection: &mut AnyConnection, friend_id: &str) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT friend_id FROM referral_rewards WHERE friend_id = $1")
        .bind(friend_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// The number of friends that a user was rewarded for since the start of the day.
pub async fn rewarded_since(
    connection: &mut AnyConnection,
    referrer_id: &str,
    day_began_ms: i64,
) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS rewarded FROM referral_rewards WHERE referrer_id = $1 AND rewarded_at_ms >= $2",
    )
    .bind(referrer_id)
    .bind(day_began_ms)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("rewarded")?)
}

/// The bonuses of all users since the day began, in kobo.
pub async fn paid_since(connection: &mut AnyConnection, day_began_ms: i64) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COALESCE(CAST(SUM(t.net_minor) AS BIGINT), 0) AS paid FROM referral_rewards r \
         JOIN wallet_transactions t ON t.user_id = r.referrer_id AND t.reference = r.reference WHERE r.rewarded_at_ms >= $1",
    )
    .bind(day_began_ms)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("paid")?)
}

/// The turnover of a wallet up to and including a payment.
pub struct Turnover {
    pub spent: Amount,
    /// Money deposited by bank transfer. A card or a direct debit may be anyone's: the company names no account to
    /// compare.
    pub deposited: Amount,
}

/// The turnover of the payer's wallet in the payment's currency. Failed payments do not count.
pub async fn turnover(
    connection: &mut AnyConnection,
    payment: &TransactionRow,
) -> Result<Turnover, DbError> {
    let row = sqlx::query(
        "SELECT COALESCE(CAST(SUM(CASE WHEN kind = 'DEBIT' AND (status <> 'FAILED' OR reference = $4) THEN net_minor ELSE 0 END) AS BIGINT), 0) \
         AS spent, COALESCE(CAST(SUM(CASE WHEN category = 'funding' AND reference IN \
         (SELECT reference FROM bank_credits WHERE user_id = $1) THEN net_minor ELSE 0 END) AS BIGINT), 0) AS deposited \
         FROM wallet_transactions WHERE user_id = $1 AND currency = $2 AND created_at_ms <= $3",
    )
    .bind(payment.user_id.as_str())
    .bind(payment.currency.as_str())
    .bind(payment.created_at_ms)
    .bind(payment.reference.as_str())
    .fetch_one(connection)
    .await?;
    Ok(Turnover {
        spent: columns::amount(&row, "spent", payment.currency)?,
        deposited: columns::amount(&row, "deposited", payment.currency)?,
    })
}

/// The friends that a user was rewarded for: at most the total allowed by the rules.
pub async fn earlier_friends(
    connection: &mut AnyConnection,
    referrer_id: &str,
) -> Result<Vec<Person>, DbError> {
    let rows = sqlx::query(
        "SELECT u.id, u.phone, p.first_name, p.last_name, p.dob FROM referral_rewards r JOIN users u ON u.id = r.friend_id \
         JOIN profiles p ON p.user_id = u.id WHERE r.referrer_id = $1",
    )
    .bind(referrer_id)
    .fetch_all(connection)
    .await?;
    let read = |row: &AnyRow| {
        Ok(Person {
            id: row.try_get("id")?,
            phone: row.try_get("phone")?,
            first_name: row.try_get("first_name")?,
            last_name: row.try_get("last_name")?,
            dob: row.try_get("dob")?,
        })
    };
    rows.iter().map(read).collect()
}

/// The results of a code.
pub async fn counts(
    connection: &mut AnyConnection,
    tenant_id: &str,
    code: &str,
) -> Result<Counts, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS referred, COUNT(CASE WHEN r.friend_id IS NULL THEN 1 END) AS pending FROM users u \
         LEFT JOIN referral_rewards r ON r.friend_id = u.id \
         WHERE u.tenant_id = $1 AND u.referred_by = $2 AND u.referrer_code <> $2 AND u.verified_at_ms IS NOT NULL",
    )
    .bind(tenant_id)
    .bind(code)
    .fetch_one(connection)
    .await?;
    Ok(Counts {
        referred: row.try_get("referred")?,
        pending: row.try_get("pending")?,
    })
}

/// The bonuses that a user has earned, in kobo.
pub async fn earned_minor(
    connection: &mut AnyConnection,
    referrer_id: &str,
) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COALESCE(CAST(SUM(t.net_minor) AS BIGINT), 0) AS earned FROM referral_rewards r \
         JOIN wallet_transactions t ON t.user_id = r.referrer_id AND t.reference = r.reference WHERE r.referrer_id = $1",
    )
    .bind(referrer_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("earned")?)
}
