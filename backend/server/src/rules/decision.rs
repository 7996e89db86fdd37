//! The decision about a transaction, for the person whose money it moved.

use axum::Json;
use axum::extract::State;
use domain_core::catalogue::{RuleDoc, WorkedOut, catalogue, explain, rules_version, worked_out};
use domain_core::payment::posted::ABOUT_OTHERS;
use ground::decided::Record;
use ground::error::ApiError;
use money::ledger;
use money::{quote, statement};
use serde::Serialize;
use serde_json::Value;
use service::access::Session;
use service::app::AppState;
use service::http::{Envelope, Path};
use std::collections::HashMap;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// The rules that decided on a transaction.
#[derive(Serialize, ToSchema)]
pub struct Decision {
    /// Their version.
    rules: String,
    /// Whether the server still has these rules. Where newer ones answer otherwise, it does not say how the answer was
    /// worked out: the module at `/media/rules/VERSION.wasm` does.
    is_current: bool,
    decided: Vec<DecidedRule>,
}

/// A rule that was asked.
#[derive(Serialize, ToSchema)]
pub struct DecidedRule {
    #[schema(example = "transfer.quote")]
    rule: String,
    /// The rule in a sentence.
    doc: &'static str,
    /// The facts that the server had.
    input: Value,
    output: Value,
    /// The figures that the rule worked out.
    figures: Vec<DecidedFigure>,
}

/// A figure, and how it was worked out.
#[derive(Serialize, ToSchema)]
pub struct DecidedFigure {
    #[schema(example = "Total")]
    label: String,
    #[schema(example = "5,020.00")]
    value: String,
    #[schema(example = "5,000.00 (amount) + 20.00 (set by the rules)")]
    words: String,
}

impl From<WorkedOut> for DecidedFigure {
    fn from(one: WorkedOut) -> Self {
        let WorkedOut {
            label,
            value,
            words,
        } = one;
        Self {
            label,
            value,
            words,
        }
    }
}

static DOCS: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let doc = |one: RuleDoc| (one.name, one.doc);
    catalogue().into_iter().map(doc).collect()
});

/// A rule in a sentence; blank for an unknown one.
pub fn doc(rule: &str) -> &'static str {
    DOCS.get(rule).copied().unwrap_or_default()
}

/// How a transaction was decided; of one that follows another, such as the proceeds of a sale, how that one was. Only the
/// side that decided on it, the payer or the receiver from outside, sees it: the facts are about that person. Facts about
/// others are left out.
#[utoipa::path(get, path = "/transaction/{reference}/decision", operation_id = "decision", tag = "wallet", security(("bearer" = [])),
    params(("reference" = String, Path)), responses((status = 200, body = Envelope<Decision>)))]
pub async fn of_transaction(
    State(app): State<AppState>,
    session: Session,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<Decision>>, ApiError> {
    let mut connection = app.db.read().await?;
    let row = statement::find(&mut connection, &session.user_id, &reference).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let known = ledger::decided(&mut connection, &row.ledger_transfer_id).await?;
    drop(connection);
    // Between two members the payer decides.
    let is_own = known.direction == Some(row.direction);
    let record = known.record.filter(|_| is_own);
    record
        .and_then(explained)
        .ok_or_else(ApiError::not_found)
        .map(Envelope::of)
}

/// How a quote was worked out. Facts about others are left out.
#[utoipa::path(get, path = "/quotes/{id}/decision", operation_id = "decision_of_quote", tag = "wallet", security(("bearer" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Decision>)))]
pub async fn of_quote(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Decision>>, ApiError> {
    let record = quote::decided(&mut *app.db.read().await?, &session.user_id, &id).await?;
    record
        .and_then(explained)
        .ok_or_else(ApiError::not_found)
        .map(Envelope::of)
}

/// A record with the figures of its rules in words.
fn explained(record: String) -> Option<Decision> {
    let record: Record = serde_json::from_str(&record).ok()?;
    let is_current = record.rules == rules_version();
    let asked = record.asked.into_iter();
    let asked = asked.filter(|one| !ABOUT_OTHERS.contains(&one.rule.as_str()));
    let decided = asked.map(|one| {
        let explained = explain(&one.rule, &one.input).ok();
        let explained = explained.filter(|explained| explained["output"] == one.output);
        let figures = explained
            .as_ref()
            .map_or_else(Vec::new, |found| worked_out(found, ""));
        DecidedRule {
            doc: doc(&one.rule),
            figures: figures.into_iter().map(DecidedFigure::from).collect(),
            rule: one.rule,
            input: one.input,
            output: one.output,
        }
    });
    Some(Decision {
        is_current,
        decided: decided.collect(),
        rules: record.rules,
    })
}
