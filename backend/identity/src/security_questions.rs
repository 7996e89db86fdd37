//! Security questions. The answers give no access: they serve neither sign-in nor password recovery.

use crate::limits;
use domain_core::identity::SecurityQuestion;
use domain_core::validation::Code;
use ground::db::DbError;
use ground::error::ApiError;
use serde::Serialize;
use serde_json::json;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::limits::count;
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The purpose of an answer hash.
const ANSWER: &str = "security-answer";

/// A question.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SecurityQuestion)]
pub struct SecurityQuestionAnswer {
    pub id: String,
    pub question: String,
}

fn question(row: &AnyRow) -> Result<SecurityQuestionAnswer, DbError> {
    Ok(SecurityQuestionAnswer {
        id: row.try_get("id")?,
        question: row.try_get("question")?,
    })
}

/// All questions.
///
/// # Errors
/// The database failed.
pub async fn list(app: &AppState) -> Result<Vec<SecurityQuestionAnswer>, ApiError> {
    let rows = sqlx::query("SELECT id, question FROM security_questions ORDER BY position")
        .fetch_all(&mut *app.db.read().await?)
        .await?;
    Ok(rows.iter().map(question).collect::<Result<_, _>>()?)
}

/// The questions that the user has answered, latest first.
///
/// # Errors
/// The database failed.
pub async fn answered(
    app: &AppState,
    session: &Session,
) -> Result<Vec<SecurityQuestionAnswer>, ApiError> {
    let rows = sqlx::query(
        "SELECT id, question FROM security_answers JOIN security_questions ON id = question_id WHERE user_id = $1 \
         ORDER BY answered_at_ms DESC, position",
    )
    .bind(session.user_id.as_str())
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    Ok(rows.iter().map(question).collect::<Result<_, _>>()?)
}

/// Saves an answer, replacing an earlier one. It is hashed like a password, ignoring case and spaces.
///
/// # Errors
/// 422 for an unknown question; 429.
pub async fn answer(
    app: &AppState,
    session: &Session,
    form: &SecurityQuestion,
) -> Result<(), ApiError> {
    count(app, limits::SECURITY_ANSWERS, &session.user_id).await?;
    let question = form.question.as_str();
    let words: Vec<String> = form
        .answer
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let answer = words.join(" ");
    let hash = app
        .hasher
        .hash(ANSWER, &[&session.user_id, question, &answer])
        .await?;
    let mut tx = app.db.begin().await?;
    session.expect_open(&mut tx).await?;
    let saved = sqlx::query(
        "INSERT INTO security_answers (user_id, question_id, answer_hash, answered_at_ms) \
         SELECT $1, id, $3, $4 FROM security_questions WHERE id = $2 \
         ON CONFLICT (user_id, question_id) DO UPDATE SET answer_hash = excluded.answer_hash, answered_at_ms = excluded.answered_at_ms",
    )
    .bind(session.user_id.as_str())
    .bind(question)
    .bind(hash)
    .bind(app.clock.now_ms())
    .execute(tx.connection())
    .await?;
    if saved.rows_affected() == 0 {
        return Err(ApiError::refused_field(
            "question",
            Code::NotOneOf,
            "There is no such question.",
        ));
    }
    audit::append(
        &mut tx,
        app,
        &session.user_id,
        "security_answer_saved",
        &json!({ "question": question }),
    )
    .await?;
    Ok(tx.commit().await?)
}
