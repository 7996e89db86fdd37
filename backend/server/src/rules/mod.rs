//! The rule engine over HTTP: the third door to the same functions.

mod account;
pub mod archive;
mod decision;

use axum::Json;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use domain_core::catalogue;
use ground::error::{ApiError, Fails, code};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::app::AppState;
use service::http::document::PublicDocument;
use service::http::{Envelope, Path, Query, body};
use std::sync::LazyLock;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use account::known;

/// All calls of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(call))
        .routes(routes!(explained))
        .routes(routes!(decision::of_transaction))
        .routes(routes!(decision::of_quote))
        .routes(routes!(account::of_month))
}

/// A rule, for people and programs that look for one.
#[derive(Serialize, ToSchema)]
pub struct Rule {
    name: String,
    doc: String,
    /// JSON Schema.
    input: Value,
    /// JSON Schema.
    output: Value,
    /// SHA-256 over the rule's fixtures and its answers to them: another one is another behaviour. Null for estimates.
    #[schema(required)]
    answers: Option<&'static str>,
}

/// The digests of the answers, a line for each rule.
const ANSWERS: &str = include_str!("../../../../fixtures/ANSWERS");

fn answers(rule: &str) -> Option<&'static str> {
    let mut lines = ANSWERS.lines().filter_map(|line| line.split_once(' '));
    lines
        .find(|(name, _)| *name == rule)
        .map(|(_, digest)| digest)
}

/// Every rule, with its documents.
#[utoipa::path(get, path = "/rules", operation_id = "rules", tag = "rules", responses((status = 200, body = Envelope<Vec<Rule>>)))]
pub async fn list(headers: HeaderMap) -> Response {
    RULES.answer(&headers)
}

static RULES: LazyLock<PublicDocument> = LazyLock::new(|| {
    let rule = |rule: catalogue::RuleDoc| Rule {
        answers: answers(&rule.name),
        name: rule.name,
        doc: rule.doc.into(),
        input: rule.input,
        output: rule.output,
    };
    let rules: Vec<Rule> = catalogue::catalogue().into_iter().map(rule).collect();
    let Json(answer) = Envelope::of(rules);
    PublicDocument::new(&answer)
});

/// Evaluates a rule. A refused value is an answer, not a failure.
#[utoipa::path(post, path = "/rules/{rule}", tag = "rules", params(("rule" = String, Path, example = "password.strength")),
    request_body = Object, responses((status = 200, body = Envelope<Value>), Fails<(code::UnknownRule, code::UnknownForm, code::UnknownField, code::MissingKey, code::UnknownKey, code::Malformed)>))]
pub async fn call(
    Path(rule): Path<String>,
    request: Request,
) -> Result<Json<Envelope<Value>>, ApiError> {
    let input = body::json(request).await?;
    Ok(Envelope::of(domain_core::evaluate(&rule, input)?))
}

/// A rule's answer, and how its figures were worked out.
#[derive(Serialize, ToSchema)]
pub struct Explained {
    /// The rule in a sentence.
    doc: &'static str,
    #[schema(value_type = Object)]
    output: Value,
    /// The number of the step that made each figure, by its place in the output (RFC 6901).
    #[schema(value_type = Object)]
    figures: Value,
    /// Numbered from one. A step has its `way` (`input`, `constant`, `plus`, `minus`, `at_most`, `at_least`, `scaled`, `part`,
    /// `described`), its `value`, and the numbers of the steps that it is made `of`, which all come before it.
    #[schema(value_type = Vec<Object>)]
    steps: Value,
    /// The figures of the part that the rule worked out, in words: for people.
    worked_out: Vec<decision::DecidedFigure>,
    /// Whether there are steps: a call that takes too many is answered without them.
    is_complete: bool,
}

/// The part of an answer to explain in words.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// A place in the output (RFC 6901); the default is the output itself.
    #[param(example = "/days/3")]
    #[serde(default)]
    at: String,
}

/// Evaluates a rule, and explains the figures of its answer.
#[utoipa::path(post, path = "/rules/{rule}/explain", operation_id = "explain", tag = "rules", params(("rule" = String, Path, example = "transfer.quote"), Part),
    request_body = Object, responses((status = 200, body = Envelope<Explained>), Fails<(code::UnknownRule, code::UnknownForm, code::UnknownField, code::MissingKey, code::UnknownKey, code::Malformed)>))]
pub async fn explained(
    Path(rule): Path<String>,
    Query(Part { at }): Query<Part>,
    request: Request,
) -> Result<Json<Envelope<Explained>>, ApiError> {
    let input = body::json(request).await?;
    let mut explained = domain_core::explain(&rule, &input)?;
    let is_complete = explained["is_complete"] == true;
    let worked_out = catalogue::worked_out(&explained, &at).into_iter();
    let worked_out = worked_out.map(decision::DecidedFigure::from).collect();
    let mut part = |key: &str| explained.get_mut(key).map(Value::take).unwrap_or_default();
    Ok(Envelope::of(Explained {
        doc: decision::doc(&rule),
        is_complete,
        worked_out,
        output: part("output"),
        figures: part("figures"),
        steps: part("steps"),
    }))
}
