//! Questionnaires and security questions.

use crate::questions::{self, Answers, AnswersScore, Question, QuestionType};
use crate::security_questions::{self, SecurityQuestionAnswer};
use axum::Json;
use axum::extract::State;
use domain_core::identity::SecurityQuestion;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Body, Envelope, Path, Query, Valid};
use utoipa::{IntoParams, ToSchema};

service::form_schemas!(SecurityQuestionValues: SecurityQuestion);

/// The questionnaire to return.
#[derive(Deserialize, IntoParams)]
pub struct Wanted {
    /// `onboarding` when absent.
    r#type: Option<QuestionType>,
}

/// The questions of a questionnaire, in order.
#[utoipa::path(get, path = "/questions", tag = "identity", security(("bearer" = [])), params(Wanted),
    responses((status = 200, body = Envelope<Vec<Question>>)))]
pub async fn list_questions(
    State(app): State<AppState>,
    _: Session,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Envelope<Vec<Question>>>, ApiError> {
    let kind = wanted.r#type.unwrap_or(QuestionType::Onboarding);
    Ok(Envelope::of(questions::list(&app, kind).await?))
}

/// A question's answer.
#[derive(Deserialize, ToSchema)]
pub struct GivenAnswer {
    /// The question's id.
    #[serde(default)]
    question: String,
    /// The answer's id.
    #[serde(default)]
    answer: String,
}

/// Answers a question; an earlier answer is replaced.
#[utoipa::path(post, path = "/user/answers", tag = "identity", security(("bearer" = [])), request_body = GivenAnswer,
    responses((status = 200, body = Envelope<AnswersScore>), Fails<code::Refused>))]
pub async fn answer_question(
    State(app): State<AppState>,
    session: Session,
    Body(given): Body<GivenAnswer>,
) -> Result<Json<Envelope<AnswersScore>>, ApiError> {
    let score = questions::answer(&app, &session, &given.question, &given.answer).await?;
    Ok(Envelope::of(score))
}

/// Another user's answers are a 404.
fn own(session: &Session, id: &str) -> Result<(), ApiError> {
    if session.user_id == id {
        Ok(())
    } else {
        Err(ApiError::not_found())
    }
}

/// The user's own answers.
#[utoipa::path(get, path = "/user/answers/{id}", tag = "identity", security(("bearer" = [])), params(("id" = String, Path, description = "One's own uuid")),
    responses((status = 200, body = Envelope<Answers>)))]
pub async fn user_answers(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Answers>>, ApiError> {
    own(&session, &id)?;
    Ok(Envelope::of(questions::answers(&app, &session).await?))
}

/// The security questions.
#[utoipa::path(get, path = "/security-questions", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<SecurityQuestionAnswer>>)))]
pub async fn list_security_questions(
    State(app): State<AppState>,
    _: Session,
) -> Result<Json<Envelope<Vec<SecurityQuestionAnswer>>>, ApiError> {
    Ok(Envelope::of(security_questions::list(&app).await?))
}

/// Answers a security question. The answer is never returned.
#[utoipa::path(post, path = "/security-questions", tag = "identity", security(("bearer" = [])), request_body = SecurityQuestionValues,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn answer_security_question(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<SecurityQuestion>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    security_questions::answer(&app, &session, &form).await?;
    Ok(Envelope::saying(Nothing {}, "Your answer is saved."))
}

/// The security questions that the user has answered.
#[utoipa::path(get, path = "/security-questions/user/{uuid}", tag = "identity", security(("bearer" = [])), params(("uuid" = String, Path, description = "One's own uuid")),
    responses((status = 200, body = Envelope<Vec<SecurityQuestionAnswer>>)))]
pub async fn answered_security_questions(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
) -> Result<Json<Envelope<Vec<SecurityQuestionAnswer>>>, ApiError> {
    own(&session, &uuid)?;
    Ok(Envelope::of(
        security_questions::answered(&app, &session).await?,
    ))
}
