//! Quotes: prices as shown before confirmation, stored so that exactly these are confirmed.

use super::statement::Counterparty;
use super::{Payee, Price};
use domain_core::money::{Amount, Currency};
use domain_core::payment::tariff::Line;
use ground::clock::rfc3339;
use ground::db::{DbError, Fields, columns};
use ground::error::{ApiError, ErrorCode};
use ground::secret::sha256_hex;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The usual validity of a quote.
pub const QUOTE_HOLDS_MS: i64 = 120_000;
/// The validity of a quote at a rate.
pub const RATE_HOLDS_MS: i64 = 30_000;
/// How long an expired quote is kept, so that its confirmation can return both breakdowns.
const REMEMBERED_MS: i64 = 24 * 60 * 60 * 1_000;

/// A stored quote.
#[derive(Debug, Clone)]
pub struct QuoteRow {
    pub id: String,
    pub amount: Amount,
    pub fee: Amount,
    pub total: Amount,
    /// The identifying name of the payee.
    pub payee: String,
    /// The complete response.
    pub document: Value,
    pub expires_at_ms: i64,
}

impl QuoteRow {
    /// Reads the quote of a joined row, if any.
    pub(super) fn joined(row: &impl Fields) -> Result<Option<Self>, DbError> {
        let Some(id) = row.text_or_null("id")? else {
            return Ok(None);
        };
        let currency = row.text("quote_currency")?;
        let currency: Currency = currency.parse().map_err(|_| columns::corrupt("currency"))?;
        let document = row.text("document")?;
        Ok(Some(Self {
            id,
            amount: columns::amount(row, "amount_minor", currency)?,
            fee: columns::amount(row, "fee_minor", currency)?,
            total: columns::amount(row, "total_minor", currency)?,
            payee: row.text("payee")?,
            document: serde_json::from_str(&document).unwrap_or_default(),
            expires_at_ms: row.whole("expires_at_ms")?,
        }))
    }
}

/// A line of the breakdown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuoteLine {
    pub code: &'static str,
    pub label: &'static str,
    #[schema(value_type = String)]
    pub amount: Amount,
}

/// The debit and the payee.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    pub id: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(value_type = String)]
    pub fee: Amount,
    #[schema(value_type = String)]
    pub total: Amount,
    pub lines: Vec<QuoteLine>,
    /// A note on the payee's currency, where it could be mistaken.
    #[schema(required)]
    pub payout_note: Option<String>,
    /// A note on the age of the exchange rates of a converted fee.
    #[schema(required)]
    pub rate_note: Option<String>,
    /// The payee for `pin-confirm`.
    pub payee: String,
    #[schema(required)]
    pub recipient: Option<Counterparty>,
    pub expires_at: String,
    /// Relative to this response, for clocks that differ from the server's.
    pub expires_in_seconds: i64,
}

/// A quote's breakdown, beside payee and price.
#[derive(Debug, Default)]
pub struct Breakdown {
    pub lines: Vec<QuoteLine>,
    pub payout_note: Option<String>,
    pub rate_note: Option<String>,
    /// The payee as the payer sees it.
    pub recipient: Option<Counterparty>,
    /// Facts kept for the confirmation, which the payer does not see.
    pub kept: Option<Value>,
}

impl Breakdown {
    /// A breakdown that begins with a line.
    #[must_use]
    pub fn of(code: &'static str, label: &'static str, amount: Amount) -> Self {
        Self::default().and(code, label, amount)
    }

    /// A breakdown of a rule's lines.
    pub fn of_lines(lines: &[Line]) -> Self {
        let add = |all: Self, line: &Line| all.and(line.code, line.label, line.amount);
        lines.iter().fold(Self::default(), add)
    }

    /// Adds a line.
    #[must_use]
    pub fn and(mut self, code: &'static str, label: &'static str, amount: Amount) -> Self {
        self.lines.push(QuoteLine {
            code,
            label,
            amount,
        });
        self
    }

    /// Shows the payee as statements do.
    #[must_use]
    pub fn to(mut self, payee: &Payee) -> Self {
        self.recipient.clone_from(&payee.counterparty);
        self
    }
}

/// Stores a quote and removes those that expired long ago.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    user_id: &str,
    quote: &QuoteRow,
) -> Result<(), DbError> {
    sqlx::query("DELETE FROM transfer_quotes WHERE expires_at_ms < $1")
        .bind(quote.expires_at_ms - REMEMBERED_MS)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO transfer_quotes (id, user_id, currency, amount_minor, fee_minor, total_minor, payee, document, expires_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(quote.id.as_str())
    .bind(user_id)
    .bind(quote.amount.currency().as_str())
    .bind(columns::minor(&quote.amount)?)
    .bind(columns::minor(&quote.fee)?)
    .bind(columns::minor(&quote.total)?)
    .bind(quote.payee.as_str())
    .bind(quote.document.to_string())
    .bind(quote.expires_at_ms)
    .execute(connection)
    .await?;
    Ok(())
}

/// The record of the rules that a user's quote asked, as JSON; none for an unknown quote.
///
/// # Errors
/// The database failed.
pub async fn decided(
    connection: &mut AnyConnection,
    user_id: &str,
    id: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT document FROM transfer_quotes WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let document: String = row.try_get("document")?;
    let document: Value = serde_json::from_str(&document).unwrap_or_default();
    Ok(document["decided"].as_str().map(str::to_owned))
}

/// Fields of the payment's body that are not part of the quoted form.
const CONFIRMATION: [&str; 2] = ["confirm", "quote_id"];

/// The digest of the form in a body, without null values and confirmation fields; `None` if the body is not an object.
pub(super) fn form_hash(body: &Value) -> Option<String> {
    let mut form = body.as_object()?.clone();
    form.retain(|name, value| !value.is_null() && !CONFIRMATION.contains(&name.as_str()));
    if let Some(amount) = form.get_mut("amount") {
        *amount = Value::String(figure(amount));
    }
    Some(sha256_hex(Value::Object(form).to_string().as_bytes()))
}

/// Normalises an amount: separators and trailing zeros make no difference.
fn figure(amount: &Value) -> String {
    let text = match amount {
        Value::String(text) => text.replace([',', ' '], ""),
        other => other.to_string(),
    };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Whether the body of a payment contains the quoted form.
fn is_form_of(quoted: &Value, body: &Value) -> bool {
    let Some(form) = quoted["form_hash"].as_str() else {
        return true;
    };
    form_hash(body).is_some_and(|hash| hash == form)
}

/// Checks that the payment equals the quoted one (form, amount, payee and charges), and that the quote has not expired.
///
/// # Errors
/// 404 if the quote is not the payer's; 409 `quote_changed` with both breakdowns.
pub(super) fn check_unchanged(
    quoted: Option<&QuoteRow>,
    payee: &Payee,
    price: &Price,
    body: &Value,
    now_ms: i64,
) -> Result<(), ApiError> {
    let quoted = quoted.ok_or_else(ApiError::not_found)?;
    let same = is_form_of(&quoted.document, body)
        && quoted.amount == price.amount
        && quoted.total == price.total
        && quoted.fee == price.fee
        && quoted.payee == payee.name;
    if same && now_ms < quoted.expires_at_ms {
        return Ok(());
    }
    let shown = json!({ "amount": quoted.amount, "fee": quoted.fee, "total": quoted.total, "payee": quoted.payee, "expires_at": rfc3339(quoted.expires_at_ms) });
    let current = json!({ "amount": price.amount, "fee": price.fee, "total": price.total, "payee": payee.name });
    let message = "The quote has changed. Please review it again.";
    Err(ApiError::new(ErrorCode::QuoteChanged, message)
        .with_data(json!({ "quoted": shown, "current": current })))
}

#[cfg(test)]
mod tests {
    use super::{form_hash, is_form_of};
    use serde_json::json;

    #[test]
    fn a_payment_is_sent_with_the_form_that_was_quoted() {
        let asked = json!({ "amount": "1", "duration": null, "confirm": true });
        let quoted = json!({ "form_hash": form_hash(&asked) });
        for same in [
            json!({ "amount": "1" }),
            json!({ "amount": "1", "quote_id": "q", "confirm": true }),
            json!({ "amount": "1.00" }),
            json!({ "amount": 1 }),
        ] {
            assert!(is_form_of(&quoted, &same), "{same}");
        }
        for other in [
            json!({ "amount": "2" }),
            json!({ "amount": "10" }),
            json!({ "amount": "1.01" }),
            json!({ "amount": "1", "duration": "30" }),
            json!({ "amount": "1", "name": "x" }),
            json!({}),
        ] {
            assert!(!is_form_of(&quoted, &other), "{other}");
        }
    }
}
