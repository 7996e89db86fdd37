//! Backoff after failed sign-ins: each failure lengthens the wait for the account from that address. Across all
//! addresses an account has a hard limit, lifted by a password reset or a day without attempts.
//!
//! A failure is counted before the password is compared, and taken back if the password was correct.

use ground::db::Tx;
use ground::error::ApiError;
use ground::secret::sha256_hex;
use service::app::AppState;
use service::http::Client;
use sqlx::Row;

const FREE_FAILURES: i64 = 5;
const FIRST_WAIT_MS: i64 = 30_000;
const LONGEST_WAIT_MS: i64 = 15 * 60 * 1_000;
/// NIST SP 800-63B: at most 100 consecutive failures.
const MOST_FAILURES: i64 = 100;
const FORGOTTEN_AFTER_MS: i64 = 24 * 60 * 60 * 1_000;

/// The keys that failures are counted under. Hashed, so that the table does not reveal who tried to sign in.
#[derive(Debug, Clone)]
pub struct Subject {
    from_here: String,
    /// Absent for a browser that the owner has signed in with before, so that guessing strangers cannot lock the owner
    /// out.
    from_everywhere: Option<String>,
}

impl Subject {
    /// `known_browser`: the current browser, if the owner has signed in with it before.
    pub fn new(tenant_id: &str, email: &str, client: &Client, known_browser: Option<&str>) -> Self {
        let here = match known_browser {
            Some(browser) => ["device ", browser].concat(),
            None => client.limit_subject(),
        };
        let from_here = serde_json::json!([tenant_id, email, here]).to_string();
        Self {
            from_here: sha256_hex(from_here.as_bytes()),
            from_everywhere: known_browser
                .is_none()
                .then(|| from_everywhere(tenant_id, email)),
        }
    }
}

/// Counts an attempt as failed before it is checked.
///
/// # Errors
/// 429 during a wait.
pub async fn expect_failure(app: &AppState, subject: &Subject) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let counted = [
        (Some(&subject.from_here), false),
        (subject.from_everywhere.as_ref(), true),
    ];
    for (name, everywhere) in counted {
        let Some(name) = name else { continue };
        let row = sqlx::query(
            "INSERT INTO login_failures (subject, failures, last_at_ms) VALUES ($1, 1, $2) \
             ON CONFLICT (subject) DO UPDATE SET last_at_ms = excluded.last_at_ms, \
               failures = CASE WHEN login_failures.last_at_ms < $3 THEN 1 ELSE login_failures.failures + 1 END \
             RETURNING failures, locked_until_ms",
        )
        .bind(name.as_str())
        .bind(now_ms)
        .bind(now_ms - FORGOTTEN_AFTER_MS)
        .fetch_one(tx.connection())
        .await?;
        let failures: i64 = row.try_get("failures")?;
        let locked_until_ms: Option<i64> = row.try_get("locked_until_ms")?;
        if everywhere && failures > MOST_FAILURES {
            return Err(ApiError::too_many(LONGEST_WAIT_MS / 1_000));
        }
        // Dropping the transaction leaves the count unchanged: a refused attempt does not lengthen the wait.
        if let Some(until_ms) = locked_until_ms.filter(|until_ms| *until_ms > now_ms) {
            return Err(ApiError::too_many((until_ms - now_ms) / 1_000 + 1));
        }
        if !everywhere && failures >= FREE_FAILURES {
            lock(&mut tx, name, now_ms + wait_ms(failures)).await?;
        }
    }
    Ok(tx.commit().await?)
}

async fn lock(tx: &mut Tx, subject: &str, until_ms: i64) -> Result<(), ApiError> {
    sqlx::query("UPDATE login_failures SET locked_until_ms = $2 WHERE subject = $1")
        .bind(subject)
        .bind(until_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// The attempt was correct: resets the counts.
///
/// # Errors
/// The database failed.
pub async fn forget(tx: &mut Tx, subject: &Subject) -> Result<(), ApiError> {
    sqlx::query("DELETE FROM login_failures WHERE subject = $1 OR subject = $2")
        .bind(subject.from_here.as_str())
        .bind(subject.from_everywhere.as_deref())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Resets the account's count across all addresses, when an operator confirms that it was the owner. The counts of
/// single addresses expire within a quarter of an hour.
///
/// # Errors
/// The database failed.
pub async fn forget_everywhere(tx: &mut Tx, tenant_id: &str, email: &str) -> Result<(), ApiError> {
    sqlx::query("DELETE FROM login_failures WHERE subject = $1")
        .bind(from_everywhere(tenant_id, email))
        .execute(tx.connection())
        .await?;
    Ok(())
}

fn from_everywhere(tenant_id: &str, email: &str) -> String {
    sha256_hex(serde_json::json!([tenant_id, email]).to_string().as_bytes())
}

fn wait_ms(failures: i64) -> i64 {
    let doublings = u32::try_from((failures - FREE_FAILURES).clamp(0, 16)).unwrap_or(16);
    (FIRST_WAIT_MS << doublings).min(LONGEST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::wait_ms;

    #[test]
    fn the_wait_doubles_up_to_a_quarter_of_an_hour() {
        let waits: Vec<i64> = [5, 6, 7, 8, 9, 10, 11, 99]
            .into_iter()
            .map(|failures| wait_ms(failures) / 1_000)
            .collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 900, 900, 900]);
    }
}
