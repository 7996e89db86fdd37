//! The lines of a member's statement with their decisions, as the member's own browser checks them.

use domain_core::money::{Amount, Currency};
use domain_core::payment::posted::ABOUT_OTHERS;
use domain_core::payment::{Direction, Movement, SystemAccount};
use ground::clock::rfc3339;
use ground::db::DbError;
use ground::decided::Record;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::HashMap;

/// Lines in a portion.
const PORTION: i64 = 500;

/// A credit of a transfer.
#[derive(Debug, Serialize)]
struct Credit {
    /// The account of the house; null for a member's.
    account: Option<&'static str>,
    amount: Amount,
}

/// A line of a statement without its decision. The order of the members is part of what is sealed.
#[derive(Debug, Serialize)]
struct Line {
    at: String,
    reference: String,
    movement: String,
    direction: Direction,
    currency: Currency,
    /// The amount on the statement.
    statement: Amount,
    /// The amount that the ledger moved in the member's wallet.
    wallet: Option<Amount>,
    /// None for the receiving side of a payment between members: the other side's charges are not for it.
    credits: Vec<Credit>,
    /// Whether the member decided: the payer, or the receiver of money from outside.
    is_own: bool,
}

/// A line of JSON that ends with its `decided`.
#[derive(Debug)]
pub struct Written {
    pub at_ms: i64,
    pub text: String,
}

/// The lines of a member in a period, oldest first; of more than `most`, some more than that.
///
/// # Errors
/// The database failed, or a row cannot be read.
pub async fn lines(
    connection: &mut AnyConnection,
    user_id: &str,
    (start_ms, end_ms): (i64, i64),
    most: usize,
) -> Result<Vec<Written>, DbError> {
    let mut lines = Vec::new();
    let mut after = (start_ms, String::new());
    loop {
        let rows = sqlx::query(
            "SELECT w.id, w.reference, w.ledger_transfer_id, w.kind AS direction, w.currency, w.net_minor, w.created_at_ms, \
             t.kind, COALESCE(t.decided, c.decided) AS decided FROM wallet_transactions w \
             JOIN ledger_transfers t ON t.id = w.ledger_transfer_id LEFT JOIN ledger_transfers c ON c.id = t.linked_to \
             WHERE w.user_id = $1 AND w.created_at_ms >= $3 AND w.created_at_ms < $2 AND (w.created_at_ms > $3 OR w.id > $4) \
             ORDER BY w.created_at_ms, w.id LIMIT $5",
        )
        .bind(user_id)
        .bind(end_ms)
        .bind(after.0)
        .bind(after.1.as_str())
        .bind(PORTION)
        .fetch_all(&mut *connection)
        .await?;
        let Some(last) = rows.last().filter(|_| lines.len() <= most) else {
            return Ok(lines);
        };
        let until = (last.try_get("created_at_ms")?, last.try_get("id")?);
        let entries = entries(connection, user_id, &after, &until).await?;
        after = until;
        for row in &rows {
            let transfer: String = row.try_get("ledger_transfer_id")?;
            let entries = entries.get(&transfer).map_or(&[][..], Vec::as_slice);
            lines.push(Written {
                at_ms: row.try_get("created_at_ms")?,
                text: line(row, user_id, entries)?,
            });
        }
    }
}

/// An entry of the ledger.
struct Entry {
    account_id: String,
    /// The member, for a wallet.
    owner: String,
    minor: i64,
}

/// The entries of a portion's transfers.
async fn entries(
    connection: &mut AnyConnection,
    user_id: &str,
    after: &(i64, String),
    until: &(i64, String),
) -> Result<HashMap<String, Vec<Entry>>, DbError> {
    let rows = sqlx::query(
        "SELECT e.transfer_id, e.account_id, e.amount_minor, CASE WHEN a.owner_kind = 'user' THEN a.owner ELSE '' END AS owner \
         FROM wallet_transactions w JOIN ledger_entries e ON e.transfer_id = w.ledger_transfer_id \
         JOIN ledger_accounts a ON a.id = e.account_id \
         WHERE w.user_id = $1 AND w.created_at_ms >= $2 AND w.created_at_ms <= $4 AND (w.created_at_ms > $2 OR w.id > $3) \
         AND (w.created_at_ms < $4 OR w.id <= $5) ORDER BY e.transfer_id, e.account_id",
    )
    .bind(user_id)
    .bind(after.0)
    .bind(after.1.as_str())
    .bind(until.0)
    .bind(until.1.as_str())
    .fetch_all(connection)
    .await?;
    let mut found: HashMap<String, Vec<Entry>> = HashMap::new();
    for row in &rows {
        let entry = Entry {
            account_id: row.try_get("account_id")?,
            owner: row.try_get("owner")?,
            minor: row.try_get("amount_minor")?,
        };
        let entries = found.entry(row.try_get("transfer_id")?).or_default();
        // A transfer that is twice on the statement is read twice.
        if entries.iter().all(|one| one.account_id != entry.account_id) {
            entries.push(entry);
        }
    }
    Ok(found)
}

fn line(row: &AnyRow, user_id: &str, entries: &[Entry]) -> Result<String, DbError> {
    let currency: String = row.try_get("currency")?;
    let currency: Currency = currency.parse().map_err(|_| unreadable("currency"))?;
    let amount = |minor: i64| {
        let amount = minor
            .checked_abs()
            .and_then(|minor| Amount::from_minor(minor, currency));
        amount.ok_or_else(|| unreadable("amount"))
    };
    let direction: String = row.try_get("direction")?;
    let direction = Direction::named(&direction).ok_or_else(|| unreadable("direction"))?;
    let movement: String = row.try_get("kind")?;
    let decides = Movement::named(&movement).and_then(Movement::direction);
    let is_own = decides == Some(direction);
    let wallet = entries.iter().find(|entry| entry.owner == user_id);
    let mut credits = Vec::new();
    for entry in entries.iter().filter(|entry| is_own && entry.minor > 0) {
        credits.push(Credit {
            account: SystemAccount::of_id(&entry.account_id).map(SystemAccount::as_str),
            amount: amount(entry.minor)?,
        });
    }
    let line = Line {
        at: rfc3339(row.try_get("created_at_ms")?),
        reference: row.try_get("reference")?,
        movement,
        direction,
        currency,
        statement: amount(row.try_get("net_minor")?)?,
        wallet: wallet.map(|entry| amount(entry.minor)).transpose()?,
        credits,
        is_own,
    };
    let decided: Option<String> = row.try_get("decided")?;
    let decided = decided.filter(|_| is_own).map(without_others);
    let mut text = serde_json::to_string(&line).map_err(|_| unreadable("line"))?;
    text.pop();
    for part in [r#","decided":"#, decided.as_deref().unwrap_or("null"), "}"] {
        text.push_str(part);
    }
    Ok(text)
}

/// A record without the inputs and answers that are about others.
fn without_others(record: String) -> String {
    if !ABOUT_OTHERS.iter().any(|rule| record.contains(rule)) {
        return record;
    }
    let Ok(read) = serde_json::from_str::<Record>(&record) else {
        return json!({ "asked": [], "rules": "" }).to_string();
    };
    let shown = |one: &ground::decided::AskedRule| match ABOUT_OTHERS.contains(&one.rule.as_str()) {
        true => json!({ "rule": one.rule }),
        false => json!({ "input": one.input, "output": one.output, "rule": one.rule }),
    };
    let asked: Vec<Value> = read.asked.iter().map(shown).collect();
    json!({ "asked": asked, "rules": read.rules }).to_string()
}

fn unreadable(what: &str) -> DbError {
    DbError::Schema(["a transfer has an unreadable ", what].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_about_others_are_withheld() {
        let own = r#"{"asked":[{"input":{"a":"1"},"output":{"b":"2"},"rule":"transfer.quote"}],"rules":"v"}"#;
        assert_eq!(without_others(own.into()), own);
        let about = r#"{"asked":[{"input":{"turnover":"1"},"output":{},"rule":"referral.bonus"}],"rules":"v"}"#;
        assert_eq!(
            without_others(about.into()),
            r#"{"asked":[{"rule":"referral.bonus"}],"rules":"v"}"#
        );
    }
}
