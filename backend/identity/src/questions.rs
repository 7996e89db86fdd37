//! Questionnaires: the user's risk tolerance, and the questions before a loan. A rule scores the answers.

use domain_core::identity::questionnaire::{RiskBand, Score};
use domain_core::validation::Code;
use ground::db::DbError;
use ground::error::ApiError;
use serde::{Deserialize, Serialize};
use service::access::Session;
use service::access::answers::{LOAN, ONBOARDING, may_change_loan, scored};
use service::access::users;
use service::app::AppState;
use sqlx::Row;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The kind of a questionnaire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionType {
    Onboarding,
    Loan,
}

impl QuestionType {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Onboarding => ONBOARDING,
            Self::Loan => LOAN,
        }
    }
}

/// A question with its choices.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Question {
    pub id: String,
    pub question: String,
    pub r#type: QuestionType,
    pub answers: Vec<Choice>,
}

/// A choice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Choice {
    pub id: String,
    pub answer: String,
}

/// The result of the answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AnswersScore {
    /// Null for the loan questionnaire: its score is a fact for the lender.
    #[schema(required)]
    pub score: Option<i64>,
    pub answered: i64,
    pub complete: bool,
    /// `cautious`, `balanced` or `adventurous`, once all are answered.
    #[schema(required, value_type = Option<String>)]
    pub band: Option<RiskBand>,
    /// The score in percent of the maximum, once all are answered.
    #[schema(required)]
    pub percent: Option<i64>,
}

/// A user's answers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Answers {
    /// The chosen answer of each question.
    pub answers: BTreeMap<String, String>,
    pub onboarding: AnswersScore,
    pub loan: AnswersScore,
    /// The reason why the answers to the loan questions cannot be changed now; null if they can.
    #[schema(required)]
    pub loan_kept: Option<String>,
}

impl AnswersScore {
    /// The result of a questionnaire, as its user may see it.
    fn of(kind: &str, score: &Score) -> Self {
        let is_shown = kind != LOAN;
        Self {
            score: is_shown.then_some(score.score),
            answered: score.answered,
            complete: score.complete,
            band: score.band.filter(|_| is_shown),
            percent: score.percent.filter(|_| is_shown),
        }
    }
}

/// The questions of a questionnaire, in order.
///
/// # Errors
/// The database failed.
pub async fn list(app: &AppState, kind: QuestionType) -> Result<Vec<Question>, ApiError> {
    let rows = sqlx::query(
        "SELECT questions.id AS question_id, question, question_choices.id AS choice_id, answer FROM questions \
         JOIN question_choices ON question_choices.question_id = questions.id WHERE kind = $1 \
         ORDER BY questions.position, question_choices.position",
    )
    .bind(kind.as_str())
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    let mut questions: Vec<Question> = Vec::new();
    for row in &rows {
        let id: String = row.try_get("question_id")?;
        if questions.last().is_none_or(|last| last.id != id) {
            questions.push(Question {
                id,
                question: row.try_get("question")?,
                r#type: kind,
                answers: Vec::new(),
            });
        }
        if let Some(question) = questions.last_mut() {
            question.answers.push(Choice {
                id: row.try_get("choice_id")?,
                answer: row.try_get("answer")?,
            });
        }
    }
    Ok(questions)
}

/// Answers a question, or replaces its answer, and returns the score of the questionnaire so far.
///
/// # Errors
/// 422 if the question does not exist, the answer is not one of its choices, or the answers to the loan questions stay as
/// they are for now.
pub async fn answer(
    app: &AppState,
    session: &Session,
    question: &str,
    choice: &str,
) -> Result<AnswersScore, ApiError> {
    let mut tx = app.db.begin().await?;
    let row = sqlx::query("SELECT kind FROM questions WHERE id = $1")
        .bind(question)
        .fetch_optional(tx.connection())
        .await?;
    let row = row.ok_or_else(|| unknown("question", "There is no such question."))?;
    let kind: String = row.try_get("kind")?;
    if kind == LOAN {
        // A request locks its borrower before it reads the answers.
        users::lock_settings(&mut tx, &session.user_id, app.clock.now_ms()).await?;
        let today = app.clock.today();
        let may = may_change_loan(tx.connection(), &session.user_id, today).await?;
        if let Some(message) = may.message {
            return Err(ApiError::refused_field("answer", Code::NotAllowed, message));
        }
    }
    let saved = sqlx::query(
        "INSERT INTO user_answers (user_id, question_id, choice_id, answered_at_ms) \
         SELECT $1, question_id, id, $4 FROM question_choices WHERE id = $3 AND question_id = $2 \
         ON CONFLICT (user_id, question_id) DO UPDATE SET choice_id = excluded.choice_id, answered_at_ms = excluded.answered_at_ms",
    )
    .bind(session.user_id.as_str())
    .bind(question)
    .bind(choice)
    .bind(app.clock.now_ms())
    .execute(tx.connection())
    .await?;
    if saved.rows_affected() == 0 {
        return Err(unknown("answer", "Choose one of the answers."));
    }
    let comes_to = scored(tx.connection(), &session.user_id, &kind).await?;
    tx.commit().await?;
    Ok(AnswersScore::of(&kind, &comes_to))
}

fn unknown(field: &'static str, words: &'static str) -> ApiError {
    ApiError::refused_field(field, Code::NotOneOf, words)
}

/// The user's answers.
///
/// # Errors
/// The database failed.
pub async fn answers(app: &AppState, session: &Session) -> Result<Answers, ApiError> {
    let mut connection = app.db.read().await?;
    let rows = sqlx::query("SELECT question_id, choice_id FROM user_answers WHERE user_id = $1")
        .bind(session.user_id.as_str())
        .fetch_all(&mut *connection)
        .await?;
    let pair =
        |row: &sqlx::any::AnyRow| Ok((row.try_get("question_id")?, row.try_get("choice_id")?));
    let answers: Result<BTreeMap<String, String>, DbError> = rows.iter().map(pair).collect();
    let (user_id, today) = (&session.user_id, app.clock.today());
    let onboarding = scored(&mut connection, user_id, ONBOARDING).await?;
    let loan = scored(&mut connection, user_id, LOAN).await?;
    Ok(Answers {
        answers: answers?,
        onboarding: AnswersScore::of(ONBOARDING, &onboarding),
        loan: AnswersScore::of(LOAN, &loan),
        loan_kept: may_change_loan(&mut connection, user_id, today)
            .await?
            .message,
    })
}
