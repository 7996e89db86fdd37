//! The records of decisions against what happened: each answer must follow from its input again, and the transfer must have
//! moved what was decided.

use domain_core::catalogue::rules_version;
use domain_core::evaluate;
use domain_core::money::{Amount, Currency};
use domain_core::payment::posted::{self, Agreement, Credit, PostedInput};
use domain_core::payment::{Movement, SystemAccount};
use ground::db::DbError;
use ground::decided::{AskedRule, Record};
use money::ledger::Finding;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::HashMap;

/// Transfers in a portion.
const PORTION: i64 = 5_000;

const NOT_REPEATED: &str = "the decision about a transfer does not follow from its facts";
const NOT_MOVED: &str = "a transfer moved another amount than was decided";
const UNREADABLE: &str = "the decision about a transfer cannot be read";
const ABSENT: &str = "a transfer does not record what it was decided by";

/// Checks the transfers since an instant. Records of other rules are left to the comparison of versions.
///
/// # Errors
/// The database failed.
pub async fn broken(
    connection: &mut AnyConnection,
    since_ms: i64,
) -> Result<Vec<Finding>, DbError> {
    // `t.id || ''`: by the time of settlement, not by all identifiers.
    let mut findings = absent(connection, since_ms).await?;
    let mut after = String::new();
    loop {
        let rows = sqlx::query(
            "SELECT t.id, t.kind, t.currency, COALESCE(t.decided, c.decided) AS decided FROM ledger_transfers t \
             LEFT JOIN ledger_transfers c ON c.id = t.linked_to \
             WHERE t.created_at_ms >= $1 AND (t.settled_at_ms >= $1 OR t.settled_at_ms IS NULL) AND (t.decided IS NOT NULL OR c.decided IS NOT NULL) AND t.id || '' > $2 ORDER BY t.id || '' LIMIT $3",
        )
        .bind(since_ms)
        .bind(after.as_str())
        .bind(PORTION)
        .fetch_all(&mut *connection)
        .await?;
        let Some(last) = rows.last() else {
            return Ok(findings);
        };
        let last: String = last.try_get("id")?;
        let moved = moved(connection, since_ms, (&after, &last)).await?;
        after = last;
        for row in &rows {
            let id: String = row.try_get("id")?;
            let (kind, currency): (String, String) =
                (row.try_get("kind")?, row.try_get("currency")?);
            let decided: String = row.try_get("decided")?;
            let moved = moved.get(&id).map_or(&[][..], Vec::as_slice);
            if let Some(what) = wrong(&decided, &kind, &currency, moved) {
                findings.push(Finding { what, id });
            }
        }
    }
}

/// The time since which every decided transfer has a record. For a day after the migration, servers of the version before
/// may still run beside this one.
///
/// # Errors
/// The database failed.
pub async fn since_ms(connection: &mut AnyConnection) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT applied_at_ms + 86400000 AS since_ms FROM schema_migrations WHERE version = 134",
    )
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("since_ms")?)
}

/// The transfers without a record.
async fn absent(connection: &mut AnyConnection, since_ms: i64) -> Result<Vec<Finding>, DbError> {
    let since_ms = since_ms.max(self::since_ms(connection).await?);
    let kinds = Movement::ALL
        .iter()
        .filter(|movement| movement.is_decided());
    let kinds: Vec<String> = kinds.map(|kind| format!("'{kind}'")).collect();
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT id FROM ledger_transfers WHERE decided IS NULL AND kind IN ({}) AND created_at_ms >= $1 AND (settled_at_ms >= $1 OR settled_at_ms IS NULL)",
        kinds.join(", ")
    )))
    .bind(since_ms)
    .fetch_all(connection)
    .await?;
    let finding = |row: &AnyRow| {
        Ok(Finding {
            what: ABSENT,
            id: row.try_get("id")?,
        })
    };
    rows.iter().map(finding).collect()
}

/// The credits of a portion's transfers: accounts and minor units, by transfer.
async fn moved(
    connection: &mut AnyConnection,
    since_ms: i64,
    (after, last): (&str, &str),
) -> Result<HashMap<String, Vec<(String, i64)>>, DbError> {
    let rows = sqlx::query(
        "SELECT e.transfer_id, e.account_id, e.amount_minor FROM ledger_transfers t \
         JOIN ledger_entries e ON e.transfer_id = t.id AND e.amount_minor > 0 \
         WHERE t.created_at_ms >= $1 AND (t.settled_at_ms >= $1 OR t.settled_at_ms IS NULL) AND t.id || '' > $2 AND t.id || '' <= $3",
    )
    .bind(since_ms)
    .bind(after)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let mut moved: HashMap<String, Vec<(String, i64)>> = HashMap::new();
    for row in &rows {
        let credit = (row.try_get("account_id")?, row.try_get("amount_minor")?);
        moved
            .entry(row.try_get("transfer_id")?)
            .or_default()
            .push(credit);
    }
    Ok(moved)
}

/// The contradiction between a record and its transfer, if any.
fn wrong(
    decided: &str,
    kind: &str,
    currency: &str,
    moved: &[(String, i64)],
) -> Option<&'static str> {
    let known = Movement::named(kind).zip(currency.parse::<Currency>().ok());
    let record = serde_json::from_str::<Record>(decided).ok();
    let Some(((movement, currency), record)) = known.zip(record) else {
        return Some(UNREADABLE);
    };
    let is_own = record.rules == rules_version();
    let repeats = |one: &AskedRule| {
        evaluate(&one.rule, one.input.clone()).is_ok_and(|output| output == one.output)
    };
    if is_own && !record.asked.iter().all(repeats) {
        return Some(NOT_REPEATED);
    }
    let credits = moved.iter().map(|(account, minor)| Credit {
        account: SystemAccount::of_id(account).map(|account| account.as_str().to_owned()),
        amount: Amount::from_minor(*minor, currency)
            .unwrap_or(Amount::zero(currency))
            .into(),
    });
    let asked = record.asked.iter().map(|one| posted::AskedRule {
        rule: one.rule.clone(),
        input: (&one.input).into(),
        output: (&one.output).into(),
    });
    let found = posted::posted(&PostedInput {
        movement,
        currency: currency.into(),
        at: None,
        records_since: None,
        is_own: None,
        statement: None,
        wallet: None,
        credits: credits.collect(),
        asked: asked.collect(),
    });
    match found.map(|found| found.agreement) {
        Ok(Agreement::Agrees | Agreement::Follows) => None,
        _ => Some(NOT_MOVED),
    }
}
